"""House rules as plain data and as compact text for links."""

import hashlib
import json
import zlib
from typing import Any

from kalooki_ref.rules.link_text import bytes_of, data_of_link, inflated, link_text
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, HouseRules, changes_of
from kalooki_ref.rules.serialization import implied_opening_values
from kalooki_ref.rules.switch import as_key
from kalooki_ref.rules.systems import system_of

LONGEST_TEXT = 3000
# The first letter of a text; those of earlier releases start with zlib's header.
VERSION = "2"
# Limit on the inflated size: a short text can inflate to gigabytes.
MOST_INFLATED = 6000
KEY = "house-"
OPENING = "opening_values"
# Changes that once implied other values for the opening; with them, those are always written.
SHAPING = frozenset(("points", "ace"))


def house_text(house: HouseRules) -> str:
    """Return the rules as URL-safe text."""
    return VERSION + link_text(house_json(house).encode())


def text_of(system: RuleSystem) -> str:
    """Return the house rules of a system as URL-safe text; empty if there are none."""
    changes = tuple(sorted(changes_of(system).items()))
    return house_text(HouseRules(system.name, system.slug, changes)) if changes else ""


def house_of_text(text: str) -> HouseRules | None:
    """Parse the text of house rules; None if it is cut, damaged or no longer valid."""
    text = text[:LONGEST_TEXT]
    try:
        if text.startswith(VERSION):
            held = data_of_link(text.removeprefix(VERSION), most=MOST_INFLATED)
        else:
            held = inflated(bytes_of(text), zlib.decompressobj(), most=MOST_INFLATED)
        return house_of_data(json.loads(held))
    except (ValueError, RecursionError):
        return None


def house_key(house: HouseRules) -> str:
    """Return a short hash of the rules for use in forms; equal rules have equal keys."""
    return KEY + hashlib.sha256(house_json(house).encode()).hexdigest()[:12]


def house_json(house: HouseRules) -> str:
    """Return the rules as JSON: a list of name, slug of the base, and choices by field."""
    changes = dict(house.changes)
    if not SHAPING.isdisjoint(changes):
        changes.setdefault(OPENING, as_key(system_of(house.base).opening_values))
    return json.dumps(
        [house.name, house.base, dict(sorted(changes.items()))], separators=(",", ":")
    )


def house_of_data(held: Any) -> HouseRules | None:
    """Return the rules described by a decoded JSON list; None if they are no longer valid."""
    try:
        name, base, changes = held
        given = {str(field): str(key) for field, key in changes.items()}
        house = HouseRules(str(name), str(base), _in_full(str(base), given))
        house.system()
    except (HouseRuleError, AttributeError, KeyError, TypeError, ValueError):
        return None
    return house


def _in_full(base: str, changes: dict[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the changes by field, with values for the opening where earlier releases imply them.

    Those had one list of card values, which counted for both.
    """
    usual = as_key(system_of(base).opening_values)
    given = {field: key for field, key in changes.items() if (field, key) != (OPENING, usual)}
    if OPENING not in changes and not SHAPING.isdisjoint(changes):
        played = HouseRules("", base, tuple(given.items())).system()
        values = implied_opening_values(played)
        if played.opens_with_points and values != played.opening_values:
            given[OPENING] = as_key(values)
    return tuple(sorted(given.items()))
