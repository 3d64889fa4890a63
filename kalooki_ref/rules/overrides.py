"""House rules: validated changes to a base system, and the clauses that describe them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from typing import Any

from kalooki_ref.rules import choices
from kalooki_ref.rules.clause_index import FOLLOWING, place_of
from kalooki_ref.rules.constraints import Objection, objections_to
from kalooki_ref.rules.model import Clause, OwnSentence, Provenance, RuleSystem
from kalooki_ref.rules.switch import Choice
from kalooki_ref.rules.switches import NUMBERS, SWITCHES, key_of_choice, switch_of, switches_at
from kalooki_ref.rules.systems import system_of

NOT_FOUND = "There is no such choice."
OWN_VALUE = "This table plays its own rule here."


class HouseRuleError(ValueError):
    """Raised for incompatible changes; ``objections`` lists the conflicts."""

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
    """Return the difference from the base system: keys of choices by field."""
    keys = keys_of(system)
    return {field: keys[field] for field in changed_fields(system) if field in keys}


def keys_of(system: RuleSystem) -> dict[str, str]:
    """Return the keys of a system's choices by field."""
    chosen = (
        (switch.field, switch.choice_of(getattr(system, switch.field))) for switch in SWITCHES
    )
    return {field: choice.key for field, choice in chosen if choice}


def with_clauses(system: RuleSystem) -> RuleSystem:
    """Return the system with its base's clauses, replaced where changed fields need new text."""
    base = system_of(system.slug)
    own = [_own_clause(system, number) for number in _rewritten(system, base)]
    covered = set(_silent(system, base)) | {clause.number for clause in own}
    kept = [clause for clause in base.clauses if clause.number not in covered]
    ordered = sorted([*kept, *own], key=lambda clause: place_of(clause.number))
    return replace(system, clauses=tuple(ordered))


def value_in_force(system: RuleSystem, field: str) -> Any:
    """Return the value of a field without what has no effect: the value of an ace never low."""
    if field == "opening_values" and system.ace is choices.Ace.HIGH:
        return replace(system.opening_values, low_ace=None)
    return getattr(system, field)


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


def _rewritten(system: RuleSystem, base: RuleSystem) -> dict[str, None]:
    """Return the numbers of clauses that need new text, without duplicates.

    They describe changed fields, fields that had no effect in the base system, and deals, which
    may be worded in terms of contracts.
    """
    changed = changed_fields(system)
    fields = [
        switch.field
        for switch in SWITCHES
        if switch.applies_in(system) and not switch.applies_in(base)
    ]
    if "contracts" in changed:
        fields.append("deals")
    if "ace" in changed and system.opens_with_points:
        fields.append("opening_values")
    return dict.fromkeys(NUMBERS[field] for field in (*changed, *fields))


def _silent(system: RuleSystem, base: RuleSystem) -> Iterator[str]:
    """Yield the numbers of the base system's clauses that no longer apply."""
    applying = {switch.clause for switch in SWITCHES if switch.applies_in(system)}
    applied = {switch.clause for switch in SWITCHES if switch.applies_in(base)}
    yield from applied - applying
    changed = changed_fields(system)
    idle = {switch.field for switch in SWITCHES if not switch.applies_in(system)}
    silences = {
        "down_draws_upcard": "down_draws_upcard" in changed and system.down_draws_upcard,
        "set_joker": system.set_joker is choices.SetJoker.STAYS,
    }
    for field, numbers in FOLLOWING.items():
        if silences.get(field, field in changed) or field in idle:
            yield from numbers


def _own_clause(system: RuleSystem, number: str) -> Clause:
    """Return a rewritten clause: a sentence for each of its fields that has a switch."""
    switches = [switch for switch in switches_at(number) if switch.applies_in(system)]
    turned = [switch.choice_of(value_in_force(system, switch.field)) for switch in switches]
    chosen = [choice for choice in turned if choice]
    sentences = tuple(_sentence(choice, system) for choice in chosen) or (OWN_VALUE,)
    before = [clause.cites for clause in system_of(system.slug).clauses if clause.number == number]
    cites = chain(*before, *(choice.cites for choice in chosen))
    faults = tuple(dict.fromkeys(cites))
    text = " ".join(choice.sentence for choice in chosen) or OWN_VALUE
    return Clause(number, text, Provenance.TABLE, faults, sentences=sentences)


def _sentence(choice: Choice, system: RuleSystem) -> str | OwnSentence:
    if not choice.is_own:
        return choice.sentence
    return OwnSentence(choice.sentence, choice.value, system.suits)
