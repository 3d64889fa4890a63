"""The board of the current round: its melds, the ways to add to it, and the referee's questions.

Nothing here is ever required, and the table has the last word.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext as _

from kalooki_ref.game.events import Event
from kalooki_ref.game.state import Game, Round
from kalooki_ref.web.access.append import saved, write
from kalooki_ref.web.access.open_game import OpenGame, open_game
from kalooki_ref.web.board.drawn import benders, board_of, taken_jokers
from kalooki_ref.web.forms.cards import picker_facts
from kalooki_ref.web.forms.query import whole_number
from kalooki_ref.web.messages.rulings import Ruling

blueprint = Blueprint("board", __name__, url_prefix="/g/<game_id>/board")


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A ruling against what was sent, and the ways on.

    ``fields`` are sent again with a word of reason; ``ends`` ask which end was meant; ``rows`` are
    the melds of a lay, ``before`` and ``added`` a meld that grows; ``returned`` takes a lay back;
    ``later`` says why it may have been a later turn.
    """

    title: str
    ruling: Ruling
    action: str
    fields: tuple[tuple[str, str], ...]
    back: str
    rows: tuple[Any, ...] = ()
    before: Any = None
    added: tuple[Any, ...] = ()
    after_reading: tuple[Any, ...] = ()
    ends: tuple[tuple[str, str], ...] = ()
    returned: str = ""
    returned_costs: str = ""
    later: str = ""
    draft: str = ""


@blueprint.get("")
def show(game_id: str) -> ResponseReturnValue:
    """Show what lies on the table."""
    table = open_game(game_id)
    if table.game.current is None:
        return redirect(url_for("table.show", game_id=table.id), 303)
    return render_template("board/show.html", **board_parts(table), taken=taken_jokers(table))


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


def current_round(table: OpenGame) -> Round:
    """Return the round that is played; answers 404 when there is none."""
    if table.game.current is None:
        abort(404, _("No round is being played."))
    return table.game.current


def player_in(sent: Mapping[str, str], game: Game) -> int | None:
    """Return the player a form names; None for nobody and for somebody not at the table."""
    number = whole_number(sent, "player", most=999) or 0
    is_there = game.current is not None and game.current.place_of(number) is not None
    return number if is_there else None


def noted(table: OpenGame, event: Event, message: str) -> ResponseReturnValue:
    """Append the event, say so, and show the board."""
    done = write(table, event)
    flash(message, "success")
    return saved(url_for("board.show", game_id=table.id), done)


def questioned(table: OpenGame, question: BoardQuestion) -> ResponseReturnValue:
    """Show the ruling; nothing is written down yet."""
    page = render_template(
        "board/questioned.html",
        **board_parts(table),
        question=question,
        ruling=question.ruling,
        withheld=request.cookies.get("verdicts") == "only",
    )
    return page, 422


def _tabs(table: OpenGame) -> list[dict[str, Any]]:
    pages = (
        (url_for("board.show", game_id=table.id), _("Board")),
        (url_for("lays.show", game_id=table.id), _("Lay")),
        (url_for("additions.show", game_id=table.id, kind="tack"), _("Tack")),
        (url_for("additions.show", game_id=table.id, kind="joker"), _("Joker")),
    )
    return [
        {"label": label, "href": href, "current": href == request.path} for href, label in pages
    ]
