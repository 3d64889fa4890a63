"""Tonight: totals over the games of one evening with the same people, and head-to-head results."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import combinations

from flask import Blueprint, render_template

from kalooki_ref.game.instants import instant_of
from kalooki_ref.game.ranking import standings
from kalooki_ref.game.state import Player
from kalooki_ref.store.tables import UnknownGame
from kalooki_ref.web.device import this_device
from kalooki_ref.web.open_game import OpenGame, open_games
from kalooki_ref.words.game_words import day_words, joined, moment_words, winner_words
from kalooki_ref.words.language import gettext as _

blueprint = Blueprint("tonight", __name__)

# Games that begin within this time of one another belong to one evening.
EVENING = timedelta(hours=12)
# For a game without a valid time.
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's totals: games won (a shared first place counts), points, and the place for both.

    Players with the same totals share a place.
    """

    name: str
    won: int
    points: int
    place: int = 0

    @property
    def order(self) -> tuple[int, int]:
        """Sort key: most games won, then fewest points."""
        return -self.won, self.points


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people head to head: how often each finished ahead of the other."""

    one: str
    other: str
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game of the evening, with its start time and winner in words."""

    opened: OpenGame
    began: str
    winner: str


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening's results: games oldest first, players best first."""

    date: str
    games: tuple[FinishedGame, ...]
    people: dict[str, Player]
    tallies: tuple[Tally, ...]
    pairs: tuple[Pair, ...]

    @property
    def headline(self) -> str:
        """Who leads tonight, in one line; empty if nobody does."""
        first = joined([row.name for row in self.tallies if row.place == 1])
        return _("Tonight: %(names)s in front", names=first) if first else ""

    @property
    def shared(self) -> list[tuple[int, str, int]]:
        """The standings as text to share: place, name and points."""
        return [(row.place, row.name, row.points) for row in self.tallies]


@blueprint.get("/g/<game_id>/tonight")
def show(game_id: str) -> str:
    """Show the finished games of the evening that this game belongs to."""
    known = {one.id: one for one in open_games((game_id, *this_device().games))}
    if game_id not in known:
        raise UnknownGame(game_id)
    return page_of(known[game_id], tuple(known.values()))


def page_of(opened: OpenGame, known: tuple[OpenGame, ...]) -> str:
    """Render the page of an evening; ``known`` are the games that may belong to it."""
    games, names = evening_of(opened, known), _names(opened)
    evening = Evening(
        day_words(opened.created_at),
        tuple(map(_finished, games)),
        {player.name: player for player in opened.game.at_table},
        tallies(names, games),
        head_to_head(names, games),
    )
    return render_template("tonight/show.html", table=opened, game=opened.game, evening=evening)


def _finished(opened: OpenGame) -> FinishedGame:
    return FinishedGame(opened, moment_words(opened.created_at), winner_words(opened.game))


def evening_of(opened: OpenGame, known: tuple[OpenGame, ...]) -> tuple[OpenGame, ...]:
    """Return the finished games with the same people within the evening, oldest first."""
    together = {one.id: one for one in (opened, *known) if _names(one) == _names(opened)}
    near = (one for one in together.values() if abs(_begun(one) - _begun(opened)) <= EVENING)
    finished = (one for one in near if one.game.is_over and one.game.scored)
    return tuple(sorted(finished, key=lambda one: one.created_at))


def tallies(names: frozenset[str], games: tuple[OpenGame, ...]) -> tuple[Tally, ...]:
    """Return every player's totals, best first."""
    results = [_results(one) for one in games]
    rows = [
        Tally(
            name,
            won=sum(places[name][0] == 1 for places in results),
            points=sum(places[name][1] for places in results),
        )
        for name in names
    ]
    return tuple(
        replace(row, place=1 + sum(other.order < row.order for other in rows))
        for row in sorted(rows, key=lambda row: (row.order, row.name))
    )


def head_to_head(names: frozenset[str], games: tuple[OpenGame, ...]) -> tuple[Pair, ...]:
    """Return each pair of players, with how often each finished ahead."""
    results = [_results(one) for one in games]
    return tuple(
        Pair(
            one,
            other,
            ahead=sum(places[one][0] < places[other][0] for places in results),
            behind=sum(places[one][0] > places[other][0] for places in results),
        )
        for one, other in combinations(sorted(names), 2)
    )


def _results(opened: OpenGame) -> dict[str, tuple[int, int]]:
    """Return place and points by name, for the players still there at the end."""
    return {
        one.player.name: (one.place, one.points)
        for one in standings(opened.game)
        if one.place is not None
    }


def _names(opened: OpenGame) -> frozenset[str]:
    return frozenset(player.name for player in opened.game.at_table)


def _begun(opened: OpenGame) -> datetime:
    return instant_of(opened.created_at) or LONG_AGO
