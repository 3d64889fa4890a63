"""What a system allows in a set: its size, its naturals and its jokers."""

from kalooki_ref.referee.sets import largest_set
from kalooki_ref.rules.choices import JokerCap
from kalooki_ref.rules.model import RuleSystem

# More cards than any set holds.
NEVER_FULL = 99


def is_bounded(system: RuleSystem) -> bool:
    """Whether sets have a maximum size."""
    return system.set_max is not None or system.set_suits_differ


def absorbs(system: RuleSystem) -> bool:
    """Whether a set takes any number of jokers."""
    return not is_bounded(system) and system.set_joker_cap is not JokerCap.ALWAYS


def most_in_a_set(system: RuleSystem) -> int:
    """Return the maximum size of a set; NEVER_FULL if there is no limit."""
    return largest_set(system) or NEVER_FULL


def set_costs(naturals: int, system: RuleSystem) -> tuple[int, ...]:
    """Return the marginal number of jokers for the first, second, … set of ``naturals`` cards."""
    most = naturals // least_naturals(system, system.set_min)
    if system.ranks_apart:
        most = min(most, 1)
    needs = [max(0, system.set_min * sets - naturals) for sets in range(most + 1)]
    return tuple(needs[sets] - needs[sets - 1] for sets in range(1, len(needs)))


def least_naturals(system: RuleSystem, size: int) -> int:
    """Return the minimum number of naturals in a newly laid set of this size."""
    if system.set_joker_cap is JokerCap.NEVER:
        return system.set_min_naturals
    return max(system.set_min_naturals, -(-size // 2))
