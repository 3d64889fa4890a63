"""Rate limits: floods get 429, fifty phones behind one router don't."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest
from flask import Flask
from limits.storage import memory

from kalooki_ref import create_app
from kalooki_ref.server.middleware.limits import client
from kalooki_ref.server.settings import SETTINGS
from tests.web.phone import SAME_SITE, Phone

PHONES, GAMES, ROUNDS = 50, 10, 9
# How many of the ten tables are played; the limit is reduced in proportion.
TABLES = int(os.environ.get("KALOOKI_TABLES", "2"))
# Drafts are sent after every pause in typing, here every three seconds.
DRAFTS_A_MINUTE = 20
# Per table, with games of one round.
GAMES_AN_HOUR = 12
# For a table that records everything: calls, lays, tacks, joker moves, the end of the round.
ENTRIES_A_ROUND = 40


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., Flask]:
    def start(**settings: Any) -> Flask:
        return create_app({"INSTANCE": str(tmp_path / "instance"), **settings})

    return start


def test_new_games_are_rate_limited(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_GAMES="2/hour").test_client())
    assert [phone.begin().status_code for _ in range(2)] == [303, 303]
    answer = phone.begin()
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 3601
    assert "Wait a moment" in phone.words(answer)
    assert phone.get().status_code == 200


def test_rematch_counts_as_a_game(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_GAMES="1/hour").test_client())
    phone.begin()
    assert phone.post("rematch").status_code == 429


def test_all_clients_together_have_a_limit(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_GAMES_OF_ALL="1/day").test_client())
    phone.begin()
    phone.client.environ_base["REMOTE_ADDR"] = "192.168.7.8"
    assert phone.begin().status_code == 429


def test_failing_counter_does_not_block_requests(
    start: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: the library failed under load, when two threads started the same timer."""

    def fails(*_parts: Any, **_more: Any) -> bool:
        raise RuntimeError("threads can only be started once")

    phone = Phone(start().test_client())
    monkeypatch.setattr(memory.MemoryStorage, "acquire_entry", fails)
    assert phone.begin().status_code == 303
    assert phone.post("calls", player="1").status_code == 303


class SharedStorage(memory.MemoryStorage):
    """A fake external storage, shared by all processes."""

    STORAGE_SCHEME: ClassVar[list[str]] = ["shared"]
    entries = memory.MemoryStorage()
    is_reachable = True

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        if not self.is_reachable:
            raise ConnectionError
        return self.entries.acquire_entry(key, limit, expiry, amount)


@pytest.fixture
def shared_storage(monkeypatch: pytest.MonkeyPatch) -> type[SharedStorage]:
    monkeypatch.setattr(SharedStorage, "entries", memory.MemoryStorage())
    monkeypatch.setattr(SharedStorage, "is_reachable", True)
    return SharedStorage


@pytest.mark.usefixtures("shared_storage")
def test_workers_share_counts_in_an_external_storage(start: Callable[..., Flask]) -> None:
    settings = {"MOST_GAMES": "3/hour", "LIMITS_STORAGE": "shared://"}
    first, other = (Phone(start(**settings).test_client()) for _ in range(2))
    assert [first.begin().status_code, other.begin().status_code] == [303, 303]
    assert [first.begin().status_code, other.begin().status_code] == [303, 429]


def test_worker_falls_back_to_its_own_counts(
    start: Callable[..., Flask], shared_storage: type[SharedStorage]
) -> None:
    app = start(MOST_GAMES="2/hour", LIMITS_STORAGE="shared://")
    phone = Phone(app.test_client())
    assert phone.begin().status_code == 303
    shared_storage.is_reachable = False
    assert phone.post("calls", player="1").status_code == 303
    assert [phone.begin().status_code for _ in range(3)] == [303, 303, 429]


def test_addresses_are_counted_separately(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_CHANGES="1/minute").test_client())
    assert phone.begin().status_code == 303
    assert phone.begin().status_code == 429
    phone.client.environ_base["REMOTE_ADDR"] = "192.168.7.8"
    assert phone.begin().status_code == 303


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH"])
def test_every_kind_of_change_counts(start: Callable[..., Flask], method: str) -> None:
    phone = Phone(start(MOST_CHANGES="2/minute").test_client())
    phone.begin()
    path = phone.address("calls" if method == "POST" else "drafts/round-1")
    statuses = [
        phone.client.open(path, method=method, json={}, headers=SAME_SITE).status_code
        for _ in range(2)
    ]
    assert statuses[0] != 429
    assert statuses[1] == 429


def test_forwarded_address_is_ignored_without_a_proxy(start: Callable[..., Flask]) -> None:
    app = start(MOST_CHANGES="1/minute")
    for number, status in ((1, 303), (2, 429)):
        web = app.test_client()
        web.environ_base["HTTP_X_FORWARDED_FOR"] = f"203.0.113.{number}"
        assert Phone(web).begin().status_code == status


def test_forwarded_address_of_a_proxy_is_used(start: Callable[..., Flask]) -> None:
    app = start(MOST_CHANGES="1/minute", PROXIES=1)
    for number in (1, 2):
        web = app.test_client()
        web.environ_base["HTTP_X_FORWARDED_FOR"] = f"203.0.113.{number}"
        assert Phone(web).begin().status_code == 303


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.0.7", "192.168.0.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1::/48"),
        ("2001:db8:1:3:bbbb::9", "2001:db8:1::/48"),
        ("", "unknown"),
    ],
)
def test_client_key(start: Callable[..., Flask], address: str, counted: str) -> None:
    with start().test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert client() == counted


@pytest.fixture
def fake_clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A fake clock for the limits."""
    hour = [time.time()]
    monkeypatch.setattr(memory.time, "time", lambda: hour[0])
    return hour


@pytest.mark.slow
def test_fifty_phones_behind_one_router_stay_within_the_limits(
    start: Callable[..., Flask], fake_clock: list[float]
) -> None:
    """Ten tables of five start, record a complete round and type drafts within one minute."""
    changes, per_minute = str(SETTINGS["MOST_CHANGES"]).split("/")
    app = start(MOST_CHANGES=f"{int(changes) * TABLES // GAMES}/{per_minute}")
    tables = [Phone(app.test_client()) for _ in range(TABLES)]
    statuses = {table.begin().status_code for table in tables}
    for table in tables:
        draft = {"json": {"winner": ["1"]}, "headers": SAME_SITE}
        for _ in range(PHONES // GAMES * DRAFTS_A_MINUTE):
            statuses.add(table.client.put(table.address("drafts/round-1"), **draft).status_code)
        for base in range(1, ENTRIES_A_ROUND):
            statuses.add(table.post("calls", player="1", base=base, insist="1").status_code)
        end = {"winner": "1", "insist": "1"} | {f"hands-{n}-points": "20" for n in range(1, 5)}
        statuses.add(table.post("round", base=ENTRIES_A_ROUND, **end).status_code)
    assert statuses == {303, 204}
    fake_clock[0] += 3600 / GAMES_AN_HOUR
    assert tables[0].post("rematch").status_code == 303


def test_evening_of_games_is_within_the_limits() -> None:
    games, per_hour = str(SETTINGS["MOST_GAMES"]).split("/")
    assert per_hour == "hour"
    assert int(games) > GAMES * GAMES_AN_HOUR
    assert int(str(SETTINGS["MOST_ENTRIES"])) > ROUNDS * ENTRIES_A_ROUND * 5


def test_limits_can_be_switched_off(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_GAMES="1/hour", LIMITS=False).test_client())
    assert [phone.begin().status_code for _ in range(3)] == [303] * 3


def test_number_of_entries_is_limited(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_ENTRIES=2).test_client())
    phone.begin()
    assert phone.post("calls", player="1", answer="refused").status_code == 303
    answer = phone.post("calls", player="1", answer="refused")
    assert answer.status_code == 422
    assert "2 entries" in phone.words(answer)


def test_number_of_players_is_limited(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_PEOPLE=5).test_client())
    phone.begin()
    answer = phone.post("players", name="Zoe", after="1", points="0")
    assert answer.status_code == 422
    assert "5 people have joined" in phone.words(answer)
