"""A seated phone takes over from a lost one, when nobody objects for a minute."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from kalooki_ref.store.event_store import now
from kalooki_ref.store.links import Link, Role
from kalooki_ref.store.tables import db, link
from kalooki_ref.web.takeover import TO_OBJECT, _seconds_left
from tests.web.phone import Phone
from tests.web.test_phones import guarded, joined, let_in, send


@pytest.fixture
def ben(table: Phone, new_phone: Callable[[], Phone]) -> Phone:
    guarded(table)
    phone = new_phone()
    joined(phone, table, "2")
    let_in(table)
    return phone


def a_minute_later(app: Flask) -> None:
    with app.app_context(), db.engine.begin() as connection:
        requests = update(link).where(link.c.takeover_at.is_not(None))
        connection.execute(requests.values(takeover_at=now(ago=TO_OBJECT)))


def test_a_seat_takes_over_after_a_minute(app: Flask, table: Phone, ben: Phone) -> None:
    assert "Scorekeeper’s phone lost?" in ben.words(ben.get())
    send(ben, "takeover")
    assert "Ben’s phone asks to keep score" in table.words(table.get())
    send(ben, "takeover/finish")
    assert "Not yet" in ben.words(ben.get("takeover"))
    assert table.get("phones").status_code == 200
    a_minute_later(app)
    before = ben.client.get_cookie("seats")
    assert "Nobody objected." in ben.words(ben.get("takeover"))
    assert send(ben, "takeover/finish").location == ben.table
    assert ben.client.get_cookie("seats") != before
    assert "Ben keeps score, this phone" in ben.words(ben.get("phones"))
    assert table.get("standings").status_code == 404
    ben.client.set_cookie("seats", before.value)  # type: ignore[union-attr]
    assert ben.get("standings").status_code == 404


@pytest.mark.parametrize(
    ("ago", "least", "most"), [(0, 1, 60), (30, 1, 30), (60, 0, 0), (90, 0, 0)]
)
def test_the_others_have_the_rest_of_a_minute(ago: int, least: int, most: int) -> None:
    asked = now(ago=timedelta(seconds=ago))
    asking = Link("id", Role.SEAT, 2, "Ben", asked, is_granted=True, takeover_at=asked)
    assert least <= _seconds_left(asking) <= most


def test_an_objection_ends_it(app: Flask, table: Phone, ben: Phone) -> None:
    send(ben, "takeover")
    send(table, "takeover/object")
    a_minute_later(app)
    send(ben, "takeover/finish")
    assert ben.get("phones").status_code == 403
    assert table.get("phones").status_code == 200
    assert "asks to keep score" not in table.words(table.get())


def test_a_watcher_cannot_take_over(table: Phone, ben: Phone, new_phone) -> None:  # type: ignore[no-untyped-def]
    tv = new_phone()
    joined(tv, table, "watch")
    let_in(table)
    assert [send(tv, path).status_code for path in ("takeover", "takeover/finish")] == [403, 403]
    send(ben, "takeover")
    assert "Ben’s phone asks to keep score" not in tv.words(tv.get())
    assert send(tv, "takeover/object").status_code == 403


def test_asking_twice_does_not_begin_the_minute_again(app: Flask, ben: Phone) -> None:
    send(ben, "takeover")
    a_minute_later(app)
    send(ben, "takeover")
    assert "Nobody objected." in ben.words(ben.get("takeover"))


def test_an_open_table_has_nobody_to_replace(table: Phone, new_phone: Callable[[], Phone]) -> None:
    ben = new_phone()
    joined(ben, table, "2")
    assert send(ben, "takeover").status_code == 303
    assert ben.client.get(f"{ben.table}/takeover").location == ben.table
