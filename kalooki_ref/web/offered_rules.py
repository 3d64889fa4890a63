"""House rules as a short text for links, as a signed cookie, and as what one can choose to play."""

import base64
import binascii
import hashlib
import json
import zlib
from typing import Any

from flask import Response, current_app, g, request

from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, HouseRules, changes_of
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.device import MOST_BYTES, held_by, keep_signed, signed
from kalooki_ref.web.forms.names import fault_of, tidy

COOKIE = "houses"
MOST_HOUSES = 8
LONGEST_TEXT = 3000
LONGEST_READ = 6000
KEY = "house-"


def house_text(house: HouseRules) -> str:
    """Return the rules as letters for an address."""
    packed = zlib.compress(json.dumps(_plain(house), separators=(",", ":")).encode(), 9)
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


def text_of(system: RuleSystem) -> str:
    """Return the house rules a system plays by as letters for an address; empty where none."""
    changes = tuple(sorted(changes_of(system).items()))
    return house_text(HouseRules(system.name, system.slug, changes)) if changes else ""


def house_from_text(text: str) -> HouseRules | None:
    """Return the rules that a text holds; None where it holds none that can be played."""
    if len(text) > LONGEST_TEXT:
        return None
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        held = zlib.decompressobj().decompress(packed, LONGEST_READ)
        return _checked(json.loads(held))
    except (binascii.Error, zlib.error, ValueError, RecursionError):
        return None


def house_key(house: HouseRules) -> str:
    """Return a short name for the rules in forms; the same rules have the same."""
    return KEY + hashlib.sha256(house_text(house).encode()).hexdigest()[:12]


def remembered_houses() -> tuple[HouseRules, ...]:
    """Return the house rules this phone remembers, last kept first."""
    if "houses" not in g:
        g.houses = _read(request.cookies.get(COOKIE, ""))
    houses: tuple[HouseRules, ...] = g.houses
    return houses


def remember_house(response: Response, house: HouseRules) -> Response:
    """Send the phone home with these rules in front; they replace those of the same name."""
    name = house.name.casefold()
    others = (other for other in remembered_houses() if other.name.casefold() != name)
    return _send(response, (house, *others)[:MOST_HOUSES])


def forget_house(response: Response, house: HouseRules) -> Response:
    """Send the phone home without these rules."""
    return _send(response, tuple(other for other in remembered_houses() if other != house))


def _plain(house: HouseRules) -> list[Any]:
    return [house.name, house.base, dict(sorted(house.changes))]


def _checked(held: Any) -> HouseRules | None:
    """Return the rules when they are whole and can be played by today's switches."""
    try:
        name, base, changes = held
        pairs = tuple(sorted((str(field), str(key)) for field, key in changes.items()))
        house = HouseRules(tidy(str(name)), str(base), pairs)
        house.system()
    except (HouseRuleError, AttributeError, KeyError, TypeError, ValueError):
        return None
    return None if fault_of(house.name) else house


def _send(response: Response, houses: tuple[HouseRules, ...]) -> Response:
    g.houses = houses
    text = signed(COOKIE, [_plain(house) for house in houses])
    if len(text) > MOST_BYTES and len(houses) > 1:
        return _send(response, houses[:-1])
    return keep_signed(response, COOKIE, text)


def _read(text: str) -> tuple[HouseRules, ...]:
    held = held_by(COOKIE, text, str(current_app.secret_key))
    return tuple(house for each in held or () if (house := _checked(each)))


def offered() -> dict[str, RuleSystem]:
    """Return the rules by the key that a form sends."""
    if "offered" not in g:
        houses = {house_key(house): house.system() for house in remembered_houses()}
        g.offered = {system.slug: system for system in SYSTEMS} | houses
    rules: dict[str, RuleSystem] = g.offered
    return rules
