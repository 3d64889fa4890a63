"""A table's own changes to a system: switches turned, checked together, and put into words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kalooki_ref.rules.choices import BarredFromLaying, JokerMover, SetJoker
from kalooki_ref.rules.clause_index import FIELDS, place_of
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.constraints import Objection, objections_to, waits_for_the_ace
from kalooki_ref.rules.model import Clause, Mark, RuleSystem
from kalooki_ref.rules.switches import NUMBERS, SWITCHES, switch_of
from kalooki_ref.rules.systems import system_of

NOT_FOUND = "There is no such choice."


OWN_VALUE = "This table has a rule of its own here."


_ABOUT_CALLS = (
    "8.4",
    "8.5",
    "8.6",
    "8.7",
    "8.8",
    "8.9",
    "8.10",
    "8.11",
    "8.12",
    "8.14",
    "8.16",
    "11.1",
)


class HouseRuleError(ValueError):
    """The changes cannot stand together; ``objections`` lists everything that speaks against."""

    def __init__(self, objections: tuple[Objection, ...]) -> None:
        super().__init__(" ".join(objection.reason for objection in objections))
        self.objections = objections


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A named set of changes: the base system's slug, and (field, key of a choice) pairs."""

    name: str
    base: str
    changes: tuple[tuple[str, str], ...] = ()

    def system(self) -> RuleSystem:
        """Return the system as this table plays it, under the table's name for it.

        Raises KeyError where there is no such base, HouseRuleError where changes clash.
        """
        base = system_of(self.base)
        played = apply(base, dict(self.changes))
        return replace(played, name=self.name or base.name)


def apply(system: RuleSystem, changes: Mapping[str, str]) -> RuleSystem:
    """Return the system with switches turned; ``changes`` gives the key of a choice by field.

    Clauses about changed fields become the table's own. Raises HouseRuleError with every
    objection: choices that do not exist, and combinations that cannot stand.
    """
    values, unknown = _values_of(changes)
    changed = frozenset(field for field in values if values[field] != getattr(system, field))
    played = replace(system, **values)
    objections = unknown or objections_to(played, changed)
    if objections:
        raise HouseRuleError(objections)
    return with_clauses(played)


def changed_fields(system: RuleSystem) -> tuple[str, ...]:
    """Return the fields with a switch in which a system differs from its base, in clause order."""
    base = system_of(system.slug)
    fields = (switch.field for switch in SWITCHES)
    return tuple(field for field in fields if getattr(system, field) != getattr(base, field))


def changes_of(system: RuleSystem) -> dict[str, str]:
    """Return what `apply` needs to make this system out of its base: keys of choices by field."""
    keys = {}
    for field in changed_fields(system):
        switch = switch_of(field)
        choice = switch.choice_of(getattr(system, field)) if switch else None
        if choice:
            keys[field] = choice.key
    return keys


def with_clauses(system: RuleSystem) -> RuleSystem:
    """Return the system with the clauses of its base, the changed ones in the switches' words."""
    base = system_of(system.slug)
    changed = changed_fields(system)
    own = tuple(_own_clauses(system, changed))
    covered = set(_silent(system, changed)) | {clause.number for clause in own}
    kept = [clause for clause in base.clauses if clause.number not in covered]
    ordered = sorted([*kept, *own], key=lambda clause: place_of(clause.number))
    return replace(system, clauses=tuple(ordered))


def _values_of(changes: Mapping[str, str]) -> tuple[dict[str, Any], tuple[Objection, ...]]:
    values: dict[str, Any] = {}
    unknown = []
    for field in changes:
        switch = switch_of(field)
        choice = switch.choice(changes[field]) if switch else None
        if choice is None:
            unknown.append(Objection((field,), NOT_FOUND))
            continue
        values[field] = choice.value
        values.update(choice.also)
    return values, tuple(unknown)


def _own_clauses(system: RuleSystem, changed: tuple[str, ...]) -> Iterator[Clause]:
    for number in sorted({NUMBERS[field] for field in _spoken_of(system, changed)}, key=place_of):
        yield _own_clause(system, number)


def _silent(system: RuleSystem, changed: tuple[str, ...]) -> Iterator[str]:
    """Yield the numbers of clauses that have nothing left to speak of."""
    if "calling" in changed:
        yield from _ABOUT_CALLS
    if system.joker_mover is JokerMover.NOBODY:
        yield from ("7.2", "7.3")
    if "joker_goes" in changed:
        yield "7.3"
    if system.set_joker is SetJoker.STAYS:
        yield "7.5"
    if not waits_for_the_ace(system):
        yield "6.4"
    if not system.bend:
        yield "9.5"
    if "overcall" in changed:
        yield "11.3"


def _spoken_of(system: RuleSystem, changed: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fields that need new words: the changed ones, and all about calls once on.

    Deals may be told by the contracts they are for, so new contracts want new words for them; a ban
    on coming down wants to be told what becomes of a lay in spite of it.
    """
    if "contracts" in changed:
        changed += ("deals",)
    if "overcall" in changed and BarredFromLaying() in system.overcall:
        changed += ("barred_lay_counts",)
    if "calling" not in changed or not system.calling:
        return changed
    about_calls = (field for number in _ABOUT_CALLS for field in FIELDS.get(number, ()))
    return changed + tuple(about_calls)


def _own_clause(system: RuleSystem, number: str) -> Clause:
    """Return a whole clause in new words: one sentence for each of its fields that has a switch."""
    texts: list[str] = []
    cites: list[Code] = []
    for field in FIELDS[number]:
        switch = switch_of(field)
        choice = switch.choice_of(getattr(system, field)) if switch else None
        if choice:
            texts.append(choice.sentence)
            cites.extend(choice.cites)
    before = [code for clause in _clauses_at(system, number) for code in clause.cites]
    text = " ".join(texts) or OWN_VALUE
    return Clause(number, text, Mark.TABLE, tuple(dict.fromkeys(before + cites)), FIELDS[number])


def _clauses_at(system: RuleSystem, number: str) -> tuple[Clause, ...]:
    base = system_of(system.slug)
    return tuple(clause for clause in base.clauses if clause.number == number)
