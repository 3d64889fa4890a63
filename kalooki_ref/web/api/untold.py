"""Facts that a question leaves out: everything they could be is tried."""

from dataclasses import replace
from itertools import product
from typing import Any

from kalooki_ref.referee.verdict import Answer, Verdict
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.web.api.records import ContradictionError, untold
from kalooki_ref.web.api.rulings import Amount, NoLimit, Question, Ruling, Undecided

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
