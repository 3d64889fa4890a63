"""What a question is answered with, and what holds whatever its missing facts are."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from flask_babel import ngettext

from kalooki_ref.referee.verdict import Answer, Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.signatures import ContradictionError, Json, called, deciding


class Unit(StrEnum):
    """What an amount counts."""

    POINTS = "points"
    CALLS_MADE = "calls made"
    CALLS_LEFT = "calls left"
    CARDS = "cards"
    PACKS = "packs"
    WINNERS = "winners"


@dataclass(frozen=True, slots=True)
class Amount:
    """An answer that is a number."""

    number: int
    unit: Unit = Unit.POINTS


@dataclass(frozen=True, slots=True)
class NoLimit:
    """There is no limit on calls, so no number of them is left; the verdict is legal."""


@dataclass(frozen=True, slots=True)
class Undecided:
    """Nobody can tell: the answer hangs on these facts, which the question leaves out."""

    missing: tuple[str, ...]


Outcome = Verdict | Amount | NoLimit
QuestionFunction = Callable[..., Outcome]
"""A function of a rule system, and of facts as keywords; None stands for a missing fact."""
FactValues = tuple[object, ...]


def amount_words(amount: Amount) -> str:
    """Return the sentence for an answer that is a number."""
    number = amount.number
    match amount.unit:
        case Unit.POINTS:
            return ngettext("%(num)s point.", "%(num)s points.", number)
        case Unit.CALLS_MADE:
            return ngettext("%(num)s call granted.", "%(num)s calls granted.", number)
        case Unit.CALLS_LEFT:
            return ngettext("%(num)s call left.", "%(num)s calls left.", number)
        case Unit.CARDS:
            return ngettext("%(num)s card.", "%(num)s cards.", number)
        case Unit.PACKS:
            return ngettext("%(num)s pack.", "%(num)s packs.", number)
        case Unit.WINNERS:
            return ngettext("%(num)s winner.", "%(num)s winners.", number)


def certain_outcome(
    question: QuestionFunction, facts: Json, system: RuleSystem
) -> Outcome | Undecided:
    """Return the outcome that holds whatever the missing facts are, or which of them decide.

    Of several that say the same, it is the one with the fewest faults: those that hang on
    no missing fact. Raises ContradictionError where nothing the facts could be makes sense.
    """
    gaps = deciding(question, facts)
    outcomes = _outcomes(question, facts, gaps, system)
    if len({_answer(outcome) for outcome in outcomes.values()}) == 1:
        return min(outcomes.values(), key=_faults)
    decide = [name for place, name in enumerate(gaps) if _decides(place, outcomes)]
    return Undecided(tuple(name.removesuffix("_") for name in decide or gaps))


def _outcomes(
    question: QuestionFunction, facts: Json, gaps: dict[str, FactValues], system: RuleSystem
) -> dict[FactValues, Outcome]:
    outcomes: dict[FactValues, Outcome] = {}
    contradiction = None
    for values in product(*gaps.values()):
        complete = {**facts, **dict(zip(gaps, values, strict=True))}
        try:
            outcomes[values] = called(question, complete, system)
        except ContradictionError as error:
            contradiction = error
    if contradiction is not None and not outcomes:
        raise contradiction
    return outcomes


def _decides(place: int, outcomes: dict[FactValues, Outcome]) -> bool:
    """Whether two outcomes differ that differ in this fact alone."""
    answers: dict[FactValues, object] = {}
    for values, outcome in outcomes.items():
        others = values[:place] + values[place + 1 :]
        if answers.setdefault(others, _answer(outcome)) != _answer(outcome):
            return True
    return False


def _answer(outcome: Outcome) -> Answer | int:
    if isinstance(outcome, NoLimit):
        return Answer.LEGAL
    return outcome.number if isinstance(outcome, Amount) else outcome.answer


def _faults(outcome: Outcome) -> int:
    return len(outcome.findings) if isinstance(outcome, Verdict) else 0
