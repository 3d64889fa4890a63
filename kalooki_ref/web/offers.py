"""The rules a new game can choose from: the five systems, then house rules this phone remembers.

Not here: how house rules are made.
"""

from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS


def offered() -> dict[str, RuleSystem]:
    """Return the rules by the key that a form sends."""
    return {system.slug: system for system in SYSTEMS}
