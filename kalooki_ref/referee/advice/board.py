"""The table's melds as the search sees them: threads, homes for cards, jokers to be had.

Not here: how a thread grows (threads), and the order of the acts (acts).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import HIGH_ACE, LOW_ACE, Card
from kalooki_ref.referee.advice.groups import absorbs, freed_jokers
from kalooki_ref.referee.advice.holding import Holding
from kalooki_ref.referee.advice.threads import JOKER_PLACES, MOVABLE, Thread, is_movable, thread_of
from kalooki_ref.referee.meld import MeldKind, Owner, TableMeld
from kalooki_ref.referee.runs import low_to_high, main_suit
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.rules.model import RuleSystem

Cards = tuple[Card, ...]
MOST_CREDIT = 6


@dataclass(frozen=True, slots=True)
class Board:
    """What lies on the table.

    ``threads`` are the runs by suit; ``homes`` the sets by rank, index 0 unused; ``spent`` the
    suits and ``taken`` the ranks of the player's own melds; ``credit`` is how many jokers could be
    moved at most.
    """

    threads: tuple[tuple[Thread, ...], ...]
    homes: tuple[tuple[Cards, ...], ...]
    spent: tuple[int, ...]
    taken: frozenset[int]
    credit: int
    absorbs: bool


def board_of(table: Sequence[TableMeld], system: RuleSystem, holding: Holding) -> Board:
    """Return the board a table's melds make for a hand."""
    suits = system.suits
    threads: list[list[Thread]] = [[] for _ in suits]
    homes: list[list[Cards]] = [[] for _ in range(HIGH_ACE)]
    spent = [0 for _ in suits]
    taken = set()
    for item in table:
        own = item.owner is Owner.OWN
        if item.meld.kind is MeldKind.SET:
            rank = set_rank(item.meld.cards)
            homes[rank].append(item.meld.cards)
            if own and system.ranks_apart:
                taken.add(rank)
            continue
        suit = _suit_of(item, system)
        movable = is_movable(system, own=own)
        threads[suit].append(thread_of(low_to_high(item.meld.cards), movable=movable))
        spent[suit] |= int(own and system.suits_apart)
    return Board(
        tuple([tuple(sorted(row)) for row in threads]),
        tuple([tuple(row) for row in homes]),
        tuple(spent),
        frozenset(taken),
        min(MOST_CREDIT, _credit(threads, homes, system, holding)),
        absorbs(system) and any(homes),
    )


def _suit_of(item: TableMeld, system: RuleSystem) -> int:
    suit = main_suit(item.meld.cards)
    if suit is None:
        raise ValueError("a run on the table has no suit")
    return system.suits.index(suit)


def _credit(
    threads: list[list[Thread]], homes: list[list[Cards]], system: RuleSystem, holding: Holding
) -> int:
    """Return how many jokers on the table could make way for naturals of the hand."""
    credit = 0
    for row, counts in zip(threads, holding.counts, strict=True):
        for thread in row:
            if thread[MOVABLE]:
                places = range(LOW_ACE, HIGH_ACE + 1)
                credit += sum([1 for p in places if thread[JOKER_PLACES] >> p & 1 and counts[p]])
    return credit + sum(jokers_at_homes(homes, system, holding))


def jokers_at_homes(
    homes: Sequence[Sequence[Cards]], system: RuleSystem, holding: Holding
) -> list[int]:
    """Return how many jokers the sets of each rank could give for naturals of the hand."""
    return [
        sum([freed_jokers(system, cards, [row[rank] for row in holding.counts]) for cards in row])
        for rank, row in enumerate(homes)
    ]


def without_credit(board: Board) -> Board:
    """Return the board with every joker on it where it is."""
    threads = tuple([tuple([(*thread[:MOVABLE], 0) for thread in row]) for row in board.threads])
    return replace(board, threads=threads, credit=0)
