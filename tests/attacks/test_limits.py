"""Floods are told to wait; fifty phones behind one router never are."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.web.config import SETTINGS
from kalooki_ref.web.middleware.limits import client
from tests.web.phone import Phone

PHONES, GAMES, ROUNDS = 50, 10, 9
ENTRIES_A_ROUND = 40
"""Calls, lays, tacks, joker moves and the end of a round: a table that records everything."""


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., Flask]:
    def start(**settings: Any) -> Flask:
        return create_app({"INSTANCE": str(tmp_path / "instance"), **settings})

    return start


def test_a_flood_of_games_is_told_to_wait(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_GAMES="2/hour").test_client())
    assert [phone.begin().status_code for _ in range(2)] == [303, 303]
    answer = phone.begin()
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 3601
    assert "Wait a moment" in phone.words(answer)
    assert phone.get().status_code == 200


def test_a_rematch_counts_as_a_game(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_GAMES="1/hour").test_client())
    phone.begin()
    assert phone.post("rematch").status_code == 429


def test_all_clients_together_have_a_limit(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_GAMES_OF_ALL="1/day").test_client())
    phone.begin()
    phone.client.environ_base["REMOTE_ADDR"] = "192.168.7.8"
    assert phone.begin().status_code == 429


def test_each_address_is_counted_by_itself(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_CHANGES="1/minute").test_client())
    assert phone.begin().status_code == 303
    assert phone.begin().status_code == 429
    phone.client.environ_base["REMOTE_ADDR"] = "192.168.7.8"
    assert phone.begin().status_code == 303


def test_a_caller_cannot_choose_the_address_it_is_counted_by(start: Callable[..., Flask]) -> None:
    app = start(MOST_CHANGES="1/minute")
    for number, status in ((1, 303), (2, 429)):
        web = app.test_client()
        web.environ_base["HTTP_X_FORWARDED_FOR"] = f"203.0.113.{number}"
        assert Phone(web).begin().status_code == status


def test_a_proxy_is_believed_about_the_address(start: Callable[..., Flask]) -> None:
    app = start(MOST_CHANGES="1/minute", PROXIES=1)
    for number in (1, 2):
        web = app.test_client()
        web.environ_base["HTTP_X_FORWARDED_FOR"] = f"203.0.113.{number}"
        assert Phone(web).begin().status_code == 303


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.168.0.7", "192.168.0.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("", "unknown"),
    ],
)
def test_who_is_counted(start: Callable[..., Flask], address: str, counted: str) -> None:
    with start().test_request_context(environ_base={"REMOTE_ADDR": address}):
        assert client() == counted


def test_fifty_phones_behind_one_router_never_meet_a_limit() -> None:
    """Ten tables of five start, play a round in five minutes and record everything."""
    changes, per_minute = str(SETTINGS["MOST_CHANGES"]).split("/")
    games, per_hour = str(SETTINGS["MOST_GAMES"]).split("/")
    assert (per_minute, per_hour) == ("minute", "hour")
    drafts = PHONES * 20  # each phone keeps what is typed every three seconds
    assert GAMES * ENTRIES_A_ROUND / 5 + drafts < int(changes)
    assert int(games) > GAMES * 12  # a game of one round every five minutes
    assert int(str(SETTINGS["MOST_ENTRIES"])) > ROUNDS * ENTRIES_A_ROUND * 5


def test_nothing_is_counted_where_nobody_wants_it(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_GAMES="1/hour", LIMITS=False).test_client())
    assert [phone.begin().status_code for _ in range(3)] == [303] * 3


def test_a_game_takes_no_more_entries_than_any_game_has(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_ENTRIES=2).test_client())
    phone.begin()
    assert phone.post("calls", player="1", answer="refused").status_code == 303
    answer = phone.post("calls", player="1", answer="refused")
    assert answer.status_code == 422
    assert "2 entries" in phone.words(answer)


def test_a_game_takes_no_more_people_than_any_game_has(start: Callable[..., Flask]) -> None:
    phone = Phone(start(MOST_PEOPLE=5).test_client())
    phone.begin()
    answer = phone.post("players", name="Zoe", after="1", points="0")
    assert answer.status_code == 422
    assert "5 people have joined" in phone.words(answer)
