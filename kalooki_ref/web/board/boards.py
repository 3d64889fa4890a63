"""The board of the round at hand: what lies there, and the ways to write more down.

Nothing here is ever demanded.
"""

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.events import Event
from kalooki_ref.game.state import Game, Round
from kalooki_ref.web.access.append import saved, write
from kalooki_ref.web.access.open_game import OpenGame, open_game
from kalooki_ref.web.board.freed import freed_jokers
from kalooki_ref.web.board.shown import benders, board_of
from kalooki_ref.web.check.questions import picker_facts

blueprint = Blueprint("boards", __name__, url_prefix="/g/<game_id>/board")


@blueprint.get("")
def show(game_id: str) -> ResponseReturnValue:
    """Show what lies on the table."""
    table = open_game(game_id)
    if table.game.current is None:
        return redirect(url_for("table.show", game_id=table.id), 303)
    return render_template("board/show.html", **board_parts(table), freed=freed_jokers(table))


@blueprint.app_template_global("board_of")
def told_board(table: OpenGame) -> Any:
    """Return the board for pages that show it beside other things."""
    return board_of(table)


def board_parts(table: OpenGame) -> dict[str, Any]:
    """Return what every page of the board shows."""
    game = table.game
    return {
        "table": table,
        "game": game,
        "system": game.system,
        "board": board_of(table),
        "benders": benders(game),
        "picker": picker_facts(game.system, game.pack),
        "tabs": _tabs(table),
        "players": [
            {"value": str(player.number), "label": player.name} for player in game.at_table
        ],
    }


def round_at_hand(table: OpenGame) -> Round:
    """Return the round that is played; answers 404 when there is none."""
    if table.game.current is None:
        abort(404, _("No round is being played."))
    return table.game.current


def player_in(text: str, game: Game) -> int | None:
    """Return the player a form names; None for nobody and for somebody not at the table."""
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0
    is_there = game.current is not None and game.current.place_of(number) is not None
    return number if is_there else None


def noted(table: OpenGame, event: Event, message: str) -> ResponseReturnValue:
    """Append the event, say so, and show the board."""
    done = write(table, event)
    flash(message, "success")
    return saved(url_for("boards.show", game_id=table.id), done)


def _tabs(table: OpenGame) -> list[dict[str, Any]]:
    pages = (
        ("boards.show", _("Board")),
        ("board_lays.show", _("Lay")),
        ("board_tacks.show", _("Tack")),
        ("board_jokers.show", _("Joker")),
    )
    module = (request.endpoint or "").split(".")[0]
    return [
        {
            "label": label,
            "href": url_for(endpoint, game_id=table.id),
            "current": endpoint.split(".")[0] == module,
        }
        for endpoint, label in pages
    ]
