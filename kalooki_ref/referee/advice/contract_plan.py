"""A contract's runs and the ranks of its sets, written down as melds.

Not here: which to choose (contract_lay).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, Card
from kalooki_ref.referee.advice.holding import Counts
from kalooki_ref.referee.advice.places import rank_at
from kalooki_ref.referee.advice.plan import Plan
from kalooki_ref.referee.advice.rank_sets import least_of
from kalooki_ref.referee.advice.spans import Span
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.model import RuleSystem

Row = tuple[Counts, Counts]
"""One suit's counts and prices."""

Places = list[int]
"""The places of a run that naturals fill, low to high."""


@dataclass(frozen=True, slots=True)
class ContractWay:
    """The runs, each with its suit in the order they take their cards, and the sets' ranks.

    ``left`` is the price of what stays in hand; ``thrown`` is a rank whose set spares a card for
    the discard, 0 for none.
    """

    left: int
    runs: tuple[tuple[int, Span], ...]
    ranks: tuple[int, ...]
    thrown: int = 0


def can_be_made(way: ContractWay, rows: Sequence[Row], system: RuleSystem) -> bool:
    """Return whether every set gets the naturals it needs and every run stays fit to be laid."""
    return _placed(way, rows, system) is not None


def write_contract(way: ContractWay, rows: Sequence[Row], at: tuple[RuleSystem, int]) -> Plan:
    """Return a way as melds; ``at`` is the system and the jokers in hand."""
    system, jokers = at
    placed = _placed(way, rows, system)
    if placed is None:
        raise ValueError(way)
    filled, rests = placed
    runs = [_run_of(places, way.runs[number], system) for number, places in enumerate(filled)]
    sets: list[Meld] = []
    kept: list[Card] = []
    for rank in range(LOW_ACE, HIGH_ACE):
        cards = _cards_of(rank, rests, system)
        number = way.ranks.count(rank)
        if way.thrown == rank:
            kept.append(cards.pop())
        if number:
            sets += _sets_of(cards, number, system)
        else:
            kept += cards
    spare = jokers - sum([meld.cards.count(JOKER) for meld in sets + runs])
    return Plan(tuple(sets), tuple(runs), tuple(kept), spare=spare)


def _cards_of(rank: int, rests: list[list[int]], system: RuleSystem) -> list[Card]:
    rows = zip(system.suits, rests, strict=True)
    return [Card(rank, suit) for suit, rest in rows for _ in range(rest[rank])]


def _placed(
    way: ContractWay, rows: Sequence[Row], system: RuleSystem
) -> tuple[list[Places], list[list[int]]] | None:
    """Return the places naturals fill in each run, and what is left of each suit.

    Every run first gets two naturals near enough to be laid, then what the sets can do without.
    """
    free = _Free([list(counts) for counts, _ in rows], {})
    for rank in set(way.ranks):
        there = sum([counts[rank] for counts, _ in rows])
        free.spare[rank] = there - least_of(system.set_min) * way.ranks.count(rank)
    cores = _cores(way.runs, free, system.run_min)
    if cores is None:
        return None
    filled = []
    for core, (suit, span) in zip(cores, way.runs, strict=True):
        others = [at for at in range(span[2], span[3] + 1) if at not in core]
        filled.append(sorted([*core, *[at for at in others if free.take(suit, at)]]))
    return filled, _left_over(rows, way, filled)


@dataclass(frozen=True, slots=True)
class _Free:
    """The naturals runs may still take: by suit and place, and by rank where sets want some."""

    counts: list[list[int]]
    spare: dict[int, int]

    def take(self, suit: int, place: int) -> bool:
        """Take a natural, where there is one to be had."""
        if not self.counts[suit][place] or self.spare.get(rank_at(place), 1) <= 0:
            return False
        self._change(suit, place, -1)
        return True

    def give_back(self, suit: int, place: int) -> None:
        """Put a natural back."""
        self._change(suit, place, 1)

    def _change(self, suit: int, place: int, by: int) -> None:
        row, rank = self.counts[suit], rank_at(place)
        row[place] += by
        if rank == LOW_ACE:
            row[HIGH_ACE + LOW_ACE - place] += by
        if rank in self.spare:
            self.spare[rank] += by


def _cores(runs: Sequence[tuple[int, Span]], free: _Free, shortest: int) -> list[Places] | None:
    """Take two naturals for every run, less than a shortest run apart; None where that fails."""
    if not runs:
        return []
    suit, (_, _, start, end, _) = runs[0]
    for first in range(start, end):
        if not free.take(suit, first):
            continue
        for second in range(first + 1, min(first + shortest, end + 1)):
            if free.take(suit, second):
                others = _cores(runs[1:], free, shortest)
                if others is not None:
                    return [[first, second], *others]
                free.give_back(suit, second)
        free.give_back(suit, first)
    return None


def _left_over(rows: Sequence[Row], way: ContractWay, filled: list[Places]) -> list[list[int]]:
    """Return how many of each rank of each suit no run holds; the index is the rank."""
    rests = [list(counts[:HIGH_ACE]) for counts, _ in rows]
    for (suit, _), places in zip(way.runs, filled, strict=True):
        for place in places:
            rests[suit][rank_at(place)] -= 1
    return rests


def _run_of(places: Places, taken: tuple[int, Span], system: RuleSystem) -> Meld:
    """Return a run with jokers wherever no natural is, at least as long as the shortest."""
    suit, (_, _, first, last, _) = taken
    first = min(first, HIGH_ACE + 1 - system.run_min)
    last = max(last, first + system.run_min - 1)
    cells = [
        Card(rank_at(place), system.suits[suit]) if place in places else JOKER
        for place in range(first, last + 1)
    ]
    return Meld(MeldKind.RUN, tuple(cells))


def _sets_of(cards: list[Card], number: int, system: RuleSystem) -> list[Meld]:
    """Return so many sets of one rank's cards, with jokers up to the smallest size."""
    sets = []
    for place in range(number):
        here = tuple(cards[place::number])
        sets.append(Meld(MeldKind.SET, here + (JOKER,) * (system.set_min - len(here))))
    return sets
