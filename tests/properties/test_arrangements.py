"""Properties of advice: every step is legal, and the promised points are right.

Hypothesis draws the hands: few locally, many in continuous integration. Whether the advice is the
best is tested in test_proven_hands and test_fresh_hands.
"""

from dataclasses import replace
from random import Random

from hypothesis import given, note
from hypothesis import strategies as st

from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.joker_moves import may_open_with_joker
from kalooki_ref.referee.meld import MeldKind, Owner
from tests.properties.near_legal import law_of_turns
from tests.properties.replaying import replay
from tests.properties.shapes import some_question
from tests.properties.written import answer_of, write_question

chance = st.randoms(use_true_random=False)
# Half of the kinds of questions, as ``some_question`` numbers them.
WITH_A_TABLE = tuple(number for number in range(20) if number // 5 % 2)


@law_of_turns
@given(chance, st.integers(0, 19))
def test_every_arrangement_is_legal_step_by_step(rng: Random, number: int) -> None:
    question, turned, _ = some_question(rng, number)
    note(write_question(question, turned))
    advice = advise(question)
    if advice.can_come_down:
        replay(question, advice)
    else:
        assert not advice.lay + advice.moves
        assert not advice.goes_out


@law_of_turns
@given(chance, st.integers(0, 19))
def test_advice_does_not_depend_on_the_order_of_the_hand(rng: Random, number: int) -> None:
    question, turned, _ = some_question(rng, number)
    note(write_question(question, turned))
    shuffled = replace(question, hand=tuple(rng.sample(question.hand, len(question.hand))))
    plain, again = answer_of(advise(question)), answer_of(advise(shuffled))
    assert plain == again


@law_of_turns
@given(chance, st.sampled_from(WITH_A_TABLE))
def test_another_board_meld_never_hurts(rng: Random, number: int) -> None:
    question, turned, _ = some_question(rng, number)
    note(write_question(question, turned))
    with_it, without = advise(question), advise(with_one_meld_less(question))
    system = question.system
    assert with_it.can_come_down >= without.can_come_down
    with_jokers = any(may_open_with_joker(kind, system) for kind in MeldKind)
    opens_with_the_table = system.builders_open or system.going_out_opens or with_jokers
    if not opens_with_the_table:
        assert with_it.can_come_down == without.can_come_down
    if without.can_come_down and with_it.proved and without.proved:
        assert with_it.leftover <= without.leftover
        assert with_it.goes_out >= without.goes_out


def with_one_meld_less(question: Question) -> Question:
    """Return the question without the last meld of another player, if there is one."""
    *_, last = (None, *(item for item in question.table if item.owner is Owner.OTHER))
    return replace(question, table=tuple(item for item in question.table if item is not last))
