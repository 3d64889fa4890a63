"""What phones type into the end of the current round; all of them type into one draft."""

from typing import Any, TypeGuard

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from kalooki_ref.store.drafts import MOST_FIELDS, TooManyFields, get_draft, merge_draft
from kalooki_ref.web.open_game import OpenGame
from kalooki_ref.web.round.own_counts import draft_name
from kalooki_ref.web.round.round_page import RoundPage

blueprint = Blueprint("drafts", __name__)

MOST_VALUES, LONGEST = 20, 400
# Of a draft; eight players who tap in every card of a full hand need a quarter of it.
MOST_BYTES = 32_000


def keep_draft(page: RoundPage) -> None:
    """Keep what was typed, so that Back, a reload and a second phone show it again."""
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
    """Return what all phones typed so far, as {"field": ["value", …]}; 204 once it is saved."""
    if form != draft_name(opened.game):
        return "", 204
    answer = jsonify(get_draft(opened.id, form))
    answer.set_etag(str(opened.changes))
    answer.make_conditional(request)
    return answer


@blueprint.route("/g/<game_id>/drafts/<form>", methods=["PATCH", "PUT"])
def keep(opened: OpenGame, form: str) -> ResponseReturnValue:
    """Keep the fields that were typed on this phone; those of other phones stay."""
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
