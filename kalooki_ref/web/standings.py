"""Standings: places, the score grid and the chart, on screen and on paper."""

from typing import Any

from flask import Blueprint, render_template

from kalooki_ref.game.ranking import race, standings
from kalooki_ref.game.state import Game
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.web.race_chart import race_chart
from kalooki_ref.web.score_grid import score_grid, score_grid_for_paper
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.game_words import day_words, winner_words
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.pool_words import pool_lines, pool_words
from kalooki_ref.words.rule_words import change_lines

blueprint = Blueprint("standings", __name__)


@blueprint.get("/g/<game_id>/standings")
def show(opened: OpenGame) -> str:
    """Show places, totals, every round, the race and the pool."""
    return render_template(
        "standings/show.html",
        grid=score_grid(opened),
        shared=[(one.place or "–", one.player.name, one.points) for one in standings(opened.game)],
        **_shown(opened),
    )


@blueprint.get("/g/<game_id>/print")
def paper(opened: OpenGame) -> str:
    """Show the same on one sheet of paper, with room for signatures."""
    return render_template(
        "standings/paper.html",
        grid=score_grid_for_paper(opened),
        house=change_lines(opened.system),
        **_shown(opened),
    )


def _shown(opened: OpenGame) -> dict[str, Any]:
    return {
        "table": opened,
        "game": opened.game,
        "standings": standings(opened.game),
        "date": day_words(opened.created_at),
        "winner": winner_words(opened.game),
        "pool": pool_lines(opened.game),
        "pool_words": pool_words(opened.game),
        "chart": race_chart(
            [(player.name, race(opened.game, player.number)) for player in opened.game.players]
        ),
        "race_words": race_in_words(opened.game),
    }


def race_in_words(game: Game) -> str:
    """Return a text alternative for the chart."""
    parts = [
        _("%(name)s %(points)s", name=standing.player.name, points=signed(standing.points))
        for standing in standings(game)
    ]
    return _("Running totals, lower is better: %(totals)s.", totals=", ".join(parts))
