"""Everything of a phone in one file: saved, shown, opened here and elsewhere, twice."""

import io
import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kalooki_ref.cli import main
from kalooki_ref.store.event_store import all_games
from tests.web.house.test_house_rules import SUNDAY
from tests.web.phone import SAME_SITE, Phone

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
    sent = {"file": (io.BytesIO(text), "everything.json")}
    return phone.client.post(
        "/everything/open", data=sent, content_type="multipart/form-data", headers=SAME_SITE
    )


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
    assert "Not added: they went on here and there" in other.words(page)
    assert saved(other) == before


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
    kept(other, page)
    assert len(saved(other)["games"]) == 12
    assert "Ida, Joe, Kit" in other.words(other.get("/"))


def test_broken_game_is_named_and_the_others_are_added(phone: Phone, new_phone: NewPhone) -> None:
    data, other = with_everything(phone), new_phone()
    data["games"][0]["entries"][0]["data"]["names"] = 5
    page = opened(other, data)
    assert "Not added: they can’t be read" in other.words(page)
    kept(other, page)
    assert len(saved(other)["games"]) == 1


def test_phone_saves_only_games_that_it_may_see(phone: Phone, new_phone: NewPhone) -> None:
    begun(phone, "Ann", "Ben", "Cleo")
    assert saved(new_phone())["games"] == []


def test_files_that_are_none_are_refused(phone: Phone, new_phone: NewPhone) -> None:
    data = with_everything(phone)
    newer = {**data, "format": "kalooki-ref everything 2"}
    cut = json.dumps(data).encode()[:-20]
    for sent, words in (
        (newer, "newer version"),
        (data["games"][0], "was not made by Save everything"),
        (cut, "its end is missing"),
        (b"\x89PNG\r\n\x1a\n", "picture"),
        ({**data, "games": 5}, "more than"),
    ):
        answer = opened(new_phone(), sent)
        assert answer.status_code == 422
        assert words in phone.words(answer)


def test_odd_values_are_left_out(phone: Phone, new_phone: NewPhone) -> None:
    odd = {
        "house_rules": [1, ["x"], ["\u202e", "standard", {}]],
        "people": ["Ann", ["Ann"], ["Ann", 99], ["", 1], ["Zoë", 3]],
        "settings": {"theme": "pink", "suits": 4, "language": "it"},
        "circles": [1],
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


def test_command_adds_the_games_of_the_file_once(
    phone: Phone, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "everything.json"
    file.write_text(json.dumps(with_everything(phone)), "utf-8")
    restore = ["restore", str(file), "--instance", str(tmp_path / "new")]
    assert main(restore) == 0
    assert len(capsys.readouterr().out.split()) == 2
    assert main(restore) == 0
    again = capsys.readouterr()
    assert not again.out
    assert "Already here, and not changed: 2." in again.err
