"""Cuts a failing evening down to the steps that it takes to fail (delta debugging)."""

from collections.abc import Callable

from tests.evenings.step import Step

# Evenings that are played to find the shortest.
MOST_PLAYED = 80


def shortest(steps: list[Step], fails: Callable[[list[Step]], bool]) -> list[Step]:
    """Return as few of the steps as still fail; each try leaves out a part, at last a single one.

    >>> one, two, three = (Step("call", seed) for seed in range(3))
    >>> shortest([one, two, three], lambda steps: two in steps) == [two]
    True
    """
    size, played = max(1, len(steps) // 2), 0
    while True:
        start, before = 0, len(steps)
        while start < len(steps) and played < MOST_PLAYED:
            fewer = steps[:start] + steps[start + size :]
            played += 1
            if fails(fewer):
                steps = fewer
            else:
                start += size
        if played == MOST_PLAYED or (size == 1 and len(steps) == before):
            return steps
        size = max(1, size // 2)
