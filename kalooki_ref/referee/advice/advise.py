"""The advice: whether a hand can come down or go out, and what is best.

Not here: the search itself (sweep), and reading questions from text (web.programs.advices).
"""

from dataclasses import replace

from kalooki_ref.cards import Card
from kalooki_ref.referee.advice.best import ANY_LOSS, Best, best_of
from kalooki_ref.referee.advice.board import Board, board_of, without_credit
from kalooki_ref.referee.advice.finish import finish
from kalooki_ref.referee.advice.holding import Holding, count_cards
from kalooki_ref.referee.advice.missing import missing_for
from kalooki_ref.referee.advice.missing_points import missing_points
from kalooki_ref.referee.advice.prepare import prepare
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.referee.advice.replay import is_sound
from kalooki_ref.referee.advice.sweep import Search
from kalooki_ref.referee.advice.turn import arrange_turn
from kalooki_ref.referee.advice.windows import can_meet
from kalooki_ref.referee.scoring import bends
from kalooki_ref.rules.choices import BarredFromLaying, JokerCap
from kalooki_ref.rules.model import RuleSystem


def advise(question: Question) -> Advice:
    """Return the best that can be done with a hand in turn, and what it comes to.

    Raises KeyError for a card of another pack. Sheets 000 to 004, on laying, tacking and going out.
    """
    warnings = _warnings(question)
    if _is_barred(question):
        return Advice(can_come_down=False, warnings=warnings, barred=True)
    if not has_exact_opening(question.system):
        capped = replace(question, system=_strictly_capped(question.system))
        return replace(advise(capped), proved=False)
    holding = count_cards(question.hand, question.system)
    board = board_of(question.table, question.system, holding)
    best = best_of(holding, question, board)
    if best.before is None:
        return replace(_refusal(question, holding, proved=best.proved), warnings=warnings)
    advice = _sound_advice(question, holding, (best, board))
    if advice is not None:
        return replace(advice, warnings=warnings)
    plain = without_credit(board)
    plainer = best_of(holding, question, plain)
    advice = _sound_advice(question, holding, (plainer, plain)) or Advice(can_come_down=False)
    return replace(advice, warnings=warnings, proved=False)


def _sound_advice(question: Question, holding: Holding, at: tuple[Best, Board]) -> Advice | None:
    """Return the advice once the referee has judged each of its steps; None where it objects."""
    advice = None if at[0].before is None else _advice(question, holding, at)
    return advice if advice is not None and is_sound(question, advice) else None


def _refusal(question: Question, holding: Holding, *, proved: bool) -> Advice:
    """Return that a hand cannot come down, and what is closest."""
    if question.contract is None:
        missing = missing_points(holding, question)
    else:
        missing = missing_for(holding, question.contract, question.system)
    return Advice(can_come_down=False, missing=missing.cards, proved=proved and missing.proved)


def has_exact_opening(system: RuleSystem) -> bool:
    """Return whether all that a meld comes to counts towards the opening.

    It does not where points open and jokers may be tacked that could not have been laid.
    """
    caps = (system.set_joker_cap, system.run_joker_cap)
    return not (system.opening and JokerCap.AT_THE_LAY in caps)


def _strictly_capped(system: RuleSystem) -> RuleSystem:
    """Return a system whose every meld is one that can be laid as it is."""
    always = JokerCap.ALWAYS
    sets, runs = system.set_joker_cap, system.run_joker_cap
    return replace(
        system,
        set_joker_cap=sets if sets is JokerCap.NEVER else always,
        run_joker_cap=runs if runs is JokerCap.NEVER else always,
    )


def can_come_down(holding: Holding, question: Question) -> bool | None:
    """Return whether a counted hand meets the opening; None where that was not proved in time."""
    if question.contract is not None:
        quick = can_meet(holding, question.contract, question.system)
        if quick is not None:
            return quick
    board = board_of((), question.system, holding)
    ready = prepare(holding, question, board)
    if ready.is_hopeless:
        return False
    search = Search(ready, floor=ANY_LOSS)
    found = search.run(ready.start, most_steps=question.most_steps)
    return found.way is not None if found.proved else None


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
