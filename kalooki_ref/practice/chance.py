"""A seeded sequence of choices, the same on every machine and in every version of Python."""

from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")

_WORD = (1 << 64) - 1


class Chance:
    """A pseudorandom generator (SplitMix64), seeded by one or more integers.

    The pure packages don't import ``random``, whose methods may also differ between versions, so
    that two phones could show different hands for a day.
    """

    def __init__(self, *seed: int) -> None:
        self._state = 0
        for part in seed:
            self._state = (self._next() ^ part) & _WORD

    def below(self, limit: int) -> int:
        """Return an integer from 0 to ``limit`` - 1."""
        return self._next() % limit

    def between(self, least: int, most: int) -> int:
        """Return an integer from ``least`` to ``most``; ``least`` if ``most`` is smaller."""
        return least + self.below(max(1, most - least + 1))

    def likely(self, percent: int) -> bool:
        """Return True in ``percent`` of 100 cases."""
        return self.below(100) < percent

    def choice(self, items: Sequence[Item]) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def _next(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _WORD
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _WORD
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _WORD
        return mixed ^ (mixed >> 31)
