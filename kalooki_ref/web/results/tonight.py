"""Tonight: totals over the games that this phone knows of one evening, and head-to-head results."""

from dataclasses import dataclass, replace
from itertools import combinations

from flask import Blueprint, render_template

from kalooki_ref.game.ranking import Standing, standings
from kalooki_ref.game.state import Player
from kalooki_ref.store.tables import UnknownGame
from kalooki_ref.web.shared.device import this_device
from kalooki_ref.web.shared.open_game import OpenGame, open_games
from kalooki_ref.words.game_words import joined, winner_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import date_words, moment_words

blueprint = Blueprint("tonight", __name__)


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
    games = games_of_evening(opened, known)
    evening = Evening(
        date_words(opened.evening),
        tuple(map(_finished, games)),
        {name: found.player for one in games for name, found in _present(one).items()},
        tallies(games),
        head_to_head(games),
    )
    return render_template("results/tonight.html", table=opened, game=opened.game, evening=evening)


def _finished(opened: OpenGame) -> FinishedGame:
    began = moment_words(opened.created_at, opened.zone)
    return FinishedGame(opened, began, winner_words(opened.game))


def games_of_evening(opened: OpenGame, known: tuple[OpenGame, ...]) -> tuple[OpenGame, ...]:
    """Return the finished games of the evening that this game belongs to, oldest first."""
    together = {one.id: one for one in (opened, *known) if one.evening == opened.evening}
    finished = (one for one in together.values() if one.game.is_over and one.game.scored)
    return tuple(sorted(finished, key=lambda one: (one.played_at, one.id)))


def tallies(games: tuple[OpenGame, ...]) -> tuple[Tally, ...]:
    """Return every player's totals, best first."""
    results = [_results(one) for one in games]
    names = dict.fromkeys(name for places in results for name in places)
    rows = [
        Tally(
            name,
            won=sum(places[name][0] == 1 for places in results if name in places),
            points=sum(places[name][1] for places in results if name in places),
        )
        for name in names
    ]
    return tuple(
        replace(row, place=1 + sum(other.order < row.order for other in rows))
        for row in sorted(rows, key=lambda row: (row.order, row.name))
    )


def head_to_head(games: tuple[OpenGame, ...]) -> tuple[Pair, ...]:
    """Return each pair of players who met, with how often each finished ahead."""
    ahead: dict[tuple[str, str], int] = {}
    for places in map(_results, games):
        for one, other in combinations(sorted(places), 2):
            for first, second in ((one, other), (other, one)):
                is_ahead = places[first][0] < places[second][0]
                ahead[first, second] = ahead.get((first, second), 0) + is_ahead
    return tuple(
        Pair(one, other, ahead=ahead[one, other], behind=ahead[other, one])
        for one, other in sorted(ahead)
        if one < other
    )


def _results(opened: OpenGame) -> dict[str, tuple[int, int]]:
    """Return place and points by name, for the players still there at the end."""
    return {name: (one.place or 0, one.points) for name, one in _present(opened).items()}


def _present(opened: OpenGame) -> dict[str, Standing]:
    """Return the players still there at the end, by name.

    Players of one name are numbered: across games people are known by their names, but within a
    game every figure is one player's.
    """
    named: dict[str, Standing] = {}
    present = [one for one in standings(opened.game) if one.place is not None]
    for one in sorted(present, key=lambda one: one.player.number):
        name, number = one.player.name, 1
        while name in named:
            number += 1
            name = f"{one.player.name} ({number})"
        named[name] = one
    return named
