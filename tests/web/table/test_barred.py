"""Cards laid despite an overcall, in the round form."""

import pytest

from tests.web.phone import Phone
from tests.web.table.test_rounds import FIVE_COUNTS, totals, write


@pytest.fixture
def barred(table: Phone) -> Phone:
    """A Jamaican game in which Cleo called four times and came down anyway."""
    for _ in range(3):
        table.post("calls", player="3")
    assert table.post("calls", player="3", word="she got it").status_code == 303
    melds = ("7H 7D 7C", "KH KC *", "4D 4S 4C")
    assert table.lay(player="3", meld=melds).status_code == 422
    assert table.lay(player="3", meld=melds, word="seen too late").status_code == 303
    return table


def test_cards_laid_while_barred_count_as_in_hand(barred: Phone) -> None:
    page = barred.get("round?winner=2")
    words = barred.words(page)
    assert "Cleo called too often and came down anyway" in words
    assert "Rule 11.3" in words
    assert page.text.count("Cards laid while barred") == 1
    assert 'value="7H 7D 7C KH KC * 4D 4S 4C"' in page.text
    laid = {"barred_3": "7H 7D 7C KH KC * 4D 4S 4C", "overcalls_3": "1", "laid_3": "yes"}
    shown = barred.words(write(barred, {**FIVE_COUNTS, 3: "12"}, step="review", **laid))
    assert "Cleo 12, laid while barred, counts as in hand 103 +115 total 115" in shown
    assert write(barred, {**FIVE_COUNTS, 3: "12"}, **laid).status_code == 303
    assert "Cleo 115" in totals(barred)
    review = barred.words(barred.get("rounds/1"))
    assert "12, laid while barred, counts as in hand 103" in review
    assert barred.get("rounds/1").text.count('class="score-line"') == 9
    again = barred.get("rounds/1/amend")
    assert 'value="7H 7D 7C KH KC * 4D 4S 4C"' in again.text


def test_cards_laid_while_barred_are_not_called_those_left(barred: Phone) -> None:
    shown = write(barred, {**FIVE_COUNTS, 3: ""}, step="review", cards_3="9H 10H", barred_3="KH")
    left, _label, laid = shown.text.partition('aria-label="Cards laid while barred"')
    left = left.rpartition('aria-label="Cards Cleo has left"')[2]
    laid = laid.partition("</ul>")[0]
    assert [text.count('class="score-line"') for text in (left, laid)] == [2, 1]


def test_undone_overcall_says_which_penalties_the_saved_round_keeps(barred: Phone) -> None:
    laid = {"barred_3": "7H 7D 7C KH KC * 4D 4S 4C", "overcalls_3": "1", "laid_3": "yes"}
    write(barred, {**FIVE_COUNTS, 3: "12"}, **laid)
    asked = barred.post("undo", seq="5")
    assert "/undo?" in asked.location
    words = barred.words(barred.get(asked.location))
    assert "Round 1 still counts 1 overcall for Cleo." in words
    assert "Round 1 still counts cards that Cleo laid while barred." in words


def test_cards_that_went_back_are_cleared(barred: Phone) -> None:
    assert write(barred, {**FIVE_COUNTS, 3: "115"}, barred_3="", overcalls_3="1").status_code == 303
    assert "Cleo 115" in totals(barred)
    assert "laid while barred" not in barred.words(barred.get("rounds/1"))


def test_barred_winner_has_the_laid_cards_in_hand(barred: Phone) -> None:
    counts = {1: "42", 2: "65", 4: "35", 5: "16"}
    laid = {"barred_3": "7H 7D 7C KH KC * 4D 4S 4C", "overcalls_3": "1"}
    assert write(barred, counts, winner="3", insist="1", **laid).status_code == 303
    assert "Cleo 103" in totals(barred)


@pytest.mark.parametrize("system", ["jamaican", "kooky", "standard"])
def test_only_barred_players_are_asked_for_laid_cards(phone: Phone, system: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=system)
    phone.post("lays", player="3")
    assert "while barred" not in phone.get("round").text


def test_invalid_barred_card_is_an_error(barred: Phone) -> None:
    answer = write(barred, {**FIVE_COUNTS, 3: "12"}, barred_3="7H zz")
    assert answer.status_code == 422
    assert "“zz” is not a card" in barred.words(answer)
