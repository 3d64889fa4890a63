"""A new game of a circle: who is proposed for it, with which marks, and who will see it."""

import json
import re
from collections.abc import Callable

import pytest
from flask import Flask

from kalooki_ref.store import circles
from kalooki_ref.store.links import NewLink, Role, add_link, guard_game
from kalooki_ref.web.shared import rights
from kalooki_ref.web.shared.device import signed
from tests.web.circles.evenings import (
    ANN_WINS,
    BEN_WINS,
    href,
    knowing,
    make_circle,
    person_page,
    play,
    send,
    stored,
)
from tests.web.phone import Phone

CHIP = re.compile(r'name="pick" value="(\w+)"')
NAME = re.compile(r'name="names" value="(\w+)"')
MARK = re.compile(r'name="marks" value="(\d+)"')


def form_of(phone: Phone, circle: str) -> str:
    """Tap “Start an evening”."""
    return phone.get(href(phone.get(circle).text, "Start an evening")).text


def marks_of(phone: Phone) -> list[int]:
    """Return the marks that the phone's game began with."""
    entries = json.loads(phone.get("export.json").text)["entries"]
    marks = entries[0]["data"]["marks"]
    assert isinstance(marks, list)
    return marks


def test_people_of_the_circle_are_proposed_on_a_phone_that_knows_nobody(
    app: Flask, phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    games = [
        stored(app, ANN_WINS),
        stored(app, ANN_WINS),
        stored(app, BEN_WINS, names=("Ann", "Dan", "Eve"), week=1),
    ]
    circle = make_circle(knowing(phone, *games), *games)
    other = new_phone()
    page = form_of(other, circle)
    assert NAME.findall(page) == ["Ann", "Dan", "Eve"]
    assert dict.fromkeys(CHIP.findall(page)) == {"Ben": None, "Cleo": None}
    other.begin("Cleo", "Fay", "Ben", circle=circle.rpartition("/")[2])
    assert marks_of(other) == [3, 1, 2]


def test_mark_of_the_circle_counts_more_than_the_phones_own(
    phone: Phone, three: list[str], new_phone: Callable[[], Phone]
) -> None:
    circle, other = make_circle(phone, *three), new_phone()
    other.begin("Ben", "Gus", "Hal", marks=("9", "10", "11"))
    other.begin("Gus", "Hal", "Ben", circle=circle.rpartition("/")[2])
    assert marks_of(other) == [10, 11, 2]


def test_late_player_of_the_circle_gets_the_mark_of_the_circle(
    phone: Phone, three: list[str], new_phone: Callable[[], Phone]
) -> None:
    circle, other = make_circle(phone, *three), new_phone()
    other.begin("Ben", "Gus", "Hal", marks=("9", "10", "11"))
    other.begin("Gus", "Hal", "Ida", circle=circle.rpartition("/")[2])
    answer = other.post("players", name="ben", after="3", start="zero")
    assert answer.status_code == 303, other.words(answer)
    late = json.loads(other.get("export.json").text)["entries"][-1]["data"]
    assert (late["name"], late["mark"]) == ("ben", 2)


def test_who_is_not_named_in_the_circle_is_not_proposed(
    phone: Phone, three: list[str], new_phone: Callable[[], Phone]
) -> None:
    circle = make_circle(phone, *three)
    send(phone, phone.get(person_page(phone, circle, "Cleo")).text, "/names/hide")
    page = form_of(new_phone(), circle)
    assert NAME.findall(page) == ["Ann", "Ben"]
    assert "Cleo" not in page


def test_last_players_sit_as_they_sat_without_those_who_left(phone: Phone) -> None:
    """Fay came late and sits beside Ann; Cleo went home after the first round."""
    phone.begin("Ann", "Ben", "Cleo")
    phone.post("players", name="Fay", after="1", plays="next", start="zero")
    play(phone, "1", ("", "10", "20"))
    assert phone.post("players/3/leave").status_code == 303
    assert phone.post("end").status_code == 303
    circle = make_circle(phone, phone.table.removeprefix("/g/"))
    assert NAME.findall(form_of(phone, circle)) == ["Ann", "Fay", "Ben"]


def test_form_says_who_sees_the_evening(phone: Phone, three: list[str]) -> None:
    circle = make_circle(phone, *three)
    page = phone.get(href(phone.get(circle).text, "Start an evening"))
    said = "An evening of Sunday cousins. Everybody with its address sees the names and results."
    assert said in phone.words(page)
    assert "Everybody with its address" not in phone.words(phone.get("/games/new"))


def test_play_again_in_a_full_circle_says_that_the_game_is_not_in_it(
    phone: Phone, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    circle = make_circle(phone, *three)
    phone.table = f"/g/{three[2]}"
    monkeypatch.setattr(circles, "MOST_GAMES", 3)
    phone.table = phone.post("rematch").location
    assert "The circle is full, so this game isn’t in it." in phone.words(phone.get())
    play(phone, "2", ("4", "", "9"))
    phone.post("end")
    assert "3 games" in phone.words(phone.get(f"{circle}/games?year=all"))
    phone.table = phone.post("rematch").location
    assert "The circle is full" not in phone.words(phone.get())


def test_games_that_a_phone_may_not_add_are_no_reason_to_offer_a_circle(
    app: Flask, phone: Phone, three: list[str]
) -> None:
    """The phone has a seat in one of the three games; another one keeps score there."""
    seat = "a token of this phone"
    with app.test_request_context():
        guard_game(three[0], NewLink("a token of another phone", Role.SCOREKEEPER))
        add_link(three[0], NewLink(seat, Role.SEAT, 2), granted=True)
        phone.client.set_cookie(rights.COOKIE, signed(rights.COOKIE, [(three[0], seat)]))
    assert phone.get(f"/g/{three[0]}").status_code == 200
    home = phone.words(phone.get("/"))
    assert home.count("Ann wins") == 2
    assert "Keep these evenings together?" not in home
