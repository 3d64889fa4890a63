"""Takeover by a seated phone after the scorekeeper's phone is lost."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from kalooki_ref.store.event_store import now
from kalooki_ref.store.links import Link, Role
from kalooki_ref.store.tables import db, link
from kalooki_ref.web.phones.takeover import TO_BE_SHOWN, TO_OBJECT, seconds_left
from tests.web.phone import Phone
from tests.web.phones.test_phones import LINK, RECOVERY, guard_table, join_table, let_in, send


@pytest.fixture
def ben(table: Phone, new_phone: Callable[[], Phone]) -> Phone:
    guard_table(table)
    phone = new_phone()
    join_table(phone, table, "2")
    let_in(table)
    return phone


def set_request_times(app: Flask, *, ago: timedelta, shown: timedelta | None = None) -> None:
    """Set the times of the request to keep score and of its first display."""
    with app.app_context(), db.engine.begin() as connection:
        requests = update(link).where(link.c.takeover_at.is_not(None))
        at = None if shown is None else now(ago=shown)
        connection.execute(requests.values(takeover_at=now(ago=ago), takeover_shown_at=at))


def a_minute_later(app: Flask) -> None:
    set_request_times(app, ago=TO_OBJECT, shown=TO_OBJECT)


def test_seat_takes_over_after_a_minute(app: Flask, table: Phone, ben: Phone) -> None:
    assert "Scorekeeper’s phone lost?" in ben.words(ben.get())
    send(ben, "takeover")
    assert "Ben’s phone asks to keep score" in table.words(table.get("round"))
    send(ben, "takeover/finish")
    assert "Not yet" in ben.words(ben.get("takeover"))
    assert table.get("phones").status_code == 200
    a_minute_later(app)
    assert "Nobody objected." in ben.words(ben.get("takeover"))
    assert send(ben, "takeover/finish").location == ben.table
    assert "Ben keeps score, this phone" in ben.words(ben.get("phones"))
    assert table.get("standings").status_code == 403


def test_lost_answer_leaves_the_phone_that_took_over(app: Flask, ben: Phone) -> None:
    send(ben, "takeover")
    a_minute_later(app)
    before = ben.client.get_cookie("seats")
    send(ben, "takeover/finish")
    ben.client.set_cookie("seats", before.value)  # type: ignore[union-attr]
    assert ben.client.get(ben.address("takeover")).location == ben.table
    assert send(ben, "takeover/finish").location == ben.table
    assert "Not yet" not in ben.words(ben.get())
    assert "Ben keeps score, this phone" in ben.words(ben.get("phones"))


def test_personal_link_makes_no_second_scorekeeper(
    app: Flask, table: Phone, new_phone: Callable[[], Phone]
) -> None:
    guard_table(table)
    send(table, "phones/links", who="2")
    address = "/join/" + LINK.findall(table.get("phones").text)[0].partition("/join/")[2]
    ben, finder = new_phone(), new_phone()
    ben.table = finder.table = send(ben, address).location
    send(ben, "takeover")
    a_minute_later(app)
    send(ben, "takeover/finish")
    assert ben.get("phones").status_code == 200
    assert send(finder, address).status_code == 404
    assert finder.get().status_code == 404


@pytest.mark.parametrize(
    ("ago", "shown", "least", "most"),
    [
        (0, 0, 1, 60),
        (30, 30, 1, 30),
        (60, 60, 0, 0),
        (300, 30, 1, 30),
        (90, None, 1, 30),
        (120, None, 0, 0),
    ],
)
def test_minute_to_object(ago: int, shown: int | None, least: int, most: int) -> None:
    asked_at = now(ago=timedelta(seconds=ago))
    shown_at = "" if shown is None else now(ago=timedelta(seconds=shown))
    asking = Link("id", Role.SEAT, 2, "Ben", asked_at, True, asked_at, shown_at)
    assert least <= seconds_left(asking) <= most


@pytest.mark.parametrize("path", ["", "round?winner=1", "standings", "history", "board", "news"])
def test_minute_starts_when_another_phone_shows_the_request(
    app: Flask, table: Phone, ben: Phone, path: str
) -> None:
    send(ben, "takeover")
    set_request_times(app, ago=TO_OBJECT + timedelta(seconds=30))
    assert re.search(r"(2\d|30) seconds left", ben.words(ben.get("takeover")))
    assert "No other phone has shown it yet" in ben.words(ben.get("takeover"))
    assert "Ben’s phone asks to keep score" in table.words(table.get(path))
    assert re.search(r"(5\d|60) seconds left", ben.words(ben.get("takeover")))
    assert "No other phone" not in ben.words(ben.get("takeover"))


def test_takeover_without_other_phones_after_two_minutes(app: Flask, ben: Phone) -> None:
    send(ben, "takeover")
    send(ben, "takeover/finish")
    assert ben.get("phones").status_code == 403
    set_request_times(app, ago=TO_BE_SHOWN + TO_OBJECT)
    send(ben, "takeover/finish")
    assert ben.get("phones").status_code == 200


def test_replaced_phone_sees_a_notice_and_keeps_its_draft(
    app: Flask, table: Phone, ben: Phone
) -> None:
    send(ben, "takeover")
    a_minute_later(app)
    send(ben, "takeover/finish")
    for answer in (
        table.get("round"),
        table.post("round", base="1", step="review", winner="1", **{"hands-1-points": "10+15"}),
    ):
        assert answer.status_code == 403
        assert "This phone isn’t at this table any more" in table.words(answer)
        assert "Join a table" in table.words(answer)
    assert "What you typed: 1 · 10+15" in table.words(answer)


def test_phone_without_a_player_asks_as_somebody(
    table: Phone, new_phone: Callable[[], Phone]
) -> None:
    table.post("players", name="Gus", after="5")
    guard_table(table)
    send(table, "phones/links", who="6")
    gus = new_phone()
    address = LINK.findall(table.get("phones").text)[0].partition("/join/")[2]
    gus.table = send(gus, f"/join/{address}").location
    table.post("undo", seq=table.version())
    send(gus, "takeover")
    assert "Somebody’s phone asks to keep score" in table.words(table.get())


def test_objection_cancels_the_takeover(app: Flask, table: Phone, ben: Phone) -> None:
    send(ben, "takeover")
    send(table, "takeover/object")
    a_minute_later(app)
    send(ben, "takeover/finish")
    assert ben.get("phones").status_code == 403
    assert table.get("phones").status_code == 200
    assert "asks to keep score" not in table.words(table.get())


@pytest.mark.parametrize("how", ["recovered", "guarded again"])
def test_request_ends_when_another_phone_begins_to_keep_score(
    app: Flask, table: Phone, ben: Phone, new_phone: Callable[[], Phone], how: str
) -> None:
    send(ben, "takeover")
    if how == "recovered":
        code = RECOVERY.findall(table.get("phones").text)[0]
        send(new_phone(), "/join", code=code)
    else:
        send(table, "phones/access", access="open")
        guard_table(table)
    a_minute_later(app)
    send(ben, "takeover/finish")
    assert ben.get("phones").status_code == 403
    assert "Ask to keep score" in ben.words(ben.get("takeover"))


@pytest.mark.parametrize("is_own", [True, False])
def test_recovery_after_a_takeover_brings_nobody_into_the_seat_of_the_one_who_took_over(
    app: Flask, table: Phone, ben: Phone, new_phone: Callable[[], Phone], *, is_own: bool
) -> None:
    join_table(table, table, "1")
    code = RECOVERY.findall(table.get("phones").text)[0]
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(update(link).values(granted_at=now(ago=TO_OBJECT)))
    send(ben, "takeover")
    a_minute_later(app)
    send(ben, "takeover/finish")
    back = table if is_own else new_phone()
    back.table = table.table
    send(back, "/join", code=code)
    assert "Scorekeeper keeps score, this phone" in back.words(back.get("phones"))
    join_table(back, back, "1")
    assert "Ann keeps score, this phone" in back.words(back.get("phones"))


def test_watcher_cannot_take_over(table: Phone, ben: Phone, new_phone) -> None:  # type: ignore[no-untyped-def]
    tv = new_phone()
    join_table(tv, table, "watch")
    let_in(table)
    assert [send(tv, path).status_code for path in ("takeover", "takeover/finish")] == [403, 403]
    send(ben, "takeover")
    assert "Ben’s phone asks to keep score" not in tv.words(tv.get())
    assert send(tv, "takeover/object").status_code == 403


def test_repeated_request_does_not_restart_the_minute(app: Flask, ben: Phone) -> None:
    send(ben, "takeover")
    a_minute_later(app)
    send(ben, "takeover")
    assert "Nobody objected." in ben.words(ben.get("takeover"))


def test_no_takeover_at_an_open_table(table: Phone, new_phone: Callable[[], Phone]) -> None:
    ben = new_phone()
    join_table(ben, table, "2")
    assert send(ben, "takeover").status_code == 303
    assert ben.client.get(f"{ben.table}/takeover").location == ben.table
