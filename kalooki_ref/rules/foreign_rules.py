"""Validate rules from a file or a link and build the rule system they describe."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any
from unicodedata import category

from kalooki_ref.plain import to_plain
from kalooki_ref.rules.constraints import Objection, objections_to
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_clauses
from kalooki_ref.rules.revisions import values_ever
from kalooki_ref.rules.serialization import fields_from_data
from kalooki_ref.rules.switches import SWITCHES, switch_of
from kalooki_ref.rules.systems import SYSTEMS

# Unicode categories of control characters, surrogates, private use and line separators.
INVISIBLE = {"Cc", "Cs", "Co", "Zl", "Zp"}


# Fields with a line of free text, entered by people or reworded between releases, and the most
# characters of each.
FREE = {"name": 40, "tagline": 200}


class ForeignRulesError(ValueError):
    """Raised for rules that no release of this app can have written.

    ``field`` is the invalid field; ``objection`` explains a conflict between fields, and is None
    if the value of one field is invalid by itself.
    """

    def __init__(self, field: str, objection: Objection | None = None) -> None:
        fault = f"{field} has a value that no release offers"
        super().__init__(objection.english if objection else fault)
        self.field = field
        self.objection = objection


def read_foreign_rules(data: object) -> RuleSystem:
    """Return the system that the data describes; raises ForeignRulesError if it is invalid.

    Each field must have a value that the base system has or had in some release, or one that its
    switch offers or allows; the values must also be compatible. Missing fields get the base
    system's values.
    """
    if not isinstance(data, dict) or data.get("slug") not in [known.slug for known in SYSTEMS]:
        raise ForeignRulesError("slug")
    given = {field: value for field, value in data.items() if field != "clauses"}
    for field, value in given.items():
        if not _is_allowed(data["slug"], field, value):
            raise ForeignRulesError(field)
    system = fields_from_data(given)
    # Clauses are written last, because values that don't go together have no words.
    for objection in objections_to(system, _never_in_the_base(given)):
        raise ForeignRulesError(objection.fields[0], objection)
    return with_clauses(system)


def _is_allowed(slug: str, field: str, value: object) -> bool:
    if field in FREE:
        if not isinstance(value, str) or not value.strip() or len(value) > FREE[field]:
            return False
        return not any(category(sign) in INVISIBLE for sign in value)
    if _as_text(value) in _of_base(slug, field) | _of_switches(field):
        return True
    switch = switch_of(field)
    return switch is not None and switch.own is not None and switch.own.offers(value)


def _never_in_the_base(given: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields whose values differ from the base system in every release."""
    slug = given["slug"]
    return frozenset(
        field
        for field, value in given.items()
        if field not in FREE and _as_text(value) not in _of_base(slug, field)
    )


@cache
def _of_base(slug: str, field: str) -> frozenset[str]:
    """Return all values a field has had in this base system, serialized."""
    return frozenset(map(_as_text, values_ever(slug, field)))


@cache
def _of_switches(field: str) -> frozenset[str]:
    """Return all values that switches offer for a field, serialized."""
    settings = (
        setting
        for switch in SWITCHES
        for choice in switch.choices
        for setting in ((switch.field, choice.value), *choice.also)
    )
    return frozenset(_as_text(to_plain(value)) for name, value in settings if name == field)


def _as_text(value: object) -> str:
    """Serialize a plain value canonically; 1, 1.0 and true give different texts."""
    return json.dumps(value, sort_keys=True)
