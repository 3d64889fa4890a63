"""The melds on the board as targets for the search: runs and sets to tack to, jokers to borrow."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kalooki_ref.cards import HIGH_ACE, JOKER, Cards
from kalooki_ref.referee.advice.hand_counts import HandCounts
from kalooki_ref.referee.advice.rank_sets import freed_jokers
from kalooki_ref.referee.advice.set_limits import absorbs
from kalooki_ref.referee.advice.table_runs import (
    AS_ANY,
    BEYOND,
    FIXED,
    TableRun,
    table_run,
    where_jokers_go,
)
from kalooki_ref.referee.meld import MeldKind, Owner, TableMeld
from kalooki_ref.referee.runs import main_suit
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.rules.model import RuleSystem

MOST_BORROWED = 6
# Cards of a hand for which jokers are searched that move beyond a limit for tacks.
FEW_CARDS = 9


@dataclass(frozen=True, slots=True)
class TackTargets:
    """The melds on the board.

    ``runs`` are grouped by suit and ``sets`` by rank, index 0 unused; ``own_runs`` is the number of
    the player's own runs by suit, ``own_sets`` the ranks of the player's own sets, both only where
    melds must be distinct; ``borrowable`` is an upper bound for the jokers that can be moved;
    ``absorbs`` is whether a set can take any number of jokers.
    """

    runs: tuple[tuple[TableRun, ...], ...]
    sets: tuple[tuple[Cards, ...], ...]
    own_runs: tuple[int, ...]
    own_sets: frozenset[int]
    borrowable: int
    absorbs: bool

    @property
    def are_there(self) -> bool:
        """Whether there are any runs or sets."""
        return any(self.runs) or any(self.sets)

    @property
    def bars_melds(self) -> bool:
        """Whether the player's own melds exclude some new melds."""
        return any(self.own_runs) or bool(self.own_sets)


def tack_targets(table: Sequence[TableMeld], system: RuleSystem, hand: HandCounts) -> TackTargets:
    """Return the targets for a hand from the melds on the board, runs listed low to high."""
    suits = system.suits
    runs: list[list[TableRun]] = [[] for _ in suits]
    sets: list[list[Cards]] = [[] for _ in range(HIGH_ACE)]
    own_runs = [0 for _ in suits]
    own_sets = set()
    is_far = moves_beyond(table, system, hand)
    for item in table:
        own = item.owner is Owner.OWN
        if item.meld.kind is MeldKind.SET:
            rank = set_rank(item.meld.cards)
            sets[rank].append(item.meld.cards)
            if own and system.ranks_apart:
                own_sets.add(rank)
            continue
        suit = _suit_of(item, system)
        movable = where_jokers_go(system, own=own)
        movable = BEYOND if movable == AS_ANY and is_far else movable
        runs[suit].append(table_run(item.meld.cards, system, movable=movable))
        own_runs[suit] |= int(own and system.suits_apart)
    # An upper bound for the jokers on the board that the hand's naturals can replace.
    suits_held = zip(runs, hand.masks, strict=True)
    fitting = [run.jokers & mask for row, mask in suits_held for run in row if run.movable]
    borrowable = sum(map(int.bit_count, fitting)) + sum(jokers_of_sets(sets, system, hand))
    return TackTargets(
        tuple(tuple(sorted(row)) for row in runs),
        tuple(tuple(row) for row in sets),
        tuple(own_runs),
        frozenset(own_sets),
        min(MOST_BORROWED, borrowable),
        absorbs(system) and any(sets),
    )


def moves_beyond(table: Sequence[TableMeld], system: RuleSystem, hand: HandCounts) -> bool:
    """Whether jokers are moved beyond the cards that may be tacked to one end, in a small hand."""
    if not may_move_beyond(table, system, hand):
        return False
    return sum(hand.totals) + hand.jokers <= FEW_CARDS


def may_move_beyond(table: Sequence[TableMeld], system: RuleSystem, hand: HandCounts) -> bool:
    """Whether jokers could be moved beyond the cards that may be tacked to one end."""
    if system.most_per_end is None or system.joker_leaves_its_meld:
        return False
    return bool(hand.jokers) or any(JOKER in item.meld.cards for item in table)


def _suit_of(item: TableMeld, system: RuleSystem) -> int:
    suit = main_suit(item.meld.cards)
    if suit is None:
        raise ValueError("a run on the table has no suit")
    return system.suits.index(suit)


def jokers_of_sets(
    sets: Sequence[Sequence[Cards]], system: RuleSystem, hand: HandCounts
) -> list[int]:
    """Return, by rank, how many jokers the hand's naturals could free from sets."""
    return [
        sum([freed_jokers(system, cards, [row[rank] for row in hand.counts]) for cards in row])
        for rank, row in enumerate(sets)
    ]


def without_borrowing(targets: TackTargets) -> TackTargets:
    """Return the targets with all jokers fixed in place."""
    runs = tuple(tuple(run._replace(movable=FIXED) for run in row) for row in targets.runs)
    return replace(targets, runs=runs, borrowable=0)
