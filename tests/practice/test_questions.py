"""Practice questions: judged by the second referee, about every clause, half legal, never twice."""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.practice import subjects
from kalooki_ref.practice.lessons import Step, task_of
from kalooki_ref.practice.makers import Level
from kalooki_ref.practice.offered import offered_points
from kalooki_ref.practice.questions import TEN, Place, Topic, question_at, topics_of
from kalooki_ref.practice.scenes import Scene, scenes_of
from kalooki_ref.practice.subjects import (
    HandHeld,
    HandScored,
    Subject,
    TwoLays,
    advice_on,
    cards_of,
    judge,
    points_of,
    readings_behind,
    right_lay,
)
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.rules.choices import Fine
from kalooki_ref.rules.clause import Provenance
from kalooki_ref.rules.clause_index import chapter_of
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.constraints import objections_to
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_changes, with_choices
from kalooki_ref.rules.switches import NUMBERS, SWITCHES
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.words.practice_words import question_words
from tests.commits import seed_of_this_run
from tests.practice.second_opinion import second_answer

HUNDRED = 100
QUESTIONS = int(os.environ.get("KALOOKI_PRACTICE", "150"))
# Searches for one question, at most, with either answer.
MOST_SEARCHES = 40
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
    wrong = [
        subject
        for subject in legal
        if judge(subject, system).answer != second_answer(subject, system)
    ]
    wrong += [
        subject for subject in cost if points_of(subject, system) != second_answer(subject, system)
    ]
    assert not wrong


@systems
def test_every_clause_that_can_be_asked_about_comes_up(system: RuleSystem) -> None:
    asked = questions(Topic.LEGAL, system, 10 * HUNDRED, seed=48)
    found = {code for subject in asked for code in judge(subject, system).codes}
    clauses = [{*clause.cites} - NOT_ASKED for clause in system.clauses]
    assert not [cites for cites in clauses if cites and not cites & found]


@systems
@pytest.mark.parametrize("topic", [Topic.LEGAL, Topic.DOWN, Topic.LAY])
def test_half_of_each_ten_are_legal(topic: Topic, system: RuleSystem) -> None:
    asked = questions(topic, system, 3 * TEN) if topic in topics_of(system) else []
    for begin in range(0, len(asked), TEN):
        assert sum(is_yes(subject, system) for subject in asked[begin : begin + TEN]) == TEN // 2


def is_yes(subject: Subject, system: RuleSystem) -> bool:
    if isinstance(subject, HandHeld):
        return advice_on(subject, system).can_come_down
    if isinstance(subject, TwoLays):
        return right_lay(subject, system) == 0
    return judge(subject, system).legal


@systems
@topics
def test_no_question_comes_twice_within_a_hundred(topic: Topic, system: RuleSystem) -> None:
    asked = questions(topic, system, HUNDRED + TEN) if topic in topics_of(system) else []
    twice = [subject for subject, count in Counter(asked[:HUNDRED]).items() if count > 1]
    assert not twice
    assert not {*asked[TEN:HUNDRED]} & {*asked[HUNDRED:]}


@systems
def test_answer_takes_nothing_on_trust(system: RuleSystem) -> None:
    asked = questions(Topic.LEGAL, system, HUNDRED)
    assert not [subject for subject in asked if judge(subject, system).assumes]


@systems
def test_answer_that_hangs_on_a_reading_of_ours_names_its_clause(system: RuleSystem) -> None:
    named = [
        readings_behind(subject, system) for subject in questions(Topic.LEGAL, system, HUNDRED)
    ]
    found = {clause.provenance for clauses in named for clause in clauses}
    assert found == {Provenance.OURS}


def other_readings(system: RuleSystem) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the number of each clause that is our reading, and a switch that reads it otherwise."""
    ours = {clause.number for clause in system.clauses if clause.provenance is Provenance.OURS}
    for switch in SWITCHES:
        number = NUMBERS[switch.field]
        for choice in switch.choices if number in ours and chapter_of(number) >= 3 else ():
            played = replace(system, **{switch.field: choice.value})
            is_possible = not choice.also and not objections_to(played, frozenset({switch.field}))
            if choice.value != getattr(system, switch.field) and is_possible:
                yield number, {switch.field: choice.key}


@systems
def test_second_referee_knows_no_reading_that_is_not_named(system: RuleSystem) -> None:
    silent = []
    for subject in questions(Topic.LEGAL, system, HUNDRED):
        named = {clause.number for clause in readings_behind(subject, system)}
        # A meld on the board that couldn't lie there by the other reading is an error.
        same = {second_answer(subject, system), "unclear", "error"}
        silent += [
            (subject, number)
            for number, house in other_readings(system)
            if number not in named and second_answer(subject, system, house) not in same
        ]
    assert not silent


@systems
def test_every_cost_of_a_hand_comes_up(system: RuleSystem) -> None:
    asked = questions(Topic.COST, system, 3 * HUNDRED)
    hands = [hand for hand in asked if isinstance(hand, HandScored)]
    assert any(hand.bent for hand in hands) is bool(system.bend)
    assert any(not hand.down for hand in hands) is bool(system.not_down)
    is_fined = any(isinstance(cost, Fine) for cost in (*system.overcall, *system.false_lay))
    assert any(hand.overcalls or hand.false_lays for hand in hands) is is_fined
    assert {card.is_joker for hand in hands for card in hand.cards} == {True, False}


def test_hand_of_a_player_who_never_came_down_has_all_cards_dealt() -> None:
    system = system_of("caribbean")
    asked = questions(Topic.COST, system, HUNDRED)
    hands = [hand for hand in asked if isinstance(hand, HandScored) and not hand.down]
    assert hands
    assert min(len(hand.cards) for hand in hands) >= min(system.deals)


@pytest.mark.parametrize("fined", [{"overcalls": 1}, {"false_lays": 1}])
def test_points_without_the_fine_are_among_the_answers(fined: dict[str, int]) -> None:
    hand = HandScored(parse_cards("7R 9B"), down=True, **fined)
    assert 16 in offered_points(hand, system_of("kooky"))


def test_game_without_calls_has_no_hands_with_a_call_too_many() -> None:
    system = with_changes(system_of("kooky"), {"calling": "no"})
    asked = questions(Topic.COST, system, HUNDRED)
    assert not [one for one in asked if isinstance(one, HandScored) and one.overcalls]


def test_board_that_only_calls_would_bend_is_not_asked_about() -> None:
    system = with_changes(system_of("jamaican"), {"bend_without_calls": "no"})
    asked = questions(Topic.COST, system, HUNDRED)
    assert not [hand for hand in asked if isinstance(hand, HandScored) and hand.bent]
    lesson = task_of(Step.COUNT, system, seed=1)
    assert isinstance(lesson, HandScored)
    assert not lesson.bent


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
    for topic in topics_of(system):
        for subject in questions(topic, system, 2 * TEN):
            if not isinstance(subject, HandScored | HandHeld | TwoLays):
                assert not judge(subject, system).assumes


@pytest.mark.parametrize("seed", range(3))
def test_opening_that_hands_hardly_reach_takes_few_searches(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    searched: list[Question] = []

    def counted(question: Question) -> Advice:
        searched.append(question)
        return advise(question)

    monkeypatch.setattr(subjects, "advise", counted)
    dear = with_changes(system_of("kalooki40"), {"opening": "140"})
    question_at(Topic.DOWN, Place(seed, 0), dear, Level.EASY)
    assert len(searched) <= MOST_SEARCHES


@pytest.mark.parametrize(
    ("slug", "house"),
    [
        ("kalooki40", {"opening": 150}),
        ("jamaican", {"contracts": [{"is": "Contract", "sets": 3, "runs": 0}], "deals": [3]}),
    ],
)
def test_hands_that_never_come_down_are_not_asked_about(slug: str, house: dict[str, Any]) -> None:
    assert Topic.DOWN not in topics_of(with_choices(system_of(slug), house))


def test_lays_are_not_asked_about_where_points_open_a_round() -> None:
    first = {"is": "Contract", "sets": 0, "runs": 0, "points": 10}
    system = with_choices(system_of("jamaican"), {"contracts": [first], "deals": [13]})
    assert Topic.LAY not in topics_of(system)
    assert len(questions(Topic.DOWN, system, TEN)) == TEN


@systems
def test_table_without_jokers_is_asked_about_none(system: RuleSystem) -> None:
    plain = with_changes(system, {"jokers": "0"})
    for topic in topics_of(plain):
        for subject in questions(topic, plain, HUNDRED if topic is Topic.LEGAL else TEN):
            assert subject is not Scene.DISCARD_JOKER
            assert not any(card.is_joker for cards in cards_of(subject) for card in cards)


@pytest.mark.parametrize(
    ("slug", "scene", "words"),
    [
        ("jamaican", Scene.CALL_THE_LAST, "granted this round: 2. You call again."),
        ("jamaican", Scene.CALL_ONE_TOO_MANY, "granted this round: 3. You call again."),
        ("standard", Scene.LAY_MORE, "You came down a turn ago. You lay another three."),
        ("kooky", Scene.DISCARD_JOKER, "You discard a Kooky Kard."),
    ],
)
def test_scene_is_put_in_the_words_of_its_rules(slug: str, scene: Scene, words: str) -> None:
    (question,) = question_words(scene, system_of(slug))
    assert words in str(question)


@pytest.mark.parametrize(
    ("slug", "house", "scene", "is_legal"),
    [
        ("jamaican", {"last_contract_all_cards": "yes"}, Scene.BEND, True),
        ("standard", {"last_contract_all_cards": "yes"}, Scene.BEND_LATER, False),
        ("jamaican", {"down_draws_upcard": "yes"}, Scene.REFUSE_WHILE_DOWN, None),
        ("jamaican", {"bend_without_calls": "no"}, Scene.BEND, None),
        ("kooky", {"upcard": "no"}, Scene.CALL_FIRST_UPCARD, None),
    ],
)
def test_scene_that_hangs_on_something_unsaid_is_not_asked(
    slug: str, house: dict[str, str], scene: Scene, *, is_legal: bool | None
) -> None:
    system = with_changes(system_of(slug), house)
    assert (scene in scenes_of(system)) == (is_legal is not None)
    if is_legal is not None:
        assert judge(scene, system).legal is is_legal
        assert Code.CARDS_KEPT not in judge(scene, system).codes
