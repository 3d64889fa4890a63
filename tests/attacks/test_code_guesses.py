"""Rate limits for wrong join codes."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from kalooki_ref import create_app
from kalooki_ref.server.middleware import code_guesses
from kalooki_ref.store import wrong_codes
from kalooki_ref.store.tables import Unavailable, db, wrong_code
from tests.web.phone import Phone
from tests.web.phones.test_phones import code_at, send


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., Flask]:
    def start(**settings: Any) -> Flask:
        return create_app({"INSTANCE": str(tmp_path / "instance"), **settings})

    return start


def from_address(app: Flask, address: str) -> Phone:
    phone = Phone(app.test_client())
    phone.client.environ_base["REMOTE_ADDR"] = address
    return phone


def tries(phone: Phone, count: int, code: str = "222222") -> list[int]:
    return [phone.get(f"/join/{code}").status_code for _ in range(count)]


def test_ten_wrong_codes_block_only_the_phone(
    start: Callable[..., Flask],
) -> None:
    app = start()
    table = Phone(app.test_client())
    table.begin()
    code = code_at(table)
    phone, sister = (from_address(app, "192.168.7.8") for _ in range(2))
    assert tries(phone, 12) == [404] * 10 + [429] * 2
    assert tries(phone, 1, code) == [429]
    answer = phone.get(f"/join/{code}")
    assert 590 <= int(answer.headers["Retry-After"]) <= 600
    assert tries(sister, 1, code) == [200]


def test_right_code_without_a_seat_is_no_wrong_code(start: Callable[..., Flask]) -> None:
    app = start()
    table = Phone(app.test_client())
    table.begin()
    code = code_at(table)
    phone = from_address(app, "192.168.7.8")
    assert [send(phone, f"/join/{code}", seat="").status_code for _ in range(12)] == [422] * 12
    assert tries(phone, 11) == [404] * 10 + [429]


def test_sixty_wrong_codes_block_the_address(start: Callable[..., Flask]) -> None:
    app = start()
    table = Phone(app.test_client())
    table.begin()
    code = code_at(table)
    for _ in range(6):
        assert tries(from_address(app, "192.168.7.8"), 10) == [404] * 10
    assert tries(from_address(app, "192.168.7.8"), 1, code) == [429]
    assert tries(from_address(app, "192.168.7.9"), 1, code) == [200]


def test_wrong_codes_are_limited_in_total(start: Callable[..., Flask]) -> None:
    app = start(MOST_WRONG_CODES_OF_ALL="6/10 minute")
    table = Phone(app.test_client())
    table.begin()
    code = code_at(table)
    assert [tries(from_address(app, f"10.0.0.{n}"), 1) for n in range(6)] == [[404]] * 6
    assert tries(from_address(app, "10.0.0.99"), 1, code) == [429]


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_wrong_codes_count_for_all_workers_and_over_restarts(
    start: Callable[..., Flask], request: pytest.FixtureRequest, database: str
) -> None:
    if database == "postgresql":
        request.getfixturevalue("on_postgres")
    workers = [start(MOST_WRONG_CODES="4/minute") for _ in range(3)]
    tries = [
        Phone(app.test_client()).post("/join", code=f"22222{n}", base="0")
        for n, app in enumerate(workers)
    ]
    assert [answer.status_code for answer in tries] == [422] * 3
    assert workers[0].test_client().get("/join/222227").status_code == 404
    for app in (*workers, start(MOST_WRONG_CODES="4/minute")):
        answer = app.test_client().get("/join/222228")
        assert answer.status_code == 429
        assert int(answer.headers["Retry-After"]) == 60
    other = workers[0].test_client()
    other.environ_base["REMOTE_ADDR"] = "192.168.7.8"
    assert other.get("/join/222228").status_code == 404


def test_wrong_codes_expire(start: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch) -> None:
    web, at = (
        start(MOST_WRONG_CODES="1/minute", MOST_WRONG_CODES_OF_ALL="9/minute").test_client(),
        datetime.now(UTC),
    )
    assert [web.get("/join/222222").status_code for _ in range(2)] == [404, 429]
    passed = at + timedelta(seconds=61)
    monkeypatch.setattr(
        wrong_codes, "now", lambda ago=timedelta(): f"{passed - ago:%Y-%m-%dT%H:%M:%SZ}"
    )
    assert [web.get("/join/222222").status_code for _ in range(2)] == [404, 429]
    with web.application.app_context(), db.engine.connect() as connection:
        counted = connection.execute(select(wrong_code)).all()
    assert len(counted) == len({"address", "everybody"})


def test_codes_are_refused_if_they_cannot_be_counted(
    start: Callable[..., Flask], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_parts: object, **_more: object) -> None:
        raise Unavailable("full")

    web = start().test_client()
    monkeypatch.setattr(code_guesses, "note_wrong_code", fail)
    answer = web.get("/join/222222")
    assert answer.status_code == 503
    assert "Retry-After" in answer.headers
