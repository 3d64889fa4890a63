"""Calls too many: granted beyond the limit, and refused ones where the rules count them.

Not here: what they cost (referee.scoring).
"""

from kalooki_ref.game.state import Game, Place
from kalooki_ref.referee.calls import call_limit
from kalooki_ref.rules.model import RuleSystem


def overcalls(game: Game, place: Place) -> int:
    """Return how many of the player's calls this round were too many."""
    most = game.system.max_calls
    granted = 0 if most is None else max(0, place.calls - most)
    return granted + place.refused_over


def is_refused_overcall(place: Place, system: RuleSystem) -> bool:
    """Whether a call of this player, refused now, is one too many all the same (004: calls)."""
    limit = call_limit(system)
    return system.refused_overcalls_count and limit is not None and place.calls >= limit
