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
    margins = _margins(game, winner)
    if not margins:
        return Story(Plot.NOTHING)
    if margins[-1] <= 0:
        return Story(Plot.TIE_BREAK)
    behind = [at for at, margin in enumerate(margins, 1) if margin <= 0]
    decided = max(behind, default=0) + 1
    number = game.scored[decided - 1].number
    if len(margins) == 1:
        plot = Plot.ONE_ROUND
    elif decided == 1:
        plot = Plot.WIRE_TO_WIRE
    else:
        plot = Plot.LAST_ROUND if decided == len(margins) else Plot.TOOK_LEAD
    return Story(plot, number, margins[-1])


def _margins(game: Game, winner: int) -> tuple[int, ...]:
    """Return the winner's lead over the next player after each scored round; none if alone."""
    others = [one.number for one in game.players if one.number != winner and not one.has_left]
    if not others:
        return ()
    totals = zip(*(race(game, number) for number in others), strict=True)
    lowest = [min(after) for after in totals]
    own = race(game, winner)
    return tuple(other - mine for mine, other in zip(own, lowest, strict=True))[1:]
