"""Readings that no switch turns, each with its reason.

Not here: the readings themselves (a system's clauses), and the switches that turn the others.
"""

from collections.abc import Iterator

from kalooki_ref.rules.model import Clause, RuleSystem

SETTLED = {
    "R-002-1": "The cards add up to one sum only.",
    "R-003-1": "Between draw and discard a hand holds one card more; no table can change that.",
}
"""Why there is nothing to turn, by reading (English msgids)."""


def settled_in(system: RuleSystem) -> Iterator[tuple[Clause, tuple[str, ...]]]:
    """Yield the clauses of a system with a reading that stands, each with its reasons."""
    for clause in system.clauses:
        reasons = tuple(SETTLED[name] for name in clause.ruling.split() if name in SETTLED)
        if reasons:
            yield clause, reasons
