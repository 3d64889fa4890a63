"""The advice against trying everything on small hands, and every arrangement re-judged.

`KALOOKI_HANDS=5000 pytest tests/properties/test_advice.py` tries more of them.
"""

import os
from random import Random

import pytest

from kalooki_ref.cards import cards_text
from kalooki_ref.referee.advice.advise import advise, can_come_down
from kalooki_ref.referee.advice.holding import count_cards
from kalooki_ref.referee.advice.question import Question
from tests.properties.brute import Brute
from tests.properties.hands import small_hand, small_opening, some_system
from tests.properties.replaying import replay

HANDS = int(os.environ.get("KALOOKI_HANDS", "40"))


def some_question(rng: Random) -> Question:
    system, contract = small_opening(rng, some_system(rng))
    return Question(small_hand(rng, system), system, contract)


@pytest.mark.parametrize("seed", range(8))
def test_small_hands_come_out_as_when_everything_is_tried(seed: int) -> None:
    rng = Random(seed)
    for _ in range(HANDS):
        question = some_question(rng)
        said = cards_text(question.hand), question.contract, question.system.slug
        advice = advise(question)
        best = Brute(question).answer()
        if not advice.proved:
            assert advice.leftover is None or advice.leftover >= best[0], said
            continue
        assert (advice.leftover, advice.leftover_after_discard) == best, said
        holding = count_cards(question.hand, question.system)
        assert can_come_down(holding, question) == advice.can_come_down, said


@pytest.mark.parametrize("seed", range(8))
def test_what_is_advised_is_legal_and_leaves_what_it_says(seed: int) -> None:
    rng = Random(1000 + seed)
    for _ in range(HANDS):
        question = some_question(rng)
        advice = advise(question)
        if advice.can_come_down:
            left = replay(question, advice)
            if advice.leftover_after_discard is not None:
                assert left == advice.leftover_after_discard, cards_text(question.hand)
