"""The rules to choose from: the five systems and this phone's house rules.

The phone's cookie has the ids of its house rules, latest first; the database has the rules.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Response, abort, current_app, g, request

from kalooki_ref.game.names import LONGEST_NAME
from kalooki_ref.rules.house_text import KEY as HOUSE
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
from kalooki_ref.web.shared.device import keep_signed, remember, signed, this_device, verified
from kalooki_ref.web.shared.links import letters_of
from kalooki_ref.web.shared.names import fault_of_kept, tidy
from kalooki_ref.words.language import gettext as _

COOKIE = "houses"
MOST_HOUSES = 24


def house_from_text(text: str) -> HouseRules | None:
    """Return the house rules of a link; None if they or their name are invalid."""
    return well_named(house_of_text(letters_of(text)))


def house_or_404(text: str) -> HouseRules:
    """Return the house rules of a link; aborts with 404 if they or their name are invalid."""
    house = house_from_text(text)
    if house is None:
        abort(
            404,
            _(
                "We couldn’t read these house rules. "
                "The link may be cut short, or from a newer version."
            ),
        )
    return house


def remembered_houses() -> tuple[HouseRules, ...]:
    """Return the house rules of this phone, latest first."""
    if "houses" not in g:
        g.houses = _read(request.cookies.get(COOKIE, ""))
    houses: tuple[HouseRules, ...] = g.houses
    return houses


def namesake(name: str) -> HouseRules | None:
    """Return the rules of this phone that have this name, in capital or small letters."""
    folded = name.casefold()
    houses = remembered_houses()
    return next((house for house in houses if house.name.casefold() == folded), None)


def as_kept(house: HouseRules) -> HouseRules:
    """Return the rules as this phone keeps them: numbered if others here have their name."""
    named, number = house, 1
    while (known := namesake(named.name)) and not is_alike(known, house):
        number += 1
        end = f" {number}"
        named = replace(house, name=house.name[: LONGEST_NAME - len(end)].rstrip() + end)
    return known or named


def is_alike(one: HouseRules, other: HouseRules) -> bool:
    """Whether two sets of rules are played alike, whatever their names."""
    return house_key(replace(one, name="")) == house_key(replace(other, name=""))


def house_giving_way(house: HouseRules) -> HouseRules | None:
    """Return the rules that this phone drops to keep these; None if it has room.

    They are the oldest, but not those played last.
    """
    held = remembered_houses()
    if len(held) < MOST_HOUSES or namesake(house.name):
        return None
    return next(other for other in reversed(held) if house_key(other) != this_device().rules)


def remember_house(response: Response, house: HouseRules) -> Response:
    """Store the rules, and put them first on this phone, in place of any of the same name.

    If those were the rules played last, these are now.
    """
    before = namesake(house.name)
    gone = (before, house_giving_way(house))
    if before and this_device().rules == house_key(before):
        remember(response, rules=house_key(house))
    others = (other for other in remembered_houses() if other not in gone)
    return _set_cookie(response, (house, *others))


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


def key_of(system: RuleSystem) -> str | None:
    """Return the form key of a game's rules; None if this phone doesn't have them any more."""
    return next((key for key, rules in offered().items() if rules == system), None)


def unknown_words(key: str) -> str:
    """Return that this phone doesn't have the rules with this form key."""
    if key.startswith(HOUSE):
        return _("These house rules aren’t on this phone. Open their link, or choose other rules.")
    return _("We don’t know a game called “%(name)s”.", name=key[:40])


def well_named(house: HouseRules | None) -> HouseRules | None:
    """Return rules with their name tidied; None if it is invalid."""
    if house is None:
        return None
    named = replace(house, name=tidy(house.name))
    return None if fault_of_kept(named.name) else named


def _set_cookie(response: Response, houses: tuple[HouseRules, ...]) -> Response:
    g.houses = houses
    texts = [house_json(house) for house in houses]
    store_house_rules(texts)
    return keep_signed(response, COOKIE, signed(COOKIE, [id_of(text) for text in texts]))


def _read(text: str) -> tuple[HouseRules, ...]:
    held = verified(COOKIE, text) or ()
    ids = [each for each in held if isinstance(each, str)]
    with suppress(Unavailable):  # a page matters more
        if ids:
            note_use(ids)
    return tuple(house for each in _data_of(held) if (house := well_named(house_of_data(each))))


def _data_of(held: Iterable[Any]) -> Iterator[Any]:
    """Yield the data of rules; earlier cookies have the data itself in place of an id."""
    ids = [each for each in held if isinstance(each, str)]
    stored = get_house_rules(ids) if ids else {}
    for each in held:
        if not isinstance(each, str):
            yield each
        elif each in stored:
            yield json.loads(stored[each])
