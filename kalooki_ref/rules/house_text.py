"""House rules as plain data and as compact text for links."""

import base64
import hashlib
import json
import zlib
from typing import Any

from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, HouseRules, changes_of

LONGEST_TEXT = 3000
# Limit on the inflated size: a short text can inflate to gigabytes.
MOST_INFLATED = 6000
KEY = "house-"


def house_text(house: HouseRules) -> str:
    """Return the rules as URL-safe text."""
    packed = zlib.compress(house_json(house).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def text_of(system: RuleSystem) -> str:
    """Return the house rules of a system as URL-safe text; empty if there are none."""
    changes = tuple(sorted(changes_of(system).items()))
    return house_text(HouseRules(system.name, system.slug, changes)) if changes else ""


def house_of_text(text: str) -> HouseRules | None:
    """Parse the text of house rules; None if it is cut, damaged or no longer valid."""
    stretch = zlib.decompressobj()
    try:
        held = stretch.decompress(bytes_of(text[:LONGEST_TEXT]), MOST_INFLATED)
        # At the end is a checksum, without which a text that was cut could mean other rules.
        return house_of_data(json.loads(held)) if stretch.eof else None
    except (zlib.error, ValueError, RecursionError):
        return None


def bytes_of(text: str) -> bytes:
    """Decode URL-safe base64 without padding, perhaps with further letters; raises ValueError."""
    whole = text[: len(text) - (len(text) % 4 == 1)]
    return base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4))


def house_key(house: HouseRules) -> str:
    """Return a short hash of the rules for use in forms; equal rules have equal keys."""
    return KEY + hashlib.sha256(house_json(house).encode()).hexdigest()[:12]


def house_json(house: HouseRules) -> str:
    """Return the rules as JSON: a list of name, slug of the base, and choices by field."""
    data = [house.name, house.base, dict(sorted(house.changes))]
    return json.dumps(data, separators=(",", ":"))


def house_of_data(held: Any) -> HouseRules | None:
    """Return the rules described by a decoded JSON list; None if they are no longer valid."""
    try:
        name, base, changes = held
        pairs = tuple(sorted((str(field), str(key)) for field, key in changes.items()))
        house = HouseRules(str(name), str(base), pairs)
        house.system()
    except (HouseRuleError, AttributeError, KeyError, TypeError, ValueError):
        return None
    return house
