"""A rule system as plain data, for the game that was begun with it.

Not here: the clauses; their texts are looked up anew, so that a better sentence reaches old games
while no rule of theirs changes.
"""

from typing import Any

from kalooki_ref.plain import from_plain, to_plain
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import system_of


def to_data(system: RuleSystem) -> dict[str, Any]:
    """Return every field of the system but its clauses."""
    data: dict[str, Any] = to_plain(system)
    data.pop("clauses", None)
    return data


def from_data(data: dict[str, Any]) -> RuleSystem:
    """Return the system that was frozen; a field it did not know takes the base system's value.

    Raises ValueError when the data is no system, KeyError when its base is unknown.
    """
    base = system_of(str(data.get("slug")))
    system: RuleSystem = from_plain(RuleSystem, to_plain(base) | data)
    return system
