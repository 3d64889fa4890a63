"""Who leads: the standings of a game on the screen and on paper."""

from typing import Any

from flask import Blueprint, render_template

from kalooki_ref.game.standings import standings
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.access.page_cache import kept
from kalooki_ref.web.messages.rule_words import change_lines
from kalooki_ref.web.standings.pool import pool_lines
from kalooki_ref.web.standings.present import (
    day_words,
    grid,
    grid_for_paper,
    race_in_words,
    race_of,
)

blueprint = Blueprint("standings", __name__)


@blueprint.get("/g/<game_id>/standings")
def show(game_id: str) -> str:
    """Show places, totals, every round, the race and the pool."""
    table = open_table(game_id)
    return kept(table, lambda: _page(table))


def _page(table: Table) -> str:
    return render_template(
        "standings/show.html",
        grid=grid(table),
        pool=pool_lines(table.game),
        **_shown(table),
    )


@blueprint.get("/g/<game_id>/print")
def paper(game_id: str) -> str:
    """Show the same on one sheet of paper, with room for signatures."""
    table = open_table(game_id)
    return render_template(
        "standings/paper.html",
        grid=grid_for_paper(table),
        date=day_words(table.created_at),
        house=change_lines(table.system),
        **_shown(table),
    )


def _shown(table: Table) -> dict[str, Any]:
    return {
        "table": table,
        "game": table.game,
        "standings": standings(table.game),
        "chart": race_of(table.game),
        "race_words": race_in_words(table.game),
    }
