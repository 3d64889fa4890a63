"""What a question leaves open: every way to fill it in is tried, and all must agree."""

from collections.abc import Callable, Iterable
from itertools import product

from tests.reference.sheets import Rules

LEGAL, ILLEGAL, UNCLEAR, ERROR = "legal", "illegal", "unclear", "error"
Answer = str | int
BOTH = (True, False)


class ContradictionError(Exception):
    """What the question tells cannot all be true."""


def legal_if(holds: object) -> Answer:
    return LEGAL if holds else ILLEGAL


def settle(query: Rules, rule: Callable[[Rules], Answer], **facts: Iterable[object]) -> Answer:
    """Return what the rule answers whatever the missing facts are; unclear where that differs."""
    untold = [name for name in facts if query.get(name) is None]
    answers = set()
    for values in product(*(facts[name] for name in untold)):
        try:
            answers.add(rule({**query, **dict(zip(untold, values, strict=True))}))
        except ContradictionError:
            continue
    if not answers:
        raise ContradictionError
    return answers.pop() if len(answers) == 1 else UNCLEAR
