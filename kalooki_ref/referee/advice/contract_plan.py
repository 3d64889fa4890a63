"""A contract's runs and the ranks of its sets, written down as melds.

Not here: which to choose (contract_lay).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_ref.cards import HIGH_ACE, JOKER, LOW_ACE, Card
from kalooki_ref.referee.advice.holding import Counts
from kalooki_ref.referee.advice.plan import Plan
from kalooki_ref.referee.advice.rank_sets import least_of
from kalooki_ref.referee.advice.spans import Span, without_span
from kalooki_ref.referee.advice.stage import rank_at
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

    Naturals that the sets take back are jokers in the runs then.
    """
    rests = [counts for counts, _ in rows]
    filled = []
    for suit, span in way.runs:
        filled.append([at for at in range(span[2], span[3] + 1) if rests[suit][at]])
        rests[suit] = without_span(rests[suit], span)
    owed: list[int] = []
    for rank in sorted(set(way.ranks)):
        there = sum([rest[rank] for rest in rests])
        owed += [rank] * (least_of(system.set_min) * way.ranks.count(rank) - there)
    if not _give_back(owed, filled, system.run_min):
        return None
    return filled, _left_over(rows, way, filled)


def _give_back(owed: list[int], filled: list[Places], shortest: int) -> bool:
    """Take the ranks owed out of the runs, each still fit to be laid; False where that fails."""
    if not owed:
        return True
    for places in filled:
        for at in [place for place in places if rank_at(place) == owed[0]]:
            places.remove(at)
            if _is_fit(places, shortest) and _give_back(owed[1:], filled, shortest):
                return True
            places.append(at)
            places.sort()
    return False


def _is_fit(places: Places, shortest: int) -> bool:
    """Return whether two naturals are near enough for a shortest run that can be laid."""
    return any(places[at] - places[at - 1] < shortest for at in range(1, len(places)))


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
