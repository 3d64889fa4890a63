"""The smallest runs there are, as frames to be filled: every legal run holds one of them.

Not here: which cards fill them (missing), and the quick decision by the shortest (decide).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE
from kalooki_ref.referee.advice.decide import is_fit
from kalooki_ref.referee.advice.hand_counts import count_bits
from kalooki_ref.rules.model import RuleSystem

ENDS = 2


class Frame(NamedTuple):
    """How long a run is, and as bits the places filled from a hand and those jokers may fill."""

    length: int
    filled: int
    wild: int

    @property
    def gaps(self) -> int:
        """How many cards it lacks."""
        return self.length - count_bits(self.filled)

    @property
    def hard(self) -> int:
        """How many of them no joker may be."""
        return self.gaps - count_bits(self.wild)


@lru_cache(maxsize=64)
def frames_of(system: RuleSystem) -> tuple[Frame, ...]:
    """Return all frames of a system."""
    return (*_shortest(system), *_longer(system))


def _shortest(system: RuleSystem) -> Iterator[Frame]:
    length = system.run_min
    for filled in range(1 << length):
        yield Frame(length, filled, _most_wild(filled, system))


def _most_wild(filled: int, system: RuleSystem) -> int:
    """Return the most other places of a shortest run that jokers may fill, as bits."""
    best = 0
    for wild in range(1 << system.run_min):
        if wild & filled or count_bits(wild) <= count_bits(best):
            continue
        if is_fit(_window(~wild, system.run_min), system):
            best = wild
    return best


def _longer(system: RuleSystem) -> Iterator[Frame]:
    """Yield the longer runs that hold no shorter one: few naturals far apart, one at each end."""
    for length in range(system.run_min + 1, HIGH_ACE):
        for naturals in _far_apart(system.run_min_naturals, length):
            window = _window(naturals, length)
            if is_fit(window, system) and not _holds_a_shorter(window, system):
                filled = naturals
                while filled:
                    yield Frame(length, filled, (1 << length) - 1 - naturals)
                    filled = filled - 1 & naturals


def _far_apart(number: int, length: int) -> set[int]:
    """Return every way that so many naturals can lie in a run, one at each end, as bits."""
    if number < ENDS:
        return set()
    ways = {1 | 1 << length - 1}
    for _ in range(number - ENDS):
        ways = {way | 1 << place for way in ways for place in range(length) if not way >> place & 1}
    return ways


def _holds_a_shorter(window: tuple[int, ...], system: RuleSystem) -> bool:
    """Return whether a part of a run makes a run."""
    return any(
        is_fit(window[start : start + length], system)
        for length in range(system.run_min, len(window))
        for start in range(len(window) - length + 1)
    )


def _window(naturals: int, length: int) -> tuple[int, ...]:
    """Return 1 for each place with a natural and 0 for each other, from the first place on."""
    return tuple([naturals >> place & 1 for place in range(length)])
