"""House rules: validated changes to a base system, and the clauses that describe them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from kalooki_ref.rules.clause import Clause, Provenance
from kalooki_ref.rules.clause_index import place_of
from kalooki_ref.rules.constraints import Objection, objections_to
from kalooki_ref.rules.described import joined
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.sentences import (
    DESCRIBED,
    cites_of,
    depends_on,
    reading_holds,
    sentences_of,
)
from kalooki_ref.rules.switch import as_key
from kalooki_ref.rules.switches import SWITCHES, key_of_choice, switch_of
from kalooki_ref.rules.systems import system_of

NOT_FOUND = "There is no such choice."


class HouseRuleError(ValueError):
    """Raised for incompatible changes; ``objections`` lists the conflicts."""

    def __init__(self, objections: tuple[Objection, ...]) -> None:
        super().__init__(" ".join(objection.english for objection in objections))
        self.objections = objections


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A named set of changes: the base system's slug, and (field, key of a choice) pairs."""

    name: str
    base: str
    changes: tuple[tuple[str, str], ...] = ()

    def system(self) -> RuleSystem:
        """Return the base system with the changes applied, under the name of the house rules.

        Raises KeyError for an unknown base and HouseRuleError for incompatible changes.
        """
        return _system_by(self)


# Because a page of a phone with 24 house rules would otherwise build each of them twice.
@lru_cache(maxsize=256)
def _system_by(house: HouseRules) -> RuleSystem:
    base = system_of(house.base)
    played = with_changes(base, dict(house.changes))
    return replace(played, name=house.name or base.name)


def with_choices(system: RuleSystem, choices: Mapping[str, object]) -> RuleSystem:
    """Return the system with changed options: {"max_calls": "2", "jokers_side_by_side": True}.

    A choice is given by its key or by the value of its field. Raises ValueError for an unknown
    option or choice, HouseRuleError for an incompatible combination.
    """
    keys = {field: key_of_choice(field, choice) for field, choice in choices.items()}
    return with_changes(system, keys)


def with_changes(system: RuleSystem, changes: Mapping[str, str]) -> RuleSystem:
    """Return the system with changed options; ``changes`` maps fields to keys of choices.

    The clauses about changed fields are rewritten. Raises HouseRuleError with all objections:
    unknown choices and incompatible combinations.
    """
    values, unknown = _values_of(changes)
    changed = frozenset(field for field in values if values[field] != getattr(system, field))
    played = replace(system, **values)
    objections = unknown or objections_to(played, changed)
    if objections:
        raise HouseRuleError(objections)
    return with_clauses(played)


def changed_fields(system: RuleSystem) -> tuple[str, ...]:
    """Return the switchable fields that differ from the base system, in order of clauses."""
    base = system_of(system.slug)
    fields = (switch.field for switch in SWITCHES)
    return tuple(field for field in fields if getattr(system, field) != getattr(base, field))


def changes_of(system: RuleSystem) -> dict[str, str]:
    """Return the difference from the base system: keys of choices by field.

    A value like the base's is given as JSON where the other changes imply another one.
    """
    keys = keys_of(system)
    changes = {field: keys[field] for field in changed_fields(system) if field in keys}
    implied, _unknown = _values_of(changes)
    kept = {
        field: as_key(getattr(system, field))
        for field, value in implied.items()
        if field in keys and getattr(system, field) != value
    }
    return changes | kept


def keys_of(system: RuleSystem) -> dict[str, str]:
    """Return the keys of a system's choices by field."""
    chosen = (
        (switch.field, switch.choice_of(getattr(system, switch.field))) for switch in SWITCHES
    )
    return {field: choice.key for field, choice in chosen if choice}


def with_clauses(system: RuleSystem) -> RuleSystem:
    """Return the system with its base's clauses, replaced where what they depend on is changed."""
    base = system_of(system.slug)
    before = {clause.number: clause for clause in base.clauses}
    numbers = sorted({*before, *DESCRIBED}, key=place_of)
    clauses = (_clause_in(system, base, number, before.get(number)) for number in numbers)
    return replace(system, clauses=tuple(clause for clause in clauses if clause))


def _clause_in(
    system: RuleSystem, base: RuleSystem, number: str, before: Clause | None
) -> Clause | None:
    """Return the clause of this number; None if nothing is said there."""
    if number not in DESCRIBED:
        return before if reading_holds(system, base, number) else None
    sentences, earlier = sentences_of(system, number), sentences_of(base, number)
    if sentences == earlier and (before is None or before.sentences):
        return before
    is_changed = any(getattr(system, field) != getattr(base, field) for field in depends_on(number))
    if sentences == earlier and not is_changed:
        return before
    if not sentences:
        return None
    cites = cites_of(system, number)
    return Clause(number, joined(sentences), Provenance.TABLE, cites, sentences=sentences)


def _values_of(changes: Mapping[str, str]) -> tuple[dict[str, Any], tuple[Objection, ...]]:
    """Return field values for the changes, with the values they imply, and unknown choices."""
    given: dict[str, Any] = {}
    following: dict[str, Any] = {}
    unknown = []
    for field in changes:
        switch = switch_of(field)
        choice = switch.choice(changes[field]) if switch else None
        if choice is None:
            unknown.append(Objection((field,), NOT_FOUND))
            continue
        given[field] = choice.value
        following.update(choice.also)
    return following | given, tuple(unknown)
