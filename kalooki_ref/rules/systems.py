"""The five rule systems, by slug and by sheet number."""

from kalooki_ref.rules.caribbean import CARIBBEAN
from kalooki_ref.rules.jamaican import JAMAICAN
from kalooki_ref.rules.kalooki40 import KALOOKI40
from kalooki_ref.rules.kooky import KOOKY
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.standard import STANDARD

# In the order of their sheets, 000 to 004.
SYSTEMS = (JAMAICAN, CARIBBEAN, KALOOKI40, KOOKY, STANDARD)


def system_of(name: str) -> RuleSystem:
    """Return the system of this slug ("kooky") or sheet ("003"); raises KeyError for any other."""
    for system in SYSTEMS:
        if name in (system.slug, system.sheet):
            return system
    raise KeyError(name)
