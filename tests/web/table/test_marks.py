"""Marks on pages: changed by a tap, remembered by name, kept between games."""

import re

import pytest
from flask import Flask

from kalooki_ref.web.shared import device
from tests.web.phone import FIVE, Phone
from tests.web.phones.test_phones import NewPhone, guard_table, join_table, let_in

DRAWN = re.compile(r'<svg class="mark mark-(\d).*?>(\w)</text>', re.DOTALL)


def chosen_on(page: str) -> list[str]:
    """Return the marks on the lines of a new game; empty on blank ones."""
    return re.findall(r'name="marks" value="(\d*)"', page)


def hues_at(table: Phone) -> dict[str, int]:
    """Return the hue of each player's mark, by initial."""
    return {initial: int(hue) for hue, initial in DRAWN.findall(table.get().text)}


def arranged(phone: Phone, **fields: object) -> list[str]:
    return chosen_on(phone.post("/games/new", system="jamaican", **fields).text)


def change(table: Phone, player: int) -> None:
    assert table.post("marks", player=str(player)).status_code == 303


def test_tap_gives_the_next_free_mark(phone: Phone) -> None:
    names = ("Ann", "Ben", "", "Cleo", "")
    assert arranged(phone, names=names, arrange="add") == ["1", "2", "", "3", "", ""]
    assert arranged(phone, names=names, arrange="mark-2") == ["1", "4", "", "3", ""]
    tapped = arranged(phone, names=names, marks=("1", "16", "", "3", ""), arrange="mark-2")
    assert tapped == ["1", "2", "", "3", ""]


@pytest.mark.parametrize("arrange", ["mark-0", "mark-6", "mark-x", "mark-"])
def test_invalid_line_number_changes_no_mark(phone: Phone, arrange: str) -> None:
    assert arranged(phone, names=FIVE, arrange=arrange) == ["1", "2", "3", "4", "5"]


def test_mark_moves_with_its_line(phone: Phone) -> None:
    sent = {"names": ("Ann", "Ben", "Cleo"), "marks": ("9", "2", "7")}
    assert arranged(phone, arrange="down-1", **sent) == ["2", "9", "7"]


@pytest.mark.parametrize("sent", [("17", "-1", "x"), ("", "", ""), (), ("1",) * 500])
def test_invalid_marks_are_replaced(phone: Phone, sent: tuple[str, ...]) -> None:
    assert arranged(phone, names=("Ann", "Ben", "Cleo"), marks=sent) == ["1", "2", "3"]
    assert phone.begin("Ann", "Ben", "Cleo", marks=sent).status_code == 303


def test_initials_are_whole_signs(phone: Phone) -> None:
    names = ("👨‍👩‍👧‍👦 Fam", "🇯🇲 Jo", "🇯🇵 Yu", "👩🏽‍🦱 Al", "❤️ Di")
    signs = [name.split()[0] for name in names]
    phone.begin(*names)
    for page in ("", "standings", "print", "scoreboard", "players"):
        drawn = re.findall(
            r'<svg class="mark.*?<text[^>]*>(.*?)</text>', phone.get(page).text, re.DOTALL
        )
        assert set(drawn) == set(signs), page


@pytest.mark.parametrize(
    ("name", "is_smaller"), [("Wim", True), ("Ŵyn", True), ("王明", True), ("Ben", False)]
)
def test_wide_initial_is_smaller_in_a_triangle(phone: Phone, name: str, is_smaller: bool) -> None:
    phone.begin("Ann", name, "Cai")
    assert ("mark-wide" in phone.get().text) is is_smaller


def test_names_typed_without_marks_get_them_at_the_start(phone: Phone) -> None:
    phone.begin("Ann", "", "Ben", "Cleo", marks=("", "", "", "6", ""))
    assert hues_at(phone) == {"A": 1, "B": 2, "C": 6}


def test_known_name_keeps_its_mark_unless_taken(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", marks=("7", "8", "5"))
    new = {"names": ("Dan", "", ""), "marks": ("7", "", "")}
    assert arranged(phone, pick="Cleo", **new) == ["7", "5", ""]
    assert arranged(phone, pick="Ann", **new) == ["7", "8", ""]
    assert arranged(phone, names=("Ben", "Ann", "Eve"), arrange="add") == ["8", "7", "1", ""]


def test_cookie_of_an_earlier_version_keeps_its_names(phone: Phone, app: Flask) -> None:
    with app.test_request_context():
        held = {"g": [], "n": ["Ann", "Ben"], "r": "kooky", "l": "Ann’s phone"}
        phone.client.set_cookie(device.COOKIE, device.signed(device.COOKIE, held))
    assert 'value="Ann"' in phone.get("/games/new").text
    phone.begin("Cleo", "Ben", "Ann")
    assert arranged(phone, names=("Ann", "Cleo")) == ["3", "1"]


def test_many_long_names_fit_the_cookie_with_their_marks(phone: Phone) -> None:
    for turn in range(8):
        phone.begin(*(f"{letter * 39}{turn}" for letter in "ABCDE"))
    assert arranged(phone, names=("E" * 39 + "7", "")) == ["5", ""]


def test_mark_changed_on_the_players_page_is_saved_and_can_be_undone(table: Phone) -> None:
    change(table, 2)
    assert hues_at(table) == {"A": 1, "B": 6, "C": 3, "D": 4, "E": 5}
    assert "Ben has a new mark" in table.words(table.get("history"))
    table.post("undo", seq="2")
    assert hues_at(table)["B"] == 2
    change(table, 2)
    assert arranged(table, names=("Ben", "")) == ["6", ""]


def test_late_player_keeps_a_mark_from_an_earlier_game(table: Phone) -> None:
    table.begin("Fay", "Gil", "Hal", marks=("12", "2", "3"))
    table.begin()
    table.post("players", name="Fay", after="1", start="zero")
    assert hues_at(table)["F"] == 4  # mark 12: the fourth hue with another shape


def test_same_people_keep_their_marks(table: Phone) -> None:
    change(table, 2)
    table.post("players/3/leave")
    table.table = table.post("rematch").location
    assert hues_at(table) == {"A": 1, "B": 6, "D": 4, "E": 5}


def test_mark_of_an_unknown_player_is_404(table: Phone) -> None:
    assert table.post("marks", player="9").status_code == 404
    assert table.post("marks").status_code == 404


def test_seats_own_phone_changes_its_own_mark(table: Phone, new_phone: NewPhone) -> None:
    guard_table(table)
    ben = new_phone()
    join_table(ben, table, "2")
    let_in(table)
    assert ben.get().text.count("Change the mark") == 1
    change(ben, 2)
    assert hues_at(table)["B"] == 6
    assert ben.post("marks", player="1").status_code == 403
    assert ben.post("undo", seq="2").status_code == 303
    assert hues_at(table)["B"] == 2
