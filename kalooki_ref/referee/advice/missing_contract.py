"""The smallest number of naturals that a hand lacks to meet a contract."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle, islice
from typing import NamedTuple

from kalooki_ref.cards import HIGH_ACE, RANKS, Card, Cards
from kalooki_ref.referee.advice.decide import is_fit, run_cells, sized_for, without
from kalooki_ref.referee.advice.hand_counts import Counts, first_place, rank_at
from kalooki_ref.referee.advice.position import Position
from kalooki_ref.referee.advice.set_limits import least_naturals
from kalooki_ref.rules.choices import Contract, JokerCap
from kalooki_ref.rules.model import RuleSystem


class RunTemplate(NamedTuple):
    """A run's length, and bit masks of cells filled from the hand and cells jokers may fill."""

    length: int
    filled: int
    wild: int

    @property
    def gaps(self) -> int:
        """The number of missing cards."""
        return self.length - self.filled.bit_count()

    @property
    def hard(self) -> int:
        """The number of missing cards that can't be jokers."""
        return self.gaps - self.wild.bit_count()

    def places(self, start: int) -> list[int]:
        """Return the places filled from the hand if the run begins at ``start``."""
        return [start + offset for offset in range(self.length) if self.filled >> offset & 1]


# Tries in total, and per number of cards after that: with more cards, a solution is found sooner.
MOST_TRIES, LEAST_TRIES = 4_000, 40
# Longer runs have too many templates; there, all cards that fit are used.
LONGEST_TRIED = 8


class PlacedTemplate(NamedTuple):
    """A template at a start place, ordered by the number of missing cards."""

    gaps: int
    suit: int
    start: int
    template: RunTemplate


ChosenRuns = tuple[PlacedTemplate, ...]
Rows = tuple[Counts, ...]


class SetGap(NamedTuple):
    """What a set lacks: cards, cards that can't be jokers, earlier sets of its rank, its rank.

    ``before`` makes the order prefer different ranks, as the pack's copies of a rank are limited.
    """

    gaps: int
    hard: int
    before: int
    rank: int


@dataclass(frozen=True, slots=True)
class Missing:
    """The missing cards, and whether their number is proved to be minimal."""

    cards: Cards
    is_proved: bool = True


def missing_for(position: Position, contract: Contract) -> Missing:
    """Return the fewest naturals with which the hand meets the contract.

    Empty if no cards are enough, because the player's own melds exclude too many ranks or suits.
    """
    left, is_proved = MOST_TRIES, contract.run_size <= LONGEST_TRIED or not contract.runs
    for fewest in range(1, contract.cards + 1):
        tries = _Tries(position, contract, fewest, max(left, LEAST_TRIES))
        found = tries.find()
        if found is not None:
            return Missing(found, is_proved)
        left = tries.left
        is_proved = is_proved and left > 0
    return Missing((), is_proved)


class _Tries:
    """Depth-first search for a lay that lacks at most a given number of cards."""

    def __init__(self, position: Position, contract: Contract, fewest: int, tries: int) -> None:
        self.hand, self.targets, self.contract = position.hand, position.targets, contract
        self.system = system = sized_for(contract, position.system)
        self.fewest = fewest
        self.budget = self.hand.jokers + fewest
        self.left = tries
        self.items = self._items()
        self.least_hard = min([item.template.hard for item in self.items], default=0)
        self.wild_in_set = max(0, system.set_min - least_naturals(system, system.set_min))

    def find(self) -> Cards | None:
        """Return the missing cards of a lay; None if it is infeasible or the budget is used up."""
        return self._choose(self.items, (), self.hand.counts)

    def _items(self) -> list[PlacedTemplate]:
        items = []
        for suit, mask in enumerate(self.hand.masks):
            if self.targets.own_runs[suit]:
                continue
            for template in self._templates(mask):
                if template.gaps > self.budget or template.hard > self.fewest:
                    continue
                starts = range(first_place(self.system), HIGH_ACE + 2 - template.length)
                if not template.filled:
                    # Runs made of missing cards only are equivalent, so one start place per suit is
                    # enough.
                    starts = starts[:: template.length]
                items += [
                    PlacedTemplate(template.gaps, suit, start, template)
                    for start in starts
                    if mask >> start & template.filled == template.filled
                ]
        return sorted(items)

    def _templates(self, mask: int) -> Iterable[RunTemplate]:
        """Return the templates that a suit's cards (a bit mask of places) can be completed to."""
        size = self.system.run_min
        if size <= LONGEST_TRIED:
            return run_templates(self.system)
        starts = range(first_place(self.system), HIGH_ACE + 2 - size)
        filled = {mask >> start & (1 << size) - 1 for start in starts}
        return [RunTemplate(size, bits, _most_wild(bits, self.system)) for bits in filled]

    def _choose(
        self,
        items: list[PlacedTemplate],
        chosen: ChosenRuns,
        counts: Rows,
    ) -> Cards | None:
        sets = self._sets(counts)
        gaps = sum([gap.gaps for gap in sets]) + sum([item.gaps for item in chosen])
        hard = sum([gap.hard for gap in sets]) + sum([item.template.hard for item in chosen])
        lacking = self.contract.runs - len(chosen)
        if len(sets) < self.contract.sets or hard + self.least_hard * lacking > self.fewest:
            return None
        if not lacking:
            return self._cards(chosen, sets, counts) if gaps <= self.budget else None
        for place, item in enumerate(items):
            if gaps + item.gaps * lacking > self.budget or self.left <= 0:
                return None
            _, suit, start, template = item
            rest = without(counts[suit], template.places(start))
            if rest is None:
                continue
            self.left -= 1
            fewer = (*counts[:suit], rest, *counts[suit + 1 :])
            others = items[place if template.filled else place + 1 :]
            if self.system.suits_apart:
                others = [other for other in others if other.suit != suit]
            found = self._choose(others, (*chosen, item), fewer)
            if found is not None:
                return found
        return None

    def _sets(self, counts: Rows) -> list[SetGap]:
        """Return the sets with the fewest missing cards, given the cards not used in runs."""
        if not self.contract.sets:
            return []
        free = [rank for rank in RANKS if rank not in self.targets.own_sets]
        gaps = [gap for rank in free for gap in self._gaps_of(rank, counts)]
        return sorted(gaps)[: self.contract.sets]

    def _gaps_of(self, rank: int, counts: Rows) -> list[SetGap]:
        """Return the marginal gaps of the first, second, … set of a rank."""
        suits = [row[rank] for row in counts]
        gaps: list[SetGap] = []
        before = hard_before = 0
        for number in range(1, (1 if self.system.ranks_apart else self.contract.sets) + 1):
            there = sum([min(count, number) for count in suits])
            there = there if self.system.set_suits_differ else sum(suits)
            lacking = max(0, self.system.set_min * number - there)
            hard = max(0, lacking - self.wild_in_set * number)
            gaps.append(SetGap(lacking - before, hard - hard_before, number - 1, rank))
            before, hard_before = lacking, hard
        return gaps

    def _cards(self, chosen: ChosenRuns, sets: list[SetGap], counts: Rows) -> Cards:
        jokers = self.hand.jokers
        cards: list[Card] = []
        for _, suit, start, template in chosen:
            for offset in range(template.length):
                if template.filled >> offset & 1:
                    continue
                if jokers and template.wild >> offset & 1:
                    jokers -= 1
                    continue
                place = start + offset
                cards.append(Card(rank_at(place), self.system.suits[suit]))
        for gaps, hard, _, rank in sets:
            wild = min(jokers, gaps - hard)
            jokers -= wild
            suits = sorted(range(len(counts)), key=lambda suit: counts[suit][rank])
            lacking = islice(cycle(suits), gaps - wild)
            cards += [Card(rank, self.system.suits[suit]) for suit in lacking]
        return tuple(cards)


@lru_cache(maxsize=64)
def run_templates(system: RuleSystem) -> tuple[RunTemplate, ...]:
    """Return all run templates of a system."""
    size = system.run_min
    shortest = [RunTemplate(size, bits, _most_wild(bits, system)) for bits in range(1 << size)]
    return (*shortest, *_longer(system))


def _most_wild(filled: int, system: RuleSystem) -> int:
    """Return a maximal bit mask of empty cells that jokers may fill, lowest first."""
    size, wild = system.run_min, 0
    most = size - system.run_min_naturals
    if system.run_joker_cap is not JokerCap.NEVER:
        most = min(most, size // 2)
    for place in range(size):
        is_beside = not system.jokers_side_by_side and wild << 1 >> place & 1
        if wild.bit_count() < most and not (filled >> place & 1 or is_beside):
            wild |= 1 << place
    return wild


def _longer(system: RuleSystem) -> Iterator[RunTemplate]:
    """Yield longer runs that contain no legal shorter run.

    Both ends are naturals, and without one of them the run is illegal: it has as few naturals as a
    run needs, or exactly as many as jokers.
    """
    for length in range(system.run_min + 1, min(system.run_max or HIGH_ACE, HIGH_ACE - 1) + 1):
        numbers = {system.run_min_naturals}
        if system.run_joker_cap is not JokerCap.NEVER and length % 2 == 0:
            numbers.add(length // 2)
        for naturals in set().union(*[_far_apart(number, length) for number in numbers]):
            cells = run_cells(naturals, length)
            if is_fit(cells, system) and not _holds_a_shorter(cells, system):
                filled = naturals
                while filled:
                    yield RunTemplate(length, filled, (1 << length) - 1 - naturals)
                    filled = filled - 1 & naturals


def _far_apart(number: int, length: int) -> set[int]:
    """Return bit masks for all ways to place ``number`` naturals in a run, one at each end."""
    if number <= 1:
        return set()
    ways = {1 | 1 << length - 1}
    for _ in range(number - 2):
        ways = {way | 1 << place for way in ways for place in range(length) if not way >> place & 1}
    return ways


def _holds_a_shorter(cells: tuple[int, ...], system: RuleSystem) -> bool:
    """Whether a proper part of these cells is a legal run."""
    return any(
        is_fit(cells[start : start + length], system)
        for length in range(system.run_min, len(cells))
        for start in range(len(cells) - length + 1)
    )
