"""A last contract that is laid with all cards: in a game, on the check page and in the advice."""

import json
import re

import pytest

from tests.web.phone import Phone

# A single round of two runs with 9 cards dealt, so that it is the last one.
RUNS = json.dumps([{"is": "Contract", "sets": 0, "runs": 2}])
TEN = ("3H 4H 5H 6H 7H", "9S 10S JS QS KS")
CARDS = "+/+".join(TEN).replace(" ", "+")


@pytest.fixture
def whole(phone: Phone) -> str:
    """The form key of rules with one round, whose contract takes all cards."""
    house = {"contracts": RUNS, "deals": "[9]", "last_contract_all_cards": "yes"}
    phone.post("/house-rules", base="jamaican", name="All at once", **house)
    return re.findall(r'value="(house-[^"]*)"', phone.get("/check").text)[0]


@pytest.mark.parametrize(
    ("out", "words"),
    [
        ("yes", "Legal"),
        ("no", "none is kept, and none is discarded"),
        ("", "say whether the player goes out with it"),
    ],
)
def test_page_asks_whether_all_cards_are_laid(
    phone: Phone, whole: str, out: str, words: str
) -> None:
    page = phone.words(phone.get(f"/check?system={whole}&round=1&as=lay&cards={CARDS}&out={out}"))
    assert words in page
    assert "Does the player go out this turn?" in page


def test_page_refuses_too_few_cards_at_once(phone: Phone, whole: str) -> None:
    eight = CARDS.replace("+7H", "").replace("+KS", "")
    page = phone.words(phone.get(f"/check?system={whole}&round=1&as=lay&cards={eight}"))
    assert "Not legal" in page
    assert "at least 10; these are 8" in page


def test_recorded_lay_with_all_cards(phone: Phone, whole: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=whole)
    assert "2 runs, with all cards" in phone.words(phone.get())
    assert "Lays all cards" in phone.words(phone.get("check"))
    kept = phone.lay(player="2", meld=TEN)
    assert kept.status_code == 422
    assert "none is kept" in phone.words(kept)
    assert phone.lay(player="2", meld=TEN, out="yes").status_code == 303


def test_advice_says_what_stands_in_the_way(phone: Phone, whole: str) -> None:
    hand = " ".join(TEN).replace("7H", "2C").replace(" ", "+")
    words = phone.words(phone.get(f"/advice?system={whole}&round=1&hand={hand}"))
    assert "not all of these fit in it" in words
    whole_hand = " ".join(TEN).replace(" ", "+")
    words = phone.words(phone.get(f"/advice?system={whole}&round=1&hand={whole_hand}"))
    assert "Every card fits somewhere." in words
