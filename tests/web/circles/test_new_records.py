"""A new record of a circle: a moment when the game is over, and a card of its own."""

from collections.abc import Callable

from flask import Flask

from kalooki_ref.rules.overrides import HouseRules
from tests.web.circles.evenings import ANN_WINS, href, knowing, make_circle, send, stored
from tests.web.phone import Phone

RECORD = "Most points in a round, Jamaican: 60. Cleo, in Sunday cousins"


def evenings(app: Flask, phone: Phone) -> list[str]:
    """Four evenings: on the last one, Cleo has more points in a round than anybody before."""
    games = [stored(app, ANN_WINS, week=week) for week in range(3)]
    games.append(stored(app, {2: 10, 3: 60}, week=3))
    knowing(phone, *games)
    return games


def test_new_record_is_shown_when_the_game_is_over(
    app: Flask, phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    games = evenings(app, phone)
    make_circle(phone, *games)
    assert f"New Record {RECORD}" in phone.words(phone.get(f"/g/{games[3]}"))
    page = phone.get(f"/g/{games[3]}/cards")
    assert f"New Record {RECORD}" in phone.words(page)
    assert "Cleo: New Record. Most points in a round, Jamaican: 60." in phone.words(page)
    assert "Most games won in a row: 4. Ann, in Sunday cousins" in phone.words(page)
    assert page.text.count('class="award-place"') == 5
    stranger = new_phone()
    assert "Sunday cousins" not in stranger.words(stranger.get(f"/g/{games[3]}"))


def test_game_that_broke_none_and_one_of_no_circle_have_no_such_card(
    app: Flask, phone: Phone
) -> None:
    games = evenings(app, phone)
    assert "New Record" not in phone.words(phone.get(f"/g/{games[3]}"))
    make_circle(phone, *games)
    for game in games[:3]:
        assert "New Record" not in phone.words(phone.get(f"/g/{game}/cards"))


def test_record_that_was_broken_later_was_one_on_its_evening(app: Flask, phone: Phone) -> None:
    games = [*evenings(app, phone), stored(app, {2: 10, 3: 90}, week=4)]
    make_circle(knowing(phone, *games), *games)
    assert RECORD in phone.words(phone.get(f"/g/{games[3]}"))
    assert "Most points in a round, Jamaican: 90." in phone.words(phone.get(f"/g/{games[4]}"))


def test_somebody_taken_out_of_the_circle_has_no_record(app: Flask, phone: Phone) -> None:
    games = evenings(app, phone)
    circle = make_circle(phone, *games)
    send(phone, phone.get(href(phone.get(f"{circle}/people").text, "Cleo")).text, "/names/hide")
    assert "Most points" not in phone.words(phone.get(f"/g/{games[3]}"))


def test_record_is_one_of_the_rules_of_its_game(app: Flask, phone: Phone) -> None:
    """Ninety points were scored before, but under other rules."""
    house = HouseRules("Sunday rules", "jamaican", (("max_calls", "2"),))
    games = [stored(app, {2: 10, 3: 90})]
    games += [stored(app, ANN_WINS, week=week, house=house) for week in range(1, 4)]
    games.append(stored(app, {2: 10, 3: 60}, week=4, house=house))
    make_circle(knowing(phone, *games), *games)
    words = phone.words(phone.get(f"/g/{games[4]}"))
    assert "Most points in a round, Sunday rules: 60. Cleo, in Sunday cousins" in words
