"""The advice: whether a hand can come down or go out, and what is best.

Not here: the search itself (sweep), and reading questions from text (web.programs.advices).
"""

from dataclasses import replace

from kalooki_ref.cards import Card
from kalooki_ref.referee.advice.best import Best, any_of, best_of
from kalooki_ref.referee.advice.board import Board, board_of, without_credit
from kalooki_ref.referee.advice.finish import finish
from kalooki_ref.referee.advice.holding import Holding, count_cards
from kalooki_ref.referee.advice.missing import missing_for
from kalooki_ref.referee.advice.missing_points import missing_points
from kalooki_ref.referee.advice.opening import opening_board, with_laid_alone
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.referee.advice.replay import is_sound
from kalooki_ref.referee.advice.turn import arrange_turn
from kalooki_ref.referee.advice.windows import can_meet
from kalooki_ref.referee.scoring import bends
from kalooki_ref.rules.choices import BarredFromLaying


def advise(question: Question) -> Advice:
    """Return the best that can be done with a hand in turn, and what it comes to.

    Raises KeyError for a card of another pack. Sheets 000 to 004, on laying, tacking and going out.
    """
    warnings = _warnings(question)
    if _is_barred(question):
        return Advice(can_come_down=False, warnings=warnings, barred=True)
    holding = count_cards(question.hand, question.system)
    board = board_of(question.table, question.system, holding)
    best = best_of(holding, question, board)
    advice = _sound_advice(question, holding, (best, board))
    if advice is None and best.before is not None:
        advice = _plainer(question, holding, (best, board))
    advice = advice or _refusal(question, holding, proved=best.proved)
    return replace(advice, warnings=warnings)


def _plainer(question: Question, holding: Holding, at: tuple[Best, Board]) -> Advice:
    """Return what can be played where the best found has no legal order of acts.

    That is where it counts on jokers of the table, or on jokers that may be tacked but not laid,
    to open. What does without them is still the best where it comes to the same.
    """
    best, board = at
    asked, plain = with_laid_alone(question), without_credit(board)
    plainer = best_of(holding, asked, plain)
    advice = _sound_advice(asked, holding, (plainer, plain))
    if advice is not None:
        same = (plainer.before, plainer.after) == (best.before, best.after)
        return replace(advice, proved=best.proved and advice.proved and same)
    alone = opening_board(question, holding)
    found = any_of(holding, asked, alone)
    advice = _sound_advice(asked, holding, (found, alone))
    return advice or _refusal(question, holding, proved=found.proved)


def _sound_advice(question: Question, holding: Holding, at: tuple[Best, Board]) -> Advice | None:
    """Return the advice once the referee has judged each of its steps; None where it objects."""
    advice = None if at[0].before is None else _advice(question, holding, at)
    return advice if advice is not None and is_sound(question, advice) else None


def _refusal(question: Question, holding: Holding, *, proved: bool) -> Advice:
    """Return that a hand cannot come down, and what is closest."""
    if question.contract is None:
        missing = missing_points(holding, with_laid_alone(question))
    else:
        missing = missing_for(holding, question.contract, question.system)
    return Advice(can_come_down=False, missing=missing.cards, proved=proved and missing.proved)


def can_come_down(holding: Holding, question: Question) -> bool | None:
    """Return whether a counted hand meets the opening; None where that was not proved in time."""
    if question.contract is not None:
        quick = can_meet(holding, question.contract, question.system)
        if quick is not None:
            return quick
    found = any_of(holding, with_laid_alone(question), opening_board(question, holding))
    return found.before is not None if found.before is not None or found.proved else None


def best_points(question: Question) -> tuple[int | None, int | None]:
    """Return the least that can stay in hand before and after the discard, in points, alone."""
    holding = count_cards(question.hand, question.system)
    best = best_of(holding, question, board_of(question.table, question.system, holding))
    return _points(best.before, holding), _points(best.after, holding)


def _advice(question: Question, holding: Holding, at: tuple[Best, Board]) -> Advice | None:
    """Return the advice a way comes to; None where its acts can be made in no legal order."""
    best, board = at
    finished = finish(best.write(), holding, best.task, (question.system, board))
    turn = arrange_turn(finished, question)
    if turn is None:
        return None
    goes_out = best.after is not None and not finished.kept
    return Advice(
        can_come_down=True,
        lay=turn.lay,
        laid_first=turn.laid_first,
        acts=turn.acts,
        discard=finished.discard,
        leftover=_points(best.before, holding),
        leftover_after_discard=_points(best.after, holding),
        goes_out=goes_out,
        bends=goes_out and _bends(question),
        proved=best.proved,
    )


def _points(price: int | None, holding: Holding) -> int | None:
    return None if price is None else price // holding.scale


def _overcalls(question: Question) -> int:
    most = question.system.max_calls
    if question.calls is None or most is None:
        return 0
    return max(0, question.calls - most)


def _is_barred(question: Question) -> bool:
    costs = question.system.overcall
    barred = any(isinstance(cost, BarredFromLaying) for cost in costs)
    return barred and not question.down and _overcalls(question) > 0


def _bends(question: Question) -> bool:
    if question.down:
        return False
    return bends(question.system, same_turn=True, overcalls=_overcalls(question))


def _warnings(question: Question) -> tuple[Card, ...]:
    system = question.system
    lying = [card for item in question.table for card in item.meld.cards]
    return system.pack_for(system.max_players).surplus([*lying, *question.hand])
