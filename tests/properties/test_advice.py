"""The advice against trying everything on small hands, and every arrangement re-judged.

`KALOOKI_HANDS=1000 pytest tests/properties/test_advice.py` tries more of them for each seed.
"""

import os
from random import Random

import pytest

from kalooki_ref.cards import cards_text
from kalooki_ref.referee.advice.advise import advise, can_come_down
from kalooki_ref.referee.advice.holding import count_cards
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.rules.systems import SYSTEMS
from tests.properties.brute import Brute
from tests.properties.hands import small_question
from tests.properties.replaying import replay

HANDS = int(os.environ.get("KALOOKI_HANDS", "16"))


def hold_to_everything(question: Question, advice: Advice) -> None:
    said = cards_text(question.hand), question
    before, after = Brute(question).answer()
    if advice.proved:
        assert (advice.leftover, advice.leftover_after_discard) == (before, after), said
    elif advice.leftover is not None:
        assert before is not None, said
        assert advice.leftover >= before, said
    if advice.can_come_down:
        left = replay(question, advice)
        assert advice.leftover_after_discard in {None, left}, said


@pytest.mark.parametrize("seed", range(6))
def test_small_hands_come_out_as_when_everything_is_tried(seed: int) -> None:
    rng = Random(seed)
    for _ in range(HANDS):
        question = small_question(rng, table=False)
        advice = advise(question)
        hold_to_everything(question, advice)
        if advice.proved:
            holding = count_cards(question.hand, question.system)
            assert can_come_down(holding, question) == advice.can_come_down


@pytest.mark.parametrize("seed", range(6))
def test_turns_at_a_table_come_out_as_when_everything_is_tried(seed: int) -> None:
    rng = Random(100 + seed)
    for _ in range(HANDS):
        question = small_question(rng, table=True)
        hold_to_everything(question, advise(question))


@pytest.mark.parametrize("seed", range(3))
def test_a_hand_with_its_missing_cards_comes_down(seed: int) -> None:
    rng = Random(200 + seed)
    for _ in range(HANDS):
        question = small_question(rng, table=False)
        advice = advise(question)
        if advice.can_come_down or not advice.proved:
            continue
        assert advice.missing
        hand = question.hand + advice.missing
        holding = count_cards(hand, question.system)
        assert can_come_down(holding, question), cards_text(question.hand)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_an_empty_hand_has_nothing_to_lay(system) -> None:
    contract = system.contract_of(1)
    assert not advise(Question((), system, contract)).can_come_down
