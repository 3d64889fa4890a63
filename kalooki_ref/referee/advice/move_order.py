"""Find a legal order of the moves that turn a run on the board into the planned one."""

from dataclasses import dataclass
from functools import lru_cache

from kalooki_ref.cards import HIGH_ACE, JOKER, Card, Cards, Pack
from kalooki_ref.referee.advice.question import AdvisedMove, JokerMove, Tack, Where
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, as_owner, judge_joker_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner, TableMeld
from kalooki_ref.referee.run_growth import added_at_ends
from kalooki_ref.referee.run_order import agreed_start
from kalooki_ref.referee.runs import card_at
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem

# More copies of a card than any game uses.
PLENTY = 99


def endless_supply(system: RuleSystem) -> Supply:
    """Return an unlimited supply, since surplus cards are reported separately as a warning."""
    return Supply(Pack(system.suits, PLENTY, PLENTY))


@dataclass(frozen=True, slots=True)
class _Growing:
    """A search state: a partly extended run and the cells still to be filled.

    The number of jokers is exact: each ends up in a planned cell, directly or after being replaced.
    """

    cards: Cards
    start: int
    cells: tuple[tuple[int, Card], ...]
    moves: tuple[AdvisedMove, ...] = ()


def run_moves(
    index: int, item: TableMeld, cells: dict[int, Card], system: RuleSystem
) -> tuple[AdvisedMove, ...] | None:
    """Return the moves that extend a run on the board as planned; None if no order is legal.

    ``cells`` maps places to cards: added ones, and naturals that replace a joker.
    """
    return _ordered(index, item, cells, system)[0]


def _ordered(
    index: int, item: TableMeld, cells: dict[int, Card], system: RuleSystem
) -> tuple[tuple[AdvisedMove, ...] | None, int]:
    """Return the moves in a legal order, or None, and how many states were tried."""
    cards = item.meld.cards
    if item.owner is Owner.OWN:
        system = as_owner(system)
    start = agreed_start([card.rank for card in cards])
    first = _Growing(cards, start, tuple(sorted(cells.items())))
    waiting = [first]
    seen: set[tuple[tuple[tuple[int, Card], ...], Cards]] = set()
    while waiting:
        now = waiting.pop()
        if not now.cells:
            return joined_tacks(now.moves), len(seen)
        if (now.cells, now.cards) not in seen:
            seen.add((now.cells, now.cards))
            waiting += _next_steps(now, index, item, system)
    return None, len(seen)


def _next_steps(now: _Growing, index: int, item: TableMeld, system: RuleSystem) -> list[_Growing]:
    cells = dict(now.cells)
    end = now.start + len(now.cards)
    steps = []
    for place, side in ((now.start - 1, End.LOW), (end, End.HIGH)):
        card = cells.get(place)
        if card is None:
            continue
        if not card.rank or _goes_on(system):
            # Where a natural is planned, a joker may be added first and then moved to the other
            # end, or further.
            steps += _tacked(now, place, JOKER, side, index=index, item=item, system=system)
        if card.rank:
            steps += _tacked(now, place, card, side, index=index, item=item, system=system)
    for place, card in now.cells:
        if now.start <= place < end:
            steps += _moved(now, index, place, card, item, system)
    return steps


def _goes_on(system: RuleSystem) -> bool:
    """Whether a joker added now and replaced later may be of use in its next place."""
    if system.joker_leaves_its_meld:
        return False
    is_either = system.joker_goes in (JokerGoes.CHOSEN_END, JokerGoes.HIGH_ELSE_LOW)
    return is_either or system.most_per_end is not None


def _tacked(  # noqa: PLR0913
    now: _Growing,
    place: int,
    card: Card,
    side: End,
    *,
    index: int,
    item: TableMeld,
    system: RuleSystem,
) -> list[_Growing]:
    meld, supply = Meld(MeldKind.RUN, now.cards), endless_supply(system)
    low, high = earlier = added_at_ends(item.meld.cards, now.cards)
    added = (low + 1, high) if side is End.LOW else (low, high + 1)
    if system.most_per_end is not None and max(added) > system.most_per_end:
        return []
    verdict = judge_tack(meld, (card,), system, end=side, supply=supply, earlier=earlier)
    if not verdict.legal:
        return []
    return [
        _Growing(
            verdict.result,
            min(now.start, place),
            tuple(cell for cell in now.cells if cell != (place, card)),
            (*now.moves, Tack(Where.TABLE, index, (card,), side)),
        )
    ]


def _moved(
    now: _Growing, index: int, place: int, card: Card, item: TableMeld, system: RuleSystem
) -> list[_Growing]:
    meld = Meld(MeldKind.RUN, now.cards)
    steps = []
    for goal in goals_of(system):
        verdict = judge_joker_move(
            meld,
            place - now.start,
            (card,),
            system,
            by=item.owner,
            to=goal,
            supply=endless_supply(system),
        )
        if not verdict.legal:
            continue
        landed = {JokerTo.LOW: now.start - 1, JokerTo.HIGH: now.start + len(now.cards)}.get(goal)
        is_there = (landed, JOKER) in now.cells
        gone = (place, landed) if is_there else (place,)
        cells = tuple(cell for cell in now.cells if cell[0] not in gone)
        is_wanted = landed is None or landed in dict(now.cells)
        if is_wanted:
            start = min(now.start, now.start if landed is None else landed)
            move = JokerMove(Where.TABLE, index, place - now.start, (card,), goal)
            steps.append(_Growing(verdict.result, start, cells, (*now.moves, move)))
    return steps


def goals_of(system: RuleSystem) -> tuple[JokerTo, ...]:
    """Return the possible destinations of a replaced joker."""
    if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        return (JokerTo.REUSE_NOW,)
    if system.joker_goes is JokerGoes.INTO_THE_HAND:
        return (JokerTo.HAND,)
    return (JokerTo.LOW, JokerTo.HIGH)


def joined_tacks(moves: tuple[AdvisedMove, ...]) -> tuple[AdvisedMove, ...]:
    """Return the moves with consecutive tacks at the same end merged."""
    joined: list[AdvisedMove] = []
    for move in moves:
        last = joined[-1] if joined else None
        if isinstance(move, Tack) and isinstance(last, Tack) and last.end is move.end:
            joined[-1] = Tack(move.where, move.index, last.cards + move.cards, move.end)
        else:
            joined.append(move)
    return tuple(joined)


@dataclass(frozen=True, slots=True)
class LyingRun:
    """A run on the board, independent of suit: first and last place, and jokers as a bit mask."""

    start: int
    end: int
    jokers: int
    # Whether it may count as the player's own, who replaces its jokers with naturals.
    is_own: bool


@lru_cache(maxsize=4096)
def reached(run: LyingRun, naturals: int, wild: int, system: RuleSystem) -> tuple[bool, int]:
    """Return whether the planned cards can be added to a run in some order, and the states tried.

    ``naturals`` and ``wild`` are bit masks of the places of added naturals and jokers.
    """
    suit = system.suits[0]
    places = range(run.start, run.end + 1)
    cards = tuple(JOKER if run.jokers >> rank & 1 else card_at(rank, suit) for rank in places)
    cells = {
        rank: card_at(rank, suit) if naturals >> rank & 1 else JOKER
        for rank in range(HIGH_ACE + 1)
        if (naturals | wild) >> rank & 1
    }
    owner = Owner.OWN if run.is_own else Owner.OTHER
    lying = TableMeld(Meld(MeldKind.RUN, cards), owner)
    moves, tried = _ordered(0, lying, cells, system)
    return moves is not None, tried
