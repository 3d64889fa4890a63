"""Every hand in proven/ comes out as two answers of others say: thousands, a file a system.

Each was solved with CP-SAT, small ones also by trying everything, when the files were written
(prove). A line that fails is printed whole; `python -m tests.properties.prove line 'LINE'` holds it
again. `python -m tests.properties.books 10` holds every tenth hand and prints what is wrong, not
proved, or slow; `python -m tests.properties.prove hold 400 7` makes fresh hands and holds them.
"""

from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context

import pytest

from kalooki_ref.referee.advice.advise import can_come_down
from kalooki_ref.referee.advice.holding import count_cards
from kalooki_ref.rules.switches import switch_of
from kalooki_ref.rules.systems import system_of
from tests.properties.books import BOOKS, SLUGS, proven
from tests.properties.due import still_due
from tests.properties.holding import Held, held
from tests.properties.shapes import FIELDS
from tests.properties.written import Proven, written

pytestmark = pytest.mark.slow

MOST_OPEN, MOST_OPEN_BY_POINTS = 0.005, 0.025
"""So large a part of the answers may be right and yet not proved, the second where points open."""
AT_ONCE = 100
"""So many hands are handed to each of the machine's cores at a time."""
MANY = 5000
"""So many hands a system at the least."""
EACH_DECIDED = 3
"""Each third hand is also asked for the decision by itself."""
MANY_TURNED = 190
"""So many hands with a switch turned one way, at the least."""


@cache
def outcomes(book: str) -> tuple[tuple[Proven, Held], ...]:
    hands = proven(book)
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        return tuple(zip(hands, pool.map(held, hands, chunksize=AT_ONCE), strict=True))


@pytest.mark.parametrize("book", BOOKS)
def test_proven_hands_come_out_as_proven(book: str) -> None:
    wrong = [f"{written(one)}  <-- {now.fault}" for one, now in outcomes(book) if now.fault]
    assert not wrong, "\n".join([f"{len(wrong)} differ:", *wrong[:20]])


@pytest.mark.parametrize("slug", SLUGS)
def test_few_answers_are_left_open(slug: str) -> None:
    unproved = [written(one) for one, now in outcomes(slug) if now.is_open]
    most = MOST_OPEN if system_of(slug).contracts else MOST_OPEN_BY_POINTS
    assert len(unproved) <= most * len(outcomes(slug)), "\n".join(unproved[:20])


@pytest.mark.parametrize("book", BOOKS)
def test_the_decision_alone_is_as_proven(book: str) -> None:
    wrong = []
    for one in filter(hangs_on_the_hand_alone, proven(book)[::EACH_DECIDED]):
        is_able = one.answer.before is not None
        holding = count_cards(one.question.hand, one.question.system)
        if can_come_down(holding, one.question) not in {is_able, None}:
            wrong.append(f"{written(one)}  <-- we decide otherwise")
    assert not wrong, "\n".join([f"{len(wrong)} differ:", *wrong[:20]])


def hangs_on_the_hand_alone(one: Proven) -> bool:
    """Whether neither the table nor the rest of the turn bears on coming down."""
    question = one.question
    system = question.system
    is_whole = still_due(question) == question.contract
    return is_whole and not (question.down or system.builders_open or system.going_out_opens)


@pytest.mark.parametrize("slug", SLUGS)
def test_there_are_thousands_of_every_kind(slug: str) -> None:
    asked = [one.question for one in proven(slug)]
    assert len(asked) >= MANY
    assert sum(1 for question in asked if question.table) >= MANY // 3
    assert sum(1 for question in asked if question.down) >= MANY // 10
    assert sum(1 for question in asked if len(question.hand) >= 20) >= MANY // 20


@pytest.mark.parametrize("field", FIELDS)
def test_every_switch_is_there_in_each_of_its_ways(field: str) -> None:
    asked = [getattr(one.question.system, field) for slug in SLUGS for one in proven(slug)]
    counts = {choice.key: asked.count(choice.value) for choice in switch_of(field).choices}
    assert min(counts.values()) >= MANY_TURNED, counts
