"""The advice: whether a hand can come down or go out, and what is best.

Not here: the search itself (sweep), and reading questions from text (web.api.advices).
"""

from dataclasses import replace

from kalooki_ref.cards import Card
from kalooki_ref.referee.advice.best import Best, best_of
from kalooki_ref.referee.advice.board import Board, board_of, without_credit
from kalooki_ref.referee.advice.first_way import first_way, missing_of
from kalooki_ref.referee.advice.holding import Holding, count_cards
from kalooki_ref.referee.advice.opened_first import first_lays, open_first
from kalooki_ref.referee.advice.opening import (
    with_contract_left,
    with_laid_alone,
)
from kalooki_ref.referee.advice.played import in_points, play_best, stay
from kalooki_ref.referee.advice.question import Advice, Question
from kalooki_ref.referee.advice.windows import can_meet
from kalooki_ref.referee.meld import MeldKind
from kalooki_ref.referee.run_growth import reinterpretations
from kalooki_ref.referee.runs import low_to_high
from kalooki_ref.rules.choices import BarredFromLaying

FEW_OPENINGS = 4
"""With so many ways to open, trying them all takes no longer than one search for the best."""
FEW_STEPS = 1_500
"""How far the search goes where all ways to open can still be tried after it."""


def advise(question: Question) -> Advice:
    """Return the best that can be done with a hand in turn, and what it comes to.

    Raises KeyError for a card of another pack. Sheets 000 to 004, on laying, tacking and going out.
    """
    warnings = _warnings(question)
    if _is_barred(question):
        return Advice(can_come_down=False, warnings=warnings, barred=True)
    question = with_contract_left(question)
    holding = count_cards(question.hand, question.system)
    board = board_of(question.table, question.system, holding)
    turn = _opening_turn if _opens_alone(question, board) else _best_turn
    advice = turn(question, holding, board)
    proved = advice.proved and not _may_be_read_anew(question)
    return replace(advice, warnings=warnings, proved=proved)


def _best_turn(question: Question, holding: Holding, board: Board) -> Advice:
    best = best_of(holding, question, board)
    advice = play_best(question, holding, best, board)
    if advice is None and best.before is not None:
        advice = _plainer(question, holding, (best, board))
    return advice or _refusal(question, holding, proved=best.proved)


def _opens_alone(question: Question, board: Board) -> bool:
    """Return whether jokers of the table are to be had, but only once melds of the hand opened."""
    system = question.system
    opens = system.opening > 0 and not (system.going_out_opens or system.builders_open)
    return opens and board.credit > 0 and not question.down


def _opening_turn(question: Question, holding: Holding, board: Board) -> Advice:
    """Return the best turn where the hand must open by itself.

    Few ways to open are tried one by one. The search that does not know which joker opens comes
    first where there are many: what it finds is often playable, and else as good as it gets.
    """
    found, _ = first_way(holding, question)
    if found.before is None and found.proved:
        return _refusal(question, holding, proved=True)
    lays = first_lays(question)
    if lays is None:
        return _best_turn(question, holding, board)
    least = None
    if len(lays) > FEW_OPENINGS:
        steps = min(FEW_STEPS, question.most_steps)
        best = best_of(holding, replace(question, most_steps=steps), board)
        advice = play_best(question, holding, best, board)
        if advice is not None and advice.proved:
            return advice
        if best.proved:
            least = in_points(best.before, holding), in_points(best.after, holding)
    opened = open_first(question, lays, advise, least)
    return opened or _best_turn(question, holding, board)


def _may_be_read_anew(question: Question) -> bool:
    """Return whether a joker of the table might be read anew, which no search tries."""
    runs = [item.meld.cards for item in question.table if item.meld.kind is MeldKind.RUN]
    return any(reinterpretations(low_to_high(cards), question.system) for cards in runs)


def _plainer(question: Question, holding: Holding, at: tuple[Best, Board]) -> Advice:
    """Return what can be played where the best found has no legal order of acts.

    That is where it counts on jokers of the table, or on jokers that may be tacked but not laid,
    to open. What does without them is still the best where it comes to the same.
    """
    best, board = at
    asked, plain = with_laid_alone(question), without_credit(board)
    plainer = best_of(holding, asked, plain)
    advice = play_best(asked, holding, plainer, plain)
    if advice is not None:
        same = (plainer.before, plainer.after) == (best.before, best.after)
        return replace(advice, proved=best.proved and advice.proved and same)
    return _first_found(question, holding)


def come_down(question: Question) -> Advice:
    """Return the first way to come down that is found, each step judged.

    It need not be the best, and takes a fraction of the time that takes.
    """
    question = with_contract_left(question)
    return _first_found(question, count_cards(question.hand, question.system))


def _first_found(question: Question, holding: Holding) -> Advice:
    found, board = first_way(holding, question)
    advice = play_best(with_laid_alone(question), holding, found, board)
    proved = found.proved and found.before is None
    return advice or _refusal(question, holding, proved=proved)


def _refusal(question: Question, holding: Holding, *, proved: bool) -> Advice:
    """Return that a hand cannot come down, and what is closest; who is down can do nothing."""
    if question.down:
        board = board_of(question.table, question.system, holding)
        return stay(question, holding, board) or Advice(can_come_down=True, proved=False)
    missing = missing_of(holding, question)
    return Advice(can_come_down=False, missing=missing.cards, proved=proved and missing.proved)


def can_come_down(holding: Holding, question: Question) -> bool | None:
    """Return whether a counted hand meets the opening; None where that was not proved in time."""
    if question.contract is not None and not question.table:
        quick = can_meet(holding, question.contract, question.system)
        if quick is not None:
            return quick
    found, _ = first_way(holding, with_contract_left(question))
    return found.before is not None if found.before is not None or found.proved else None


def best_points(question: Question) -> tuple[int | None, int | None]:
    """Return the least that can stay in hand before and after the discard, in points, alone."""
    holding = count_cards(question.hand, question.system)
    best = best_of(holding, question, board_of(question.table, question.system, holding))
    return in_points(best.before, holding), in_points(best.after, holding)


def _is_barred(question: Question) -> bool:
    costs = question.system.overcall
    barred = any(isinstance(cost, BarredFromLaying) for cost in costs)
    return barred and not question.down and question.overcalls > 0


def _warnings(question: Question) -> tuple[Card, ...]:
    system = question.system
    lying = [card for item in question.table for card in item.meld.cards]
    return system.pack_for(system.max_players).surplus([*lying, *question.hand])
