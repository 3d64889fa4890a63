"""Corrections of a saved round."""

import re

import pytest

from tests.web.phone import Phone
from tests.web.table.test_rounds import FIVE_COUNTS, hands, totals, write


def test_correction_is_listed_with_the_original(table: Phone) -> None:
    write(table)
    page = table.get("rounds/1/amend")
    assert 'value="42"' in page.text
    sent = {"winner": "2", **hands({**FIVE_COUNTS, 1: "24"})}
    assert table.post("rounds/1/amend", **sent).status_code == 303
    assert "Ann 24" in totals(table)
    log = table.words(table.get("history"))
    assert "Ann: 42 → 24" in log


@pytest.mark.parametrize("back", ["", "?back=table"])
def test_correction_without_a_change_saves_nothing(table: Phone, back: str) -> None:
    write(table)
    version = table.version()
    answer = table.post(f"rounds/1/amend{back}", winner="2", **hands(FIVE_COUNTS))
    assert answer.location == (table.table if back else table.address("standings"))
    words = table.words(table.get(answer.location))
    assert "Nothing changed: Round 1 of 9 already counts like that." in words
    assert table.version() == version


def test_double_tap_on_a_correction_says_only_that_it_is_saved(table: Phone) -> None:
    write(table)
    sent = {"winner": "2", "key": "c" * 32, "base": "2", **hands({**FIVE_COUNTS, 1: "24"})}
    for _ in range(2):
        assert table.post("rounds/1/amend", **sent).status_code == 303
    words = table.words(table.get("standings"))
    assert "Round 1 of 9 updated." in words
    assert "Nothing changed" not in words


def test_correction_that_was_corrected_since_is_not_said_to_be_undone(table: Phone) -> None:
    write(table)
    for points in ("24", "25"):
        table.post("rounds/1/amend", winner="2", **hands({**FIVE_COUNTS, 1: points}))
    before = table.version()
    table.post("undo", seq="3", sure="1")
    words = table.words(table.get())
    assert "It was corrected again since. Undo the later correction first." in words
    assert "already undone" not in words
    assert table.version() == before
    for _undo in range(2):
        table.post("undo", seq="4", sure="1")
    assert "That was already undone or restored." in table.words(table.get())


def test_correction_of_the_reason_alone_is_saved(table: Phone) -> None:
    counts = {**FIVE_COUNTS, 3: "999"}
    write(table, counts, insist="y", word="we counted twice")
    table.post("rounds/1/amend", winner="2", insist="y", **hands(counts))
    assert "we counted twice" in table.words(table.get("rounds/1"))
    table.post("rounds/1/amend", winner="2", insist="y", word="three times", **hands(counts))
    assert "three times" in table.words(table.get("rounds/1"))
    assert "counted twice</small> <small>corrected later" in table.get("history").text


def test_corrected_penalties_are_listed_with_what_they_were(table: Phone) -> None:
    write(table, fine_1="50", overcalls_3="1")
    sent = hands(FIVE_COUNTS, fine_1="−50", overcalls_3="2", false_lays_4="1", barred_5="7H *")
    form = {"winner": "2", **sent}
    page = table.post("rounds/1/amend", step="review", **form)
    review = table.words(page)
    assert "agreed at the table −50 agreed at the table: 50 → −50" in review
    assert "−50</span> <span" in page.text
    assert table.post("rounds/1/amend", insist="1", **form).status_code == 303
    log = table.words(table.get("history"))
    for name, change in (
        ("Ann", "agreed at the table: 50 → −50"),
        ("Cleo", "overcalls: 1 → 2"),
        ("Dan", "false lays: 0 → 1"),
    ):
        assert change in review
        assert f"{name}, {change}" in log
    assert "Eve, laid while barred: – →" in log


def test_correction_has_the_pack_of_its_round(table: Phone) -> None:
    """Five play with three packs and six jokers, four with two packs and four jokers."""
    write(table)
    table.post("players/5/leave")
    page = table.get("rounds/1/amend").text
    assert set(re.findall(r'data-copies="(\d+)" data-jokers="(\d+)"', page)) == {("3", "6")}
    page = table.get("round").text
    assert set(re.findall(r'data-copies="(\d+)" data-jokers="(\d+)"', page)) == {("2", "4")}


@pytest.mark.parametrize("winner", ["2", "void"])
def test_correction_opens_with_the_winner(table: Phone, winner: str) -> None:
    write(table, winner=winner, reviewed="y")
    page = table.get("rounds/1/amend").text
    chosen = re.findall(r'<option value="([^"]*)" selected', page) + re.findall(
        r'name="winner"[^>]* value="([^"]*)"[^>]* checked', page
    )
    assert winner in chosen
