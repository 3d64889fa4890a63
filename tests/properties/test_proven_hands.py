"""Every hand in proven/ comes out as two answers of others say: thousands, a file a system.

Each was solved with CP-SAT, small ones also by trying everything, when the files were written
(prove). A line that fails is printed whole; `python -m tests.properties.prove line 'LINE'` holds it
again, `python -m tests.properties.prove hold 400 7` makes fresh hands and holds them.
"""

from functools import cache

import pytest

from kalooki_ref.referee.advice.advise import can_come_down
from kalooki_ref.referee.advice.holding import count_cards
from kalooki_ref.rules.systems import SYSTEMS
from tests.properties.prove import PROVEN, held, written
from tests.properties.written import Proven, read_line

pytestmark = pytest.mark.slow

SLUGS = tuple(system.slug for system in SYSTEMS)
BOOKS = (*SLUGS, "found")
"""A file for each system, and one of hands that were answered wrongly once."""


@cache
def proven(book: str) -> tuple[Proven, ...]:
    lines = (PROVEN / f"{book}.txt").read_text("utf-8").splitlines()
    return tuple(read_line(line) for line in lines)


@pytest.mark.parametrize("book", BOOKS)
def test_proven_hands_come_out_as_proven(book: str) -> None:
    wrong = [f"{written(one)}  <-- {fault}" for one in proven(book) if (fault := held(one))]
    assert not wrong, "\n".join([f"{len(wrong)} differ:", *wrong[:20]])


@pytest.mark.parametrize("book", BOOKS)
def test_the_decision_alone_is_as_proven(book: str) -> None:
    wrong = []
    for one in proven(book):
        is_able = one.answer.before is not None
        holding = count_cards(one.question.hand, one.question.system)
        if not one.question.down and can_come_down(holding, one.question) not in {is_able, None}:
            wrong.append(f"{written(one)}  <-- we decide otherwise")
    assert not wrong, "\n".join([f"{len(wrong)} differ:", *wrong[:20]])
