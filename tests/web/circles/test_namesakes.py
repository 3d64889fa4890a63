"""Two players of one name in a game of a circle, as games of earlier versions have."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.records.people import spelling_of
from kalooki_ref.store.circles import Change, change_circle, circles_at, spellings_of
from tests.web.circles.evenings import BEN_WINS, knowing, make_circle, play, stored
from tests.web.phone import Phone

# The Bob in the third seat is ahead of the one in the second.
THIRD_AHEAD = {2: 30, 3: 10}


@pytest.fixture
def bobs(app: Flask, phone: Phone) -> tuple[str, str]:
    """A game of Ann and two Bobs, and its circle, in which Robert plays, too."""
    game = stored(app, THIRD_AHEAD, names=("Ann", "Bob", "Bob"))
    other = stored(app, BEN_WINS, names=("Robert", "Cleo", "Dan"), week=1)
    return game, make_circle(knowing(phone, game, other), game, other)


def said(app: Flask, circle: str, change: dict[int, str], *, hides: bool = False) -> str:
    """Say that a Bob, by the number of his spelling, is somebody else, or isn't to be named.

    Returns the id of the circle.
    """
    with app.app_context():
        (found,) = circles_at([circle.rpartition("/")[2]]).values()
        people = {
            spelling_of(found.id, "Bob", which=which): spelling_of(found.id, name)
            for which, name in change.items()
        }
        asked = Change(hidden=dict.fromkeys(people, True)) if hides else Change(people)
        change_circle(found.id, asked)
    return found.id


def places(phone: Phone, circle: str) -> str:
    """Return the places of the game of the Bobs as its page has them."""
    words = phone.words(phone.get(f"{circle}/games?evening=2026-01-03"))
    return words.partition("Ann won with 0")[2]


def updated(app: Flask) -> Phone:
    """Start the app again, as if the last version had stored everything."""
    instance = Path(app.config["INSTANCE"])
    with closing(sqlite3.connect(instance / "kalooki.sqlite")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0011'")
    return Phone(create_app({"INSTANCE": str(instance)}).test_client())


def test_two_of_one_name_are_the_same_two_whatever_the_result(
    app: Flask, phone: Phone, bobs: tuple[str, str]
) -> None:
    """The Bob in the third seat is Robert; then it turns out that he lost more."""
    game, circle = bobs
    said(app, circle, {2: "Robert"})
    assert "2 Robert 10 3 Bob 30" in places(phone, circle)
    phone.table = f"/g/{game}"
    play(phone, "1", ("", "30", "50"), "rounds/1/amend")
    assert "2 Bob 30 3 Robert 50" in places(phone, circle)


@pytest.mark.parametrize("which", [1, 2])
def test_what_an_earlier_version_said_of_one_stays_said_of_him(
    app: Flask, phone: Phone, bobs: tuple[str, str], which: int
) -> None:
    """There the first Bob was the one who was ahead."""
    _game, circle = bobs
    places(phone, circle)
    said(app, circle, {which: "Robert"})
    expected = {1: "2 Robert 10 3 Bob 30", 2: "2 Bob 10 3 Robert 30"}
    assert expected[which] in places(updated(app), circle)


def test_who_was_hidden_by_an_earlier_version_stays_hidden(
    app: Flask, phone: Phone, bobs: tuple[str, str]
) -> None:
    _game, circle = bobs
    places(phone, circle)
    said(app, circle, {2: ""}, hides=True)
    assert "2 Bob 10 3 somebody 30" in places(updated(app), circle)


def test_of_two_of_whom_nothing_was_said_nothing_is_kept(
    app: Flask, phone: Phone, bobs: tuple[str, str]
) -> None:
    _game, circle = bobs
    places(phone, circle)
    circle_id = said(app, circle, {})
    assert "2 Bob 10 3 Bob 30" in places(updated(app), circle)
    with app.app_context():
        assert spellings_of(circle_id) == ({}, frozenset())
