"""A table's own rules as a program asks with them: fields of the system and the choice of each."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from kalooki_ref.rules.house_rules import HouseRuleError, apply
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.switches import SWITCHES, Switch, switch_of


class HouseAskedError(ValueError):
    """The table's own rules cannot be read, or cannot stand together; the message says why."""


def with_house(system: RuleSystem, asked: Mapping[str, Any]) -> RuleSystem:
    """Return the system with switches turned: {"max_calls": "2", "jokers_side_by_side": true}.

    A choice is named by its key, or by the value the field takes.
    """
    try:
        return apply(system, {field: _key(field, asked[field]) for field in asked})
    except HouseRuleError as error:
        raise HouseAskedError(f'"house" cannot be played: {error}') from None


def _key(field: str, value: object) -> str:
    switch = switch_of(field)
    if switch is None:
        fields = ", ".join(each.field for each in SWITCHES)
        raise HouseAskedError(f'"house": nothing is called {field!r}; there are {fields}')
    keys = [choice.key for choice in switch.choices]
    if isinstance(value, str) and value in keys:
        return value
    return _key_of_value(switch, value, keys)


def _key_of_value(switch: Switch, value: object, keys: list[str]) -> str:
    for choice in switch.choices:
        plain = choice.value.value if isinstance(choice.value, StrEnum) else choice.value
        if type(plain) is type(value) and plain == value:
            return choice.key
    raise HouseAskedError(f'"house": {switch.field!r} is one of {", ".join(keys)}, not {value!r}')
