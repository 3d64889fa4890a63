"""The first word of the check page on the sheets' own examples, and on a board's lays."""

import re
from urllib.parse import urlencode

import pytest

from tests.unit.test_headlines import EXAMPLES, LAYS
from tests.web.phone import Phone

WORDS = {
    "legal": "Legal",
    "illegal": "Not legal",
    "unclear": "Can’t tell",
    "keep_going": "Keep going",
    "move_joker": "Move a joker",
    "not_enough": "Not enough: 37 of 40",
}


def word_of(text: str) -> str:
    return re.findall(r'class="verdict-word">([^<]*)<', text)[0]


@pytest.mark.parametrize("page", ["/check", "/check/verdict", "/check/full"])
def test_examples_of_the_sheets(phone: Phone, page: str) -> None:
    cases = [(system, None, cards, headline) for system, cards, headline in EXAMPLES] + LAYS
    found, expected = {}, {}
    for system, number, cards, headline in cases:
        query = {"system": system, "cards": cards, "round": number or "", "players": "3"}
        key = (system, number, cards)
        expected[key] = WORDS[headline]
        found[key] = word_of(phone.get(f"{page}?{urlencode(query)}").text)
    assert found == expected


def test_examples_checked_as_coming_down(phone: Phone) -> None:
    for system, number, cards, headline in LAYS:
        query = {"system": system, "cards": cards, "round": number or "", "as": "lay"}
        assert word_of(phone.get(f"/check?{urlencode(query)}").text) == WORDS[headline], cards


def test_joker_to_move_asks_for_the_round_first(phone: Phone) -> None:
    query = {"system": "standard", "cards": "7H 8H * * / QS QH QD / KS KH KD"}
    asked = phone.words(phone.get(f"/check/full?{urlencode(query)}"))
    assert "The joker can be" in asked
    assert "Say which round it is" in asked
    assert "Legal with" not in asked
    known = phone.words(phone.get(f"/check/full?{urlencode(query | {'round': '2'})}"))
    assert "Legal with the joker as" in known


def test_board_says_the_same_of_a_lay(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    answer = phone.lay(player="2", meld=("QH KH AH", "2H 2D 2C"))
    assert answer.status_code == 422
    assert word_of(answer.text) == "Not enough: 37 of 40"
    assert 'class="ruling ruling-wait' in answer.text


def test_melds_in_one_field_of_the_board_are_told_apart(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    answer = phone.lay(player="2", meld="8H 8D 8C 8S 8H 8D KH KD KC")
    assert answer.status_code == 303
    assert "Ben lays 3 sets" in phone.words(phone.get("board"))


def test_cards_sorted_into_melds_are_drawn_meld_by_meld(phone: Phone) -> None:
    query = {"system": "jamaican", "round": "1", "cards": "2H 5D 9H 9D 2D 5H * * *"}
    page = phone.get(f"/check?{urlencode(query)}").text
    drawn = page.partition('id="laid"')[2].partition("You laid")[0]
    assert re.findall(r'data-card="([^"]*)"', drawn) == [
        "2D", "2H", "*", "5D", "5H", "*", "9D", "9H", "*",
    ]  # fmt: skip
    assert drawn.count("laid-begins") == 2
