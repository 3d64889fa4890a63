"""How a game was won, derived from the rows of its score grid."""

from dataclasses import dataclass
from enum import Enum, auto

from kalooki_ref.game.course import (
    Row,
    course_of,
    farthest_back,
    is_ahead_throughout,
    lead_taken,
    rounds_ahead,
)
from kalooki_ref.game.ranking import leaders, rounds_won, standings
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
    # Third or worse late in the game.
    COMEBACK = auto()
    # Somebody else was ahead for at least half of the rounds.
    LEAD_LOST = auto()
    # Second before the last round.
    LAST_ROUND = auto()
    WIRE_TO_WIRE = auto()
    # At least half of the rounds, and more than anybody else.
    MOST_ROUNDS = auto()
    TOOK_LEAD = auto()
    MARGIN = auto()


@dataclass(frozen=True, slots=True)
class Story:
    """How a game was won; ``margin`` is the final lead, or the total of a shared first place.

    What ``number`` is depends on the plot: the round in which the lead was taken; the last round
    of a stopped game; after how many rounds the winner had ``place``; in how many ``player`` was
    ahead; or how many the winner won.
    """

    plot: Plot
    number: int = 0
    margin: int = 0
    place: int = 1
    player: int = 0


def story_of(game: Game) -> Story:
    """Return how the game was won, or how it stands."""
    first = leaders(game)
    if not first:
        return Story(Plot.NOTHING)
    if not game.system.is_open_ended and len(game.scored) < len(game.system.contracts):
        return Story(Plot.STOPPED, number=len(game.scored))
    if len(first) > 1:
        return Story(Plot.SHARED, margin=game.points_of(first[0].number))
    return _won_alone(game, first[0].number)


def _won_alone(game: Game, winner: int) -> Story:
    counted = {row.player.number for row in standings(game) if row.place and not row.is_late}
    others = [other for other in game.players if other.number in counted - {winner}]
    if not others:
        return Story(Plot.NOTHING)
    margin = min(game.points_of(other.number) for other in others) - game.points_of(winner)
    if margin <= 0:
        return Story(Plot.TIE_BREAK)
    course = course_of(game)
    return (
        _comeback(course, winner, margin)
        or _lead_lost(course, [other.number for other in others], margin)
        or _from_behind(course, winner, margin)
        or _most_rounds(game, winner, margin)
        or _took_lead(course, winner, margin)
        or Story(Plot.MARGIN, margin=margin)
    )


def _comeback(course: tuple[Row, ...], winner: int, margin: int) -> Story | None:
    row = farthest_back(course, winner)
    if row is None or row.places[winner] < 3 or course[-1].places.get(winner) != 1:
        return None
    return Story(Plot.COMEBACK, row.after, margin, place=row.places[winner])


def _lead_lost(course: tuple[Row, ...], others: list[int], margin: int) -> Story | None:
    longest = max(others, key=lambda seat: rounds_ahead(course, seat))
    led = rounds_ahead(course, longest)
    if led < 2 or 2 * led < len(course):
        return None
    return Story(Plot.LEAD_LOST, led, margin, player=longest)


def _from_behind(course: tuple[Row, ...], winner: int, margin: int) -> Story | None:
    """Return that the winner was second before the last round, or never."""
    if len(course) > 1 and [row.places.get(winner) for row in course[-2:]] == [2, 1]:
        return Story(Plot.LAST_ROUND, course[-2].after, margin, place=2)
    if len(course) > 1 and is_ahead_throughout(course, winner):
        return Story(Plot.WIRE_TO_WIRE, len(course), margin)
    return None


def _most_rounds(game: Game, winner: int, margin: int) -> Story | None:
    won = rounds_won(game, winner)
    most = max(
        rounds_won(game, player.number) for player in game.players if player.number != winner
    )
    if won < 2 or won <= most or 2 * won < len(game.scored):
        return None
    return Story(Plot.MOST_ROUNDS, won, margin)


def _took_lead(course: tuple[Row, ...], winner: int, margin: int) -> Story | None:
    row = lead_taken(course, winner)
    return Story(Plot.TOOK_LEAD, row.number, margin) if row else None
