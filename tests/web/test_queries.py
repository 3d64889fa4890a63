"""No page of a table asks the database more than four times, however many games a phone knows."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from flask import Flask
from sqlalchemy import event

from kalooki_ref.store.tables import db
from tests.web.phone import Phone

MOST = 2
"""Besides the glances at the version and at who asks, which pass beneath the queries counted."""
MOST_OF_ALL_GAMES = 4


@contextmanager
def queries(app: Flask) -> Iterator[list[str]]:
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            asked.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    yield asked
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize(
    "path", ["", "history", "players", "counts", "stock", "board", "board/lay", "/", "/games/new"]
)
def test_a_page_asks_little(app: Flask, phone: Phone, path: str) -> None:
    for _ in range(3):
        phone.begin()
    phone.post("calls", player="1")
    with queries(app) as asked:
        assert phone.get(path).status_code == 200
    assert len(asked) <= (MOST_OF_ALL_GAMES if path == "/" else MOST), asked
