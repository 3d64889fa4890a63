"""What a hand that cannot come down lacks: the fewest naturals, and which.

Not here: whether it can come down (windows, sweep).
"""

from dataclasses import dataclass

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, RANKS, Card
from kalooki_ref.referee.advice.groups import least_naturals
from kalooki_ref.referee.advice.holding import BITS, Holding
from kalooki_ref.referee.advice.windows import is_fit
from kalooki_ref.rules.choices import Ace
from kalooki_ref.rules.contracts import Contract
from kalooki_ref.rules.model import RuleSystem

MOST_TRIES = 4000

Item = tuple[int, int, int, int]
"""Gaps, suit, first place, and the places filled from the hand, as bits from the first."""


@dataclass(frozen=True, slots=True)
class Missing:
    """The cards that are lacking, and whether fewer are certain not to do."""

    cards: tuple[Card, ...]
    proved: bool = True


def missing_for(holding: Holding, contract: Contract, system: RuleSystem) -> Missing:
    """Return the fewest naturals with which the hand would meet the contract."""
    proved = True
    for fewest in range(1, contract.cards + 1):
        tries = _Tries(holding, contract, system, fewest)
        found = tries.find()
        if found is not None:
            return Missing(found, proved)
        proved = proved and tries.left > 0
    raise ValueError("a whole contract of missing cards is always enough")


class _Tries:
    """The search for a smallest lay that lacks no more than so many cards."""

    def __init__(
        self, holding: Holding, contract: Contract, system: RuleSystem, fewest: int
    ) -> None:
        self.holding, self.contract, self.system = holding, contract, system
        self.fewest = fewest
        self.budget = holding.jokers + fewest
        self.left = MOST_TRIES
        first = LOW_ACE if system.ace is Ace.BOTH else LOW_ACE + 1
        self.starts = range(first, HIGH_ACE + 2 - system.run_min)
        self.wild = {shape: _most_wild(shape, system) for shape in range(1 << system.run_min)}
        self.wild_in_set = max(0, system.set_min - least_naturals(system))

    def find(self) -> tuple[Card, ...] | None:
        """Return the missing cards of a lay, None where there is none or none was found in time."""
        return self._choose(self._items(), (), [list(row) for row in self.holding.counts])

    def _items(self) -> list[Item]:
        items = []
        for suit, mask in enumerate(self.holding.masks):
            for start in self.starts:
                here = mask >> start & ((1 << self.system.run_min) - 1)
                for shape in range(1 << self.system.run_min):
                    if shape & here == shape:
                        gaps = self.system.run_min - _ones(shape)
                        items.append((gaps, suit, start, shape))
        return sorted(items)

    def _choose(
        self, items: list[Item], chosen: tuple[Item, ...], counts: list[list[int]]
    ) -> tuple[Card, ...] | None:
        sets = self._sets(counts)
        gaps = sum([gap for gap, _, _ in sets]) + sum([item[0] for item in chosen])
        lacking = self.contract.runs - len(chosen)
        if not lacking:
            return (
                self._cards(chosen, sets, counts) if self._is_enough(gaps, chosen, sets) else None
            )
        for place, item in enumerate(items):
            if gaps + item[0] * lacking > self.budget or self.left <= 0:
                return None
            rest = _without(counts, item)
            if rest is None:
                continue
            self.left -= 1
            others = items[place:]
            if self.system.suits_apart:
                others = [other for other in others if other[1] != item[1]]
            found = self._choose(others, (*chosen, item), rest)
            if found is not None:
                return found
        return None

    def _sets(self, counts: list[list[int]]) -> list[tuple[int, int, int]]:
        """Return the sets that lack least: gaps, rank, and which set of the rank it is."""
        sets = []
        size = self.system.set_min
        most = 1 if self.system.ranks_apart else self.contract.sets
        for rank in RANKS:
            suits = [row[rank] for row in counts]
            for number in range(most):
                if self.system.set_suits_differ:
                    there = sum([1 for count in suits if count > number])
                else:
                    there = max(0, sum(suits) - size * number)
                sets.append((size - min(size, there), rank, number))
        return sorted(sets)[: self.contract.sets]

    def _is_enough(
        self, gaps: int, chosen: tuple[Item, ...], sets: list[tuple[int, int, int]]
    ) -> bool:
        room = sum([_ones(self.wild[item[3]]) for item in chosen])
        room += sum([min(gap, self.wild_in_set) for gap, _, _ in sets])
        return gaps - min(self.holding.jokers, room) <= self.fewest

    def _cards(
        self,
        chosen: tuple[Item, ...],
        sets: list[tuple[int, int, int]],
        counts: list[list[int]],
    ) -> tuple[Card, ...]:
        jokers = self.holding.jokers
        cards: list[Card] = []
        for _, suit, start, shape in chosen:
            for offset in range(self.system.run_min):
                if shape & BITS[offset]:
                    continue
                if jokers and self.wild[shape] & BITS[offset]:
                    jokers -= 1
                    continue
                place = start + offset
                rank = LOW_ACE if place == HIGH_ACE else place
                cards.append(Card(rank, self.system.suits[suit]))
        for gap, rank, _ in sets:
            wild = min(jokers, gap, self.wild_in_set)
            jokers -= wild
            suits = sorted(range(len(counts)), key=lambda suit: counts[suit][rank])
            cards += [Card(rank, self.system.suits[suit]) for suit in suits[: gap - wild]]
        return tuple(cards)


def _most_wild(shape: int, system: RuleSystem) -> int:
    """Return the most gaps of a shape that jokers may fill, as bits, naturals in the others."""
    best = 0
    for wild in range(1 << system.run_min):
        if wild & shape or _ones(wild) <= _ones(best):
            continue
        window = tuple([0 if wild & BITS[place] else 1 for place in range(system.run_min)])
        if is_fit(window, system):
            best = wild
    return best


def _ones(bits: int) -> int:
    return bin(bits).count("1")


def _without(counts: list[list[int]], item: Item) -> list[list[int]] | None:
    _, suit, start, shape = item
    row = list(counts[suit])
    for offset in range(len(row)):
        if not shape >> offset & 1:
            continue
        place = start + offset
        if not row[place]:
            return None
        row[place] -= 1
        if place in (LOW_ACE, HIGH_ACE):
            row[HIGH_ACE + LOW_ACE - place] -= 1
    return [*counts[:suit], row, *counts[suit + 1 :]]
