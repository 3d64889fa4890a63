"""Tacks and joker moves on one meld of the table, in an order that is legal at every step."""

from dataclasses import dataclass

from kalooki_ref.cards import JOKER, Card, Cards, Pack
from kalooki_ref.referee.advice.question import AdvisedMove, JokerMove, Tack, Where
from kalooki_ref.referee.advice.rank_sets import SetTack
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, TableMeld
from kalooki_ref.referee.runs import agreed_start, low_to_high
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem

CellsByPlace = dict[int, Card]
"""Cards by place: those added to a run, and those put in the place of a joker."""

PLENTY = 99
"""Copies of a card that no table reaches."""


def endless_supply(system: RuleSystem) -> Supply:
    """Return a supply that never runs out: too many copies are a warning, not a refusal."""
    return Supply(Pack(system.suits, PLENTY, PLENTY))


@dataclass(frozen=True, slots=True)
class _Growing:
    """A run on its way: its cards, what is still to come, and jokers of the hand still to add."""

    cards: Cards
    start: int
    cells: tuple[tuple[int, Card], ...]
    jokers: int
    moves: tuple[AdvisedMove, ...] = ()


def run_moves(
    index: int, item: TableMeld, cells: CellsByPlace, system: RuleSystem
) -> tuple[AdvisedMove, ...] | None:
    """Return the acts that bring a run on the table to its cells; None where no order is legal."""
    cards = low_to_high(item.meld.cards, system)
    start = agreed_start([card.rank for card in cards])
    inside = range(start, start + len(cards))
    moved = sum([1 for place in cells if place in inside])
    added = sum([1 for place, card in cells.items() if place not in inside and not card.rank])
    jokers = added if system.joker_leaves_its_meld else added - moved
    first = _Growing(cards, start, tuple(sorted(cells.items())), jokers)
    waiting, seen = [first], set()
    while waiting:
        now = waiting.pop()
        if not now.cells:
            return joined_tacks(now.moves)
        if (now.cells, now.jokers) not in seen:
            seen.add((now.cells, now.jokers))
            waiting += _next_steps(now, index, item, system)
    return None


def _next_steps(now: _Growing, index: int, item: TableMeld, system: RuleSystem) -> list[_Growing]:
    cells = dict(now.cells)
    end = now.start + len(now.cards)
    steps = []
    for place, side in ((now.start - 1, End.LOW), (end, End.HIGH)):
        card = cells.get(place)
        if card is None:
            continue
        if now.jokers > 0 and (not card.rank or system.joker_goes is JokerGoes.CHOSEN_END):
            # Where a natural is to lie, a joker may lie first and be moved to the other end.
            steps += _tacked(now, index, place, JOKER, side, system)
        if card.rank:
            steps += _tacked(now, index, place, card, side, system)
    for place, card in now.cells:
        if now.start <= place < end:
            steps += _moved(now, index, place, card, item, system)
    return steps


def _tacked(
    now: _Growing, index: int, place: int, card: Card, side: End, system: RuleSystem
) -> list[_Growing]:
    meld = Meld(MeldKind.RUN, now.cards)
    verdict = judge_tack(meld, (card,), system, end=side, supply=endless_supply(system))
    if not verdict.legal:
        return []
    return [
        _Growing(
            verdict.result,
            min(now.start, place),
            tuple([cell for cell in now.cells if cell != (place, card)]),
            now.jokers - (not card.rank),
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
        cells = tuple([cell for cell in now.cells if cell[0] not in gone])
        is_wanted = landed is None or landed in dict(now.cells)
        if is_wanted:
            start = min(now.start, now.start if landed is None else landed)
            move = JokerMove(Where.TABLE, index, place - now.start, (card,), goal)
            steps.append(_Growing(verdict.result, start, cells, now.jokers, (*now.moves, move)))
    return steps


def goals_of(system: RuleSystem) -> tuple[JokerTo, ...]:
    """Return where a player may send a joker."""
    if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        return (JokerTo.REUSE_NOW,)
    if system.joker_goes is JokerGoes.INTO_THE_HAND:
        return (JokerTo.HAND,)
    return (JokerTo.LOW, JokerTo.HIGH)


def joined_tacks(moves: tuple[AdvisedMove, ...]) -> tuple[AdvisedMove, ...]:
    """Return the acts with tacks that follow one another at one end made one."""
    joined: list[AdvisedMove] = []
    for move in moves:
        last = joined[-1] if joined else None
        if isinstance(move, Tack) and isinstance(last, Tack) and last.end is move.end:
            joined[-1] = Tack(move.where, move.index, last.cards + move.cards, move.end)
        else:
            joined.append(move)
    return tuple(joined)


def set_moves(
    index: int, cards: Cards, tack: SetTack, naturals: Cards, goal: JokerTo
) -> tuple[AdvisedMove, ...]:
    """Return the act that brings naturals and jokers to a set on the table."""
    _, jokers, freed = tack
    if freed:
        at = [card.rank for card in cards].index(0)
        return (JokerMove(Where.TABLE, index, at, naturals, goal),)
    added = naturals + (JOKER,) * jokers
    return (Tack(Where.TABLE, index, added, None),) if added else ()
