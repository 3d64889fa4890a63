"""Circles in a file: added with their games, people and seasons, once, and nothing replaced."""

import json
import re
from collections.abc import Callable
from html import unescape
from itertools import count
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kalooki_ref.records.people import spelling_of
from kalooki_ref.server import heavy_work
from kalooki_ref.store import circles
from kalooki_ref.store.links import NewLink, Role, guard_game
from kalooki_ref.web.circles import circle_settings
from kalooki_ref.web.copies import everything_games
from tests.web.circles.evenings import (
    ANN_WINS,
    BEN_WINS,
    bobs,
    href,
    knowing,
    make_circle,
    names_of,
    send,
    stored,
)
from tests.web.circles.test_seasons import FORM, new_season
from tests.web.copies.test_everything import HELD, games_in, kept, opened, saved
from tests.web.phone import SAME_SITE, Phone

NewPhone = Callable[[], Phone]


def circle_file(phone: Phone, circle: str) -> dict[str, Any]:
    """Tap “Save the circle (file)”."""
    answer = phone.get(href(phone.get(f"{circle}/settings").text, "Save the circle"))
    assert 'filename="kalooki-circle.json"' in answer.headers["Content-Disposition"]
    data = json.loads(answer.text)
    assert isinstance(data, dict)
    return data


def circle_of(phone: Phone) -> str:
    """Return the address of the only circle on the first page."""
    return href(phone.get("/").text, "Who is ahead")


def add(phone: Phone, data: dict[str, Any]) -> TestResponse:
    page = opened(phone, data)
    assert HELD.findall(page.text), phone.words(page)
    return kept(phone, page)


def test_circle_moves_to_another_server(app: Flask, phone: Phone, elsewhere: Phone) -> None:
    circle = bobs(app, phone)
    send(phone, phone.get(f"{circle}/people").text, "/names/join")
    new_season(phone, circle)
    data = circle_file(phone, circle)
    words = elsewhere.words(opened(elsewhere, data))
    assert "Sunday cousins is added" in words
    assert "2 games who 1 name is Season: Autumn" in words
    assert "Sunday cousins" not in elsewhere.words(elsewhere.get("/"))
    add(elsewhere, data)
    there = circle_of(elsewhere)
    assert names_of(elsewhere, there) == ["Ann", "Bob", "Cleo"]
    assert "2 games" in elsewhere.words(elsewhere.get(f"{there}/games"))
    season = href(elsewhere.get(f"{there}/seasons").text, "Autumn")
    assert elsewhere.words(elsewhere.get(season)).count("Ann") > 1
    assert circle_file(elsewhere, there) == data


def test_open_a_copy_says_where_the_file_of_a_circle_is_opened(app: Flask, phone: Phone) -> None:
    text = json.dumps(circle_file(phone, bobs(app, phone)))
    answer = phone.client.post("/open/", data={"game": text}, headers=SAME_SITE)
    assert answer.status_code == 422
    assert "it is the file of a circle. Open it in Settings: Open everything." in (
        phone.words(answer)
    )


def test_neither_address_of_a_circle_is_in_its_file(app: Flask, phone: Phone) -> None:
    circle = bobs(app, phone)
    settings = phone.get(f"{circle}/settings").text
    text = json.dumps(circle_file(phone, circle))
    assert circle.removeprefix("/c/") not in text
    assert settings.partition("data-copy-link>http://localhost/c/")[2][:22] not in text


def test_everything_holds_the_circles_that_this_phone_may_change(
    app: Flask, phone: Phone, new_phone: NewPhone
) -> None:
    circle = bobs(app, phone)
    assert [circle["name"] for circle in saved(phone)["circles"]] == ["Sunday cousins"]
    assert "1 circle" in phone.words(phone.get("/everything"))
    settings = phone.get(f"{circle}/settings").text
    reader = new_phone()
    reader.get("/c/" + settings.partition("data-copy-link>http://localhost/c/")[2][:22])
    assert saved(reader)["circles"] == []
    assert saved(reader)["games"] == []


def test_opening_it_twice_adds_nothing(app: Flask, phone: Phone, elsewhere: Phone) -> None:
    data = circle_file(phone, bobs(app, phone))
    page = opened(elsewhere, data)
    assert kept(elsewhere, page).status_code == 303
    assert kept(elsewhere, page).status_code == 303
    again = opened(elsewhere, data)
    assert "Sunday cousins is here already" in elsewhere.words(again)
    assert "2 games are here already." in elsewhere.words(again)
    assert not HELD.findall(again.text)
    assert games_in(elsewhere.client.application) == 2


def test_form_whose_answer_was_lost_is_sent_again(
    app: Flask, phone: Phone, elsewhere: Phone
) -> None:
    page = opened(elsewhere, circle_file(phone, bobs(app, phone)))
    kept(elsewhere, page)
    elsewhere.client.delete_cookie("circles")
    elsewhere.client.delete_cookie("device")
    kept(elsewhere, page)
    assert "2 games" in elsewhere.words(elsewhere.get(f"{circle_of(elsewhere)}/games"))
    assert games_in(elsewhere.client.application) == 2


def test_circle_that_went_on_elsewhere_gets_its_games_here(
    app: Flask, phone: Phone, elsewhere: Phone
) -> None:
    circle = bobs(app, phone)
    add(elsewhere, circle_file(phone, circle))
    later = stored(app, BEN_WINS, names=("Ann", "Bob", "Cleo"), week=5)
    knowing(phone, later)
    send(phone, phone.get(f"{circle}/add").text, "/games", games=later)
    words = elsewhere.words(opened(elsewhere, circle_file(phone, circle)))
    assert "Sunday cousins here gets more 1 game" in words
    add(elsewhere, circle_file(phone, circle))
    assert "3 games" in elsewhere.words(elsewhere.get(f"{circle_of(elsewhere)}/games"))


def test_what_is_here_is_not_replaced(app: Flask, phone: Phone, elsewhere: Phone) -> None:
    circle = bobs(app, phone)
    season = new_season(phone, circle)
    add(elsewhere, circle_file(phone, circle))
    there = circle_of(elsewhere)
    send(elsewhere, elsewhere.get(f"{there}/settings").text, "/settings", name="Us")
    send(elsewhere, elsewhere.get(f"{there}/people").text, "/names/apart")
    send(phone, phone.get(f"{circle}/people").text, "/names/join")
    winter = FORM | {"name": "Winter", "points": "3-1"}
    asked = phone.client.post(f"{season}/edit", data=winter, headers=SAME_SITE)
    send(phone, asked.text, "/edit", **winter)
    words = elsewhere.words(opened(elsewhere, circle_file(phone, circle)))
    assert "Us is here already" in words
    assert "The file calls it Sunday cousins. It keeps its name." in words
    assert "Who is who stays as it is here." in words
    assert "Seasons stay as they are here." in words
    assert names_of(elsewhere, there) == ["Ann", "Bob", "Bobby", "Cleo"]


def test_two_who_were_joined_on_both_sides_stay_one(
    app: Flask, phone: Phone, elsewhere: Phone
) -> None:
    circle = bobs(app, phone)
    add(elsewhere, circle_file(phone, circle))
    there = circle_of(elsewhere)
    page = phone.get(f"{circle}/people").text
    send(phone, page, "/names/join")
    ids = dict(re.findall(r'name="(person|into)" value="([0-9a-f]+)"', page))
    sent = {"person": ids["into"], "into": ids["person"]}
    elsewhere.client.post(f"{there}/names/join", data=sent, headers=SAME_SITE)
    assert len(names_of(elsewhere, there)) == 3
    assert "is here already" in elsewhere.words(opened(elsewhere, circle_file(phone, circle)))
    data = saved(phone)
    data["people"] = [["Zoë", 1]]
    add(elsewhere, data)
    assert circle_file(elsewhere, there)["circles"][0]["spellings"] == {ids["into"]: ids["person"]}
    assert len(names_of(elsewhere, there)) == 3


@pytest.mark.parametrize("first", [True, False])
def test_name_joined_twice_leads_to_the_last_person(
    app: Flask, phone: Phone, elsewhere: Phone, first: bool
) -> None:
    data = circle_file(phone, bobs(app, phone))
    key = data["circles"][0]["key"]
    bobby, bob, robert = (spelling_of(key, name) for name in ("Bobby", "Bob", "Robert"))
    rows = [{bobby: bob}, {bob: robert}]
    for spellings in rows if first else reversed(rows):
        data["circles"][0]["spellings"] = spellings
        add(elsewhere, data)
    joined = circle_file(elsewhere, circle_of(elsewhere))["circles"][0]["spellings"]
    assert joined == {bobby: robert, bob: robert}


@pytest.mark.parametrize("hides_here", [True, False])
def test_who_is_hidden_in_one_copy_and_joined_in_the_other_stays_hidden(
    app: Flask, phone: Phone, elsewhere: Phone, hides_here: bool
) -> None:
    """Bobby isn't named in one copy; in the other he is Bob, so Bob isn't named either."""
    circle = bobs(app, phone)
    add(elsewhere, circle_file(phone, circle))
    here, there = (elsewhere, phone) if hides_here else (phone, elsewhere)
    addresses = {phone: circle, elsewhere: circle_of(elsewhere)}
    bobby = here.get(href(here.get(f"{addresses[here]}/people").text, "Bobby")).text
    send(here, bobby, "/names/hide")
    send(there, there.get(f"{addresses[there]}/people").text, "/names/join")
    page = opened(elsewhere, circle_file(phone, circle))
    assert "1 person who isn’t named" in elsewhere.words(page)
    kept(elsewhere, page)
    assert names_of(elsewhere, addresses[elsewhere]) == ["Ann", "Cleo"]
    again = elsewhere.words(opened(elsewhere, circle_file(phone, circle)))
    assert "Everything in this file is here." in again


def test_circle_that_is_nearly_full_takes_what_fits_and_says_so(
    app: Flask, phone: Phone, elsewhere: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    circle = bobs(app, phone)
    send(phone, phone.get(f"{circle}/people").text, "/names/join")
    data = circle_file(phone, circle)
    monkeypatch.setattr(circles, "MOST_GAMES", 1)
    words = elsewhere.words(opened(elsewhere, data))
    assert "1 game who 1 name is" in words
    assert "1 game doesn’t fit: the circle is full." in words
    add(elsewhere, data)
    there = circle_file(elsewhere, circle_of(elsewhere))["circles"][0]
    assert len(there["games"]) == 1
    assert there["spellings"] == data["circles"][0]["spellings"]


def test_circle_of_the_same_name_is_another_one(app: Flask, phone: Phone, elsewhere: Phone) -> None:
    make_circle(elsewhere)
    page = opened(elsewhere, circle_file(phone, bobs(app, phone)))
    assert "Another circle here has this name. Both stay." in elsewhere.words(page)
    kept(elsewhere, page)
    assert elsewhere.get("/").text.count("Who is ahead") == 2


def test_games_of_another_circle_here_stay_in_it(
    app: Flask, phone: Phone, elsewhere: Phone
) -> None:
    games = [stored(app, ANN_WINS, week=week) for week in range(3)]
    data = circle_file(phone, make_circle(knowing(phone, *games), *games))
    add(elsewhere, data | {"circles": []})
    own = re.findall(r'name="games" value="([^"]*)"', elsewhere.get("/circles/new").text)
    make_circle(elsewhere, *own, name="Own")
    page = opened(elsewhere, data)
    assert "Sunday cousins is added 3 games stay in another circle." in elsewhere.words(page)
    kept(elsewhere, page)
    home = elsewhere.words(elsewhere.get("/"))
    assert "3 games stay in another circle." in home
    assert "Everything in this file is here." not in home
    again = elsewhere.words(opened(elsewhere, data))
    assert "This file adds nothing." in again
    assert "3 games stay in another circle." in again


def test_phone_without_the_address_cannot_change_the_circle(
    app: Flask, phone: Phone, new_phone: NewPhone
) -> None:
    circle = bobs(app, phone)
    data, stranger = circle_file(phone, circle), new_phone()
    data["circles"][0]["hidden"] = [*data["circles"][0]["spellings"]] or ["0" * 16]
    page = opened(stranger, data)
    assert "Not added: Sunday cousins It is here, but this phone can’t change it." in (
        stranger.words(page)
    )
    kept(stranger, page)
    assert "Sunday cousins" not in stranger.words(stranger.get("/"))
    assert names_of(phone, circle) == ["Ann", "Bob", "Bobby", "Cleo"]


def test_guarded_game_is_in_the_file_of_its_own_phones_only(app: Flask, phone: Phone) -> None:
    games = [stored(app, ANN_WINS, week=week) for week in range(2)]
    circle = make_circle(knowing(phone, *games), *games)
    with app.app_context():
        guard_game(games[0], NewLink("somebody else's", Role.SCOREKEEPER))
    assert len(circle_file(phone, circle)["games"]) == 1


def test_more_games_than_a_phone_remembers_are_added(
    app: Flask, phone: Phone, elsewhere: Phone
) -> None:
    games = [stored(app, ANN_WINS, week=week) for week in range(14)]
    circle = make_circle(knowing(phone, *games[:12]), *games[:12])
    knowing(phone, *games[12:])
    send(phone, phone.get(f"{circle}/add").text, "/games", games=games[12])
    send(phone, phone.get(f"{circle}/add").text, "/games", games=games[13])
    data = circle_file(phone, circle)
    assert "14 games are added" in elsewhere.words(opened(elsewhere, data))
    add(elsewhere, data)
    there = circle_of(elsewhere)
    assert "14 games" in elsewhere.words(elsewhere.get(f"{there}/games"))
    assert "14 games are here already." in elsewhere.words(opened(elsewhere, data))


def test_game_of_no_circle_comes_into_the_list_before_one_of_a_circle(
    app: Flask, phone: Phone, elsewhere: Phone
) -> None:
    circles, other = stored(app, ANN_WINS), stored(app, ANN_WINS, names=("Fay", "Gus", "Hal"))
    make_circle(knowing(phone, other, circles), circles)
    data = saved(phone)
    there = elsewhere.client.application
    knowing(elsewhere, *(stored(there, BEN_WINS, week=week) for week in range(11)))
    add(elsewhere, data)
    assert len(saved(elsewhere)["games"]) == 13


def test_circle_that_takes_several_taps_is_whole_in_the_end(
    app: Flask, phone: Phone, elsewhere: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = circle_file(phone, bobs(app, phone))
    page = opened(elsewhere, data)
    # There is time for one game at first, and for one more each time.
    allowed = count(1)

    def few_games(_seconds: float) -> Callable[[], bool]:
        answers = iter([False] * next(allowed))
        return lambda: next(answers, True)

    monkeypatch.setattr(everything_games, "time_limit", few_games)
    page = kept(elsewhere, page)
    assert page.status_code == 200
    assert "can’t change it" not in elsewhere.words(page)
    assert "1 game added." in elsewhere.words(page)
    assert kept(elsewhere, page).status_code == 303
    assert elsewhere.words(elsewhere.get("/")).count("1 game added.") == 1
    assert "2 games" in elsewhere.words(elsewhere.get(f"{circle_of(elsewhere)}/games"))
    assert games_in(elsewhere.client.application) == 2


def test_odd_parts_of_a_circle_are_left_out(app: Flask, phone: Phone, elsewhere: Phone) -> None:
    data = circle_file(phone, bobs(app, phone))
    rule = {"scoring": "points", "points": [2, 1], "best": 0, "least": 0}
    season = {"name": "Odd", "first": "2026-01-01", "last": "2026-12-31", "rule": rule}
    data["circles"][0] |= {
        "zone": "Moon/Crater",
        "spellings": {"Bobby": "Bob", "0" * 16: 5},
        "hidden": [5, "Ann"],
        "games": [*data["circles"][0]["games"], 5, "~x"],
        "seasons": {
            "rising": season | {"rule": rule | {"points": [1, 2]}},
            "two-blanks": season | {"name": "Two  blanks"},
            "backwards": season | {"last": "2025-12-31"},
            "x" * 40: season,
            "none": None,
        },
    }
    words = elsewhere.words(opened(elsewhere, data))
    assert "Sunday cousins is added 2 games" in words
    assert "Season" not in words
    add(elsewhere, data)
    assert names_of(elsewhere, circle_of(elsewhere)) == ["Ann", "Bob", "Bobby", "Cleo"]


def test_full_list_of_circles_takes_no_other(app: Flask, phone: Phone, elsewhere: Phone) -> None:
    for number in range(8):
        make_circle(elsewhere, name=f"Circle {number}")
    page = opened(elsewhere, circle_file(phone, bobs(app, phone)))
    assert "This phone’s list has 8 circles. Delete one first." in elsewhere.words(page)
    assert "Circle 0" in unescape(elsewhere.get("/").text)


def test_circle_that_a_server_does_not_take_says_so_before_it_is_saved(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = f"{bobs(app, phone)}/settings"
    works = "The circle’s address works for any number of games."
    assert works not in phone.words(phone.get(settings))
    monkeypatch.setattr(circle_settings, "LARGEST_OF_EVERYTHING", 1000)
    assert works in phone.words(phone.get(settings))


def test_saving_a_circle_waits_for_other_heavy_work(
    app: Flask, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    circle = bobs(app, phone)
    monkeypatch.setattr(heavy_work, "TURN_SECONDS", 0)
    with heavy_work.heavy_work():
        assert phone.client.get(f"{circle}/circle.json").status_code == 503
