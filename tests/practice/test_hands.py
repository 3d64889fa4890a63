"""Hands to practise with: which come down and which of two lays leaves less, by second judges."""

import os

import pytest

from kalooki_ref.cards import beyond, parse_cards
from kalooki_ref.practice.lay_maker import TWO_LAYS
from kalooki_ref.practice.makers import Level, Wanted
from kalooki_ref.practice.questions import TEN, Topic, topics_of
from kalooki_ref.practice.subjects import (
    HandHeld,
    Tacked,
    TwoLays,
    advice_on,
    points_left,
    right_lay,
)
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, TableMeld, cards_in
from kalooki_ref.referee.scoring import card_points
from kalooki_ref.rules.jamaican import JAMAICAN
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS
from tests.practice.second_opinion import second_answer, second_right_lay
from tests.practice.test_questions import HUNDRED, is_yes, questions, systems
from tests.properties.exact_model import ExactModel
from tests.properties.prove import solved_answer

# Hands that CP-SAT solves as well.
SOLVED = 10
HANDS = int(os.environ.get("KALOOKI_PRACTICE", str(SOLVED)))
with_lays = pytest.mark.parametrize(
    "system",
    [system for system in SYSTEMS if Topic.LAY in topics_of(system)],
    ids=lambda system: system.slug,
)


@systems
def test_second_referee_brings_down_the_same_hands(system: RuleSystem) -> None:
    """An integer program, written from the rules, says which hands come down."""
    wrong = []
    for subject in questions(Topic.DOWN, system, HANDS):
        assert isinstance(subject, HandHeld)
        played, contract = system.in_round(subject.number), system.contract_of(subject.number)
        model = ExactModel(Question(subject.cards, played, contract, calls=subject.calls))
        if (model.least() is not None) is not is_yes(subject, system):
            wrong.append(subject)
    assert not wrong


@with_lays
def test_second_referee_lays_the_same(system: RuleSystem) -> None:
    lays = questions(Topic.LAY, system)
    assert not [
        subject
        for subject in lays
        if right_lay(subject, system) != second_right_lay(subject, system)
    ]


@with_lays
def test_no_card_left_after_a_lay_can_be_tacked(system: RuleSystem) -> None:
    asked = questions(Topic.LAY, system, HUNDRED)
    lays = [subject for subject in asked if isinstance(subject, TwoLays)]
    assert not [
        subject for subject in lays if any(has_a_tack(subject, lay, system) for lay in subject.lays)
    ]


def has_a_tack(subject: TwoLays, lay: tuple[Meld, ...], system: RuleSystem) -> bool:
    """Whether the second referee tacks a card left after a lay, where that leaves less."""
    kept = beyond(subject.cards, cards_in(lay))
    return points_left(subject.cards, lay, system) > 0 and any(
        second_answer(Tacked(meld, (card,)), system) == "legal"
        for card in {card for card in kept if card_points(card, system)}
        for meld in lay
    )


def test_lay_is_not_asked_about_if_a_joker_moves_on_the_other() -> None:
    """* 2D 3D 4D leaves 29, but the ace of diamonds replaces its joker, and then it is 28."""
    kinds = (MeldKind.SET, MeldKind.RUN, MeldKind.RUN)
    one, other = (
        tuple(map(Meld, kinds, map(parse_cards, ("5C 5C 5S", run, "10C JC QC KC"))))
        for run in ("* 2D 3D 4D", "* QD KD AD")
    )
    hand = parse_cards("5C 5C 5S 10C JC QC KC AD 2D 3D 4D QD KD 8S KS *")
    subject = TwoLays(hand, 3, (one, other), calls=2)
    assert [points_left(hand, lay, JAMAICAN) for lay in (one, other)] == [29, 17]
    assert not TWO_LAYS.suits(subject, Wanted(JAMAICAN, Level.HARD, is_legal=True))


@with_lays
def test_nothing_leaves_less_than_the_right_lay(system: RuleSystem) -> None:
    for subject in questions(Topic.LAY, system, SOLVED):
        assert isinstance(subject, TwoLays)
        played, contract = system.in_round(subject.number), system.contract_of(subject.number)
        solved = solved_answer(Question(subject.cards, played, contract, calls=subject.calls))
        left = sorted(points_left(subject.cards, lay, system) for lay in subject.lays)
        assert solved
        assert solved.after == left[0] < left[1]
        other = subject.lays[1 - (right_lay(subject, system) or 0)]
        table = tuple(TableMeld(meld, Owner.OWN) for meld in other)
        kept = beyond(subject.cards, cards_in(other))
        later = solved_answer(Question(kept, played, table=table, down=True, calls=subject.calls))
        assert later
        assert later.after == left[1]


@systems
def test_hand_that_comes_down_is_shown_a_lay_that_is_legal(system: RuleSystem) -> None:
    for subject in questions(Topic.DOWN, system, TEN):
        assert isinstance(subject, HandHeld)
        advice = advice_on(subject, system)
        assert advice.proved
        if advice.can_come_down:
            assert judge_lay(advice.lay, system, number=subject.number).legal
