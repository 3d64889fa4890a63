"""The steps of learning and the examples of contracts, under every system and own rules."""

import pytest

from kalooki_ref.practice.examples import contract_example
from kalooki_ref.practice.lessons import CardChoice, Step, numbers_of, steps_of, task_of
from kalooki_ref.referee.meld import cards_in
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.practice.second_opinion import second_answer

OWN = with_changes(
    system_of("jamaican"), {"run_min": "3", "calling": "no", "joker_mover": "nobody"}
)
EVERY = {system.slug: system for system in SYSTEMS} | {"own": OWN}
systems = pytest.mark.parametrize("system", EVERY.values(), ids=EVERY)


@systems
@pytest.mark.parametrize("step", [Step.SET, Step.RUN, Step.JOKER, Step.TACK])
def test_one_of_four_cards_is_right(step: Step, system: RuleSystem) -> None:
    for seed in range(20):
        choice = task_of(step, system, seed)
        assert isinstance(choice, CardChoice)
        assert len(set(choice.cards)) == 4
        assert len(choice.right_in(system)) == 1


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


@systems
def test_example_of_every_contract_differs_by_one_card(system: RuleSystem) -> None:
    for number in range(1, (len(system.contracts) or 1) + 1):
        example = contract_example(number, system)
        assert example
        assert len(example.verdict.codes) == 1
        lay, short = cards_in(example.lay.melds), cards_in(example.short.melds)
        apart = len(lay) - sum((one == other) for one, other in zip(lay, short, strict=False))
        assert apart == 1 if example.at is not None else len(lay) - len(short) == 1


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_second_referee_agrees_on_the_examples(system: RuleSystem) -> None:
    for number in range(1, (len(system.contracts) or 1) + 1):
        example = contract_example(number, system)
        assert example
        assert second_answer(example.lay, system) == "legal"
        assert second_answer(example.short, system) == "illegal"
