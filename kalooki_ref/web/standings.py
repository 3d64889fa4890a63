"""Standings: places, the score grid and the chart, on screen and on paper."""

from typing import Any

from flask import Blueprint, render_template

from kalooki_ref.game.ranking import race, standings
from kalooki_ref.game.state import Game
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.web.race_chart import PAPER, PHONE, Chart, Frame, race_chart
from kalooki_ref.web.score_grid import whole_grid
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.game_words import day_words, played_so_far, winner_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.pool_words import pool_lines, pool_words
from kalooki_ref.words.rule_words import change_lines
from kalooki_ref.words.story_words import lead_headline, next_line, story_words, winner_headline

blueprint = Blueprint("standings", __name__)


@blueprint.get("/g/<game_id>/standings")
def show(opened: OpenGame) -> str:
    """Show who leads, every round, the race and the pool."""
    game = opened.game
    return render_template(
        "standings/show.html",
        title=played_so_far(game),
        headline=winner_headline(game) if game.is_over else lead_headline(game),
        about=story_words(game) if game.is_over else next_line(game),
        suits="".join(opened.system.suits).lower(),
        **shown(opened, PHONE),
    )


@blueprint.get("/g/<game_id>/print")
def paper(opened: OpenGame) -> str:
    """Show the same on one sheet of paper, with room for signatures."""
    return render_template(
        "standings/paper.html",
        headline=winner_words(opened.game) if opened.game.is_over else lead_headline(opened.game),
        story=story_words(opened.game),
        house=change_lines(opened.system),
        **shown(opened, PAPER),
    )


def shown(opened: OpenGame, frame: Frame) -> dict[str, Any]:
    """Return what every page shows that says how a game went."""
    game = opened.game
    return {
        "table": opened,
        "game": game,
        "standings": standings(game),
        "grid": whole_grid(opened),
        "shared": [(one.place or "–", one.player.name, one.points) for one in standings(game)],
        "date": day_words(opened.created_at),
        "pool": pool_lines(game),
        "pool_words": pool_words(game),
        "chart": chart_of(game, frame),
        "race_words": race_in_words(game),
    }


def chart_of(game: Game, frame: Frame) -> Chart:
    """Return the race of everybody who played, drawn from last to first place."""
    players = [standing.player for standing in standings(game)]
    return race_chart([(player, race(game, player.number)) for player in players], frame)


def race_in_words(game: Game) -> str:
    """Return a text alternative for the chart."""
    parts = [
        _("%(name)s %(points)s", name=standing.player.name, points=signed(standing.points))
        for standing in standings(game)
    ]
    return _("Running totals, lower is better: %(totals)s.", totals=", ".join(parts))
