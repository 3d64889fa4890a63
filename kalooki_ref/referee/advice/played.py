"""A plan played as a turn: every act in an order that the referee allows, and what stays in hand.

Not here: finding the plan (best), and what to say where there is none (advise).
"""

from dataclasses import replace

from kalooki_ref.referee.advice.best import Best
from kalooki_ref.referee.advice.board import Board
from kalooki_ref.referee.advice.finish import finish
from kalooki_ref.referee.advice.holding import Holding
from kalooki_ref.referee.advice.plan import Plan
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.referee.advice.replay import is_sound
from kalooki_ref.referee.advice.task import Task, task_of
from kalooki_ref.referee.advice.turn import arrange_turn
from kalooki_ref.referee.scoring import bends, hand_points


def play_best(question: Question, holding: Holding, best: Best, board: Board) -> Advice | None:
    """Return the best as advice, each step judged; None where the referee objects to one.

    What stays before the discard may come of another plan than the one shown. Where that counts
    on jokers of the table it is judged too.
    """
    if best.before is None:
        return None
    advice = play(question, holding, (best.write(), best.task), board)
    if advice is None:
        return None
    if not best.proved and best.after is None:
        return replace(advice, proved=False)
    before, after = in_points(best.before, holding), in_points(best.after, holding)
    advice = replace(advice, leftover_after_discard=after, proved=best.proved)
    if advice.leftover != before and best.write_before is not None and board.credit:
        task = replace(best.task, discards=False)
        if play(question, holding, (best.write_before(), task), board) is None:
            return replace(advice, proved=False)
    return replace(advice, leftover=before)


def play(
    question: Question, holding: Holding, at: tuple[Plan, Task], board: Board
) -> Advice | None:
    """Return a plan as advice, with what it leaves itself; None where a step is not legal."""
    plan, task = at
    system = question.system
    finished = finish(plan, holding, task, (system, board))
    turn = arrange_turn(finished, question)
    if turn is None:
        return None
    discard, kept = finished.discard, finished.kept
    goes_out = not kept and (discard is not None or not system.final_discard)
    after = None if discard is None and not goes_out else hand_points(kept, system)
    advice = Advice(
        can_come_down=True,
        lay=turn.lay,
        laid_first=turn.laid_first,
        acts=turn.acts,
        discard=discard,
        leftover=hand_points(kept if discard is None else (*kept, discard), system),
        leftover_after_discard=after,
        goes_out=goes_out,
        bends=goes_out and bends_by(question),
    )
    return advice if is_sound(question, advice) else None


def stay(question: Question, holding: Holding, board: Board) -> Advice | None:
    """Return what a player who is down has left after throwing a card and no more, unproved."""
    kept = tuple([card for card in question.hand if card.rank])
    task = replace(task_of(question, board, holding.jokers), discards=True)
    plan = Plan(kept=kept, spare=holding.jokers)
    advice = play(question, holding, (plan, task), board)
    return None if advice is None else replace(advice, proved=False)


def in_points(price: int | None, holding: Holding) -> int | None:
    """Return a price of the search in points."""
    return None if price is None else price // holding.scale


def bends_by(question: Question) -> bool:
    """Return whether going out in this turn bends the board."""
    if question.down:
        return False
    return bends(
        question.system, same_turn=True, overcalls=question.overcalls, calls=question.calls
    )
