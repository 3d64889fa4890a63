"""The best a hand comes to, before the discard and after it; and any way to come down at all."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from kalooki_ref.referee.advice.best_first import Found, Search, SearchSpace
from kalooki_ref.referee.advice.decide import can_meet
from kalooki_ref.referee.advice.plan import Plan
from kalooki_ref.referee.advice.position import Position, opening_alone, spec_of
from kalooki_ref.referee.advice.rank_moves import RankMove
from kalooki_ref.referee.advice.write_lay import write_lay

# More than any hand is worth: the first way found will do.
ANY_LOSS = 1 << 14


@dataclass(frozen=True, slots=True)
class Best:
    """The least price that can stay in hand, and the plan that leaves it.

    ``before`` is the least before the discard, ``after`` the least after it, perhaps by another
    plan; None where nothing leads there. ``write`` writes the plan to play down: to the best
    discard where ``discards``. ``write_before`` writes the plan that leaves the least before the
    discard, where that is another.
    """

    before: int | None = None
    after: int | None = None
    discards: bool = False
    write: Callable[[], Plan] = Plan
    write_before: Callable[[], Plan] | None = None
    is_proved: bool = True


def best_of(position: Position) -> Best:
    """Return the best that a position comes to."""
    if is_refused(position):
        return Best()
    best = _least_left(position)
    question = position.question
    if question.down or not (question.system.going_out_opens and question.system.opening):
        return best
    return _or_going_out(best, going_out_of(position))


def any_of(position: Position) -> Best:
    """Return the first way found to come down, or proof that no way exists."""
    if is_refused(position):
        return Best()
    space = SearchSpace(position, spec_of(position))
    if space.is_hopeless:
        return Best()
    found = Search(space, discards=False, floor=ANY_LOSS).run()
    if found.left is None:
        return Best(is_proved=found.is_proved)
    return Best(found.left, write=partial(write_lay, space, found.path), is_proved=False)


def going_out_of(position: Position) -> Best:
    """Return the way to empty the hand in this turn, whatever the melds are worth."""
    spec = replace(spec_of(position), opening=0, goes_out=True, must_lay=True)
    space = SearchSpace(position, spec)
    found = Search(space, discards=True).run()
    if found.left is None:
        return Best(is_proved=found.is_proved)
    return Best(found.left, 0, discards=True, write=partial(write_lay, space, found.path))


def first_way(position: Position) -> tuple[Best, Position]:
    """Return a way to come down and the position it is played in, or proof that no way exists."""
    alone = opening_alone(position)
    found = any_of(alone)
    if found.before is not None or position.question.down or not position.system.going_out_opens:
        return found, alone
    out = going_out_of(position)
    return replace(out, is_proved=out.is_proved and found.is_proved), position


def is_refused(position: Position) -> bool:
    """Return whether the shortest melds alone show that the contract cannot be met."""
    question = position.question
    if question.contract is None or question.down or position.targets.bars_melds:
        return False
    if position.may_open_with_a_joker_taken:
        return False
    return can_meet(position.hand, question.contract, question.system) is False


def _least_left(position: Position) -> Best:
    space = SearchSpace(position, spec_of(position))
    if space.is_hopeless:
        return Best()
    before = Search(space, discards=False).run()
    if before.left is None:
        return Best(is_proved=before.is_proved)
    least, write_before = before.left, partial(write_lay, space, before.path)
    after = _after_the_discard(space, least, before.path)
    if after.left is None:
        return Best(least, write=write_before, is_proved=after.is_proved)
    return Best(least, after.left, True, partial(write_lay, space, after.path), write_before)


def _after_the_discard(space: SearchSpace, left: int, path: tuple[RankMove, ...]) -> Found:
    """Return the least after the discard, where a path leaves the least before it.

    Another path leaves no less then, so it is only better where it discards a dearer card.
    """
    dearest = max([move.dearest for move in path])
    if dearest < 0:
        return Search(space, discards=True).run()
    known = left - dearest
    better = Search(space, discards=True, most=known - 1, dearer_than=dearest).run()
    return Found(known, path) if better.left is None and better.is_proved else better


def _or_going_out(best: Best, out: Best) -> Best:
    """Return the better where an empty hand opens as well as points do (sheet 002, on Kalooki)."""
    is_proved = best.is_proved and out.is_proved
    if out.before is None:
        return replace(best, is_proved=is_proved)
    before = out.before if best.before is None else min(best.before, out.before)
    better = best if best.after == 0 else out
    return replace(better, before=before, is_proved=is_proved)
