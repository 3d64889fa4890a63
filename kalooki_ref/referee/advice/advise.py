"""Entry point of the advice: whether a hand can come down or go out, and its best play."""

from dataclasses import replace

from kalooki_ref.referee.advice.best import Best, any_of, best_of, first_way
from kalooki_ref.referee.advice.missing import missing_of
from kalooki_ref.referee.advice.position import (
    Position,
    all_laid,
    laid_alone,
    off_the_table,
    position_of,
    with_contract_left,
    with_steps,
)
from kalooki_ref.referee.advice.question import Advice, Question, StepBudget
from kalooki_ref.referee.advice.replay import play_best, stay
from kalooki_ref.referee.advice.tack_targets import may_move_beyond, moves_beyond
from kalooki_ref.referee.calls import may_lay_after_overcall
from kalooki_ref.referee.inventory import most_of_each
from kalooki_ref.referee.meld import MeldKind
from kalooki_ref.referee.run_growth import reinterpretations

# Step limits of auxiliary searches.
FEW_STEPS = 1_500


def advise(question: Question) -> Advice:
    """Return the best play of a hand in turn and its result.

    Raises KeyError for a card that is not in the pack. Sheets 000 to 004, on laying, tacking and
    going out.
    """
    on_board = [card for item in question.table for card in item.meld.cards]
    pack = question.pack or most_of_each(question.system)
    warnings = pack.surplus([*on_board, *question.hand])
    may_lay = question.down or may_lay_after_overcall(question.system)
    if question.overcalls and not may_lay:
        return Advice(can_come_down=False, warnings=warnings, barred=True)
    position = position_of(with_contract_left(question), StepBudget(question.most_steps))
    if question.takes_all_cards:
        position = all_laid(position)
    advice = _best_turn(position)
    proved = advice.proved and not _is_beyond_the_search(position)
    return replace(advice, warnings=warnings, proved=proved)


def _best_turn(position: Position) -> Advice:
    best = best_of(position)
    if best.before is None and not best.is_proved:
        return _cut_short(position)
    advice = play_best(position, best)
    if advice is None and best.before is not None:
        advice = _plainer(position, best)
    return advice or _refusal(position, proved=best.is_proved)


def _cut_short(position: Position) -> Advice:
    """Return any way to come down, first with the melds on the board, then without; not optimal."""
    for few in (position, off_the_table(position)):
        found = any_of(with_steps(few, FEW_STEPS))
        advice = play_best(few, replace(found, is_proved=False))
        if advice is not None:
            return advice
    return _refusal(position, proved=False)


def _is_beyond_the_search(position: Position) -> bool:
    """Whether jokers on the board allow moves that the search does not cover."""
    question, system = position.question, position.system
    facts = question.table, system, position.hand
    is_left_out = may_move_beyond(*facts) and not moves_beyond(*facts)
    return is_left_out or _may_be_reinterpreted(question)


def _may_be_reinterpreted(question: Question) -> bool:
    """Whether a joker on the board may be reread as another card, which is not searched."""
    system = question.system
    runs = [item.meld.cards for item in question.table if item.meld.kind is MeldKind.RUN]
    return any(reinterpretations(cards, system) for cards in runs)


def _plainer(position: Position, best: Best) -> Advice:
    """Return a simpler play if the moves of the best one can't be ordered legally.

    This happens if it opens with jokers from the board, or with jokers that may be tacked but not
    laid. A play without them is still optimal if its result is the same.
    """
    plain = laid_alone(position)
    plainer = best_of(plain)
    advice = play_best(plain, plainer)
    if advice is not None:
        same = (plainer.before, plainer.after) == (best.before, best.after)
        return replace(advice, proved=best.is_proved and advice.proved and same)
    few = with_steps(position, FEW_STEPS)
    found, alone = first_way(few)
    if found.is_proved and found.before is None:
        return _refusal(few, proved=True)
    return play_best(alone, found) or _cut_short(position)


def _refusal(position: Position, *, proved: bool) -> Advice:
    """Return the negative answer with the missing cards; a player who is down just discards."""
    if position.question.down:
        return stay(position) or Advice(can_come_down=True, proved=False)
    steps = position.question.most_steps if proved else FEW_STEPS
    missing = missing_of(with_steps(position, steps))
    return Advice(can_come_down=False, missing=missing.cards, proved=proved and missing.is_proved)
