"""The optimal plans before and after the discard, and any feasible plan."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from kalooki_ref.referee.advice.best_first import Found, Search, SearchSpace
from kalooki_ref.referee.advice.decide import can_meet
from kalooki_ref.referee.advice.plan import Plan
from kalooki_ref.referee.advice.position import Position, opening_alone, spec_of
from kalooki_ref.referee.advice.rank_moves import RankMove
from kalooki_ref.referee.advice.write_lay import write_lay

# Higher than the price of any hand, so that a search returns the first solution.
ANY_LOSS = 1 << 14


@dataclass(frozen=True, slots=True)
class Best:
    """The minimum price of the cards left in hand, and plans that achieve it.

    ``before`` is the minimum before the discard, ``after`` the minimum after it, possibly by
    another plan; None if there is no plan. ``write`` returns the plan to play: the one for
    ``after`` if ``discards``. ``write_before`` returns the plan for ``before`` if it is a different
    one.
    """

    before: int | None = None
    after: int | None = None
    discards: bool = False
    write: Callable[[], Plan] = Plan
    write_before: Callable[[], Plan] | None = None
    is_proved: bool = True


def best_of(position: Position) -> Best:
    """Return the optimal result of a position."""
    if is_refused(position):
        return Best()
    question = position.question
    if question.takes_all_cards:
        return all_cards_of(position)
    best = _least_left(position)
    if question.down or not (question.system.going_out_opens and question.system.opening):
        return best
    return _or_going_out(best, going_out_of(position))


def any_of(position: Position) -> Best:
    """Return the first feasible way to come down, or a proof of infeasibility."""
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
    """Return a way to empty the hand in this turn, regardless of the worth of the melds."""
    spec = replace(spec_of(position), opening=0, goes_out=True, must_lay=True)
    space = SearchSpace(position, spec)
    found = Search(space, discards=True).run()
    if found.left is None:
        return Best(is_proved=found.is_proved)
    return Best(found.left, 0, discards=True, write=partial(write_lay, space, found.path))


def all_cards_of(position: Position) -> Best:
    """Return a way to lay all cards at once, as a contract may ask."""
    spec = replace(spec_of(position), goes_out=True, takes_all=True)
    space = SearchSpace(position, spec)
    if space.is_hopeless:
        return Best()
    found = Search(space, discards=False).run()
    if found.left is None:
        return Best(is_proved=found.is_proved)
    return Best(found.left, found.left, write=partial(write_lay, space, found.path))


def first_way(position: Position) -> tuple[Best, Position]:
    """Return a way to come down, or a proof of infeasibility, and the position it is for."""
    alone = opening_alone(position)
    found = any_of(alone)
    if found.before is not None or position.question.down or not position.system.going_out_opens:
        return found, alone
    out = going_out_of(position)
    return replace(out, is_proved=out.is_proved and found.is_proved), position


def is_refused(position: Position) -> bool:
    """Whether a test with minimal melds alone proves that the contract can't be met."""
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
    """Return the minimum after the discard, given a path that is optimal before the discard.

    No path leaves less before the discard, so another one is only better with a dearer discard.
    """
    dearest = max([move.dearest for move in path])
    if dearest < 0:
        return Search(space, discards=True).run()
    known = left - dearest
    better = Search(space, discards=True, most=known - 1, dearer_than=dearest).run()
    return Found(known, path) if better.left is None and better.is_proved else better


def _or_going_out(best: Best, out: Best) -> Best:
    """Return the better result, if going out replaces the opening (sheet 002, on Kalooki)."""
    is_proved = best.is_proved and out.is_proved
    if out.before is None:
        return replace(best, is_proved=is_proved)
    before = out.before if best.before is None else min(best.before, out.before)
    better = best if best.after == 0 else out
    return replace(better, before=before, is_proved=is_proved)
