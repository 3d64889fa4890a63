"""Everything that tables play differently, as switches in the order of the chapters.

Not here: turning them (rules.house).
"""

from kalooki_ref.rules.clauses.chapters import FIELDS, place_of
from kalooki_ref.rules.switches.calling import CALLING
from kalooki_ref.rules.switches.laying import LAYING
from kalooki_ref.rules.switches.melds import MELDS
from kalooki_ref.rules.switches.scoring import SCORING
from kalooki_ref.rules.switches.switch import Choice, Switch
from kalooki_ref.rules.switches.table import TABLE

__all__ = ["NUMBERS", "SWITCHES", "Choice", "Switch", "switch_of"]

NUMBERS = {field: number for number, fields in FIELDS.items() for field in fields}
"""The clause that puts each field into words: "4.5" for ``jokers_side_by_side``."""


def _place(switch: Switch) -> tuple[int, int]:
    return place_of(NUMBERS[switch.field])


SWITCHES = tuple(sorted(TABLE + MELDS + LAYING + CALLING + SCORING, key=_place))
"""Every switch, in the order of the clauses it turns."""

_BY_FIELD = {switch.field: switch for switch in SWITCHES}


def switch_of(field: str) -> Switch | None:
    """Return the switch that turns this field; None where no table may turn it."""
    return _BY_FIELD.get(field)
