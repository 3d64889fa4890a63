"""Which round a table lets its players ask advice on, because advice on a hand is coaching.

Not here: the advice (referee.advice) and what a page says where there is none (web.table.coaching).
"""

from kalooki_ref.game.events import Coaching
from kalooki_ref.game.state import Game, Place, Round


def advised_round(game: Game) -> Round | None:
    """Return the round whose hands may be advised on now; None where the table wants no advice.

    An open table: the round at hand, or the last one once the game is over. After the round: the
    round just written down, until something is written of the next.
    """
    last = game.past[-1] if game.past else None
    if game.advice is Coaching.OPEN:
        return game.current or last
    if game.advice is Coaching.OFF or (game.current and has_begun(game.current)):
        return None
    return last


def has_begun(current: Round) -> bool:
    """Return whether anything was written of a round since its deal."""
    return bool(current.reshuffles or any(_has_acted(place) for place in current.places))


def _has_acted(place: Place) -> bool:
    return place != Place(place.player)
