"""Arrange a plan as a turn: melds laid first, then tacks and joker moves in a legal order."""

from collections.abc import Sequence
from dataclasses import dataclass

from kalooki_ref.cards import JOKER, Cards
from kalooki_ref.referee.advice.move_order import goals_of, run_moves
from kalooki_ref.referee.advice.plan import CompletePlan, Plan, RankTacks, RunTack, laid_part
from kalooki_ref.referee.advice.question import AdvisedMove, JokerMove, Question, Tack, Where
from kalooki_ref.referee.advice.rank_sets import SetTack, share_open_tack
from kalooki_ref.referee.advice.set_limits import is_bounded
from kalooki_ref.referee.advice.table_runs import TO_HAND, table_run, where_jokers_go
from kalooki_ref.referee.joker_moves import JokerTo, may_open_with_joker
from kalooki_ref.referee.lay import OpeningTurn, contract_findings, read_opening, short_findings
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, TableMeld
from kalooki_ref.referee.runs import main_suit
from kalooki_ref.referee.sets import set_rank
from kalooki_ref.rules.choices import ExtraMelds
from kalooki_ref.rules.model import RuleSystem


def set_moves(
    index: int, cards: Cards, tack: SetTack, naturals: Cards, goal: JokerTo
) -> tuple[AdvisedMove, ...]:
    """Return the move that adds naturals and jokers to a set on the board."""
    _, jokers, freed = tack
    if freed:
        at = [card.rank for card in cards].index(0)
        return (JokerMove(Where.TABLE, index, at, naturals, goal),)
    added = naturals + (JOKER,) * jokers
    return (Tack(Where.TABLE, index, added, None),) if added else ()


@dataclass(frozen=True, slots=True)
class Turn:
    """The steps of a turn: the ``first`` of ``lay`` come before any move, the others after."""

    lay: tuple[Meld, ...]
    laid_first: int
    moves: tuple[AdvisedMove, ...]


def arrange_turn(complete: CompletePlan, question: Question) -> Turn | None:
    """Return a plan as a turn in which every step is legal; None if there is no such order."""
    plan, system = complete.plan, question.system
    table_acts = _moves_on_the_table(plan, question)
    if table_acts is None:
        return None
    moves = [move for move in table_acts if isinstance(move, JokerMove)]
    taken = [move for move in moves if _takes_the_joker(question.table[move.index], system)]
    others = [move for move in table_acts if move not in taken]
    melds = plan.melds
    laid_first = len(melds)
    if taken:
        first = _opening_first(complete, question)
        if first is None and not may_take_first(taken, question):
            return None
        melds, laid_first = first or (melds, 0)
    asked = question.contract.set_size if question.contract else 0
    lay, tacks = [], []
    for index, meld in enumerate(melds):
        laid, rest = laid_part(meld, system, asked)
        lay.append(laid)
        tacks += [Tack(Where.LAY, index, cards, end) for cards, end in rest if cards]
    return Turn(tuple(lay), laid_first, (*taken, *tacks, *others))


def _takes_the_joker(item: TableMeld, system: RuleSystem) -> bool:
    if item.meld.kind is MeldKind.SET:
        return True
    own = item.owner is Owner.OWN
    return system.joker_leaves_its_meld or where_jokers_go(system, own=own) == TO_HAND


def _opening_first(
    complete: CompletePlan, question: Question
) -> tuple[tuple[Meld, ...], int] | None:
    """Return the melds that come down with the hand's own jokers, and the melds laid later."""
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


def may_take_first(moves: Sequence[AdvisedMove], question: Question) -> bool:
    """Whether these jokers may be taken before anything is laid, in order to open with them."""
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
        there = table_run(item.meld.cards, question.system)
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
