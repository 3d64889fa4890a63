"""Compares our answer with a proven one, and checks our plan with the referee."""

from dataclasses import dataclass, replace

from kalooki_ref.cards import cards_text
from kalooki_ref.referee.advice.advise import advise
from kalooki_ref.referee.advice.best import first_way
from kalooki_ref.referee.advice.decide import can_meet
from kalooki_ref.referee.advice.hand_counts import HandCounts, count_cards
from kalooki_ref.referee.advice.position import Position, with_contract_left
from kalooki_ref.referee.advice.question import Advice, Question, StepBudget
from kalooki_ref.referee.advice.tack_targets import tack_targets
from tests.properties.replaying import replay
from tests.properties.written import Answer, Proven, answer_of, write_answer


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a comparison: the fault, empty if none; whether our answer is unproved."""

    fault: str
    is_open: bool


def compared(proven: Proven) -> Outcome:
    """Compare our answer with a proven one; an unproved answer may be worse, but not better."""
    advice = advise(proven.question)
    ours, best = answer_of(advice), proven.answer
    if ours.before is None and best.missing is None:
        ours = replace(ours, missing=None)
    fault = broken(proven, advice)
    if not fault and ours != best and (advice.proved or is_too_good(ours, best)):
        fault = f"we say {write_answer(ours)}"
    return Outcome(fault, not advice.proved)


def broken(proven: Proven, advice: Advice) -> str:
    """Return why a plan is illegal, or the missing cards don't suffice; empty if all is right."""
    question = proven.question
    try:
        if advice.can_come_down:
            replay(question, advice)
    except AssertionError as objection:
        return f"not as the referee allows: {objection}"
    if advice.missing:
        richer = replace(question, hand=(*question.hand, *advice.missing))
        if can_come_down(count_cards(richer.hand, question.system), richer) is False:
            return f"not with {cards_text(advice.missing)} either"
    return ""


def is_too_good(ours: Answer, best: Answer) -> bool:
    """Return whether an answer is better than the best possible one."""
    if ours.before is None:
        return best.before is None and (ours.missing or 0) < (best.missing or 0)
    return best.before is None or ours.before < best.before


def can_come_down(hand: HandCounts, question: Question) -> bool | None:
    """Return whether a counted hand meets the opening; None if that wasn't proved in time."""
    if question.contract is not None and not question.table:
        quick = can_meet(hand, question.contract, question.system)
        if quick is not None:
            return quick
    question = with_contract_left(question)
    targets = tack_targets(question.table, question.system, hand)
    found, _ = first_way(Position(question, hand, targets, StepBudget(question.most_steps)))
    return found.before is not None if found.before is not None or found.is_proved else None
