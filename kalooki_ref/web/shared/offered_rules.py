"""The rules to choose from: the five systems and this phone's house rules.

The phone's cookie has the ids of its house rules, latest first; the database has the rules.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Response, after_this_request, current_app, g, request

from kalooki_ref.rules.house_text import house_json, house_key, house_of_data, house_of_text
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.systems import SYSTEMS
from kalooki_ref.store.house_rules import (
    drop_house_rules,
    get_house_rules,
    id_of,
    note_use,
    store_house_rules,
)
from kalooki_ref.store.tables import Unavailable
from kalooki_ref.web.shared.device import keep_signed, signed, verified
from kalooki_ref.web.shared.links import letters_of
from kalooki_ref.web.shared.names import fault_of, tidy

COOKIE = "houses"
MOST_HOUSES = 24


def house_from_text(text: str) -> HouseRules | None:
    """Return the house rules of a link; None if they or their name are invalid."""
    return well_named(house_of_text(letters_of(text)))


def remembered_houses() -> tuple[HouseRules, ...]:
    """Return the house rules of this phone, latest first."""
    if "houses" not in g:
        g.houses = _read(request.cookies.get(COOKIE, ""))
    houses: tuple[HouseRules, ...] = g.houses
    return houses


def remember_house(response: Response, house: HouseRules) -> Response:
    """Store the rules, and put them first on this phone, in place of any of the same name."""
    name = house.name.casefold()
    others = (other for other in remembered_houses() if other.name.casefold() != name)
    return _set_cookie(response, (house, *others)[:MOST_HOUSES])


def remember_houses(response: Response, houses: tuple[HouseRules, ...]) -> Response:
    """Store rules, and make them those of this phone."""
    return _set_cookie(response, houses) if houses != remembered_houses() else response


def forget_house(response: Response, house: HouseRules) -> Response:
    """Set the cookie without these rules; in the pocket, delete them as well."""
    if current_app.config["RUNS_IN"] == "pocket":
        drop_house_rules(id_of(house_json(house)))
    return _set_cookie(response, tuple(other for other in remembered_houses() if other != house))


def offered() -> dict[str, RuleSystem]:
    """Return all rules by their form key."""
    if "offered" not in g:
        houses = {house_key(house): house.system() for house in remembered_houses()}
        g.offered = {system.slug: system for system in SYSTEMS} | houses
    rules: dict[str, RuleSystem] = g.offered
    return rules


def well_named(house: HouseRules | None) -> HouseRules | None:
    """Return rules with their name tidied; None if it is invalid."""
    if house is None:
        return None
    named = replace(house, name=tidy(house.name))
    return None if fault_of(named.name) else named


def _set_cookie(response: Response, houses: tuple[HouseRules, ...]) -> Response:
    g.houses = houses
    texts = [house_json(house) for house in houses]
    store_house_rules(texts)
    return keep_signed(response, COOKIE, signed(COOKIE, [id_of(text) for text in texts]))


def _read(text: str) -> tuple[HouseRules, ...]:
    held = verified(COOKIE, text, str(current_app.secret_key)) or ()
    _note_use(text, [each for each in held if isinstance(each, str)])
    return tuple(house for each in _data_of(held) if (house := well_named(house_of_data(each))))


def _note_use(text: str, ids: list[str]) -> None:
    """Once a day, note that these rules are used, and keep the cookie for another year."""

    def renew(response: Response) -> Response:
        is_set = any(one.startswith(f"{COOKIE}=") for one in response.headers.getlist("Set-Cookie"))
        return response if is_set else keep_signed(response, COOKIE, text)

    with suppress(Unavailable):  # a page matters more
        if ids and note_use(ids):
            after_this_request(renew)


def _data_of(held: Iterable[Any]) -> Iterator[Any]:
    """Yield the data of rules; earlier cookies have the data itself in place of an id."""
    ids = [each for each in held if isinstance(each, str)]
    stored = get_house_rules(ids) if ids else {}
    for each in held:
        if not isinstance(each, str):
            yield each
        elif each in stored:
            yield json.loads(stored[each])
