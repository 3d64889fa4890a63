"""Standings: places, the score grid and the chart, on screen and on paper."""

from dataclasses import dataclass

from flask import Blueprint

from kalooki_ref.game.course import course_of, lead_taken
from kalooki_ref.game.ranking import Standing, leaders, race, standings
from kalooki_ref.game.round_scores import was_bent
from kalooki_ref.game.state import Game
from kalooki_ref.web.results.race_chart import (
    PHONE,
    Chart,
    Frame,
    Moment,
    MomentKind,
    paper_frame,
    race_chart,
)
from kalooki_ref.web.results.score_grid import ScoreGrid, whole_grid
from kalooki_ref.web.results.spreadsheet import other_separator
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

    ``shared`` has the lines to share, ``agreed`` what rounds don't explain of each, in words:
    "start 105", "no round played".
    """

    table: OpenGame
    game: Game
    standings: tuple[Standing, ...]
    grid: ScoreGrid
    shared: list[tuple[int | str, str, int]]
    agreed: list[str]
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
        other_separator=other_separator(),
    )


@blueprint.get("/g/<game_id>/print")
def paper(opened: OpenGame) -> str:
    """Show the same on one sheet of paper, with room for signatures."""
    rounds = max(len(opened.game.past), len(opened.system.contracts))
    return sheet(opened, results_of(opened, paper_frame(len(opened.game.players), rounds=rounds)))


def sheet(opened: OpenGame, results: Results) -> str:
    """Return the page for paper with these results."""
    game = opened.game
    return render(
        "results/paper.html",
        results,
        title=played_so_far(game),
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
        shared=[(row.place or "–", row.player.name, row.points) for row in standings(game)],
        agreed=[agreed_words(row) for row in standings(game)],
        date=date_words(opened.evening),
        pool=pool_lines(game),
        pool_words=pool_words(game),
        chart=chart_of(game, frame),
        race_words=race_in_words(game),
    )


def agreed_words(row: Standing) -> str:
    """Return the points that the table agreed on with a player outside of rounds in words.

    Also whether the player has played no round, and so doesn't lead with the fewest points.
    """
    player = row.player
    said = [_("start %(points)s", points=signed(player.points))] if player.points else []
    said += [
        _("back %(points)s", points=with_sign(back.points))
        for back in player.returns
        if back.points
    ]
    if row.is_late:
        said.append(_("no round played"))
    return ", ".join(said)


def chart_of(game: Game, frame: Frame) -> Chart:
    """Return the race chart of everybody who played."""
    players = [standing.player for standing in standings(game)]
    races = [(player, race(game, player.number)) for player in players]
    return race_chart(races, frame, moments_of(game))


def moments_of(game: Game) -> tuple[Moment, ...]:
    """Return each bent board, and where the winner of a finished game took the lead for good."""
    bent = [
        Moment(MomentKind.BENT, past.winner, after, _bent_words(game, past.winner))
        for after, past in enumerate(game.scored, 1)
        if past.winner and was_bent(game, past)
    ]
    first = leaders(game) if game.is_over else ()
    row = lead_taken(course_of(game), first[0].number) if len(first) == 1 else None
    return (*bent, *([Moment(MomentKind.LEAD, first[0].number, row.after)] if row else []))


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
