"""Answers that hang on a reading of ours which no switch changes name its clause."""

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.practice.questions import Topic
from kalooki_ref.practice.subjects import (
    HandHeld,
    HandScored,
    Lay,
    Subject,
    advice_on,
    readings_behind,
)
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import system_of
from tests.practice.test_questions import questions

KALOOKI40 = system_of("kalooki40")


def named(subject: Subject, system: RuleSystem) -> set[str]:
    return {clause.number for clause in readings_behind(subject, system)}


def run(cards: str) -> Lay:
    return Lay((Meld(MeldKind.RUN, parse_cards(cards)),), 1)


def test_cost_that_hangs_on_a_reading_of_ours_names_its_clause() -> None:
    system = system_of("standard")
    hands = [hand for hand in questions(Topic.COST, system) if isinstance(hand, HandScored)]
    assert {bool(hand.bent and hand.overcalls) for hand in hands} == {True, False}
    for hand in hands:
        assert ("9.8" in named(hand, system)) == bool(hand.bent and hand.overcalls)


@pytest.mark.parametrize(
    ("cards", "is_named"),
    [
        ("7H 8H * 10H JH", True),
        ("9H 10H JH QH KH", False),
        ("9H 10H JH QH *", True),
        ("10H JH QH KH *", False),
        ("3H 4H *", False),
    ],
)
def test_opening_that_hangs_on_a_joker_names_what_it_counts(cards: str, *, is_named: bool) -> None:
    assert ("5.5" in named(run(cards), KALOOKI40)) is is_named


def test_hand_that_opens_with_a_joker_names_what_it_counts() -> None:
    others = " 2C 4C 6C 9C 2D 4D 6D 3S JS"
    for cards, is_named in (("7H 8H * 10H JH", True), ("10H JH QH KH 9H", False)):
        hand = HandHeld(parse_cards(cards + others), 1)
        assert ("5.5" in named(hand, KALOOKI40)) is is_named


@pytest.mark.parametrize(
    ("cards", "is_named"),
    [
        # 7, 8, 9 and the threes are 33 points.
        ("7H * 9H 3S 3D 3C", True),
        ("7H * 9H KS", False),
        ("7H 8H 9H KS", False),
    ],
)
def test_hand_that_just_does_not_open_names_what_a_joker_counts(
    cards: str, *, is_named: bool
) -> None:
    system = with_changes(KALOOKI40, {"opening": "35"})
    hand = HandHeld(parse_cards(cards + " 2C 6C QC 2D 6D 8S JS"), 1)
    assert not advice_on(hand, system).can_come_down
    assert ("5.5" in named(hand, system)) is is_named
