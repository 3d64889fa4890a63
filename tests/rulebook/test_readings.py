"""Readings of the sheets that a table may turn: each changes what the referee says."""

import pytest

from kalooki_ref.cards import cards_text, parse_cards
from kalooki_ref.referee.joker_moves import judge_joker_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.house import HouseRuleError, apply
from kalooki_ref.rules.systems import system_of


def run_of(text: str) -> Meld:
    return Meld(MeldKind.RUN, parse_cards(text))


def test_a_joker_standing_for_the_ace_opens_the_low_end_or_does_not() -> None:
    sheet = system_of("standard")
    strict = apply(sheet, {"joker_as_ace": "no"})
    target, add = run_of("10H JH QH KH *"), parse_cards("9H")
    assert judge_tack(target, add, sheet, end=End.LOW).legal
    assert judge_tack(target, add, strict, end=End.LOW).codes == (Code.LOW_END_CLOSED,)
    assert judge_tack(run_of("10H JH QH KH AH"), add, strict, end=End.LOW).legal


def test_a_kooky_kard_as_the_ace_lets_another_go_to_the_low_end_or_does_not() -> None:
    sheet = system_of("kooky")
    strict = apply(sheet, {"joker_as_ace": "no"})
    target, card = run_of("10B * 12B 13B *"), parse_cards("11B")
    moved = judge_joker_move(target, 1, card, sheet, by=Owner.OTHER)
    assert cards_text(moved.result) == "* 10B 11B 12B 13B *"
    kept = judge_joker_move(target, 1, card, strict, by=Owner.OTHER)
    assert kept.codes == (Code.NO_FREE_END,)


@pytest.mark.parametrize("slug", ["jamaican", "caribbean", "kalooki40"])
def test_where_both_ends_are_open_nothing_waits_for_the_ace(slug: str) -> None:
    with pytest.raises(HouseRuleError, match="low end is open"):
        apply(system_of(slug), {"joker_as_ace": "no"})
    both = {"joker_as_ace": "no", "tack_ends": "high"}
    assert not apply(system_of(slug), both).joker_as_ace
