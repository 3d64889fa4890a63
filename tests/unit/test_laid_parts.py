"""Dividing a meld into the part to lay and the part to tack, where tacks allow more jokers."""

import pytest

from kalooki_ref.cards import cards_text, parse_cards
from kalooki_ref.referee.advice.plan import laid_part
from kalooki_ref.referee.meld import End, Meld, MeldKind
from kalooki_ref.rules.systems import system_of

JAMAICAN = system_of("jamaican")


@pytest.mark.parametrize(
    ("cards", "laid", "high", "low"),
    [
        ("* * * 6H 7H *", "* * 6H 7H", "*", "*"),
        ("6H 7H * * * *", "6H 7H * *", "* *", ""),
        ("* * * * 6H 7H", "* * 6H 7H", "", "* *"),
        ("* 5H * * 8H * *", "5H * * 8H", "* *", "*"),
        ("* * 3H * * 6H *", "3H * * 6H", "*", "* *"),
    ],
)
def test_longest_legal_part_of_a_run_is_laid(cards: str, laid: str, high: str, low: str) -> None:
    part, tacks = laid_part(Meld(MeldKind.RUN, parse_cards(cards)), JAMAICAN)
    assert cards_text(part.cards) == laid
    assert tacks == [(parse_cards(high), End.HIGH), (parse_cards(low), End.LOW)]


def test_naturals_of_a_set_are_laid_with_the_jokers_needed() -> None:
    part, tacks = laid_part(Meld(MeldKind.SET, parse_cards("7H 7D * * *")), JAMAICAN)
    assert cards_text(part.cards) == "7H 7D *"
    assert tacks == [(parse_cards("* *"), None)]


def test_complete_natural_set_is_laid_without_jokers() -> None:
    part, tacks = laid_part(Meld(MeldKind.SET, parse_cards("7H 7D 7C * * * *")), JAMAICAN)
    assert cards_text(part.cards) == "7H 7D 7C"
    assert tacks == [(parse_cards("* * * *"), None)]


def test_legal_meld_is_laid_completely() -> None:
    meld = Meld(MeldKind.RUN, parse_cards("5H 6H * *"))
    assert laid_part(meld, JAMAICAN) == (meld, [])
