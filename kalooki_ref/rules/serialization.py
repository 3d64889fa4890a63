"""Serialize a whole rule system, so that a game keeps the rules it was started with.

Clauses are not stored; they are rebuilt from the current texts.
"""

from dataclasses import fields, replace
from typing import Any

from kalooki_ref.plain import from_plain, to_plain
from kalooki_ref.rules.choices import Ace, Fine
from kalooki_ref.rules.model import OpeningValues, RuleSystem
from kalooki_ref.rules.overrides import with_clauses
from kalooki_ref.rules.systems import system_of


def as_data(system: RuleSystem) -> dict[str, Any]:
    """Return all fields except the clauses as plain data: lists, dicts, strings, numbers, None."""
    names = [field.name for field in fields(system) if field.name != "clauses"]
    return {name: to_plain(getattr(system, name)) for name in names}


def from_data(data: dict[str, Any]) -> RuleSystem:
    """Return the system described by plain data, with its clauses rebuilt.

    Raises KeyError and ValueError as `fields_from_data` does.
    """
    return with_clauses(fields_from_data(data))


def fields_from_data(data: dict[str, Any]) -> RuleSystem:
    """Return the system described by plain data, without clauses.

    Fields added since the data was written get the base system's values, unless stored games were
    scored differently then; removed fields are ignored. Raises KeyError for an unknown slug and
    ValueError for data that does not describe a system.
    """
    known = {name: data[name] for name in data if name != "clauses"}
    filled = as_data(system_of(data["slug"])) | known
    system: RuleSystem = from_plain(RuleSystem, filled)
    if "fines_double" not in data and _doubled_but_no_fine(system):
        system = replace(system, fines_double=False)
    if "opening_values" not in data:
        system = replace(system, opening_values=implied_opening_values(system))
    return system


def implied_opening_values(system: RuleSystem) -> OpeningValues:
    """Return what cards count toward an opening by rules that have one list of values for both.

    The result is the base system's if it makes no difference.
    """
    usual = system_of(system.slug).opening_values
    values = OpeningValues(system.points.ranks, system.points.aces)
    makes_none = system.ace is Ace.HIGH and values == replace(usual, low_ace=None)
    return usual if makes_none else values


def _doubled_but_no_fine(system: RuleSystem) -> bool:
    """Whether these rules predate ``fines_double`` and are such that fines were not doubled."""
    costs = (*system.not_down, *system.overcall, *system.false_lay)
    return system.doubles_every_score and any(isinstance(cost, Fine) for cost in costs)
