"""What a program asks, read out of a JSON object piece by piece; an error names the piece."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from kalooki_ref.cards import Card, parse_card
from kalooki_ref.referee.inventory import UNTOLD, Supply
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.web.api.asked_house import HouseAskedError, with_house

Asked = Mapping[str, Any]
Choice = TypeVar("Choice", bound=StrEnum)

MOST_CARDS = 30
"""More cards than any hand or meld has, so that nobody keeps the referee busy with one question."""
MOST_MELDS = 20
MOST_NUMBER = 100_000
"""Beyond every count and score there can be."""


class AskedError(ValueError):
    """What was asked cannot be read; the message names the piece and shows a right one."""


def read_object(value: object, name: str) -> Asked:
    """Return the value as an object."""
    if not isinstance(value, dict):
        raise AskedError(f'"{name}" must be an object')
    return value


def read_system(asked: Asked) -> RuleSystem:
    """Return the system that "system" (slug) or "sheet" ("000" to "004") names.

    "house" turns its switches: {"max_calls": "2"}.
    """
    names = [asked[key] for key in ("system", "sheet") if asked.get(key) is not None]
    if not names or not all(isinstance(name, str) for name in names):
        raise AskedError('say which rules hold: "system": "standard" or "sheet": "004"')
    system, *others = (_system_called(name) for name in names)
    if any(other is not system for other in others):
        raise AskedError('"system" and "sheet" name different rules; one of them is enough')
    if asked.get("house") is None:
        return system
    try:
        return with_house(system, read_object(asked["house"], "house"))
    except HouseAskedError as error:
        raise AskedError(str(error)) from None


def _system_called(name: str) -> RuleSystem:
    try:
        return system_of(name)
    except KeyError:
        slugs = ", ".join(system.slug for system in SYSTEMS)
        raise AskedError(f"no system is called {name!r}; there are {slugs}") from None


def read_cards(asked: Asked, name: str) -> tuple[Card, ...]:
    """Return the cards under this name: a list of words, or one text with spaces."""
    value = asked.get(name)
    words = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise AskedError(f'"{name}" must be a list of cards, such as ["7H", "8H", "*"]')
    if len(words) > MOST_CARDS:
        raise AskedError(f'"{name}" holds {len(words)} cards; at most {MOST_CARDS} are judged')
    return tuple(parse_card(word) for word in words)


def read_meld(value: object, name: str) -> Meld:
    """Return the meld of an object such as {"as": "run", "cards": ["7H", "8H", "9H"]}."""
    asked = read_object(value, name)
    kind = read_choice(asked, "as", MeldKind)
    if kind is None:
        raise AskedError(f'"{name}" must say "as": "set" or "as": "run"')
    return Meld(kind, read_cards(asked, "cards"))


def read_melds(asked: Asked, name: str) -> tuple[Meld, ...]:
    """Return the list of melds under this name."""
    return tuple(read_meld(value, name) for value in read_list(asked, name))


def read_list(asked: Asked, name: str) -> list[object]:
    """Return the list under this name, of a length that can be judged."""
    value = asked.get(name)
    if not isinstance(value, list) or len(value) > MOST_MELDS:
        raise AskedError(f'"{name}" must be a list of at most {MOST_MELDS}')
    return value


def read_choice(asked: Asked, name: str, choices: type[Choice]) -> Choice | None:
    """Return the choice under this name; None where it is null or not there."""
    value = asked.get(name)
    if value is None:
        return None
    known = [choice.value for choice in choices]
    if not isinstance(value, str) or value not in known:
        raise AskedError(f'"{name}" must be one of {", ".join(known)}, not {value!r}')
    return choices(value)


def read_number(asked: Asked, name: str, default: int | None = None) -> int:
    """Return the whole number under this name."""
    value = asked.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > MOST_NUMBER:
        raise AskedError(f'"{name}" must be a whole number')
    return value


def read_count(asked: Asked, name: str, default: int | None = None) -> int:
    """Return the whole number from 0 under this name."""
    value = read_number(asked, name, default)
    if value < 0:
        raise AskedError(f'"{name}" cannot be below 0')
    return value


def read_maybe(asked: Asked, name: str) -> bool | None:
    """Return true or false under this name; None where nobody said."""
    value = asked.get(name)
    if value is not None and not isinstance(value, bool):
        raise AskedError(f'"{name}" must be true or false')
    return value


def read_flag(asked: Asked, name: str) -> bool:
    """Return true or false under this name; false where nobody said."""
    return bool(read_maybe(asked, name))


def read_round(asked: Asked, system: RuleSystem) -> int | None:
    """Return the round, from 1; None where nobody said or where rounds have no contract."""
    if system.is_open_ended or asked.get("round") is None:
        return None
    number = read_number(asked, "round")
    if not 1 <= number <= len(system.contracts):
        raise AskedError(f'"round" must be from 1 to {len(system.contracts)}')
    return number


def read_players(asked: Asked, system: RuleSystem) -> int:
    """Return how many play, as far as the system's packs reach."""
    players = read_number(asked, "players")
    if not 1 <= players <= system.max_players:
        raise AskedError(f'"players" must be from 1 to {system.max_players}')
    return players


def read_supply(asked: Asked, system: RuleSystem) -> Supply:
    """Return the pack so many players use; untold where nobody said how many play."""
    if asked.get("players") is None:
        return UNTOLD
    return Supply(system.pack_for(read_players(asked, system)))


def first_card(asked: Asked, name: str) -> Card:
    """Return the one card under this name."""
    value = asked.get(name)
    if not isinstance(value, str):
        raise AskedError(f'"{name}" must be a card, such as "7H"')
    return parse_card(value)
