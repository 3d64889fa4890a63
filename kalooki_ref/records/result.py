"""The result of a finished game: what the figures of a circle are made of.

The rules of counting, each in one place:

- A game counts once it is over and has a scored round. One that was stopped counts as it stood.
- A late player counts from the first round they have a score in; earlier rounds are not theirs.
  One who came too late for any round has no place.
- A player who left has no place in that game. The rounds with their scores count.
- A place counts as the share of the others that finished behind, a tie as half of one.
- Points count round by round, against the average of everybody who has a score in that round: the
  rounds of different contracts can't be compared otherwise. Void rounds don't count.
- Points compare within one set of rules only. Rules are the same if they are played alike, whatever
  their name.
"""

import hashlib
import json
from dataclasses import astuple, dataclass
from itertools import pairwise
from typing import Any

from kalooki_ref.game.ranking import race, rounds_won, standings
from kalooki_ref.game.round_scores import hand_of, round_facts
from kalooki_ref.game.state import Game, Player
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import changes_of

# Raise it whenever a result of the same entries may differ, so that stored ones are built again.
SCORING = 5
# A table of two has no last place that anybody comes back from.
LEAST_FOR_A_COMEBACK = 3
KEY_DIGITS = 8


@dataclass(frozen=True, slots=True)
class PlayerResult:
    """One player's part of a result; points are "lower is better".

    ``place`` is from 1, None for one who left; ``beaten`` is the share of the others that finished
    behind, from 0 to 1, None without a place or without others. ``edge`` is the sum over the
    rounds of the table's average less the player's points: more is better. ``calls`` were made in
    the ``called`` rounds in which somebody's calls are recorded.
    """

    number: int
    name: str
    mark: int
    total: int
    place: int | None
    beaten: float | None
    rounds: int
    rounds_won: int
    edge: float
    best: int | None
    worst: int | None
    bent: int
    suffered: int
    called: int
    calls: int
    overcalls: int
    came_back: bool


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: players best first; ``is_whole`` if it wasn't stopped before its last round.

    ``is_whole`` is false for games without a last round. ``rules`` is the same for the same rules.
    """

    rules: str
    rounds: int
    is_whole: bool
    players: tuple[PlayerResult, ...]


def result_of(game: Game) -> Result | None:
    """Return the result of a game; None unless it is over and has a scored round."""
    if not game.is_over or not game.scored:
        return None
    last = len(game.system.contracts)
    is_whole = not game.system.is_open_ended and len(game.scored) >= last
    places = {row.player.number: None if row.is_late else row.place for row in standings(game)}
    behind = _last_at_half_time(game)
    players = tuple(
        _player_result(game, row.player, places, came_back=behind == row.player.number)
        for row in standings(game)
    )
    return Result(rules_key(game.system), len(game.scored), is_whole, players)


def rules_key(system: RuleSystem) -> str:
    """Return a short text that is the same for rules that are played alike, whatever their name."""
    changes = changes_of(system)
    if not changes:
        return system.slug
    text = json.dumps(sorted(changes.items()))
    return f"{system.slug}-{hashlib.sha256(text.encode()).hexdigest()[:KEY_DIGITS]}"


def as_rows(result: Result) -> list[Any]:
    """Return a result as plain data, for the store."""
    players = [astuple(player) for player in result.players]
    return [result.rules, result.rounds, result.is_whole, players]


def from_rows(rows: list[Any]) -> Result:
    """Return the result from its plain data."""
    rules, rounds, is_whole, players = rows
    return Result(rules, rounds, is_whole, tuple(PlayerResult(*player) for player in players))


def _player_result(
    game: Game, player: Player, places: dict[int, int | None], *, came_back: bool
) -> PlayerResult:
    seat, place = player.number, places[player.number]
    scores = [(past, score.points) for past in game.scored if (score := past.score_of(seat))]
    bent = [past for past, _ in scores if past.end and round_facts(game, past, past.end).bent]
    counted = [past for past, _points in scores if past.calls]
    return PlayerResult(
        number=seat,
        name=player.name,
        mark=player.mark,
        total=game.points_of(seat),
        place=place,
        beaten=_beaten(place, [other for other in places.values() if other]),
        rounds=len(scores),
        rounds_won=rounds_won(game, seat),
        edge=sum(
            sum(score.points for score in past.scores) / len(past.scores) - points
            for past, points in scores
        ),
        best=min((points for _past, points in scores), default=None),
        worst=max((points for _past, points in scores), default=None),
        bent=sum(past.winner == seat for past in bent),
        suffered=sum(past.winner != seat for past in bent),
        called=len(counted),
        calls=sum(held.calls for past in counted if (held := past.place_of(seat))),
        overcalls=sum(hand_of(past.end, seat).overcalls for past, _ in scores if past.end),
        came_back=came_back and place == 1,
    )


def _beaten(place: int | None, places: list[int]) -> float | None:
    """Return the share of the others behind this place, a tie as half of one."""
    if place is None or len(places) < 2:
        return None
    worse = sum(other > place for other in places)
    tied = places.count(place) - 1
    return (worse + tied / 2) / (len(places) - 1)


def _last_at_half_time(game: Game) -> int | None:
    """Return the player who alone was last after half of the rounds; None if nobody was.

    Who left later counts; who came later than that wasn't there.
    """
    half = len(game.scored) // 2
    played = {score.player for past in game.scored[:half] for score in past.scores}
    if len(played) < LEAST_FOR_A_COMEBACK:
        return None
    totals = sorted((race(game, seat)[half], seat) for seat in played)
    ((next_to_last, _seat), (last, seat)) = list(pairwise(totals))[-1]
    return seat if last > next_to_last else None
