"""The advice against an integer program on large hands: the second independent answer.

`KALOOKI_HANDS=1000 pytest tests/properties/test_advice_exact.py` tries more for each seed.
"""

import os
from random import Random

import pytest

from kalooki_ref.cards import cards_text
from kalooki_ref.referee.advice.advise import advise, can_come_down
from kalooki_ref.referee.advice.holding import count_cards
from kalooki_ref.referee.advice.question import Question
from tests.properties.hands import dealt_hand, hard_hand, some_system
from tests.properties.replaying import replay

pytest.importorskip("ortools")

from tests.properties.exact_model import ExactModel

HANDS = int(os.environ.get("KALOOKI_HANDS", "10"))


def large_question(rng: Random) -> Question:
    system = some_system(rng)
    contract = rng.choice(system.contracts) if system.contracts else None
    hand = rng.choice((dealt_hand, hard_hand, hard_hand))(rng, system, rng.randint(9, 23))
    return Question(hand, system, contract)


@pytest.mark.parametrize("seed", range(4))
def test_large_hands_come_out_as_in_the_integer_program(seed: int) -> None:
    rng = Random(seed)
    for _ in range(HANDS):
        question = large_question(rng)
        advice = advise(question)
        if not advice.proved:
            continue
        model = ExactModel(question)
        try:
            best = model.least(), model.least_after()
        except TimeoutError:
            continue
        said = cards_text(question.hand), question.contract, question.system.slug
        assert (advice.leftover, advice.leftover_after_discard) == best, said
        holding = count_cards(question.hand, question.system)
        assert can_come_down(holding, question) == advice.can_come_down, said
        if advice.can_come_down:
            left = replay(question, advice)
            assert advice.leftover_after_discard in {None, left}, said
