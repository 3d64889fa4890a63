"""Practice questions: judged by the second referee, about every clause, half legal, never twice."""

import os
from collections import Counter

import pytest

from kalooki_ref.practice.makers import Level
from kalooki_ref.practice.questions import TEN, Place, Topic, question_at
from kalooki_ref.practice.subjects import (
    HandHeld,
    HandScored,
    Subject,
    advice_on,
    judge,
    points_of,
    readings_behind,
)
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.rules.clause import Provenance
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.commits import seed_of_this_run
from tests.practice.second_opinion import second_answer

HUNDRED = 100
QUESTIONS = int(os.environ.get("KALOOKI_PRACTICE", "300"))
SEED = seed_of_this_run()
systems = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
topics = pytest.mark.parametrize("topic", Topic)

# Faults that no question is about: they concern what is written down, hands that are counted, the
# seats, the pack, moves that a player would not think of, and how a set on the board came about.
NOT_ASKED = {
    Code.COUNT_ODD, Code.COUNT_LOW, Code.COUNT_HIGH, Code.COUNT_GREW, Code.LAID_FEW,
    Code.POINTS_ODD, Code.POINTS_LOW, Code.POINTS_HIGH, Code.POINTS_GAP, Code.NO_SHARE,
    Code.TOO_FEW_PLAYERS, Code.TOO_MANY_PLAYERS, Code.WRONG_SEAT, Code.PUT_RIGHT_OTHERWISE,
    Code.NOT_IN_PACK, Code.MORE_THAN_PACK, Code.NO_JOKER_THERE, Code.END_NEEDED,
    Code.NO_FREE_END, Code.SET_LOCKED,
}  # fmt: skip


def questions(
    topic: Topic, system: RuleSystem, count: int = QUESTIONS, *, seed: int = SEED
) -> list[Subject]:
    """Return questions in order, ten of each level in turn."""
    return [
        question_at(topic, Place(seed, number), system, Level(1 + number // TEN % 3))
        for number in range(count)
    ]


@systems
def test_second_referee_gives_the_same_answers(system: RuleSystem) -> None:
    legal, cost = questions(Topic.LEGAL, system), questions(Topic.COST, system)
    wrong = [one for one in legal if judge(one, system).answer != second_answer(one, system)]
    wrong += [one for one in cost if points_of(one, system) != second_answer(one, system)]
    assert not wrong


@systems
def test_every_clause_that_can_be_asked_about_comes_up(system: RuleSystem) -> None:
    asked = questions(Topic.LEGAL, system, 10 * HUNDRED, seed=48)
    found = {code for one in asked for code in judge(one, system).codes}
    clauses = [{*clause.cites} - NOT_ASKED for clause in system.clauses]
    assert not [cites for cites in clauses if cites and not cites & found]


@systems
@pytest.mark.parametrize("topic", [Topic.LEGAL, Topic.DOWN])
def test_half_of_each_ten_are_legal(topic: Topic, system: RuleSystem) -> None:
    asked = questions(topic, system, 3 * TEN)
    for begin in range(0, len(asked), TEN):
        assert sum(is_yes(one, system) for one in asked[begin : begin + TEN]) == TEN // 2


def is_yes(subject: Subject, system: RuleSystem) -> bool:
    if isinstance(subject, HandHeld):
        return advice_on(subject, system).can_come_down
    return judge(subject, system).legal


@systems
@topics
def test_no_question_comes_twice_within_a_hundred(topic: Topic, system: RuleSystem) -> None:
    asked = questions(topic, system, HUNDRED + TEN)
    twice = [one for one, count in Counter(asked[:HUNDRED]).items() if count > 1]
    assert not twice
    assert not {*asked[TEN:HUNDRED]} & {*asked[HUNDRED:]}


@systems
def test_answer_takes_nothing_on_trust(system: RuleSystem) -> None:
    asked = questions(Topic.LEGAL, system, HUNDRED)
    assert not [one for one in asked if judge(one, system).assumes]


@systems
def test_hand_that_comes_down_is_shown_a_lay_that_is_legal(system: RuleSystem) -> None:
    for one in questions(Topic.DOWN, system, TEN):
        assert isinstance(one, HandHeld)
        advice = advice_on(one, system)
        assert advice.proved
        if advice.can_come_down:
            assert judge_lay(advice.lay, system, number=one.number).legal


@systems
def test_answer_that_hangs_on_a_reading_of_ours_names_its_clause(system: RuleSystem) -> None:
    named = [readings_behind(one, system) for one in questions(Topic.LEGAL, system, HUNDRED)]
    found = {clause.provenance for clauses in named for clause in clauses}
    assert found == {Provenance.OURS}


@topics
def test_same_place_gives_the_same_question(topic: Topic) -> None:
    system = system_of("standard")
    place = Place(SEED, 7)
    first, again = (question_at(topic, place, system, Level.HARD) for _ in range(2))
    assert first == again
    assert question_at(topic, Place(SEED, 8), system, Level.HARD) != first


@pytest.mark.parametrize(
    ("slug", "house"),
    [
        ("jamaican", {"joker_mover": "nobody", "calling": "no"}),
        ("kalooki40", {"opening": "51"}),
        ("standard", {"run_min": "3", "contracts": "seven"}),
    ],
)
def test_own_rules_have_questions_of_their_own(slug: str, house: dict[str, str]) -> None:
    system = with_changes(system_of(slug), house)
    for topic in Topic:
        for one in questions(topic, system, 2 * TEN):
            if not isinstance(one, HandScored | HandHeld):
                assert not judge(one, system).assumes
