"""Standings: places, leaders, and running totals."""

import math
from dataclasses import dataclass

from kalooki_ref.game.state import Game, Player
from kalooki_ref.rules.choices import TieBreak


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's place from 1; equal players share the better one; None for one who left."""

    place: int | None
    player: Player
    points: int
    won: int
    is_shared: bool = False


def standings(game: Game) -> tuple[Standing, ...]:
    """Return every player, best first; those who left come last, without a place."""
    keys = {player.number: _key(game, player) for player in game.players}
    present = [keys[player.number] for player in game.players if not player.has_left]
    order = sorted(game.players, key=lambda player: (player.has_left, keys[player.number]))
    return tuple(_standing(game, player, keys[player.number], present) for player in order)


def leaders(game: Game) -> tuple[Player, ...]:
    """Return the players in first place; empty before the first scored round."""
    if not game.scored:
        return ()
    keys = {player: _key(game, player) for player in game.players if not player.has_left}
    best = min(keys.values(), default=None)
    return tuple(player for player, key in keys.items() if key == best)


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


def _standing(
    game: Game, player: Player, key: tuple[int, int], present: list[tuple[int, int]]
) -> Standing:
    return Standing(
        place=None if player.has_left else 1 + sum(1 for other in present if other < key),
        player=player,
        points=key[0],
        won=rounds_won(game, player.number),
        is_shared=not player.has_left and present.count(key) > 1,
    )


def _key(game: Game, player: Player) -> tuple[int, int]:
    points = game.points_of(player.number)
    if game.system.tie_break is TieBreak.MORE_ROUNDS_WON:
        return (points, -rounds_won(game, player.number))
    return (points, 0)
