"""The round form on several phones: double taps, stale forms, and replacing a saved round."""

import re

import pytest
from werkzeug.test import TestResponse

from tests.web.phone import Phone
from tests.web.table.test_rounds import FIVE_COUNTS, hands, totals, write


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


def save_mine_as_well(table: Phone, stale: TestResponse, **fields: str) -> TestResponse:
    """Submit the form of the page that says what is new, as it was typed."""
    assert stale.status_code == 409
    form = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', stale.text))
    return table.post("round", **form | fields)


@pytest.mark.parametrize("step", ["review", "save"])
def test_count_of_a_player_who_left_meanwhile_is_not_dropped_silently(
    table: Phone, step: str
) -> None:
    table.post("players/4/leave")
    mine = {"winner": "2", "base": "1", "step": step, **hands(FIVE_COUNTS)}
    page = save_mine_as_well(table, table.post("round", **mine))
    assert page.status_code == 422
    assert "Dan isn’t in this round any more. Not counted: 35." in table.words(page)
    assert "hands-3-points" not in page.text
    assert 'value="42"' in page.text
    rest = hands({player: text for player, text in FIVE_COUNTS.items() if player != 4})
    again = {name: text for name, text in rest.items() if not name.startswith("hands-3")}
    assert table.post("round", winner="2", step="save", **again).status_code == 303
    assert "Cleo 65" in totals(table)


def test_changing_a_review_says_whose_count_has_no_place(table: Phone) -> None:
    table.post("players/4/leave")
    page = table.post("round", winner="2", step="edit", **hands(FIVE_COUNTS))
    assert "Dan isn’t in this round any more. Not counted: 35." in table.words(page)


def test_winner_who_left_meanwhile_is_named(table: Phone) -> None:
    table.post("players/4/leave")
    counts = {**FIVE_COUNTS, 2: "5", 4: ""}
    page = save_mine_as_well(table, table.post("round", winner="4", base="1", **hands(counts)))
    assert page.status_code == 422
    assert "Dan isn’t in this round any more." in table.words(page)
    assert "Tap who went out, or Nobody." in table.words(page)


def test_count_of_an_undone_player_is_named_too(table: Phone) -> None:
    table.post("players", name="Fay", points="7", after="5")
    mine = {"winner": "2", "base": "2", **hands(FIVE_COUNTS)}
    mine |= {"hands-5-player": "6", "hands-5-cards": "7H *"}
    table.post("undo", seq="2", sure="1")
    page = save_mine_as_well(table, table.post("round", **mine))
    assert "Fay isn’t in this round any more. Not counted: 7H *." in table.words(page)


def test_round_of_a_player_who_left_after_it_can_replace_the_saved_one(table: Phone) -> None:
    write(table)
    table.post("players/4/leave")
    page = table.post("round", winner="2", base="1", **hands({**FIVE_COUNTS, 1: "77"}))
    assert page.status_code == 409
    assert "Replace Round 1 of 9 with mine" in page.text


def opened_form(table: Phone, index: int) -> dict[str, str]:
    """Open the correction of a round; return its hidden fields but the key, as a late phone has."""
    page = table.get(f"rounds/{index}/amend").text
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))
    return {name: value for name, value in fields.items() if name != "key"}


def three_rounds(table: Phone) -> None:
    """Save rounds 1, 2 and 3, in which Ann has 1, 2 and 3 points."""
    for points in "123":
        write(table, {**FIVE_COUNTS, 1: points})


@pytest.mark.parametrize("step", ["review", "save"])
def test_correction_finds_its_round_after_an_earlier_one_was_undone(
    table: Phone, step: str
) -> None:
    three_rounds(table)
    form = {"winner": "2", "step": step, **hands({**FIVE_COUNTS, 1: "77"}), **opened_form(table, 2)}
    table.post("undo", seq="2", sure="1")
    page = table.post("rounds/2/amend", **form)
    assert page.status_code == 409
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page.text))
    assert table.post("rounds/2/amend", **fields | {"step": "save"}).status_code == 303
    assert "Ann: 2 → 77" in table.words(table.get("history"))
    assert "Ann 80" in totals(table)


def test_review_of_a_correction_names_its_round_too(table: Phone) -> None:
    three_rounds(table)
    form = {"winner": "2", **hands({**FIVE_COUNTS, 1: "77"}), **opened_form(table, 2)}
    page = table.post("rounds/2/amend", step="review", **form).text
    assert re.search(r'name="seq" value="3"', page)


def test_correction_of_a_round_that_was_undone_cannot_be_saved(table: Phone) -> None:
    three_rounds(table)
    form = {"winner": "2", **hands({**FIVE_COUNTS, 1: "77"}), **opened_form(table, 2)}
    table.post("undo", seq="3", sure="1")
    page = table.post("rounds/2/amend", step="save", **form)
    assert page.status_code == 409
    assert "Undone: Round 2, Ben went out." in table.words(page)
    assert "Yours has no place in the game any more" in page.text
    assert "Save mine as well" not in page.text
    assert "what you save counts there" not in page.text
    assert "Ann 4" in totals(table)


def test_correction_can_be_saved_when_the_game_is_over(table: Phone) -> None:
    three_rounds(table)
    form = {"winner": "2", **hands({**FIVE_COUNTS, 1: "77"}), **opened_form(table, 2)}
    table.post("end")
    page = table.post("rounds/2/amend", step="save", **form)
    assert page.status_code == 409
    assert "Save mine as well" in page.text
