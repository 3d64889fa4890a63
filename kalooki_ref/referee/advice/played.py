"""A plan played as a turn: every step in an order that the referee allows, and what stays in hand.

Not here: finding the plan (best), and what to say where there is none (advise).
"""

from dataclasses import replace

from kalooki_ref.referee.advice.best import Best
from kalooki_ref.referee.advice.plan import Plan, finish
from kalooki_ref.referee.advice.position import Position
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.referee.advice.replay import is_sound
from kalooki_ref.referee.advice.turn_order import arrange_turn
from kalooki_ref.referee.scoring import bends, hand_points


def play_best(position: Position, best: Best) -> Advice | None:
    """Return the best as advice, each step judged; None where the referee objects to one.

    What stays before the discard may come of another plan than the one shown. Where that counts
    on jokers of the table it is judged too.
    """
    if best.before is None:
        return None
    advice = play(position, best.write(), discards=best.discards)
    if advice is None:
        return None
    if not best.is_proved and best.after is None:
        return replace(advice, proved=False)
    before, after = in_points(best.before, position), in_points(best.after, position)
    advice = replace(advice, leftover_after_discard=after, proved=best.is_proved)
    if advice.leftover != before and not _can_leave(position, best):
        return replace(advice, proved=False)
    return replace(advice, leftover=before)


def _can_leave(position: Position, best: Best) -> bool:
    """Return whether the plan that leaves the least before the discard can be played."""
    if best.write_before is None or not position.targets.borrowable:
        return True
    return play(position, best.write_before(), discards=False) is not None


def play(position: Position, plan: Plan, *, discards: bool) -> Advice | None:
    """Return a plan as advice, with what it leaves itself; None where a step is not legal."""
    question, system = position.question, position.system
    finished = finish(plan, position.hand, position.targets, system, discards=discards)
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


def stay(position: Position) -> Advice | None:
    """Return what a player who is down has left after throwing a card and no more, unproved."""
    kept = tuple([card for card in position.question.hand if card.rank])
    plan = Plan(kept=kept, spare=position.hand.jokers)
    advice = play(position, plan, discards=True)
    return None if advice is None else replace(advice, proved=False)


def in_points(price: int | None, position: Position) -> int | None:
    """Return a price of the search in points."""
    return None if price is None else price // position.hand.scale


def bends_by(question: Question) -> bool:
    """Return whether going out in this turn bends the board."""
    if question.down:
        return False
    return bends(
        question.system, same_turn=True, overcalls=question.overcalls, calls=question.calls
    )
