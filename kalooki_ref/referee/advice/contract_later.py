"""What is bound to stay in hand beyond a place, and the jokers that runs to come will take.

Not here: what happens at a place (contract_places).
"""

from collections.abc import Sequence
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE
from kalooki_ref.referee.advice.contract_ages import Ages, Ahead
from kalooki_ref.referee.advice.contract_plan import Row
from kalooki_ref.referee.advice.holding import Counts
from kalooki_ref.referee.advice.rank_sets import least_of

NEVER = 99
"""More jokers than there are: no run can begin any more."""


class Sizes(NamedTuple):
    """The fewest cards of a run and of a set, and the most runs and sets there may be."""

    run: int
    set: int
    runs: int
    sets: int


def ahead_of(counts: Counts, place: int, run: int) -> Ahead:
    """Return how empty a suit is beyond a place, as far as a shortest run can reach."""
    nearby = [at > HIGH_ACE or not counts[at] for at in range(place + 1, place + run)]
    following = [at for at in range(place + 1, HIGH_ACE + 1) if counts[at]]
    gap = following[0] - place - 1 if following else NEVER
    empty = tuple([sum(nearby[:number]) for number in range(run)])
    return Ahead(empty, gap, not counts[place])


class Later:
    """The bounds for what comes beyond one place, for a hand's rows of counts and prices.

    A suit without a run loses all its cards but those in sets. Aces are left out: the low place
    may have taken them.
    """

    def __init__(self, place: int, rows: Sequence[Row], suits: Sequence[int], sizes: Sizes) -> None:
        beyond = range(place + 1, HIGH_ACE)
        prices = [sum([counts[at] * row[at] for at in beyond]) for counts, row in rows]
        self._prices = [prices[suit] for suit in suits]
        self._others = sum(prices) - sum(self._prices)
        self._saved = _saved(rows, beyond, sizes)
        self._set_jokers = _set_jokers(rows, beyond, sizes)
        self._run_jokers = _run_jokers([rows[suit][0] for suit in suits], beyond, sizes)

    def jokers(self, runs: int) -> int:
        """Return the fewest jokers that so many runs still to begin will take."""
        return self._run_jokers[runs]

    def set_jokers(self, sets: int) -> int:
        """Return the fewest jokers that so many sets will take."""
        return self._set_jokers[sets]

    def lost(self, ages: Sequence[Ages], runs: int) -> int:
        """Return the least price of what stays in hand if no more sets are made."""
        closed = sorted([price for price, age in zip(self._prices, ages, strict=True) if not age])
        return self._others + sum(closed[: max(0, len(closed) - runs)])

    def saved(self, sets: int) -> int:
        """Return the most that so many sets can take off that."""
        return self._saved[sets]


def _saved(rows: Sequence[Row], places: Sequence[int], sizes: Sizes) -> list[int]:
    """Return what the dearest none, one, two, … ranks of certain places cost."""
    prices = [
        sum([counts[at] * row[at] for counts, row in rows])
        for at in places
        if sum([counts[at] for counts, _ in rows]) >= least_of(sizes.set)
    ]
    prices.sort(reverse=True)
    return [sum(prices[:number]) for number in range(sizes.sets + 1)]


def _set_jokers(rows: Sequence[Row], places: Sequence[int], sizes: Sizes) -> list[int]:
    """Return the fewest jokers of none, one, two, … sets of certain places' ranks."""
    needs = []
    for at in places:
        naturals = sum([counts[at] for counts, _ in rows])
        short = [max(0, sizes.set * number - naturals) for number in range(sizes.sets + 1)]
        most = min(sizes.sets, naturals // least_of(sizes.set))
        needs += [short[number] - short[number - 1] for number in range(1, most + 1)]
    return _sums_of_least(needs, sizes.sets)


def _run_jokers(suits: Sequence[Counts], places: Sequence[int], sizes: Sizes) -> list[int]:
    """Return the fewest jokers of none, one, two, … runs that begin with a natural each."""
    needs = [
        ahead_of(counts, at, sizes.run).empty[-1]
        for counts in suits
        for at in places
        for _ in range(counts[at])
    ]
    return _sums_of_least(needs, sizes.runs)


def _sums_of_least(needs: list[int], most: int) -> list[int]:
    least = [*sorted(needs)[:most], *[NEVER] * most]
    return [sum(least[:number]) for number in range(most + 1)]
