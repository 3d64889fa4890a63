"""Every page has at most five database queries, with SQLite and PostgreSQL.

The URLs come from the app's URL map: every page of an open game, a guarded one and a finished one,
for the scorekeeper and for a phone with a seat.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import event

from kalooki_ref.store.event_store import entries_since
from kalooki_ref.store.links import NewLink, Role, add_link, guard_game
from kalooki_ref.store.tables import db
from kalooki_ref.web.shared import rights
from kalooki_ref.web.shared.device import signed
from tests.web.phone import Phone

MOST = 5
PARTS: dict[str, Any] = {"index": 1, "number": 1, "kind": "tack"}
# The readiness probe, which queries the database on purpose.
NO_PAGE = {"readyz", "health.readyz"}
TABLES = ("open", "guarded", "over")
PHONES = {"keeper": (Role.SCOREKEEPER, None), "seat": (Role.SEAT, 2)}


@pytest.fixture(params=["sqlite", "postgresql"], autouse=True)
def kind(request: pytest.FixtureRequest) -> str:
    if request.param == "postgresql":
        request.getfixturevalue("on_postgres")
    return str(request.param)


@contextmanager
def queries(app: Flask) -> Iterator[list[str]]:
    """Record every query."""
    statements: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            statements.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield statements
    event.remove(engine, "before_cursor_execute", note)


def pages(app: Flask, game_id: str) -> Iterator[str]:
    """Yield the URL of every page, with this game's id where needed."""
    routes = app.url_map.bind("localhost")
    for rule in app.url_map.iter_rules():
        parts = {name: game_id if name == "game_id" else PARTS.get(name) for name in rule.arguments}
        is_page = "GET" in (rule.methods or ()) and rule.endpoint not in NO_PAGE
        if is_page and None not in parts.values():
            yield routes.build(rule.endpoint, parts)


@pytest.fixture
def tables(app: Flask) -> dict[str, str]:
    """Three games that the phones have opened, the last one finished."""
    phone, found = Phone(app.test_client()), {}
    for name in TABLES:
        phone.begin()
        phone.post("calls", player="2")
        phone.post("round", step="save", winner="void")
        phone.post("calls", player="3")
        found[name] = phone.table.rpartition("/")[2]
    phone.post("end", insist="yes")
    return found


def holder(app: Flask, tables: dict[str, str], name: str) -> FlaskClient:
    """Return a client with access to all three games, and pending requests in each."""
    role, seat = PHONES[name]
    client = app.test_client()
    with app.test_request_context():
        for table, game_id in tables.items():
            token = f"{name} {table} " * 3
            if table == "guarded" and role is Role.SCOREKEEPER:
                guard_game(game_id, NewLink(token, role, seat))
            else:
                add_link(game_id, NewLink(token, role, seat), granted=True)
        held = [(game_id, f"{name} {table} " * 3) for table, game_id in tables.items()]
        client.set_cookie(rights.COOKIE, signed(rights.COOKIE, held))
    for game_id in tables.values():
        client.get(f"/g/{game_id}")
    return client


def too_many(app: Flask, client: FlaskClient, paths: list[str]) -> Iterator[str]:
    for path in paths:
        with queries(app) as statements:
            status = client.get(path).status_code
        assert status < 500, path
        if len(statements) > MOST:
            yield "\n".join([f"{path}: {len(statements)} queries", *statements])


def test_page_has_few_queries(app: Flask, tables: dict[str, str]) -> None:
    phones = {name: holder(app, tables, name) for name in PHONES}
    found = [
        line
        for client in phones.values()
        for game_id in tables.values()
        for line in too_many(app, client, list(pages(app, game_id)))
    ]
    assert not found, "\n\n".join(found)


def test_query_per_player_is_detected(
    app: Flask, tables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    client = holder(app, tables, "keeper")

    def greedy(game_id: str) -> str:
        return str([entries_since(game_id, n) for n in range(MOST)])

    monkeypatch.setitem(app.view_functions, "table.rules", greedy)
    path = f"/g/{tables['open']}/rules"
    assert list(too_many(app, client, [path]))
