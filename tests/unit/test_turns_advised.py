"""Advice for hands with an obvious best turn: points left, and whether that is proved."""

from typing import Any

import pytest

from kalooki_ref.api.advice_questions import advise
from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.advice.decide import can_meet
from kalooki_ref.referee.advice.hand_counts import count_cards
from kalooki_ref.rules.choices import Contract
from kalooki_ref.rules.systems import system_of


def other(kind: str, cards: str) -> dict[str, str]:
    return {"as": kind, "cards": cards, "owner": "other"}


def advised(**question: Any) -> dict[str, Any]:
    return advise({"id": "a"} | question)


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(
            {
                "sheet": "002",
                "down": True,
                "hand": "3S 3D 9S 10S 2C",
                "table": [other("set", "3H 3C *")],
            },
            id="both missing threes free the joker of a set, for 9 10 J",
        ),
        pytest.param(
            {
                "sheet": "002",
                "down": True,
                "hand": "6H * 9S 10S",
                "table": [other("run", "5H * 7H")],
            },
            id="the joker in hand is enough, and the six is thrown",
        ),
        pytest.param(
            {
                "sheet": "004",
                "down": True,
                "hand": "9H 9H 2C",
                "table": [other("run", "5H 6H 7H 8H"), other("run", "5H 6H 7H 8H")],
            },
            id="two runs alike take a nine each",
        ),
        pytest.param(
            {
                "system": "jamaican",
                "contract": "34",
                "house": {"run_joker_cap": "always"},
                "hand": "7H 7D 7C 9S 10S * * 2C",
            },
            id="as many jokers as real cards stay in a run",
        ),
        pytest.param(
            {
                "system": "jamaican",
                "contract": "4",
                "house": {"run_joker_cap": "never", "ace": "high", "ace_at_both_ends": "no"},
                "hand": "2H * * * 2C",
            },
            id="a run of the two and jokers, where aces are high",
        ),
        pytest.param(
            {
                "sheet": "004",
                "down": True,
                "hand": "* 5C",
                "table": [other("set", "9H 9C 9S")],
            },
            id="a spare joker goes to a set of the board",
        ),
        pytest.param(
            {
                "sheet": "004",
                "house": {"joker_goes": "reused"},
                "down": True,
                "hand": "9D 9S",
                "table": [other("set", "9H 9C 9S")],
            },
            id="one nine goes to the others, one is thrown",
        ),
        pytest.param(
            {
                "sheet": "002",
                "house": {"builders_open": "yes"},
                "hand": "10S 10H 10D KC 2C",
                "table": [other("set", "KH KS KD")],
            },
            id="three tens and a king for the kings are forty points",
        ),
        pytest.param(
            {"sheet": "000", "contract": "4", "hand": "KH AH * * * 9C"},
            id="once the ace lies, the third joker goes below",
        ),
    ],
)
def test_hand_can_be_emptied(question: dict[str, Any]) -> None:
    answer = advised(**question)
    assert (answer["leftover_after_discard"], answer["goes_out"]) == (0, True)
    assert answer["proved"]


def test_set_has_no_more_jokers_than_naturals() -> None:
    answer = advised(
        sheet="004",
        house={"joker_goes": "reused", "set_joker_cap": "always"},
        down=True,
        hand="9D * * 2C",
        table=[other("set", "9H 9C * *")],
    )
    assert answer["tacks"][0]["cards"] == ["9D", "*"]
    assert (answer["leftover_after_discard"], answer["proved"]) == (50, True)


@pytest.mark.parametrize(
    ("meld", "proved"), [(other("run", "* 9H 10H"), False), (other("set", "9S 9H *"), True)]
)
def test_result_with_a_movable_joker_is_unproved(meld: dict[str, str], proved: bool) -> None:
    house = {"end_joker_reread": "yes"}
    answer = advised(sheet="002", down=True, house=house, hand="7S 2C", table=[meld])
    assert answer["proved"] is proved


def test_quick_answer_gives_up_on_many_alternatives() -> None:
    standard = system_of("standard")
    hand = "QD KD QD 7S JD 10S QS JS 7D KS 8S 9S JS 10D 8D 10S JD 7S 9S 9D JD 10D JS"
    hand_of_jokers = count_cards(parse_cards(hand + " *" * 7), standard)
    assert can_meet(hand_of_jokers, Contract(0, 6), standard) is None
