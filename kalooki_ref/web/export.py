"""Exports of a game: its state and the whole game as JSON, its scores as CSV."""

from flask import Blueprint, Response, jsonify, request

from kalooki_ref.web.exported import (
    SEPARATORS,
    as_csv,
    json_text,
    state_of,
    usual_separator,
    with_home,
)
from kalooki_ref.web.open_game import OpenGame

blueprint = Blueprint("export", __name__)


@blueprint.get("/g/<game_id>.json")
def state(opened: OpenGame) -> Response:
    """Return the current state as JSON; 304 if it hasn't changed (ETag)."""
    answer = jsonify(state_of(opened))
    answer.add_etag()
    answer.headers["Cache-Control"] = "no-cache"
    if request.if_none_match:
        answer.make_conditional(request)
    return answer


@blueprint.get("/g/<game_id>/export.json")
def whole(opened: OpenGame) -> Response:
    """Send the whole game as a file that can be imported."""
    return _file(json_text(with_home(opened)), "application/json", "kalooki.json")


@blueprint.get("/g/<game_id>/export.csv")
def scores(opened: OpenGame) -> Response:
    """Send the scores as a spreadsheet, with the separator asked for or that of the language."""
    wanted = request.args.get("separator", "")
    separator = SEPARATORS.get(wanted, SEPARATORS[usual_separator()])
    return _file(as_csv(opened, separator), "text/csv", "kalooki.csv")


def _file(text: str, kind: str, name: str) -> Response:
    answer = Response(text, mimetype=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
