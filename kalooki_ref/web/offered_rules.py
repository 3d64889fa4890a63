"""The rules to choose from: the five systems and this phone's house rules."""

from dataclasses import replace

from flask import Response, current_app, g, request

from kalooki_ref.rules.house_text import house_data, house_key, house_of_data, house_of_text
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.web.device import MOST_BYTES, held_by, keep_signed, signed
from kalooki_ref.web.forms.names import fault_of, tidy

COOKIE = "houses"
MOST_HOUSES = 8


def house_from_text(text: str) -> HouseRules | None:
    """Return the house rules of a link; None if they or their name are invalid."""
    return _well_named(house_of_text(text))


def remembered_houses() -> tuple[HouseRules, ...]:
    """Return the house rules in this phone's cookie, latest first."""
    if "houses" not in g:
        g.houses = _read(request.cookies.get(COOKIE, ""))
    houses: tuple[HouseRules, ...] = g.houses
    return houses


def remember_house(response: Response, house: HouseRules) -> Response:
    """Set the cookie with these rules first, replacing any of the same name."""
    name = house.name.casefold()
    others = (other for other in remembered_houses() if other.name.casefold() != name)
    return _set_cookie(response, (house, *others)[:MOST_HOUSES])


def forget_house(response: Response, house: HouseRules) -> Response:
    """Set the cookie without these rules."""
    return _set_cookie(response, tuple(other for other in remembered_houses() if other != house))


def offered() -> dict[str, RuleSystem]:
    """Return all rules by their form key."""
    if "offered" not in g:
        houses = {house_key(house): house.system() for house in remembered_houses()}
        g.offered = {system.slug: system for system in SYSTEMS} | houses
    rules: dict[str, RuleSystem] = g.offered
    return rules


def _well_named(house: HouseRules | None) -> HouseRules | None:
    if house is None:
        return None
    named = replace(house, name=tidy(house.name))
    return None if fault_of(named.name) else named


def _set_cookie(response: Response, houses: tuple[HouseRules, ...]) -> Response:
    g.houses = houses
    text = signed(COOKIE, [house_data(house) for house in houses])
    # Browsers reject a cookie that is too long; drop the least recently played rules.
    if len(text) > MOST_BYTES and len(houses) > 1:
        return _set_cookie(response, houses[:-1])
    return keep_signed(response, COOKIE, text)


def _read(text: str) -> tuple[HouseRules, ...]:
    held = held_by(COOKIE, text, str(current_app.secret_key))
    return tuple(house for each in held or () if (house := _well_named(house_of_data(each))))
