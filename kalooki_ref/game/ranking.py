"""Standings: places, leaders, and running totals."""

import math
from dataclasses import dataclass

from kalooki_ref.game.state import Game, Player
from kalooki_ref.rules.choices import TieBreak

# Whether the player came too late, the points, and rounds won that break a tie.
_Key = tuple[bool, int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place from 1; equal players share the better one; None for one who left.

    ``is_late`` if the player has no score in any round, and others at the table have.
    """

    place: int | None
    player: Player
    points: int
    won: int
    is_shared: bool = False
    is_late: bool = False


def standings(game: Game) -> tuple[Standing, ...]:
    """Return every player, best first; those who left come last, without a place.

    Late players without a round are behind the others at the table.
    """
    keys = _keys(game)
    present = [keys[player.number] for player in game.players if not player.has_left]
    order = sorted(game.players, key=lambda player: (player.has_left, keys[player.number]))
    return tuple(_standing(game, player, keys[player.number], present=present) for player in order)


def leaders(game: Game) -> tuple[Player, ...]:
    """Return the players in first place; empty before the first scored round.

    Who hasn't played a round yet doesn't lead, unless nobody at the table has.
    """
    if not game.scored:
        return ()
    keys = _keys(game)
    present = [player for player in game.players if not player.has_left]
    best = min((keys[player.number] for player in present), default=None)
    return tuple(player for player in present if keys[player.number] == best)


def rounds_played(game: Game, number: int) -> int:
    """Return in how many scored rounds a player was."""
    return sum(past.score_of(number) is not None for past in game.scored)


def rounds_won(game: Game, number: int) -> int:
    """Return the number of rounds the player won."""
    return sum(1 for past in game.past if past.winner == number)


def race(game: Game, number: int) -> tuple[int, ...]:
    """Return the player's totals: at the start, then after each scored round."""
    player = game.player(number)
    totals = [player.points]
    for past in game.scored:
        score = past.score_of(number)
        totals.append(totals[-1] + (score.points if score else 0))
    for again in player.returns:
        # Count from the first round after the return, or in the latest total before one is scored.
        first = 1 + sum(past.seq < again.seq for past in game.scored)
        for later in range(min(first, len(totals) - 1), len(totals)):
            totals[later] += again.points
    return tuple(totals)


def starting_points(game: Game) -> dict[int, int]:
    """Return the starting points of late players, by number; 0 is left out."""
    return {player.number: player.points for player in game.players if player.points}


def return_points(game: Game, index: int) -> dict[int, int]:
    """Return the points of players who came back just before ``game.past[index]``, by number.

    After the last of them, if ``index`` is their number. 0 is left out.
    """
    earlier = game.past[index - 1].seq if index else 0
    later = game.past[index].seq if index < len(game.past) else math.inf
    points = {
        player.number: sum(again.points for again in player.returns if earlier < again.seq < later)
        for player in game.players
    }
    return {player: agreed for player, agreed in points.items() if agreed}


def joining_points(game: Game) -> int:
    """Return the suggested starting points for a late player: the highest total at the table.

    Sitting out rounds shouldn't be an advantage. The table may agree on other points.
    """
    return max((game.points_of(player.number) for player in game.at_table), default=0)


def _standing(game: Game, player: Player, key: _Key, *, present: list[_Key]) -> Standing:
    return Standing(
        place=None if player.has_left else 1 + sum(1 for other in present if other < key),
        player=player,
        points=game.points_of(player.number),
        won=rounds_won(game, player.number),
        is_shared=not player.has_left and present.count(key) > 1,
        is_late=key[0],
    )


def newcomers_of(game: Game) -> set[int]:
    """Return who at the table has no score in any round; nobody if that is true of all.

    With the fewest points, they would win without having held a card.
    """
    present = {player.number for player in game.at_table}
    newcomers = present - {score.player for past in game.past for score in past.scores}
    return set() if newcomers == present else newcomers


def _keys(game: Game) -> dict[int, _Key]:
    """Return what players are sorted by, by number."""
    late = newcomers_of(game)
    counts_won = game.system.tie_break is TieBreak.MORE_ROUNDS_WON
    return {
        seat: (seat in late, game.points_of(seat), -rounds_won(game, seat) if counts_won else 0)
        for seat in (player.number for player in game.players)
    }
