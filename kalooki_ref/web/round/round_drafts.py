"""The half-typed end of a round: every phone at the table types into the same one."""

from typing import Any, TypeGuard

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from kalooki_ref.game.state import Game
from kalooki_ref.store.drafts import MOST_FIELDS, TooManyFields, get_draft, merge_draft
from kalooki_ref.web.access.open_game import open_game

blueprint = Blueprint("drafts", __name__)

MOST_VALUES, LONGEST = 20, 400
MOST_BYTES = 32_000
"""Of a draft; eight players who tap in every card of a full hand need a quarter of it."""


@blueprint.get("/g/<game_id>/drafts/<form>")
def show(game_id: str, form: str) -> ResponseReturnValue:
    """Return what all phones typed so far, as {"field": ["value", …]}; 204 once it is saved."""
    opened = open_game(game_id)
    if form != draft_name(opened.game):
        return "", 204
    kept = get_draft(game_id, form)
    answer = jsonify(kept.data if kept else {})
    answer.set_etag(str(opened.changes))
    answer.make_conditional(request)
    return answer


@blueprint.route("/g/<game_id>/drafts/<form>", methods=["PATCH", "PUT"])
def keep(game_id: str, form: str) -> ResponseReturnValue:
    """Keep the fields that were typed on this phone; those of other phones stay."""
    typed = request.get_json(silent=True)
    if form != draft_name(open_game(game_id).game) or not _is_draft(typed):
        abort(400)
    try:
        merge_draft(game_id, form, typed)
    except TooManyFields:
        abort(400)
    return "", 204


def draft_name(game: Game) -> str:
    """Return the name under which the half-typed end of the round at hand is kept."""
    return f"round-{len(game.past) + 1}"


def _is_draft(data: object) -> TypeGuard[dict[str, Any]]:
    if (request.content_length or 0) > MOST_BYTES:
        return False
    if not isinstance(data, dict) or len(data) > MOST_FIELDS:
        return False
    return all(_is_typed(values) for values in data.values())


def _is_typed(values: object) -> bool:
    if not isinstance(values, list) or len(values) > MOST_VALUES:
        return False
    return all(isinstance(value, str) and len(value) <= LONGEST for value in values)
