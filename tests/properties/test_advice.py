"""Advice for hands that can't come down, and for empty hands."""

from dataclasses import replace
from random import Random

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.rules.choices import JokerCap
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.properties.shapes import some_question
from tests.properties.written import write_question

HANDS = 100


@pytest.mark.parametrize("seed", range(3))
def test_hand_with_its_missing_cards_comes_down(seed: int) -> None:
    rng = Random(200 + seed)
    for number in range(HANDS):
        question, turned, _ = some_question(rng, number)
        advice = advise(question)
        if advice.can_come_down or not advice.proved:
            continue
        assert advice.missing
        richer = replace(question, hand=question.hand + advice.missing)
        assert advise(richer).can_come_down, write_question(question, turned)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_empty_hand_has_nothing_to_lay(system) -> None:
    contract = system.contract_of(1)
    assert not advise(Question((), system, contract)).can_come_down


@pytest.mark.parametrize(("hand", "goes_out"), [("3C 4C 5C * * * *", True),
                                                ("3C 4C 5C * * * * *", False)])  # fmt: skip
def test_one_surplus_joker_can_be_discarded(hand: str, goes_out: bool) -> None:
    """Under rules where going out opens, and jokers may not outnumber other cards."""
    caps = {"set_joker_cap": JokerCap.ALWAYS, "run_joker_cap": JokerCap.ALWAYS}
    system = replace(system_of("kalooki40"), going_out_opens=True, **caps)
    found = advise(Question(parse_cards(hand), system, None))
    assert (found.can_come_down, found.goes_out, found.proved) == (goes_out, goes_out, True)
