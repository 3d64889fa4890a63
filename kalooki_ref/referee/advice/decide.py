"""A fast decision whether a hand meets a contract, using only melds of minimum size.

Every lay that meets a contract contains melds of exactly the sizes it requires.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, LOW_ACE
from kalooki_ref.referee.advice.hand_counts import Counts, HandCounts, first_place
from kalooki_ref.referee.advice.set_limits import set_costs
from kalooki_ref.rules.choices import Contract, JokerCap
from kalooki_ref.rules.model import RuleSystem


class MinimalRun(NamedTuple):
    """A run of minimum length: number of jokers, index of the suit, places filled by naturals."""

    jokers: int
    suit: int
    places: tuple[int, ...]


# Higher than any number of jokers.
NEVER = 99
MOST_TRIES = 400
# Counts of one rank are capped at this number, which no hand reaches.
MOST_OF_A_RANK = 39


def can_meet(hand: HandCounts, contract: Contract, system: RuleSystem) -> bool | None:
    """Whether the hand meets the contract; None if that takes a full search."""
    sized = sized_for(contract, system)
    if system.set_suits_differ or not shortest_runs_suffice(sized):
        return None
    return Decision(hand, contract, tables_of(sized)).answer()


def sized_for(contract: Contract, system: RuleSystem) -> RuleSystem:
    """Return the system with minimum sizes of melds raised to the contract's."""
    set_min, run_min = (
        max(system.set_min, contract.set_size),
        max(system.run_min, contract.run_size),
    )
    if (set_min, run_min) == (system.set_min, system.run_min):
        return system
    return replace(system, set_min=set_min, run_min=run_min)


class ContractTables:
    """The costs in jokers of minimal runs and sets under a system, memoized."""

    def __init__(self, system: RuleSystem) -> None:
        self._fits = sorted(_minimal_runs(system))
        self.suits_apart = system.suits_apart
        self.set_costs = [set_costs(count, system) for count in range(MOST_OF_A_RANK + 1)]
        self.cheapest: dict[int, int] = {}
        self._runs: list[dict[int, tuple[MinimalRun, ...]]] = [{} for _ in system.suits]

    def cheapest_of(self, mask: int) -> int:
        """Return the fewest jokers in a minimal run with naturals from this bit mask of places."""
        least = self.cheapest.get(mask)
        if least is None:
            runs = self.minimal_runs(0, mask)
            least = self.cheapest[mask] = runs[0].jokers if runs else NEVER
        return least

    def minimal_runs(self, suit: int, mask: int) -> tuple[MinimalRun, ...]:
        """Return all minimal runs with naturals from this bit mask, fewest jokers first."""
        known = self._runs[suit].get(mask)
        if known is None:
            found = [run._replace(suit=suit) for run, bits in self._fits if mask & bits == bits]
            known = self._runs[suit][mask] = tuple(found)
        return known


def shortest_runs_suffice(system: RuleSystem) -> bool:
    """Whether every legal run contains a legal run of minimum length."""
    if not system.jokers_side_by_side:
        return system.run_min_naturals <= (system.run_min + 1) // 2
    if system.run_joker_cap is JokerCap.NEVER:
        return system.run_min_naturals <= 1
    # From 5 cards on, natural natural joker joker joker joker natural natural has no legal part.
    return system.run_min == 4 and system.run_min_naturals <= 2


def is_fit(cells: tuple[int, ...], system: RuleSystem) -> bool:
    """Whether a run is legal with naturals at nonzero cells and jokers at the others."""
    jokers = cells.count(0)
    naturals = len(cells) - jokers
    if jokers and naturals < system.run_min_naturals:
        return False
    if system.run_joker_cap is not JokerCap.NEVER and jokers > naturals:
        return False
    return system.jokers_side_by_side or all(
        cells[place] or cells[place - 1] for place in range(1, len(cells))
    )


def run_cells(naturals: int, length: int) -> tuple[int, ...]:
    """Return 1 for each place with a natural and 0 for each other, from the first place on."""
    return tuple(naturals >> place & 1 for place in range(length))


def _minimal_runs(system: RuleSystem) -> Iterator[tuple[MinimalRun, int]]:
    """Yield each legal minimal run, with the places of its naturals as a bit mask."""
    size = system.run_min
    starts = range(first_place(system), HIGH_ACE + 2 - size)
    for shape in range(1, 1 << size):
        cells = run_cells(shape, size)
        for start in starts if is_fit(cells, system) else ():
            places = tuple(start + offset for offset in range(size) if cells[offset])
            yield MinimalRun(cells.count(0), 0, places), shape << start


class Decision:
    """The decision for one hand and one contract, by backtracking over minimal runs."""

    def __init__(self, hand: HandCounts, contract: Contract, tables: ContractTables) -> None:
        self.sets = contract.sets
        self.runs = contract.runs
        self.tables = tables
        self.jokers = hand.jokers
        self.counts = hand.counts
        self.masks = hand.masks
        self.totals = hand.totals
        self.tries = 0

    def answer(self) -> bool | None:
        """Return the decision; None if it exceeds the limit of tries."""
        left = self.jokers - self._sets_load(self.totals)
        if left < 0:
            return False
        if not self.runs:
            return True
        if min(map(self.tables.cheapest_of, self.masks)) * self.runs > left:
            return False
        return self._choose(self._items(left), self.runs, self.jokers, self.counts, self.totals)

    def _sets_load(self, totals: tuple[int, ...] | list[int]) -> int:
        """Return the fewest jokers needed for the contract's sets, given naturals by rank."""
        if not self.sets:
            return 0
        costs: list[int] = []
        table = self.tables.set_costs
        for total in totals:
            if total:
                costs += table[min(total, MOST_OF_A_RANK)]
        if len(costs) < self.sets:
            return NEVER
        costs.sort()
        return sum(costs[: self.sets])

    def _items(self, left: int) -> list[MinimalRun]:
        dearest = left - min(map(self.tables.cheapest_of, self.masks)) * (self.runs - 1)
        items = []
        for suit, mask in enumerate(self.masks):
            for run in self.tables.minimal_runs(suit, mask):
                if run[0] > dearest:
                    break
                items.append(run)
        items.sort()
        return items

    def _choose(
        self,
        items: list[MinimalRun],
        runs: int,
        jokers: int,
        counts: tuple[Counts, ...],
        totals: Counts,
    ) -> bool | None:
        load = self._sets_load(totals)
        if not runs:
            return load <= jokers
        for place, (wild, suit, places) in enumerate(items):
            if wild * runs + load > jokers:
                return False
            rest = without(counts[suit], places)
            if rest is None:
                continue
            self.tries += 1
            if self.tries > MOST_TRIES:
                return None
            fewer = (*counts[:suit], rest, *counts[suit + 1 :])
            others = items[place:]
            if self.tables.suits_apart:
                others = [run for run in others if run.suit != suit]
            left = _less(totals, places) if self.sets else totals
            found = self._choose(others, runs - 1, jokers - wild, fewer, left)
            if found is not False:
                return found
        return False


def without(counts: Counts, places: Iterable[int]) -> Counts | None:
    """Return a suit's counts less one card at each of the places; None if a card is missing."""
    left = list(counts)
    for place in places:
        if not left[place]:
            return None
        left[place] -= 1
        if place in (LOW_ACE, HIGH_ACE):
            left[HIGH_ACE + LOW_ACE - place] -= 1
    return tuple(left)


def _less(totals: tuple[int, ...], places: tuple[int, ...]) -> tuple[int, ...]:
    left = list(totals)
    for place in places:
        left[LOW_ACE if place == HIGH_ACE else place] -= 1
    return tuple(left)


@lru_cache(maxsize=32)
def tables_of(system: RuleSystem) -> ContractTables:
    """Return the tables of a system, cached across questions."""
    return ContractTables(system)
