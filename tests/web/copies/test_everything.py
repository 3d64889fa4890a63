"""Everything of a phone in one file: saved, shown, opened here and elsewhere, twice."""

import io
import json
import re
from collections.abc import Callable
from html import unescape
from typing import Any

from flask import Flask
from werkzeug.datastructures import FileStorage
from werkzeug.test import TestResponse, encode_multipart

from kalooki_ref.store.event_store import all_games
from tests.web.circles.evenings import knowing, stored
from tests.web.house.test_house_rules import SUNDAY
from tests.web.phone import SAME_SITE, Phone
from tests.web.phones.test_phones import guard_table, join_table, let_in

HELD = re.compile(r'name="held" value="([^"]*)"')
KEY = re.compile(r'name="key" value="([^"]*)"')
NewPhone = Callable[[], Phone]


def saved(phone: Phone) -> dict[str, Any]:
    """Return the data of the file that a phone saves."""
    answer = phone.get("/everything.json")
    assert 'filename="kalooki-everything.json"' in answer.headers["Content-Disposition"]
    data = answer.get_json()
    assert isinstance(data, dict)
    return data


def opened(phone: Phone, data: object) -> TestResponse:
    """Choose a file, and show what it adds."""
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    sent = {"file": FileStorage(io.BytesIO(text), "everything.json")}
    boundary, body = encode_multipart(sent)
    kind = f"multipart/form-data; boundary={boundary}"
    return phone.client.post("/everything/open", data=body, content_type=kind, headers=SAME_SITE)


def kept(phone: Phone, page: TestResponse, **ticked: str) -> TestResponse:
    """Tap “Add it” on the page that shows what a file adds."""
    fields = {"held": unescape(HELD.findall(page.text)[0]), "key": KEY.findall(page.text)[-1]}
    return phone.client.post("/everything/keep", data=fields | ticked, headers=SAME_SITE)


def games_in(app: Flask) -> int:
    with app.app_context():
        return len(all_games())


def begun(phone: Phone, *names: str, **fields: str) -> None:
    """Begin a game, and open its page."""
    phone.begin(*names, **fields)
    phone.get()


def with_everything(phone: Phone) -> dict[str, Any]:
    """Return the file of a phone with two games, house rules, names and settings."""
    begun(phone, "Ann", "Ben", "Cleo")
    phone.post("calls", player="2")
    begun(phone, "Fay", "Gus", "Hal", system="standard")
    phone.post("/house-rules", **SUNDAY)
    phone.post("/settings", theme="dark", language="it", back="/")
    phone.post("/settings", language="", back="/")
    return saved(phone)


def test_file_of_one_phone_fills_another(phone: Phone, new_phone: NewPhone) -> None:
    data = with_everything(phone)
    other = new_phone()
    page = opened(other, data)
    words = other.words(page)
    assert page.status_code == 200
    assert "2 games are added" in words
    assert "Ann, Ben, Cleo" in words
    assert SUNDAY["name"] in words
    assert "Use its settings, too: Dark" in words
    assert "Ann, Ben, Cleo" not in other.words(other.get("/"))
    assert kept(other, page, settings="1").location == "/"
    home = other.get("/")
    assert "Ann, Ben, Cleo" in other.words(home)
    assert "2 games added." in other.words(home)
    assert "theme-dark" in home.text
    assert SUNDAY["name"] in other.words(other.get("/house-rules"))
    assert saved(other) == data


def test_what_only_scripts_obey_comes_along(phone: Phone, new_phone: NewPhone) -> None:
    for name in ("screen", "vibrate"):
        phone.post("/settings", back="/", base="0", **{name: "off"})
    phone.post("/settings", verdicts="only", back="/", base="0")
    other = new_phone()
    page = opened(other, saved(phone))
    ticks = "Use its settings, too: Verdict only, The screen may turn off, No vibration"
    assert ticks in other.words(page)
    kept(other, page, settings="1")
    assert 'data-off="screen vibrate"' in other.get("/").text


def test_opening_it_twice_adds_nothing(app: Flask, phone: Phone, new_phone: NewPhone) -> None:
    data, other = with_everything(phone), new_phone()
    page = opened(other, data)
    kept(other, page)
    count = games_in(app)
    kept(other, page)
    assert games_in(app) == count
    again = opened(other, data)
    assert "2 games are here already." in other.words(again)
    own = opened(phone, data)
    assert "Everything in this file is here." in phone.words(own)
    assert not HELD.findall(own.text)


def test_game_that_went_on_elsewhere_goes_on_here(phone: Phone, new_phone: NewPhone) -> None:
    begun(phone, "Ann", "Ben", "Cleo")
    other = new_phone()
    kept(other, opened(other, saved(phone)))
    phone.post("calls", player="2")
    page = opened(other, saved(phone))
    assert "1 game here goes on" in other.words(page)
    assert "1 entry of the file is added." in other.words(page)
    kept(other, page)
    assert [len(game["entries"]) for game in saved(other)["games"]] == [2]


def test_game_that_went_on_on_both_sides_stays_as_it_is(phone: Phone, new_phone: NewPhone) -> None:
    begun(phone, "Ann", "Ben", "Cleo")
    other = new_phone()
    kept(other, opened(other, saved(phone)))
    phone.post("calls", player="2")
    other.table = re.findall(r'href="(/g/[^"/]+)"', other.get("/").text)[0]
    other.post("calls", player="3")
    before = saved(other)
    page = opened(other, saved(phone))
    assert "Not added: both copies were played on" in other.words(page)
    assert saved(other) == before


def test_seat_is_told_who_can_add_to_a_game(table: Phone, new_phone: NewPhone) -> None:
    table.get()
    seat, elsewhere = new_phone(), new_phone()
    guard_table(table)
    join_table(seat, table, "2")
    let_in(table)
    seat.get()
    kept(elsewhere, opened(elsewhere, saved(table)))
    elsewhere.table = re.findall(r'href="(/g/[^"/]+)"', elsewhere.get("/").text)[0]
    elsewhere.post("calls", player="2")
    before = saved(seat)
    words = seat.words(opened(seat, saved(elsewhere)))
    assert "Not added: only the scorekeeper’s phone can do that Ann, Ben, Cleo" in words
    assert "both copies were played on" not in words
    assert "Everything in this file is here." not in words
    assert saved(seat) == before
    assert "1 game here goes on" in table.words(opened(table, saved(elsewhere)))


def test_rules_of_the_same_name_and_settings_are_not_replaced(
    phone: Phone, new_phone: NewPhone
) -> None:
    data, other = with_everything(phone), new_phone()
    other.post("/house-rules", **{**SUNDAY, "max_calls": "3"})
    other.post("/settings", theme="light", back="/", base="0")
    page = opened(other, data)
    assert f"House rules of the same name stay as they are here: {SUNDAY['name']}." in other.words(
        page
    )
    rules = saved(other)["house_rules"]
    kept(other, page)
    assert saved(other)["house_rules"] == rules
    assert saved(other)["settings"] == {"theme": "light"}


def test_house_rules_beyond_the_list_are_named(phone: Phone, new_phone: NewPhone) -> None:
    data, other = with_everything(phone), new_phone()
    for number in range(24):
        other.post("/house-rules", **{**SUNDAY, "name": f"Rules {number}"})
    page = opened(other, data)
    said = f"Not added: this phone’s list of house rules is full {SUNDAY['name']} They stay in"
    assert said in other.words(page)
    assert "open rules that you no longer play, and choose “Remove" in other.words(page)
    kept(other, page)
    words = other.words(opened(other, data | {"people": [], "settings": {}}))
    assert "This file adds nothing." in words
    assert "Everything in this file is here." not in words


def test_names_beyond_the_list_are_named(phone: Phone, new_phone: NewPhone) -> None:
    data, other = with_everything(phone), new_phone()
    people = [[f"P{number}", 1] for number in range(22)]
    kept(other, opened(other, {"format": data["format"], "games": [], "people": people}))
    page = opened(other, data)
    words = other.words(page)
    assert "Names to choose from Fay, Gus" in words
    assert "Not added: this phone’s list of names is full Hal, Ann, Ben, Cleo They stay" in words
    assert "To make room, delete a game of people who no longer play." in words
    kept(other, page)
    words = other.words(opened(other, data | {"house_rules": [], "settings": {}}))
    assert "Everything in this file is here." not in words
    assert "This file adds nothing." in words


def test_house_rules_that_cannot_be_read_are_counted(phone: Phone) -> None:
    rules = ["Next year’s", "standard", {"a switch of a newer version": "yes"}]
    page = opened(phone, with_everything(phone) | {"house_rules": [rules]})
    words = phone.words(page)
    assert "1 set of house rules can’t be read, and isn’t added." in words
    assert "Everything in this file is here." not in words


def test_list_that_is_full_says_so(app: Flask, phone: Phone, new_phone: NewPhone) -> None:
    app.config["LIMITS"] = False
    other = new_phone()
    for _ in range(11):
        begun(other, "Ida", "Joe", "Kit")
    begun(phone, "Ann", "Ben", "Cleo")
    begun(phone, "Dan", "Eve", "Flo")
    page = opened(other, saved(phone))
    assert "1 game is added" in other.words(page)
    assert "Not added: this phone’s list is full" in other.words(page)
    assert "To make room, delete a game here" in other.words(page)
    kept(other, page)
    assert len(saved(other)["games"]) == 12
    assert "Ida, Joe, Kit" in other.words(other.get("/"))


def test_deleted_game_makes_room_for_one_of_the_file(
    app: Flask, phone: Phone, new_phone: NewPhone
) -> None:
    other = new_phone()
    knowing(other, *(stored(app, {2: 5, 3: 9}, week=week) for week in range(12)))
    other.table = re.findall(r'href="(/g/[^"/]+)"', other.get("/").text)[0]
    other.post("delete", base="0")
    begun(phone, "Fay", "Gus", "Hal")
    kept(other, opened(other, saved(phone)))
    home = other.words(other.get("/"))
    assert "1 game added." in home
    assert "Fay" in home


def test_file_over_a_game_that_was_deleted_and_restored_adds_nothing(
    app: Flask, phone: Phone, new_phone: NewPhone
) -> None:
    begun(phone, "Ann", "Ben", "Cleo")
    other = new_phone()
    kept(other, opened(other, saved(phone)))
    other.table = re.findall(r'href="(/g/[^"/]+)"', other.get("/").text)[0]
    other.post("delete", base="0")
    page = opened(other, saved(phone))
    other.post("restore", base="0")
    phone.post("calls", player="2")
    count = games_in(app)
    assert "1 game here goes on" in other.words(opened(other, saved(phone)))
    if HELD.findall(page.text):
        kept(other, page)
    assert games_in(app) == count


def test_what_stays_in_the_file_is_said(app: Flask, phone: Phone, new_phone: NewPhone) -> None:
    other = new_phone()
    knowing(other, *(stored(app, {2: 5, 3: 9}, week=week) for week in range(12)))
    begun(phone, "Fay", "Gus", "Hal")
    data = saved(phone) | {"people": [["Zoë", 3]]}
    kept(other, opened(other, data))
    home = other.words(other.get("/"))
    assert "1 game stays in the file." in home
    assert "Everything in this file is here." not in home
    again = other.words(opened(other, data))
    assert "This file adds nothing." in again
    assert "Everything in this file is here." not in again


def test_every_setting_that_the_file_changes_is_named(phone: Phone) -> None:
    phone.post("/settings", verdicts="only", back="/", base="0")
    data = saved(phone)
    phone.post("/settings", verdicts="", back="/", base="0")
    assert "Use its settings, too: Verdict only" in phone.words(opened(phone, data))


def test_half_a_character_is_refused(phone: Phone) -> None:
    answer = opened(phone, {**saved(phone), "x": "\ud800"})
    assert answer.status_code == 422
    assert "characters that no keyboard types" in phone.words(answer)


def test_broken_game_is_named_and_the_others_are_added(phone: Phone, new_phone: NewPhone) -> None:
    data, other = with_everything(phone), new_phone()
    data["games"][0]["entries"][0]["data"]["names"] = 5
    page = opened(other, data)
    assert "Not added: they can’t be read" in other.words(page)
    kept(other, page)
    assert len(saved(other)["games"]) == 1
    assert "1 game added. 1 game stays in the file." in other.words(other.get("/"))


def test_phone_saves_only_games_that_it_may_see(phone: Phone, new_phone: NewPhone) -> None:
    begun(phone, "Ann", "Ben", "Cleo")
    assert saved(new_phone())["games"] == []


def test_open_a_copy_says_where_such_a_file_is_opened(phone: Phone) -> None:
    text = json.dumps(with_everything(phone))
    sent = phone.client.post("/open/", data={"game": text}, headers=SAME_SITE)
    assert sent.status_code == 422
    assert "Open it in Settings: Open everything" in phone.words(sent)


def test_files_that_are_none_are_refused(phone: Phone, new_phone: NewPhone) -> None:
    data = with_everything(phone)
    newer = {**data, "format": "kalooki-ref everything 2"}
    cut = json.dumps(data).encode()[:-20]
    for sent, words in (
        (newer, "newer version"),
        (data["games"][0], "it is a copy of one game. Open it in All games: Open a copy."),
        ({"bridge": 1}, "this file was not made by Save everything."),
        (b"hello", "this file was not made by Save everything."),
        (b'{"games" = []}' + bytes([32] * 20), "this file was not made by Save everything."),
        (cut, "its end is missing"),
        (b"\x89PNG\r\n\x1a\n", "it is a picture. Choose a file that Save everything made."),
        (b"%PDF-1.7\n%\xe2\xe3\xcf", "Choose one that Save everything made."),
        ({**data, "games": 5}, "more than"),
        ({**data, "games": [{}] * 10_000}, "it holds more than 2500 games"),
    ):
        answer = opened(new_phone(), sent)
        assert answer.status_code == 422
        assert words in phone.words(answer)


def test_odd_values_are_left_out(phone: Phone, new_phone: NewPhone) -> None:
    odd = {
        "house_rules": [1, ["x"], ["\u202e", "standard", {}]],
        "people": ["Ann", ["Ann"], ["Ann", 99], ["", 1], ["Zoë", 3]],
        "settings": {"theme": "pink", "suits": 4, "language": "it"},
        "circles": [1, {"key": "../x", "name": "Us"}, {"key": "x", "name": ""}],
        "trophies": [1],
    }
    data = {**with_everything(phone), **odd}
    page = opened(new_phone(), data)
    words = phone.words(page)
    assert "Zoë" in words
    assert "Use its settings, too: Italiano" in words
    assert "only a newer version of this app knows" in words


def test_everything_that_was_changed_on_the_way_is_refused(phone: Phone) -> None:
    answer = phone.post("/everything/keep", held="xyz", base="0")
    assert answer.status_code == 422
