"""Outcomes of questions, and how missing facts are resolved."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import product

from kalooki_ref.api.signatures import Json, call_with, deciding
from kalooki_ref.api.unreadable import ContradictionError
from kalooki_ref.referee.verdict import Answer, Verdict
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem


@dataclass(frozen=True, slots=True)
class Said:
    """An answer in one sentence: a number, or "legal" where there is no number to give.

    ``missing`` names facts that decide but weren't given; then the answer is unclear.
    """

    answer: Answer | int
    says: str
    missing: tuple[str, ...] = ()


Outcome = Verdict | Said
# Called with a rule system, and facts as keywords.
QuestionFunction = Callable[..., Outcome]
FactValues = tuple[object, ...]


def amount(number: int, one: str = "point", many: str = "") -> Said:
    """Return a count as an answer, with its unit in English."""
    things = one if number == 1 else many or f"{one}s"
    return Said(number, f"{number} {things}.")


def certain_outcome(question: QuestionFunction, facts: Json, system: RuleSystem) -> Outcome:
    """Try all values of the missing facts; return the outcome if they agree, else unclear.

    Of several agreeing outcomes it is the one with the fewest and smallest faults. If its faults
    depend on a missing fact, that is not one which is false by default, such as a bent board.
    Raises ContradictionError if all combinations are contradictory.
    """
    every = deciding(question, facts)
    gaps = {name: _within(name, values, system) for name, values in every.items()}
    outcomes = _outcomes(question, facts, gaps, system)
    if len({outcome.answer for outcome in outcomes.values()}) == 1:
        return _with_certain_result(_likeliest(outcomes, gaps), outcomes.values())
    decide = [name for place, name in enumerate(gaps) if _decides(place, outcomes)]
    missing = tuple(name.removesuffix("_") for name in decide or gaps)
    return Said(Answer.UNCLEAR, f"Can’t tell without knowing: {', '.join(missing)}.", missing)


def _likeliest(outcomes: dict[FactValues, Outcome], gaps: dict[str, FactValues]) -> Outcome:
    """Return the outcome with the fewest and smallest faults, by default facts if faults differ."""
    best = min(outcomes.values(), key=_distance)
    if all(set(_codes(best)) <= set(_codes(outcome)) for outcome in outcomes.values()):
        return best
    usual = [
        outcome
        for values, outcome in outcomes.items()
        if all(
            value is False or choices[0] is not False
            for value, choices in zip(values, gaps.values(), strict=True)
        )
    ]
    return min(usual or outcomes.values(), key=_distance)


def _codes(outcome: Outcome) -> tuple[Code, ...]:
    return outcome.codes if isinstance(outcome, Verdict) else ()


def _with_certain_result(outcome: Outcome, outcomes: Iterable[Outcome]) -> Outcome:
    """Return the outcome, without the cards afterwards if they depend on a missing fact."""
    results = {outcome.result for outcome in outcomes if isinstance(outcome, Verdict)}
    if isinstance(outcome, Verdict) and len(results) > 1:
        return replace(outcome, result=())
    return outcome


def _within(name: str, values: FactValues, system: RuleSystem) -> FactValues:
    """Return the values a fact can have under these rules: a round is one of theirs."""
    if name != "round" or not system.contracts:
        return values
    return tuple(range(1, len(system.contracts) + 1))[: len(values)]


def _outcomes(
    question: QuestionFunction, facts: Json, gaps: dict[str, FactValues], system: RuleSystem
) -> dict[FactValues, Outcome]:
    outcomes: dict[FactValues, Outcome] = {}
    contradiction = None
    for values in product(*gaps.values()):
        complete = {**facts, **dict(zip(gaps, values, strict=True))}
        try:
            outcomes[values] = call_with(question, complete, system)
        except ContradictionError as error:
            contradiction = error
    if contradiction is not None and not outcomes:
        raise contradiction
    return outcomes


def _decides(place: int, outcomes: dict[FactValues, Outcome]) -> bool:
    """Whether changing this fact alone changes the answer."""
    answers: dict[FactValues, object] = {}
    for values, outcome in outcomes.items():
        others = values[:place] + values[place + 1 :]
        if answers.setdefault(others, outcome.answer) != outcome.answer:
            return True
    return False


def _distance(outcome: Outcome) -> tuple[int, int]:
    """Return the number of findings, and how far their numbers are off in total."""
    findings = outcome.findings if isinstance(outcome, Verdict) else ()
    pairs = [(finding.found, finding.needed) for finding in findings]
    off = [abs(x - y) for x, y in pairs if isinstance(x, int) and isinstance(y, int)]
    return len(findings), sum(off)
