"""The steps of learning and the examples of contracts, under every system and own rules."""

from collections.abc import Iterator
from contextlib import suppress

import pytest

from kalooki_ref.practice.examples import contract_example
from kalooki_ref.practice.lessons import CardChoice, Step, numbers_of, steps_of, task_of
from kalooki_ref.practice.subjects import HandScored, JokerMoved, judge
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import MeldKind, cards_in
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, with_changes, with_choices
from kalooki_ref.rules.switches import NUMBERS, SWITCHES
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.words.verdicts import say_plain
from tests.commits import share_of_this_commit
from tests.practice.second_opinion import query_of, second_answer
from tests.reference.judge import answer

OWN = with_changes(
    system_of("jamaican"), {"run_min": "3", "calling": "no", "joker_mover": "nobody"}
)
EVERY = {system.slug: system for system in SYSTEMS} | {"own": OWN}
systems = pytest.mark.parametrize("system", EVERY.values(), ids=EVERY)


@systems
@pytest.mark.parametrize("step", [Step.SET, Step.RUN, Step.JOKER, Step.TACK])
def test_one_of_four_cards_is_right(step: Step, system: RuleSystem) -> None:
    for seed in range(0, 40, 2):
        choice = task_of(step, system, seed)
        assert isinstance(choice, CardChoice)
        assert len(set(choice.cards)) == 4
        assert len(choice.right_in(system)) == 1


def test_one_of_four_cards_is_right_with_every_choice_of_a_switch() -> None:
    wrong = []
    for slug, field, key in share_of_this_commit(list(choices()), of=8):
        system = with_changes(system_of(slug), {field: key})
        for step in {Step.SET, Step.RUN, Step.JOKER, Step.TACK} & {*steps_of(system)}:
            choice = task_of(step, system, seed=2)
            assert isinstance(choice, CardChoice)
            if len(choice.right_in(system)) != 1:
                wrong.append((slug, field, key, step))
    assert not wrong


def choices() -> Iterator[tuple[str, str, str]]:
    """Yield system, field and key of each choice of a switch that can be played by itself."""
    for system in SYSTEMS:
        for switch in SWITCHES:
            for choice in switch.choices:
                with suppress(HouseRuleError):
                    with_changes(system, {switch.field: choice.key})
                    yield system.slug, switch.field, choice.key


@systems
@pytest.mark.parametrize("step", [Step.RUN, Step.JOKER])
def test_wrong_card_of_a_run_leaves_a_gap_of_one_card(step: Step, system: RuleSystem) -> None:
    for seed in range(0, 80, 2):
        choice = task_of(step, system, seed)
        assert isinstance(choice, CardChoice)
        for card in choice.cards:
            reasons = [
                say_plain(found, system) for found in choice.verdict_on(card, system).findings
            ]
            assert not [reason for reason in reasons if "are missing" in reason], (seed, str(card))


@systems
def test_joker_of_a_set_goes_to_no_end(system: RuleSystem) -> None:
    tasks = [task_of(Step.TACK, system, seed) for seed in range(1, 160, 2)]
    moved = [task for task in tasks if isinstance(task, JokerMoved)]
    of_sets = [task for task in moved if task.target.kind is MeldKind.SET]
    assert bool(of_sets) is (system is not OWN)
    assert not [task for task in of_sets if task.to in {JokerTo.HIGH, JokerTo.LOW}]


def test_runs_that_do_not_grow_leave_sets_to_tack_to() -> None:
    system = with_changes(system_of("standard"), {"run_max": "4"})
    for seed in range(0, 40, 2):
        choice = task_of(Step.TACK, system, seed)
        assert isinstance(choice, CardChoice)
        assert choice.meld.kind is MeldKind.SET
        assert len(choice.right_in(system)) == 1


@systems
def test_moving_a_joker_is_tried_with_every_second_seed(system: RuleSystem) -> None:
    tasks = [task_of(Step.TACK, system, seed) for seed in range(1, 40, 2)]
    moved = [task for task in tasks if isinstance(task, JokerMoved)]
    if system is OWN:
        assert not moved
    else:
        assert len(moved) == len(tasks)
        assert {judge(task, system).legal for task in moved} == {True, False}


@systems
def test_board_is_bent_with_every_second_seed(system: RuleSystem) -> None:
    for seed in range(4):
        hand = task_of(Step.COUNT, system, seed)
        assert isinstance(hand, HandScored)
        assert hand.bent == (seed % 2 == 1 and bool(system.bend))


@systems
def test_every_step_shows_rules_of_the_game(system: RuleSystem) -> None:
    known = {clause.number for clause in system.clauses}
    for step in steps_of(system):
        assert numbers_of(step, system)
        assert {*numbers_of(step, system)} <= known


def test_step_about_calls_is_left_out_without_them() -> None:
    assert Step.CALL in steps_of(system_of("jamaican"))
    assert len(steps_of(system_of("jamaican"))) == 8
    assert Step.CALL not in steps_of(OWN)
    assert Step.CALL not in steps_of(system_of("kalooki40"))


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_table_without_jokers_is_taught_nothing_about_them(system: RuleSystem) -> None:
    plain = with_changes(system, {"jokers": "0"})
    steps = steps_of(plain)
    assert {*steps_of(system)} - {*steps} == {Step.JOKER}
    assert NUMBERS["joker_mover"] not in numbers_of(Step.TACK, plain)
    for step in (Step.SET, Step.RUN, Step.TACK):
        choice = task_of(step, plain, seed=1)
        assert isinstance(choice, CardChoice)
        assert not any(card.is_joker for card in (*choice.meld.cards, *choice.cards))


@systems
def test_example_of_every_contract_differs_by_one_card(system: RuleSystem) -> None:
    for number in range(1, (len(system.contracts) or 1) + 1):
        example = contract_example(number, system)
        assert example
        assert len(example.verdict.codes) == 1
        lay, short = cards_in(example.lay.melds), cards_in(example.short.melds)
        apart = len(lay) - sum((card == other) for card, other in zip(lay, short, strict=False))
        assert apart == 1 if example.at is not None else len(lay) - len(short) == 1


@pytest.mark.parametrize("size", range(3, 9))
def test_sets_of_own_contracts_have_an_example(size: int) -> None:
    contract = {"is": "Contract", "sets": 2, "runs": 0, "set_size": size}
    system = with_choices(system_of("jamaican"), {"contracts": [contract], "deals": [16]})
    assert contract_example(1, system)


@pytest.mark.parametrize("points", [1, 6, 9, 40])
def test_opening_of_a_few_points_has_an_example(points: int) -> None:
    system = with_choices(system_of("kalooki40"), {"opening": points})
    example = contract_example(1, system)
    assert example
    assert example.met.legal
    assert (example.verdict.codes == (Code.OPENING_SHORT,)) is (points == 40)


@pytest.mark.parametrize(
    ("sets", "runs", "dealt"), [(0, 3, 12), (2, 0, 6), (1, 1, 13), (3, 1, 13), (2, 1, 10)]
)
def test_contract_laid_with_all_cards_has_an_example(sets: int, runs: int, dealt: int) -> None:
    contract = {"is": "Contract", "sets": sets, "runs": runs}
    own = {"contracts": [contract], "deals": [dealt], "last_contract_all_cards": "yes"}
    system = with_choices(system_of("jamaican"), own)
    example = contract_example(1, system)
    assert example
    assert len(cards_in(example.lay.melds)) == dealt + 1
    for lay, expected in ((example.lay, "legal"), (example.short, "illegal")):
        kind, asked = query_of(lay, system)
        query = {"sheet": "000", "kind": kind, "house": own, "input": asked | {"goes_out": True}}
        assert answer(query) == expected


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_second_referee_agrees_on_the_examples(system: RuleSystem) -> None:
    for number in range(1, (len(system.contracts) or 1) + 1):
        example = contract_example(number, system)
        assert example
        assert second_answer(example.lay, system) == "legal"
        assert second_answer(example.short, system) == "illegal"
