"""What a question is answered with, and what holds whatever its missing facts are."""

from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product
from typing import Any, Protocol

from flask_babel import ngettext

from kalooki_ref.referee.verdict import Answer, Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.records import ContradictionError, untold


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


Ruling = Verdict | Amount | NoLimit


class Question(Protocol):
    """One question, its facts read; None stands for a missing fact."""

    def ruling(self, system: RuleSystem) -> Ruling:
        """Return the answer under these rules."""
        ...


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


Values = tuple[object, ...]


def settled(question: Question, system: RuleSystem) -> Ruling | Undecided:
    """Return the ruling that holds whatever the missing facts are, or which of them decide.

    Of several rulings that say the same, it is the one with the fewest faults: those that hang on
    no missing fact. Raises ContradictionError where nothing the facts could be makes sense.
    """
    facts = untold(question)
    rulings = _rulings(question, system, facts)
    if len({_answer(ruling) for ruling in rulings.values()}) == 1:
        return min(rulings.values(), key=_faults)
    deciding = [name for place, name in enumerate(facts) if _decides(place, rulings)]
    return Undecided(tuple(name.removesuffix("_") for name in deciding or facts))


def _rulings(question: Any, system: RuleSystem, facts: dict[str, Values]) -> dict[Values, Ruling]:
    rulings: dict[Values, Ruling] = {}
    contradiction = None
    for values in product(*facts.values()):
        told = replace(question, **dict(zip(facts, values, strict=True))) if facts else question
        try:
            rulings[values] = told.ruling(system)
        except ContradictionError as error:
            contradiction = error
    if contradiction is not None and not rulings:
        raise contradiction
    return rulings


def _decides(place: int, rulings: dict[Values, Ruling]) -> bool:
    """Whether two rulings differ that differ in this fact alone."""
    answers: dict[Values, object] = {}
    for values, ruling in rulings.items():
        others = values[:place] + values[place + 1 :]
        if answers.setdefault(others, _answer(ruling)) != _answer(ruling):
            return True
    return False


def _answer(ruling: Ruling) -> Answer | int:
    if isinstance(ruling, NoLimit):
        return Answer.LEGAL
    return ruling.number if isinstance(ruling, Amount) else ruling.answer


def _faults(ruling: Ruling) -> int:
    return len(ruling.findings) if isinstance(ruling, Verdict) else 0
