"""Reads the rules of a question: the system, its house rules, the round and the pack."""

from kalooki_ref.api.signatures import Json, read_object
from kalooki_ref.api.unreadable import UnreadableError
from kalooki_ref.referee.inventory import UNKNOWN_SUPPLY, Supply
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, with_choices
from kalooki_ref.rules.own_values import MOST_ROUNDS
from kalooki_ref.rules.systems import SYSTEMS, system_of

# Fields of every question: its id, and the rules it is judged by.
RULE_FIELDS = ("id", "system", "sheet", "house")
# Valid round numbers.
ROUNDS = tuple(range(1, MOST_ROUNDS + 1))


def read_system(given: Json) -> RuleSystem:
    """Return the system that "system" (slug) or "sheet" ("000" to "004") names.

    "house" sets its options: {"max_calls": "2"}.
    """
    names = [given[key] for key in ("system", "sheet") if given.get(key) is not None]
    if not names or not all(isinstance(name, str) for name in names):
        raise UnreadableError('say which rules hold: "system": "standard" or "sheet": "004"')
    system, *others = (_system_called(name) for name in names)
    if any(other is not system for other in others):
        raise UnreadableError('"system" and "sheet" name different rules; one of them is enough')
    if given.get("house") is None:
        return system
    house = read_object(given["house"], "house")
    try:
        return with_choices(system, house)
    except HouseRuleError as error:
        raise UnreadableError(f'"house" cannot be played: {error}') from None
    except ValueError as error:
        raise UnreadableError(f'"house": {error}') from None


def contract_round(number: int | None, system: RuleSystem) -> int | None:
    """Return the round, from 1; None if it is unknown or the system has no contracts."""
    if system.is_open_ended or number is None:
        return system.only_round
    if not 1 <= number <= len(system.contracts):
        raise UnreadableError(f'"round" must be from 1 to {len(system.contracts)}')
    return number


def dealt_round(number: int | None, system: RuleSystem) -> int:
    """Return the round that determines the deal; 1 if every round deals the same."""
    number = contract_round(number, system)
    if number is None and not system.is_open_ended:
        raise UnreadableError('say which "round" it is: the deal depends on it')
    return number or 1


def seats(players: int, system: RuleSystem) -> int:
    """Return the number of players; raises UnreadableError if there are too many."""
    if not 1 <= players <= system.max_players:
        raise UnreadableError(f'"players" must be from 1 to {system.max_players}')
    return players


def supply_of(players: int | None, system: RuleSystem) -> Supply:
    """Return the cards available to this number of players; of any pack if it is unknown."""
    return UNKNOWN_SUPPLY if players is None else Supply(system.pack_for(seats(players, system)))


def _system_called(name: str) -> RuleSystem:
    try:
        return system_of(name)
    except KeyError:
        slugs = ", ".join(system.slug for system in SYSTEMS)
        raise UnreadableError(f"no system is called {name!r}; there are {slugs}") from None
