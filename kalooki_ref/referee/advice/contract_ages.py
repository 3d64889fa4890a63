"""The runs of one suit that lie open at a place, and how they grow into the next place.

A run begins with a natural; it may end once four places long, when two of its naturals lie less
than four apart: then it holds a run fit to be laid. Packed, a number holds how many runs are of
each kind. Not here: what growing costs (contract_places).
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

BITS = 3
MASK = (1 << BITS) - 1

KINDS = 11
NEW, FAR, FIT, FOUR, LONG = 0, 3, 7, 9, 10
"""Kinds of runs: not fit, one, two or three places long, only the first a natural (0 to 2); not
fit and longer, the last natural too far back, here, one or two places back (3 to 6); fit and two,
three, four or more places long (7 to 10)."""

WITH_NATURAL = (7, 8, 9, 4, 10, 10, 10, 8, 9, 10, 10)
WITH_JOKER = (1, 2, 3, 3, 5, 6, 3, 8, 9, 10, 10)
"""The kind that a run of each kind becomes."""

LENGTHS = (1, 2, 3, 4, 4, 4, 4, 2, 3, 4, 4)
"""How long a run of each kind is, up to four."""

SHORT = (0, 1, 2, 7, 8)
LONG_UNFIT = (3, 4, 5, 6)

Ages = int
"""How many runs of a suit are of each kind, the first kind in the lowest bits."""


class Growth(NamedTuple):
    """How runs grow into a place: the ages then, how many begin, lie there and take a natural.

    ``takers`` are those that take a natural by the kind they were, ``ended`` those of four places
    and of more that end before.
    """

    ages: Ages
    begun: int
    lying: int
    taken: int
    takers: tuple[int, ...]
    ended: tuple[int, int]


def count_of(ages: Ages, kind: int) -> int:
    """Return how many runs are of a kind."""
    return ages >> BITS * kind & MASK


@cache
def runs_of(ages: Ages) -> int:
    """Return how many runs there are of all kinds."""
    return sum([count_of(ages, kind) for kind in range(KINDS)])


class Ahead(NamedTuple):
    """How empty the places beyond one are, in one suit.

    ``empty`` counts those without a natural among the next none, one, two and three; those beyond
    the high ace are without: a run there gets its jokers in front. ``gap`` counts those before the
    next natural; ``is_empty`` is whether the place itself has none.
    """

    empty: tuple[int, ...]
    gap: int
    is_empty: bool


def owed_by(ages: Ages, ahead: Ahead) -> int:
    """Return the jokers that open runs will take at least.

    One too short goes on to four places. One not fit yet needs a natural more, and one longer than
    four would have ended before if none were to come.
    """
    lacking, unfit, long = _owing(ages)
    owed = sum([runs * empty for runs, empty in zip(lacking, ahead.empty, strict=True)])
    return owed + (unfit + long if ahead.is_empty else unfit) * ahead.gap


@cache
def _owing(ages: Ages) -> tuple[tuple[int, ...], int, int]:
    """Return the runs that lack none, one, two and three places, the longer ones unfit and fit."""
    lacking = [0, 0, 0, 0]
    for kind in SHORT:
        lacking[4 - LENGTHS[kind]] += count_of(ages, kind)
    unfit = sum([count_of(ages, kind) for kind in LONG_UNFIT])
    return tuple(lacking), unfit, count_of(ages, LONG)


def can_end(ages: Ages) -> bool:
    """Return whether every run is fit to be laid."""
    return not ages & (1 << BITS * FIT) - 1


@cache
def growths(ages: Ages, most: int, at: tuple[int, int]) -> list[Growth]:
    """Return how runs can grow, where so many may begin.

    ``at`` is how many naturals this place has for them and how many the place before had: a run
    longer than four ends with one of those.
    """
    naturals, before = at
    counts = [count_of(ages, kind) for kind in range(KINDS)]
    found: dict[tuple[Ages, int, int], Growth] = {}
    for lasting, ended in _lasting(counts, before):
        for begun in range(min(most, naturals) + 1):
            for takers in _takers(lasting, naturals - begun):
                growth = _grown(lasting, begun, takers, ended)
                found.setdefault((growth.ages, begun, growth.lying), growth)
    return list(found.values())


def _lasting(counts: list[int], before: int) -> Iterator[tuple[list[int], tuple[int, int]]]:
    """Yield how many runs of each kind go on, and how many of four places and more do not."""
    for short in range(counts[FOUR] + 1):
        for long in range(min(counts[LONG], before) + 1):
            yield [*counts[:FOUR], counts[FOUR] - short, counts[LONG] - long], (short, long)


def _takers(lasting: list[int], naturals: int) -> Iterator[tuple[int, ...]]:
    """Yield who can take so many naturals: the unfit go first, for a fit run needs none."""
    unfit, fit = lasting[:FIT], lasting[FIT:]
    wanted = min(naturals, sum(unfit))
    rest = naturals - wanted
    others = []
    for count in fit:
        others.append(min(rest, count))
        rest -= others[-1]
    for takers in shared_out(wanted, unfit):
        yield (*takers, *others)


def _grown(
    lasting: list[int], begun: int, takers: tuple[int, ...], ended: tuple[int, int]
) -> Growth:
    ages = begun
    for kind, count in enumerate(lasting):
        if count:
            ages += takers[kind] << BITS * WITH_NATURAL[kind]
            ages += count - takers[kind] << BITS * WITH_JOKER[kind]
    return Growth(ages, begun, sum(lasting) + begun, sum(takers) + begun, takers, ended)


def shared_out(number: int, most: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every way to share out a number, so many to each at most."""
    ways: list[tuple[int, ...]] = [()]
    for place, here in enumerate(most):
        beyond = sum(most[place + 1 :])
        ways = [
            (*way, share)
            for way in ways
            for share in range(max(0, number - sum(way) - beyond), min(here, number - sum(way)) + 1)
        ]
    return ways


class OpenRuns:
    """The runs of one suit as they grow, by the places their naturals fill."""

    def __init__(self) -> None:
        self.all: list[list[int]] = []
        self._open: list[list[list[int]]] = [[] for _ in range(KINDS)]

    def grow(self, place: int, growth: Growth) -> None:
        """Grow into a place."""
        for kind, ended in zip((FOUR, LONG), growth.ended, strict=True):
            del self._open[kind][:ended]
        after: list[list[list[int]]] = [[] for _ in range(KINDS)]
        for kind, runs in enumerate(self._open):
            takers = growth.takers[kind]
            for run in runs[:takers]:
                run.append(place)
            after[WITH_NATURAL[kind]] += runs[:takers]
            after[WITH_JOKER[kind]] += runs[takers:]
        begun: list[list[int]] = [[place] for _ in range(growth.begun)]
        after[NEW] += begun
        self.all += begun
        self._open = after
