"""A plan made ready to play: what is laid first, then tacks and joker moves in a legal order."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_ref.cards import JOKER, Card, Cards, Pack
from kalooki_ref.referee.advice.plan import CompletePlan, Plan, RankTacks, RunTack, laid_part
from kalooki_ref.referee.advice.question import AdvisedMove, JokerMove, Question, Tack, Where
from kalooki_ref.referee.advice.rank_sets import SetTack, is_bounded, share_open_tack
from kalooki_ref.referee.advice.table_runs import table_run
from kalooki_ref.referee.inventory import Supply
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move, may_open_with_joker
from kalooki_ref.referee.lay import OpeningTurn, contract_findings, read_opening, short_findings
from kalooki_ref.referee.meld import End, Meld, MeldKind, TableMeld
from kalooki_ref.referee.run_order import agreed_start
from kalooki_ref.referee.runs import main_suit
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.choices import ExtraMelds, JokerGoes
from kalooki_ref.rules.model import RuleSystem

PLENTY = 99
"""Copies of a card that no table reaches."""


def endless_supply(system: RuleSystem) -> Supply:
    """Return a supply that never runs out: too many copies are a warning, not a refusal."""
    return Supply(Pack(system.suits, PLENTY, PLENTY))


@dataclass(frozen=True, slots=True)
class _Growing:
    """A run on its way: its cards, and what is still to come.

    No joker is added too many: each comes to a cell of its own, at once or from a natural's.
    """

    cards: Cards
    start: int
    cells: tuple[tuple[int, Card], ...]
    moves: tuple[AdvisedMove, ...] = ()


def run_moves(
    index: int, item: TableMeld, cells: dict[int, Card], system: RuleSystem
) -> tuple[AdvisedMove, ...] | None:
    """Return the moves that bring a run on the table to its cells; None where no order is legal.

    ``cells`` are cards by place: those added to it, and those put in the place of a joker.
    """
    cards = item.meld.cards
    start = agreed_start([card.rank for card in cards])
    first = _Growing(cards, start, tuple(sorted(cells.items())))
    waiting, seen = [first], set()
    while waiting:
        now = waiting.pop()
        if not now.cells:
            return joined_tacks(now.moves)
        if (now.cells, now.cards) not in seen:
            seen.add((now.cells, now.cards))
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
        if not card.rank or system.joker_goes in (JokerGoes.CHOSEN_END, JokerGoes.HIGH_ELSE_LOW):
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
            steps.append(_Growing(verdict.result, start, cells, (*now.moves, move)))
    return steps


def goals_of(system: RuleSystem) -> tuple[JokerTo, ...]:
    """Return where a player may send a joker."""
    if system.joker_goes is JokerGoes.REUSED_AT_ONCE:
        return (JokerTo.REUSE_NOW,)
    if system.joker_goes is JokerGoes.INTO_THE_HAND:
        return (JokerTo.HAND,)
    return (JokerTo.LOW, JokerTo.HIGH)


def joined_tacks(moves: tuple[AdvisedMove, ...]) -> tuple[AdvisedMove, ...]:
    """Return the moves with tacks that follow one another at one end made one."""
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
    """Return the move that brings naturals and jokers to a set on the table."""
    _, jokers, freed = tack
    if freed:
        at = [card.rank for card in cards].index(0)
        return (JokerMove(Where.TABLE, index, at, naturals, goal),)
    added = naturals + (JOKER,) * jokers
    return (Tack(Where.TABLE, index, added, None),) if added else ()


@dataclass(frozen=True, slots=True)
class Turn:
    """What is played: the first of ``lay`` before any move, the others after jokers were taken."""

    lay: tuple[Meld, ...]
    laid_first: int
    moves: tuple[AdvisedMove, ...]


def arrange_turn(complete: CompletePlan, question: Question) -> Turn | None:
    """Return a plan as a turn every step of which is legal; None where there is no such order."""
    plan, system = complete.plan, question.system
    table_acts = _moves_on_the_table(plan, question)
    if table_acts is None:
        return None
    moves = [move for move in table_acts if isinstance(move, JokerMove)]
    taken = moves if system.joker_leaves_its_meld else []
    others = [move for move in table_acts if move not in taken]
    melds = plan.melds
    laid_first = len(melds)
    if taken:
        first = _opening_first(complete, question)
        if first is None and not _may_take_first(taken, question):
            return None
        melds, laid_first = first or (melds, 0)
    lay, tacks = [], []
    for index, meld in enumerate(melds):
        laid, rest = laid_part(meld, system)
        lay.append(laid)
        tacks += [Tack(Where.LAY, index, cards, end) for cards, end in rest if cards]
    return Turn(tuple(lay), laid_first, (*taken, *tacks, *others))


def _opening_first(
    complete: CompletePlan, question: Question
) -> tuple[tuple[Meld, ...], int] | None:
    """Return the melds that open with the hand's own jokers, the others after them."""
    melds, own = complete.plan.melds, question.hand.count(JOKER)
    turn = OpeningTurn(goes_out=not complete.kept)
    whole = (1 << len(melds)) - 1
    least = whole if question.system.extra_melds is ExtraMelds.NEVER else 0
    for chosen in range(whole, least - 1, -1):
        first = [meld for place, meld in enumerate(melds) if chosen >> place & 1]
        jokers = sum([meld.cards.count(JOKER) for meld in first])
        if jokers <= own and (question.down or _opens(first, question, turn)):
            later = [meld for place, meld in enumerate(melds) if not chosen >> place & 1]
            return tuple(first + later), len(first)
    return None


def _may_take_first(moves: Sequence[JokerMove], question: Question) -> bool:
    """Return whether these jokers may be taken before anything is laid, to open with them."""
    kinds = {question.table[move.index].meld.kind for move in moves}
    return all(may_open_with_joker(kind, question.system) for kind in kinds)


def _opens(melds: Sequence[Meld], question: Question, turn: OpeningTurn) -> bool:
    found = contract_findings(melds, question.contract, question.system)
    return not found and not short_findings(read_opening(melds, question.system, turn=turn))


def _moves_on_the_table(plan: Plan, question: Question) -> list[AdvisedMove] | None:
    moves: list[AdvisedMove] = []
    used: set[int] = set()
    for tack in plan.run_tacks:
        index = _run_index(question, tack, used)
        used.add(index)
        if not tack.cells:
            continue
        grown = run_moves(index, question.table[index], dict(tack.cells), question.system)
        if grown is None:
            return None
        moves += grown
    for at_rank in plan.rank_tacks:
        moves += _moves_on_sets(at_rank, question)
    return moves


def _run_index(question: Question, tack: RunTack, used: set[int]) -> int:
    for index, item in enumerate(question.table):
        if index in used or item.meld.kind is MeldKind.SET:
            continue
        if main_suit(item.meld.cards) is not question.system.suits[tack.suit]:
            continue
        there = table_run(item.meld.cards, question.system, movable=False)
        if there.places == tack.run.places:
            return index
    raise ValueError(tack)


def _moves_on_sets(at_rank: RankTacks, question: Question) -> list[AdvisedMove]:
    rows = [
        (index, item.meld.cards)
        for index, item in enumerate(question.table)
        if item.meld.kind is MeldKind.SET and set_rank(item.meld.cards) == at_rank.rank
    ]
    tacks = at_rank.tacks
    if not is_bounded(question.system):
        tacks = share_open_tack(tacks[0], [cards for _, cards in rows], question.system)
    goal = goals_of(question.system)[0]
    moves: list[AdvisedMove] = []
    for (index, cards), (tack, naturals) in zip(rows, tacks, strict=True):
        moves += set_moves(index, cards, tack, naturals, goal)
    return moves
