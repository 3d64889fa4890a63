"""The round form on several phones: double taps, stale forms, and replacing a saved round."""

import re

import pytest

from tests.web.phone import Phone
from tests.web.table.test_rounds import FIVE_COUNTS, hands, write


def test_double_tap_saves_one_round(table: Phone) -> None:
    sent = {"winner": "2", "key": "r" * 32, "base": "1", **hands(FIVE_COUNTS)}
    assert [table.post("round", **sent).status_code for _ in range(3)] == [303] * 3
    assert "Round 2 of 9" in table.words(table.get())


def test_stale_round_is_shown_again_with_its_typing(table: Phone) -> None:
    stale = {"winner": "2", "base": "1", **hands({**FIVE_COUNTS, 1: "77"})}
    write(table)
    answer = table.post("round", **stale)
    assert answer.status_code == 409
    assert 'value="77"' in answer.text
    assert "You’re now in Round 2 of 9: what you save counts there." in answer.text
    assert "Round 2 of 9" in table.words(table.get())


@pytest.mark.parametrize("step", ["review", "save"])
@pytest.mark.parametrize("typed", ["42", "40+2"])
def test_same_round_from_two_phones_is_saved_once(table: Phone, step: str, typed: str) -> None:
    write(table)
    same = hands({**FIVE_COUNTS, 1: typed})
    answer = table.post("round", winner="2", base="1", step=step, **same)
    assert answer.location == table.table
    page = table.words(table.get())
    assert "Already saved by another phone." in page
    assert "Round 2 of 9" in page


def test_same_last_round_from_two_phones_is_saved_once(table: Phone) -> None:
    for _ in range(9):
        write(table)
    again = table.post("round", winner="2", base="9", step="save", **hands(FIVE_COUNTS))
    assert again.location == table.table
    assert "Already saved by another phone." in table.words(table.get())


def test_rename_does_not_conflict_with_a_call(table: Phone) -> None:
    table.post("calls", player="3")
    assert table.post("players/1/name", name="Di", base="1").status_code == 303
    assert table.post("calls", player="2", base="1").status_code == 303


def test_stale_round_can_correct_the_saved_one(table: Phone) -> None:
    write(table)
    mine = {"winner": "2", "base": "1", "step": "save", **hands({**FIVE_COUNTS, 1: "77"})}
    page = table.post("round", **mine).text
    assert "Replace Round 1 of 9 with mine" in page
    form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))
    assert table.post("rounds/1/amend", **form).status_code == 303
    assert "Round 2 of 9" in table.words(table.get())
    assert "Ann: 42 → 77" in table.words(table.get("history"))
    assert "Ann 42" in table.words(table.get("history"))


def test_only_the_same_round_is_offered_for_correction(table: Phone) -> None:
    for _ in range(2):
        write(table)
    page = table.post("round", winner="2", base="2", **hands({**FIVE_COUNTS, 1: "77"})).text
    assert "Replace Round 2 of 9 with mine" in page
    assert "Save mine as well" in page
    assert "Amend Round" not in table.post("players/1/name", name="Di", base="1").text


def test_stale_last_round_can_correct_the_saved_one(table: Phone) -> None:
    for _ in range(9):
        write(table)
    page = table.post("round", winner="2", base="9", **hands({**FIVE_COUNTS, 1: "77"}))
    assert page.status_code == 409
    assert "Replace Round 9 of 9 with mine" in page.text
    assert "Save mine as well" not in page.text
