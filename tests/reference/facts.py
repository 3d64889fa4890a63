"""Missing facts: tries all their values; the answers must agree."""

from collections.abc import Callable, Iterable
from itertools import product

from tests.reference.rules import Rules

LEGAL, ILLEGAL, UNCLEAR, ERROR = "legal", "illegal", "unclear", "error"
Answer = str | int
BOTH = (True, False)


class ContradictionError(Exception):
    """The facts of a question contradict each other."""


def legal_if(holds: object) -> Answer:
    return LEGAL if holds else ILLEGAL


def settle(query: Rules, rule: Callable[[Rules], Answer], **facts: Iterable[object]) -> Answer:
    """Return the rule's answer for all values of the missing facts; unclear if they differ."""
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
