"""The quick search for a contract against the sweep that can do everything, on cramped hands.

Not here: others' answers (test_proven_hands, test_fresh_hands).
"""

from random import Random

import pytest

from kalooki_ref.cards import cards_text
from kalooki_ref.referee.advice.board import board_of
from kalooki_ref.referee.advice.contract_lay import ContractSearch
from kalooki_ref.referee.advice.holding import count_cards
from kalooki_ref.referee.advice.prepare import prepare
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.advice.sweep import Search
from kalooki_ref.referee.advice.task import task_of
from kalooki_ref.rules.choices import Contract, ExtraMelds
from kalooki_ref.rules.systems import SYSTEMS
from tests.properties.shapes import Wanted, many_jokers, nearly_one_suit, sparse_with_jokers

HANDS = 150
SYSTEM = next(system for system in SYSTEMS if system.extra_melds is ExtraMelds.NEVER)
CONTRACTS = tuple(Contract(s, r) for s in range(4) for r in range(5) if r >= 1 and 2 <= s + r <= 4)

Least = tuple[int | None, int | None]


def cramped(rng: Random) -> Question:
    """Return a hand of few suits and many jokers: runs take cards from one another, or share."""
    contract = rng.choice(CONTRACTS)
    shape = rng.choice((nearly_one_suit, many_jokers, sparse_with_jokers, sparse_with_jokers))
    hand = shape(rng, Wanted(SYSTEM, contract, rng.randint(10, 17)))
    return Question(hand, SYSTEM, contract)


def by_contract(question: Question) -> Least:
    holding = count_cards(question.hand, SYSTEM)
    task = task_of(question, board_of((), SYSTEM, holding), holding.jokers)
    search = ContractSearch(holding, SYSTEM, task).run()
    assert search.is_sure
    before, after = search.found
    return before and before.left, after and after.left


def by_sweep(question: Question) -> Least:
    holding = count_cards(question.hand, SYSTEM)
    ready = prepare(holding, question, board_of((), SYSTEM, holding))
    if ready.is_hopeless:
        return None, None
    lefts = []
    for search in (Search(ready), Search(ready.discarding)):
        found = search.run(ready.start, most_steps=100_000)
        assert found.proved
        lefts.append(found.way and found.way.left)
    return lefts[0], lefts[1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_both_searches_leave_the_same(seed: int) -> None:
    rng = Random(seed)
    for question in (cramped(rng) for _ in range(HANDS)):
        contract = question.contract and question.contract.name
        assert by_contract(question) == by_sweep(question), (
            f"{contract}: {cards_text(question.hand)}"
        )
