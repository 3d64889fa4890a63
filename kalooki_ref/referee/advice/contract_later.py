"""What is bound to stay in hand beyond a place, and the jokers that runs to come will take.

Not here: what happens at a place (contract_places).
"""

from collections.abc import Sequence
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE
from kalooki_ref.referee.advice.contract_ages import Ages, Ahead, runs_of
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

    Each run takes one card of a place at most; what lies there beyond that is lost, but for sets.
    Aces are left out: the low place may have taken them.
    """

    def __init__(self, place: int, rows: Sequence[Row], suits: Sequence[int], sizes: Sizes) -> None:
        beyond = range(place + 1, HIGH_ACE)
        self._layers = [_layers(rows[suit], beyond) for suit in suits]
        others = [row for suit, row in enumerate(rows) if suit not in suits]
        self._others = sum([counts[at] * row[at] for counts, row in others for at in beyond])
        self.dearest = max([0, *[row[at] for counts, row in rows for at in beyond if counts[at]]])
        """The price of the dearest card."""
        self.saved = _saved(rows, beyond, sizes)
        """The most that none, one, two, … sets can take off what is lost."""
        self.set_jokers = _set_jokers(rows, beyond, sizes)
        """The fewest jokers of none, one, two, … sets."""
        self.run_jokers = _run_jokers([rows[suit][0] for suit in suits], beyond, sizes)
        """The fewest jokers of none, one, two, … runs still to begin."""

    def lost(self, ages: Sequence[Ages], runs: int) -> int:
        """Return the least price of what stays in hand if no more sets are made."""
        layers = [
            price
            for suit, age in zip(self._layers, ages, strict=True)
            for price in suit[runs_of(age) :]
        ]
        layers.sort()
        return self._others + sum(layers[: max(0, len(layers) - runs)])


def _layers(row: Row, places: Sequence[int]) -> list[int]:
    """Return the price of the first cards of certain places, of the second, …; dearest first."""
    counts, prices = row
    copies = max([counts[at] for at in places], default=0)
    return [sum([prices[at] for at in places if counts[at] > number]) for number in range(copies)]


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
