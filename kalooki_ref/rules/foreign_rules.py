"""Rules from a file or a link: the values each field may hold, and the system read from them."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from unicodedata import category

from kalooki_ref.plain import to_plain
from kalooki_ref.rules.constraints import objections_to
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.revisions import values_ever
from kalooki_ref.rules.serialization import from_data
from kalooki_ref.rules.switches import SWITCHES, switch_of
from kalooki_ref.rules.systems import SYSTEMS

LONGEST_NAME, LONGEST_TAGLINE = 40, 200
# Unicode categories of line breaks, control characters and characters without a meaning.
INVISIBLE = {"Cc", "Cs", "Co", "Zl", "Zp"}


@dataclass(frozen=True, slots=True)
class Text:
    """A free text of one line: 1 to ``longest`` characters, not only blanks."""

    longest: int

    def allows(self, value: object) -> bool:
        """Return whether a value lies within these bounds."""
        if not isinstance(value, str) or not value.strip() or len(value) > self.longest:
            return False
        return not any(category(sign) in INVISIBLE for sign in value)


# The bounds of fields that people fill in themselves, or that say the same in other words.
FREE = {"name": Text(LONGEST_NAME), "tagline": Text(LONGEST_TAGLINE)}


class ForeignRulesError(ValueError):
    """Rules that no release of this app could have written.

    ``field`` is the field at fault; ``reason`` says why several fields can't go together (an
    English msgid), and is empty where the value of one field is at fault.
    """

    def __init__(self, field: str, reason: str = "") -> None:
        super().__init__(reason or f"{field} has a value that no release offers")
        self.field = field
        self.reason = reason


def read_foreign_rules(data: object) -> RuleSystem:
    """Return the system that the data describes; raises ForeignRulesError.

    Each field must have a value that its system had in some release, one that its switch offers,
    or one within its bounds, and all of them must go together. A missing field has the value of
    the system of the same slug.
    """
    if not isinstance(data, dict) or data.get("slug") not in [one.slug for one in SYSTEMS]:
        raise ForeignRulesError("slug")
    given = {field: value for field, value in data.items() if field != "clauses"}
    for field, value in given.items():
        if not _is_allowed(data["slug"], field, value):
            raise ForeignRulesError(field)
    system = from_data(given)
    for objection in objections_to(system, _never_in_the_base(given)):
        raise ForeignRulesError(objection.fields[0], objection.reason)
    return system


def _is_allowed(slug: str, field: str, value: object) -> bool:
    if field in FREE:
        return FREE[field].allows(value)
    if _as_text(value) in _of_base(slug, field) | _of_switches(field):
        return True
    switch = switch_of(field)
    return switch is not None and switch.own is not None and switch.own.offers(value)


def _never_in_the_base(given: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields that some table has changed: no release had them like this."""
    slug = given["slug"]
    return frozenset(
        field
        for field, value in given.items()
        if field not in FREE and _as_text(value) not in _of_base(slug, field)
    )


@cache
def _of_base(slug: str, field: str) -> frozenset[str]:
    """Return the values that the system of this slug has or had, as text."""
    return frozenset(map(_as_text, values_ever(slug, field)))


@cache
def _of_switches(field: str) -> frozenset[str]:
    """Return the values that choices give to a field, as text."""
    settings = (
        setting
        for switch in SWITCHES
        for choice in switch.choices
        for setting in ((switch.field, choice.value), *choice.also)
    )
    return frozenset(_as_text(to_plain(value)) for name, value in settings if name == field)


def _as_text(value: object) -> str:
    """Return a text that is the same for the same plain value only: 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True)
