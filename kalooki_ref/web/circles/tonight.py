"""One evening: totals of its games on this phone, and who finished ahead of whom how often.

Where it is the evening of a circle that this phone remembers, that evening's page is shown.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.names import folded
from kalooki_ref.game.ranking import Standing, standings
from kalooki_ref.game.state import Player
from kalooki_ref.records.people import Played
from kalooki_ref.records.result import result_of
from kalooki_ref.records.season import evening_places
from kalooki_ref.records.span import rules_of
from kalooki_ref.store.event_store import now
from kalooki_ref.store.tables import UnknownGame
from kalooki_ref.web.circles.circle import opened_circle
from kalooki_ref.web.circles.remembering import circle_known_of
from kalooki_ref.web.shared.device import see_other, this_device
from kalooki_ref.web.shared.open_game import OpenGame, open_games
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.figure_words import lead_words, win_count
from kalooki_ref.words.game_words import joined, winner_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words, evening_of, moment_words

blueprint = Blueprint("tonight", __name__)


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's evening: games won (a shared first place counts), points, and the place.

    ``played`` are the games that the player stayed to the end of, ``points`` those of all games;
    None if the evening's games had different rules. ``name`` is the newest spelling. ``place`` is
    counted as in a circle; None for a player who stayed to the end of no game.
    """

    name: str
    player: Player
    won: int
    played: int
    points: int | None
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people head to head: how often each finished ahead of the other."""

    one: Tally
    other: Tally
    ahead: int
    behind: int


@blueprint.get("/g/<game_id>/tonight")
def show(game_id: str) -> ResponseReturnValue:
    """Show the finished games of the evening that this game belongs to."""
    known = {game.id: game for game in open_games((game_id, *this_device().games))}
    if game_id not in known:
        raise UnknownGame(game_id)
    in_circle = _evening_in_circle(known[game_id], tuple(known.values()))
    return see_other(in_circle) if in_circle else page_of(known[game_id], tuple(known.values()))


def _evening_in_circle(opened: OpenGame, known: tuple[OpenGame, ...]) -> str:
    """Return the URL of the evening in a circle that has all its games; empty without one."""
    found = circle_known_of(opened.id)
    games = games_of_evening(opened, known)
    if found is None or not games:
        return ""
    circle, address = found
    in_circle = opened_circle(circle, address).game_ids
    if any(game.first_key not in in_circle for game in games):
        return ""
    return url_for("circle.games", circle=address, evening=opened.evening)


def page_of(opened: OpenGame, known: tuple[OpenGame, ...]) -> str:
    """Render the page of an evening; ``known`` are the games that may belong to it."""
    games = games_of_evening(opened, known)
    rows = tallies(games)
    first = [row.name for row in rows if row.place == 1]
    is_tonight = opened.evening == evening_of(now(), opened.zone)
    return render(
        "circles/tonight.html",
        table=opened,
        game=opened.game,
        is_tonight=is_tonight,
        headline=_headline(first, is_tonight=is_tonight),
        date=date_words(opened.evening),
        tallies=rows,
        shared=[
            (row.place or "–", row.name, win_count(row.won) if row.points is None else row.points)
            for row in rows
        ],
        pairs=[*head_to_head(rows, games)],
        games=[
            (game, winner_words(game.game), moment_words(game.created_at, game.zone))
            for game in games
        ],
    )


def _headline(first: list[str], *, is_tonight: bool) -> str:
    if not first:
        return _("Nobody stayed to the end")
    names = joined(first)
    if is_tonight:
        return _("Tonight: %(names)s in front", names=names)
    return lead_words(names, several=len(first) > 1)


def games_of_evening(opened: OpenGame, known: tuple[OpenGame, ...]) -> tuple[OpenGame, ...]:
    """Return the finished games of the evening that this game belongs to, oldest first.

    Of a game and its copies one counts, the one with most rounds. A made-up game counts only among
    made-up ones.
    """
    finished = [
        played
        for played in (opened, *known)
        if (played.evening, played.is_made_up) == (opened.evening, opened.is_made_up)
        and played.game.is_over
        and played.game.scored
    ]
    finished.sort(key=lambda played: (len(played.game.scored), played.version, played.id))
    counted = {played.first_key: played for played in finished}
    return tuple(sorted(counted.values(), key=lambda played: (played.played_at, played.id)))


def tallies(games: tuple[OpenGame, ...]) -> tuple[Tally, ...]:
    """Return every player's totals, best first."""
    by_name: dict[str, list[Standing]] = {}
    for game in games:
        for name, found in _present(game).items():
            by_name.setdefault(name, []).append(found)
    played = [counted for game in games for counted in _played(game)]
    places = evening_places(played, by_name.keys())
    adds_up = len(rules_of(played)) < 2
    rows = [
        Tally(
            found[-1].player.name,
            found[-1].player,
            won=sum(standing.place == 1 for standing in found),
            played=sum(standing.place is not None for standing in found),
            points=sum(standing.points for standing in found) if adds_up else None,
            place=places[name][0] if name in places else None,
        )
        for name, found in by_name.items()
    ]
    last = len(rows) + 1
    return tuple(sorted(rows, key=lambda row: (row.place or last, folded(row.name))))


def _played(opened: OpenGame) -> Iterator[Played]:
    """Yield a game as it counts in a circle, with the names of its players as its people."""
    result = result_of(opened.game)
    names = {row.player.number: name for name, row in _present(opened).items()}
    if result:
        people = tuple(names.get(player.number, "") for player in result.players)
        yield Played(opened.id, opened.title, opened.created_at, None, result, people)


def head_to_head(rows: tuple[Tally, ...], games: tuple[OpenGame, ...]) -> Iterator[Pair]:
    """Yield each pair of players who met, with how often each finished ahead."""
    played = [{name: row for name, row in _present(game).items() if row.place} for game in games]
    for first, other in combinations(sorted(rows, key=lambda row: folded(row.name)), 2):
        one, two = folded(first.name), folded(other.name)
        places = [
            (found[one].place or 0, found[two].place or 0)
            for found in played
            if {one, two} <= found.keys()
        ]
        if places:
            ahead = sum(mine < theirs for mine, theirs in places)
            yield Pair(first, other, ahead, sum(theirs < mine for mine, theirs in places))


def _present(opened: OpenGame) -> dict[str, Standing]:
    """Return the players who played, by folded name; who left has no place.

    Players of one name are numbered: across games people are known by their names, but within a
    game every figure is one player's.
    """
    named: dict[str, Standing] = {}
    scored = {score.player for past in opened.game.past for score in past.scores}
    present = [row for row in standings(opened.game) if row.player.number in scored]
    for row in sorted(present, key=lambda row: row.player.number):
        name, number = row.player.name, 1
        while folded(name) in named:
            number += 1
            name = f"{row.player.name} ({number})"
        named[folded(name)] = replace(row, player=replace(row.player, name=name))
    return named
