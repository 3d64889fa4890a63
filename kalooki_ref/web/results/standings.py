"""Standings: places, the score grid and the chart, on screen and on paper."""

from dataclasses import dataclass

from flask import Blueprint

from kalooki_ref.game.course import course_of, lead_taken
from kalooki_ref.game.ranking import Standing, leaders, race, standings
from kalooki_ref.game.round_scores import was_bent
from kalooki_ref.game.state import Game
from kalooki_ref.web.results.race_chart import (
    CROWD,
    MOST_ON_PAPER,
    PAPER,
    PHONE,
    Chart,
    Frame,
    Moment,
    race_chart,
)
from kalooki_ref.web.results.score_grid import ScoreGrid, whole_grid
from kalooki_ref.web.results.spreadsheet import SEPARATORS, usual_separator
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.amounts import signed, with_sign
from kalooki_ref.words.game_words import played_so_far, winner_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.pool_words import PoolLine, pool_lines, pool_words
from kalooki_ref.words.rule_words import change_lines
from kalooki_ref.words.story_words import lead_headline, next_line, story_words, winner_headline
from kalooki_ref.words.time_words import date_words

blueprint = Blueprint("standings", __name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The part shared by all pages with a game's results: places, score grid, chart and pool.

    ``agreed`` has the points that aren't from rounds in words, by name: "start 105".
    """

    table: OpenGame
    game: Game
    standings: tuple[Standing, ...]
    grid: ScoreGrid
    shared: list[tuple[int | str, str, int]]
    agreed: dict[str, str]
    date: str
    pool: tuple[PoolLine, ...]
    pool_words: str
    chart: Chart
    race_words: str


@blueprint.get("/g/<game_id>/standings")
def show(opened: OpenGame) -> str:
    """Show who leads, every round, the race and the pool."""
    return screen(opened, results_of(opened, PHONE))


def screen(opened: OpenGame, results: Results) -> str:
    """Return the page with these results."""
    game = opened.game
    return render(
        "results/standings.html",
        results,
        title=played_so_far(game),
        headline=winner_headline(game) if game.is_over else lead_headline(game),
        about=story_words(game) if game.is_over else next_line(game),
        suits="".join(opened.system.suits).lower(),
        other_separator=next(one for one in SEPARATORS if one != usual_separator()),
    )


@blueprint.get("/g/<game_id>/print")
def paper(opened: OpenGame) -> str:
    """Show the same on one sheet of paper, with room for signatures."""
    players = len(opened.game.players)
    return sheet(opened, results_of(opened, PAPER if players <= MOST_ON_PAPER else CROWD))


def sheet(opened: OpenGame, results: Results) -> str:
    """Return the page for paper with these results."""
    game = opened.game
    return render(
        "results/paper.html",
        results,
        headline=winner_words(game) if game.is_over else lead_headline(game),
        story=story_words(game),
        house=change_lines(opened.system),
    )


def results_of(opened: OpenGame, frame: Frame) -> Results:
    """Return the results of a game so far, with a chart of this size."""
    game = opened.game
    return Results(
        table=opened,
        game=game,
        standings=standings(game),
        grid=whole_grid(opened),
        shared=[(one.place or "–", one.player.name, one.points) for one in standings(game)],
        agreed=agreed_words(game),
        date=date_words(opened.evening),
        pool=pool_lines(game),
        pool_words=pool_words(game),
        chart=chart_of(game, frame),
        race_words=race_in_words(game),
    )


def agreed_words(game: Game) -> dict[str, str]:
    """Return the points that the table agreed on outside of rounds in words, by name."""
    said: dict[str, list[str]] = {player.name: [] for player in game.players}
    for player in game.players:
        if player.points:
            said[player.name].append(_("start %(points)s", points=signed(player.points)))
        for one in player.returns:
            if one.points:
                said[player.name].append(_("back %(points)s", points=with_sign(one.points)))
    return {name: ", ".join(words) for name, words in said.items() if words}


def chart_of(game: Game, frame: Frame) -> Chart:
    """Return the race chart of everybody who played."""
    players = [standing.player for standing in standings(game)]
    races = [(player, race(game, player.number)) for player in players]
    return race_chart(races, frame, moments_of(game))


def moments_of(game: Game) -> tuple[Moment, ...]:
    """Return each bent board, and where the winner of a finished game took the lead for good."""
    bent = [
        Moment("bent", past.winner, after, _bent_words(game, past.winner))
        for after, past in enumerate(game.scored, 1)
        if past.winner and was_bent(game, past)
    ]
    first = leaders(game) if game.is_over else ()
    row = lead_taken(course_of(game), first[0].number) if len(first) == 1 else None
    return (*bent, *([Moment("lead", first[0].number, row.after)] if row else []))


def _bent_words(game: Game, winner: int) -> str:
    name, bent = game.player(winner).name, _(game.system.words.bent)
    # Translators: in a picture of the race: "Mina: bent board"
    return _("%(name)s: %(bent)s", name=name, bent=bent)


def race_in_words(game: Game) -> str:
    """Return a text alternative for the chart."""
    parts = [
        _("%(name)s %(points)s", name=standing.player.name, points=signed(standing.points))
        for standing in standings(game)
    ]
    return _("Running totals, lower is better: %(totals)s.", totals=", ".join(parts))
