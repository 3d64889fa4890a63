"""A game taken along: as a file, and as state that a program asks for again and again."""

from typing import Any

from flask import Blueprint, Response, current_app, request

from kalooki_ref.game.standings import standings
from kalooki_ref.game.state import Round
from kalooki_ref.web.access.open_game import Table, open_table
from kalooki_ref.web.access.page_cache import kept
from kalooki_ref.web.history.exports import as_csv, as_json, json_text

blueprint = Blueprint("downloads", __name__)


@blueprint.get("/g/<game_id>.json")
def state(game_id: str) -> Response:
    """Return the game as it stands; unchanged since the version asked about, 304."""
    table = open_table(game_id)
    text = kept(table, lambda: current_app.json.dumps(state_of(table)))
    answer = Response(text, mimetype="application/json")
    answer.set_etag(f"{table.version}")
    answer.headers["Cache-Control"] = "no-cache"
    return answer.make_conditional(request) if request.if_none_match else answer


@blueprint.get("/g/<game_id>/export.json")
def whole(game_id: str) -> Response:
    """Send the whole game as a file that reads back."""
    return _file(json_text(as_json(open_table(game_id))), "application/json", "kalooki.json")


@blueprint.get("/g/<game_id>/export.csv")
def scores(game_id: str) -> Response:
    """Send the scores for a spreadsheet."""
    # The mark at the start tells spreadsheets that names may hold any letter.
    return _file("\ufeff" + as_csv(open_table(game_id)), "text/csv", "kalooki.csv")


def state_of(table: Table) -> dict[str, Any]:
    """Return what a program needs to show the table."""
    game = table.game
    return {
        "version": table.version,
        "system": table.system.slug,
        "over": game.is_over,
        "standings": [
            {"player": one.player.number, "name": one.player.name,
             "place": one.place, "points": one.points}
            for one in standings(game)
        ],
        "round": _round_state(table, game.current) if game.current else None,
    }  # fmt: skip


def _round_state(table: Table, current: Round) -> dict[str, Any]:
    contract = table.system.contract_of(current.number)
    return {
        "number": current.number,
        "contract": contract.name if contract else None,
        "deal": table.system.deal_of(current.number),
        "dealer": current.dealer,
        "starter": current.starter,
        "players": [
            {"player": place.player, "calls": place.calls, "down": place.is_down}
            for place in current.places
        ],
    }


def _file(text: str, kind: str, name: str) -> Response:
    answer = Response(text, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
