"""All options that house rules can change, in the order of the rulebook."""

from collections.abc import Iterator
from enum import StrEnum

from kalooki_ref.rules.calling_switches import CALLING
from kalooki_ref.rules.clause import Clause
from kalooki_ref.rules.clause_index import place_of
from kalooki_ref.rules.joker_switches import JOKERS
from kalooki_ref.rules.laying_switches import LAYING
from kalooki_ref.rules.meld_switches import MELDS
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.scoring_switches import SCORING
from kalooki_ref.rules.switch import Choice, Switch, as_key
from kalooki_ref.rules.table_switches import TABLE

__all__ = ["NUMBERS", "SWITCHES", "Choice", "Switch", "key_of_choice", "switch_of"]

# All switches, in order of their clauses.
SWITCHES = tuple(
    sorted(
        TABLE + MELDS + LAYING + JOKERS + CALLING + SCORING,
        key=lambda switch: place_of(switch.clause),
    )
)

# Clause numbers of fields that house rules can't change.
UNSWITCHED = {
    "suits": "1.2",
    "players_per_pack": "1.2",
}

# Clause numbers by field: "4.5" for ``jokers_side_by_side``.
NUMBERS = UNSWITCHED | {switch.field: switch.clause for switch in SWITCHES}

# Reasons why a reading has no switch, by ruling (English msgids).
FIXED = {
    "R-ALL-6": "Anybody may tidy the cards of a meld; it stays the same meld.",
    "R-002-1": "The cards add up to one sum only.",
    "R-003-1": "Between draw and discard a hand holds one card more; no table can change that.",
}

_BY_FIELD = {switch.field: switch for switch in SWITCHES}


def switch_of(field: str) -> Switch | None:
    """Return the switch for this field; None if house rules can't change it."""
    return _BY_FIELD.get(field)


def key_of_choice(field: str, value: object) -> str:
    """Return the key of a choice given by its key or by the value of its field.

    >>> key_of_choice("max_calls", 2), key_of_choice("joker_discard", True)
    ('2', 'yes')
    >>> key_of_choice("deals", [10, 10, 12])
    '[10,10,12]'

    Raises ValueError for an unknown field or choice; the message lists the valid ones.
    """
    switch = switch_of(field)
    if switch is None:
        known = ", ".join(each.field for each in SWITCHES)
        raise ValueError(f"nothing is called {field!r}; there are {known}")
    for choice in switch.choices:
        taken = choice.value.value if isinstance(choice.value, StrEnum) else choice.value
        if value == choice.key or (type(value) is type(taken) and value == taken):
            return choice.key
    own = switch.own_choice(value if isinstance(value, str) else as_key(value))
    if own is not None:
        return own.key
    keys = ", ".join([choice.key for choice in switch.choices] + ["a value"] * bool(switch.own))
    raise ValueError(f"{field!r} is one of {keys}, not {value!r}")


def switches_at(number: str) -> tuple[Switch, ...]:
    """Return the switches of the fields that a clause describes."""
    return tuple(switch for switch in SWITCHES if switch.clause == number)


def fixed_in(system: RuleSystem) -> Iterator[tuple[Clause, tuple[str, ...]]]:
    """Yield each clause with a ruling that house rules can't change, and the reasons."""
    for clause in system.clauses:
        reasons = tuple(FIXED[name] for name in clause.ruling.split() if name in FIXED)
        if reasons:
            yield clause, reasons
