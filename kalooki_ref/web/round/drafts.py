"""The shared draft of the current round's end, which several phones type into."""

from typing import Any, TypeGuard

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from kalooki_ref.store.drafts import MOST_FIELDS, TooManyFields, get_draft, merge_draft
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.web.round.own_counts import draft_name
from kalooki_ref.web.round.round_page import RoundPage

blueprint = Blueprint("drafts", __name__)

MOST_VALUES, LONGEST = 20, 400
# Per draft. Eight players who enter every card of a full hand need a quarter of this.
MOST_BYTES = 32_000


def keep_draft(page: RoundPage) -> None:
    """Store the typed fields, so that Back, a reload and other phones show them."""
    if page.is_correction:
        return
    typed = {
        name: values
        for name, values in request.form.lists()
        if name.startswith(("winner", "hands-", "everybody_down"))
        and all(len(value) <= LONGEST for value in values)
    }
    merge_draft(page.opened.id, draft_name(page.opened.game), typed)


@blueprint.get("/g/<game_id>/drafts/<form>")
def show(opened: OpenGame, form: str) -> ResponseReturnValue:
    """Return the draft as {"field": ["value", …]}; 204 once the round is saved."""
    if form != draft_name(opened.game):
        return "", 204
    answer = jsonify(get_draft(opened.id, form))
    answer.set_etag(str(opened.changes))
    answer.make_conditional(request)
    return answer


@blueprint.route("/g/<game_id>/drafts/<form>", methods=["PATCH", "PUT"])
def keep(opened: OpenGame, form: str) -> ResponseReturnValue:
    """Store the fields that changed on this phone; other fields stay as they are."""
    typed = request.get_json(silent=True)
    if form != draft_name(opened.game) or not _is_draft(typed):
        abort(400)
    try:
        merge_draft(opened.id, form, typed)
    except TooManyFields:
        abort(400)
    return "", 204


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
