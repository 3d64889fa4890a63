"""Replay a plan as a turn judged step by step, so that only legal plans are shown."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from kalooki_ref.cards import JOKER, Card
from kalooki_ref.referee import lay
from kalooki_ref.referee.advice.best import Best
from kalooki_ref.referee.advice.move_order import endless_supply
from kalooki_ref.referee.advice.plan import Plan, place_leftovers
from kalooki_ref.referee.advice.position import Position
from kalooki_ref.referee.advice.question import (
    Advice,
    AdvisedMove,
    JokerMove,
    Question,
    Tack,
    Where,
)
from kalooki_ref.referee.advice.table_moves import arrange_turn, may_take_first
from kalooki_ref.referee.joker_moves import judge_joker_move
from kalooki_ref.referee.meld import Meld, MeldKind, Owner, TableMeld, cards_in
from kalooki_ref.referee.melds import judge_meld
from kalooki_ref.referee.run_growth import NOTHING_ADDED, Added, added_at_ends
from kalooki_ref.referee.scoring import bends, hand_points
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.turn_rights import may_discard
from kalooki_ref.referee.verdict import Verdict
from kalooki_ref.rules.choices import JokerGoes
from kalooki_ref.rules.model import RuleSystem


def play_best(position: Position, best: Best) -> Advice | None:
    """Return the optimal plan as advice; None if the referee objects to a step.

    The minimum before the discard may belong to another plan. If that plan uses jokers from the
    board, it is judged as well.
    """
    if best.before is None:
        return None
    advice = play(position, best.write(), discards=best.discards)
    if advice is None:
        return None
    if not best.is_proved and best.after is None:
        return replace(advice, proved=False)
    before, after = in_points(best.before, position), in_points(best.after, position)
    if after is not None and advice.leftover_after_discard != after:
        return replace(advice, proved=False)
    advice = replace(advice, leftover_after_discard=after, proved=best.is_proved)
    if advice.leftover != before and not _can_leave(position, best):
        return replace(advice, proved=False)
    return replace(advice, leftover=before)


def _can_leave(position: Position, best: Best) -> bool:
    """Whether the plan with the minimum before the discard is legal."""
    moves_jokers = any(run.movable for row in position.targets.runs for run in row)
    if best.write_before is None or not (moves_jokers or position.targets.borrowable):
        return True
    return play(position, best.write_before(), discards=False) is not None


def play(position: Position, plan: Plan, *, discards: bool) -> Advice | None:
    """Return a plan as advice with its own result; None if a step is illegal."""
    question, system = position.question, position.system
    complete = place_leftovers(plan, position.hand, position.targets, system, discards=discards)
    turn = arrange_turn(complete, question)
    if turn is None:
        return None
    discard, kept = complete.discard, complete.kept
    goes_out = not kept and (discard is not None or not system.final_discard)
    after = None if discard is None and not goes_out else hand_points(kept, system)
    before = hand_points(kept if discard is None else (*kept, discard), system)
    is_bent = bends(
        system, same_turn=not question.down, overcalls=question.overcalls, calls=question.calls
    )
    advice = Advice(
        can_come_down=True,
        lay=turn.lay,
        laid_first=turn.laid_first,
        moves=turn.moves,
        discard=discard,
        leftover=before,
        leftover_after_discard=after,
        leftover_before_discard=before,
        goes_out=goes_out,
        bends=goes_out and is_bent,
    )
    return advice if is_legal_turn(question, advice) else None


def stay(position: Position) -> Advice | None:
    """Return the advice of only discarding, for a player who is down; not proved optimal."""
    kept = tuple(card for card in position.question.hand if card.rank)
    plan = Plan(kept=kept, spare=position.hand.jokers)
    advice = play(position, plan, discards=True)
    return None if advice is None else replace(advice, proved=False)


def in_points(price: int | None, position: Position) -> int | None:
    """Convert a price of the search to points."""
    return None if price is None else price // position.hand.scale


def is_legal_turn(question: Question, advice: Advice) -> bool:
    """Whether every step is legal and every card played is in the hand."""
    hand = list(question.hand)
    first, later = advice.lay[: advice.laid_first], advice.lay[advice.laid_first :]
    if not _take(hand, cards_in(first)):
        return False
    waiting = list(cards_in(later))
    own = [TableMeld(meld, Owner.OWN) for meld in advice.lay]
    rows = {Where.LAY: list(own), Where.TABLE: list(question.table)}
    builders = 0
    for move in advice.moves:
        if waiting and isinstance(move, Tack):
            if not _take(hand, waiting):
                return False
            waiting = []
        row = rows[move.where]
        before = row[move.index].meld
        start = own[move.index] if move.where is Where.LAY else question.table[move.index]
        if not (_take(hand, move.cards) and _moves_soundly(row, move, start, question, hand)):
            return False
        if isinstance(move, Tack) and move.where is Where.TABLE:
            builders += lay.builder_points(before, row[move.index].meld, question.system)
    turn = lay.OpeningTurn(builders, advice.goes_out)
    lays = _take(hand, waiting) and _lays_soundly(question, advice, turn)
    plays_again = _plays_again(question, advice, hand)
    return lays and plays_again and _discards_soundly(hand, advice, question)


def _plays_again(question: Question, advice: Advice, hand: list[Card]) -> bool:
    """Whether all taken jokers are played again, if required; ``hand`` are the cards left.

    Jokers are taken before all other moves, except that some melds may be laid first.
    """
    if question.system.joker_goes is not JokerGoes.REUSED_AT_ONCE:
        return True
    tacked = [card for move in advice.moves if isinstance(move, Tack) for card in move.cards]
    later = (*cards_in(advice.lay[advice.laid_first :]), *tacked).count(JOKER)
    first = cards_in(advice.lay[: advice.laid_first]).count(JOKER)
    taken = hand.count(JOKER) + first + later - question.hand.count(JOKER)
    return later >= taken


def _lays_soundly(question: Question, advice: Advice, turn: lay.OpeningTurn) -> bool:
    system, supply = question.system, endless_supply(question.system)
    own = [item.meld for item in question.table if item.owner is Owner.OWN]
    if question.down:
        alone = [judge_meld(meld, system, pack=supply.pack) for meld in advice.lay]
        return all(verdict.legal for verdict in alone) and not lay.distinctness_findings(
            advice.lay, system, own=own
        )
    first = advice.lay[: advice.laid_first]
    if not first and may_take_first(advice.moves[: advice.moves_before_the_rest], question):
        first = advice.lay  # jokers were taken before the first lay (sheet 002, on switching)
    judge = partial(lay.judge_lay, system=system, supply=supply, turn=turn, own=own)
    met = not lay.contract_findings(first, question.contract, system)
    return met and judge(advice.lay).legal and judge(first).legal


def _moves_soundly(
    row: list[TableMeld],
    move: AdvisedMove,
    start: TableMeld,
    question: Question,
    hand: list[Card],
) -> bool:
    """Whether a move is legal; ``start`` is its meld as it was at the beginning of the turn."""
    meld, owner = row[move.index].meld, row[move.index].owner
    is_run = meld.kind is MeldKind.RUN
    earlier = added_at_ends(start.meld.cards, meld.cards) if is_run else NOTHING_ADDED
    verdict = judge_move(move, meld, owner, question.system, earlier=earlier)
    row[move.index] = TableMeld(Meld(meld.kind, verdict.result), owner)
    if isinstance(move, JokerMove):
        hand += [JOKER] * (len(meld.cards) + len(move.cards) - len(verdict.result))
    return verdict.legal


def judge_move(
    move: AdvisedMove,
    meld: Meld,
    owner: Owner,
    system: RuleSystem,
    *,
    earlier: Added = NOTHING_ADDED,
) -> Verdict:
    """Return the verdict on one move on a meld, ignoring surplus copies of cards.

    ``earlier`` is what the turn has added to the ends of a run so far.
    """
    supply = endless_supply(system)
    if isinstance(move, Tack):
        tacked, end = move.cards, move.end
        return judge_tack(meld, tacked, system, end=end, supply=supply, earlier=earlier)
    return judge_joker_move(meld, move.at, move.cards, system, by=owner, to=move.to, supply=supply)


def _discards_soundly(hand: list[Card], advice: Advice, question: Question) -> bool:
    system = question.system
    if question.takes_all_cards and hand:
        return False
    if advice.discard is None:
        return not advice.goes_out or (not hand and not system.final_discard)
    thrown = may_discard(advice.discard, system).legal and _take(hand, (advice.discard,))
    return thrown and advice.goes_out == (not hand)


def _take(hand: list[Card], cards: Iterable[Card]) -> bool:
    """Remove the cards from the hand; return whether all were in it."""
    for card in cards:
        if card not in hand:
            return False
        hand.remove(card)
    return True
