"""The best a hand comes to, before the discard and after it, by the quickest search that is exact.

Not here: the searches (contract_lay, sweep), and what the best means for a player (advise).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from kalooki_ref.referee.advice.board import Board
from kalooki_ref.referee.advice.contract_lay import ContractSearch, counts_by_contract
from kalooki_ref.referee.advice.contract_plan import write_contract
from kalooki_ref.referee.advice.holding import Holding
from kalooki_ref.referee.advice.plan import Plan, write_plan
from kalooki_ref.referee.advice.prepare import Ready, prepare
from kalooki_ref.referee.advice.question import Question
from kalooki_ref.referee.advice.smallest import smallest_lay
from kalooki_ref.referee.advice.sweep import Found, Search
from kalooki_ref.referee.advice.task import Task, task_of
from kalooki_ref.referee.advice.windows import can_meet

ANY_LOSS = 1 << 14
"""More than any hand is worth: the first way found will do."""


@dataclass(frozen=True, slots=True)
class Best:
    """The least price that can stay in hand, and the plan that leaves it.

    ``before`` is the least before the discard, ``after`` the least after it, perhaps by another
    plan; None where nothing leads there. ``write`` writes the plan to play down: to the best
    discard where there is one; ``task`` is what that plan was asked for. ``write_before`` writes
    the plan that leaves the least before the discard, where that is another.
    """

    task: Task
    before: int | None = None
    after: int | None = None
    write: Callable[[], Plan] = Plan
    write_before: Callable[[], Plan] | None = None
    proved: bool = True


def best_of(holding: Holding, question: Question, board: Board) -> Best:
    """Return the best a counted hand comes to at a table."""
    task = task_of(question, board, holding.jokers)
    if is_refused(holding, question, board):
        return Best(task)
    if question.system.going_out_opens and task.opening:
        return _by_points_or_by_going_out(holding, question, board)
    if not question.table and counts_by_contract(question.system, task):
        search = ContractSearch(holding, question.system, task).run()
        if search.is_sure:
            return _by_contract(search, holding)
    return _by_sweep(holding, question, board)


def any_of(holding: Holding, question: Question, board: Board) -> Best:
    """Return the first way to come down that is found; ``proved`` is about there being none."""
    if is_refused(holding, question, board):
        return Best(task_of(question, board, holding.jokers))
    if question.contract is not None and _is_free(question, board):
        plan = smallest_lay(holding, question.contract, question.system)
        if plan is not None:
            return _by_plan(plan, holding, question, board)
    ready = prepare(holding, question, board)
    if ready.is_hopeless:
        return Best(ready.task)
    search = Search(ready, floor=ANY_LOSS)
    found = search.run(ready.start, most_steps=question.most_steps)
    if found.way is None:
        return Best(ready.task, proved=found.proved)
    write = partial(write_plan, search, found.way.trail)
    return Best(ready.task, found.way.left, None, write, proved=False)


def going_out_of(holding: Holding, question: Question, board: Board) -> Best:
    """Return the way to empty the hand in this turn, whatever the melds are worth."""
    ready = prepare(holding, question, board).going_out
    search = Search(ready)
    found = search.run(ready.start, most_steps=question.most_steps)
    if found.way is None:
        return Best(ready.task, proved=found.proved)
    return Best(ready.task, found.way.left, 0, partial(write_plan, search, found.way.trail))


def is_refused(holding: Holding, question: Question, board: Board) -> bool:
    """Return whether the shortest melds alone show that the contract cannot be met."""
    if question.contract is None or not _is_free(question, board):
        return False
    return can_meet(holding, question.contract, question.system) is False


def _is_free(question: Question, board: Board) -> bool:
    """Return whether no meld of the player's own bars another."""
    return not question.down and not any(board.spent) and not board.taken


def _by_plan(plan: Plan, holding: Holding, question: Question, board: Board) -> Best:
    task = task_of(question, board, holding.jokers)
    suits = question.system.suits
    price = sum([holding.prices[suits.index(card.suit)][card.rank] for card in plan.kept])
    return Best(task, price, None, lambda: plan, proved=False)


def _by_contract(search: ContractSearch, holding: Holding) -> Best:
    before, after = search.found
    if before is None:
        return Best(search.task)
    task = replace(search.task, discards=after is not None)
    rows = tuple(zip(holding.counts, holding.prices, strict=True))
    at = (search.system, holding.jokers)
    write = partial(write_contract, after or before, rows, at)
    return Best(task, before.left, None if after is None else after.left, write)


def _by_points_or_by_going_out(holding: Holding, question: Question, board: Board) -> Best:
    """Return the best where an empty hand opens as well as points do (sheet 002, on Kalooki)."""
    best = _by_sweep(holding, question, board)
    out = going_out_of(holding, question, board)
    proved = best.proved and out.proved
    if out.before is None:
        return replace(best, proved=proved)
    before = out.before if best.before is None else min(best.before, out.before)
    if best.after == 0:
        return replace(best, before=before, proved=proved)
    return replace(out, before=before, proved=proved)


def _by_sweep(holding: Holding, question: Question, board: Board) -> Best:
    ready = prepare(holding, question, board)
    if ready.is_hopeless:
        return Best(ready.task)
    first = Search(ready)
    before = first.run(ready.start, most_steps=question.most_steps)
    if before.way is None and not before.proved:
        return replace(any_of(holding, question, board), proved=False)
    if before.way is None:
        return Best(ready.task, proved=before.proved)
    second = Search(ready.discarding, floor=_least_after(before, holding, ready))
    after = second.run(ready.start, most_steps=question.most_steps)
    proved = before.proved and after.proved
    least = partial(write_plan, first, before.way.trail)
    if after.way is None:
        return Best(ready.task, before.way.left, None, least, proved=proved)
    write = partial(write_plan, second, after.way.trail)
    return Best(second.task, before.way.left, after.way.left, write, least, proved)


def _least_after(before: Found, holding: Holding, ready: Ready) -> int:
    """Return less than what no discard can bring the loss, known from the loss before it."""
    task = ready.task
    if before.way is None or not before.proved:
        return 0
    joker = holding.joker_price if task.jokers and task.may_throw_joker else 0
    return max(0, before.way.left - max(ready.stages[0].top, joker))
