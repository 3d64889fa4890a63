"""How a game was won, derived from its running totals."""

from dataclasses import dataclass
from enum import Enum, auto

from kalooki_ref.game.ranking import leaders, race
from kalooki_ref.game.state import Game


class Plot(Enum):
    """How a game was decided, or why it wasn't."""

    # Nothing was scored.
    NOTHING = auto()
    SHARED = auto()
    # Rounds were left to play.
    STOPPED = auto()
    # Tied on points; decided by rounds won.
    TIE_BREAK = auto()
    # The game had one round.
    ONE_ROUND = auto()
    WIRE_TO_WIRE = auto()
    # The lead changed hands in the last round.
    LAST_ROUND = auto()
    TOOK_LEAD = auto()


@dataclass(frozen=True, slots=True)
class Story:
    """How a game was won: the deciding round (if stopped, the last one) and the final lead."""

    plot: Plot
    number: int = 0
    margin: int = 0


def story_of(game: Game) -> Story:
    """Return how the game was won, or how it stands."""
    first = leaders(game)
    if not first:
        return Story(Plot.NOTHING)
    if not game.system.is_open_ended and len(game.scored) < len(game.system.contracts):
        return Story(Plot.STOPPED, number=len(game.scored))
    if len(first) > 1:
        return Story(Plot.SHARED)
    return _won_alone(game, first[0].number)


def _won_alone(game: Game, winner: int) -> Story:
    leads, own = _leads(game, winner), game.points_of(winner)
    others = [one for one in game.players if one.number != winner and not one.has_left]
    if not others:
        return Story(Plot.NOTHING)
    margin = min(game.points_of(one.number) for one in others) - own
    if margin <= 0:
        return Story(Plot.TIE_BREAK)
    behind = [at for at, lead in enumerate(leads, 1) if lead <= 0]
    decided = max(behind, default=0) + 1
    if len(leads) == 1 or decided > len(leads):
        # Somebody who was ahead to the end has left: nothing can be said about the lead.
        return Story(Plot.ONE_ROUND, game.scored[-1].number, margin)
    number = game.scored[decided - 1].number
    if decided == 1:
        return Story(Plot.WIRE_TO_WIRE, number, margin)
    return Story(Plot.LAST_ROUND if decided == len(leads) else Plot.TOOK_LEAD, number, margin)


def _leads(game: Game, winner: int) -> list[int]:
    """Return the winner's lead after each scored round over the best of the others in it.

    Without the winner in the round, it is 0.
    """
    totals = {one.number: race(game, one.number) for one in game.players}
    leads: list[int] = []
    for count, past in enumerate(game.scored, 1):
        own = totals[winner][count]
        others = [totals[seat][count] for seat in past.seats if seat != winner]
        leads.append(min(others, default=own) - own if winner in past.seats else 0)
    return leads
