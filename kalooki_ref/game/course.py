"""The course of a game: places, and who was ahead, after each scored round.

Everything here is true of every row of the score grid, whether or not those who left are counted:
what depends on them is left out.
"""

from dataclasses import dataclass

from kalooki_ref.game.ranking import race
from kalooki_ref.game.state import Game


@dataclass(frozen=True, slots=True)
class Row:
    """Places after one scored round, by player, and the player alone in front; None if nobody.

    ``number`` counts contracts, ``after`` the scored rounds.
    """

    number: int
    after: int
    places: dict[int, int]
    ahead: int | None


def course_of(game: Game) -> tuple[Row, ...]:
    """Return a row for each scored round.

    Players who weren't in the round have no place in its row. Neither has a player whose place
    would be another one if those who had left by then were counted. A player is ahead with fewer
    points than everybody who has played so far.
    """
    totals = {player.number: race(game, player.number) for player in game.players}
    played: set[int] = set()
    rows: list[Row] = []
    for after, past in enumerate(game.scored, 1):
        points = {seat: own[after] for seat, own in totals.items()}
        present = {score.player for score in past.scores}
        played |= present
        places = {
            seat: _place(points, seat, played)
            for seat in sorted(present)
            if _place(points, seat, played) == _place(points, seat, present)
        }
        first = [seat for seat in played if points[seat] == min(points[other] for other in played)]
        ahead = first[0] if len(first) == 1 and first[0] in present else None
        rows.append(Row(past.number, after, places, ahead))
    return tuple(rows)


def rounds_ahead(course: tuple[Row, ...], player: int) -> int:
    """Return after how many rounds a player was alone in front."""
    return sum(row.ahead == player for row in course)


def is_ahead_throughout(course: tuple[Row, ...], player: int) -> bool:
    """Whether a player was alone in front after every round."""
    return bool(course) and rounds_ahead(course, player) == len(course)


def lead_taken(course: tuple[Row, ...], player: int) -> Row | None:
    """Return the row from which the player was alone in front to the end.

    None without such a row, if it is the first, or if the player may have been in front before.
    """
    behind = [row for row in course if row.ahead != player]
    if not behind or behind[-1] is course[-1]:
        return None
    places = behind[-1].places
    if places.get(player, 1) == 1 and list(places.values()).count(1) < 2:
        return None
    return course[behind[-1].after]


def farthest_back(course: tuple[Row, ...], player: int) -> Row | None:
    """Return the row of the player's worst place before the last round of a game's last third.

    The latest of equal ones; None if the player was never behind there.
    """
    late = course[-1 - max(1, len(course) // 3) : -1]
    behind = [row for row in late if row.places.get(player, 1) > 1]
    return max(behind, key=lambda row: (row.places[player], row.after), default=None)


def _place(points: dict[int, int], seat: int, among: set[int]) -> int:
    return 1 + sum(points[other] < points[seat] for other in among)
