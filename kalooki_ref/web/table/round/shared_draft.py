"""The shared draft of the current round's end, which several phones type into."""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, TypeGuard

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from kalooki_ref.server.middleware.limits import KILOBYTE, spend_import
from kalooki_ref.store.drafts import MOST_BYTES, TooLarge, get_draft, merge_draft
from kalooki_ref.web.shared.open_game import OpenGame, current_round
from kalooki_ref.web.table.round.own_counts import draft_name
from kalooki_ref.web.table.round.round_form import RoundForm
from kalooki_ref.web.table.round.round_page import RoundPage

blueprint = Blueprint("drafts", __name__)

MOST_VALUES, LONGEST = 20, 400


def keep_draft(page: RoundPage) -> None:
    """Store the typed fields, so that Back, a reload and other phones show them."""
    if page.is_correction:
        return
    typed = {
        name: values
        for name, values in request.form.lists()
        if name in page.form.field_names and all(len(value) <= LONGEST for value in values)
    }
    with suppress(TooLarge):  # the page itself shows what was typed
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
    known = RoundForm(game=opened.game, played=current_round(opened)).field_names
    own = {name: values for name, values in typed.items() if name in known}
    held = get_draft(opened.id, form)
    if held | own == held:
        return "", 204
    more = _kilobytes(held | own) - _kilobytes(held)
    if more > 0:  # typing a few letters costs nothing, filling the database does
        spend_import(more * KILOBYTE)
    try:
        merge_draft(opened.id, form, own)
    except TooLarge:
        abort(413)
    return "", 204


def _is_draft(data: object) -> TypeGuard[dict[str, Any]]:
    if (request.content_length or 0) > MOST_BYTES or not isinstance(data, dict):
        return False
    return all(
        isinstance(values, list)
        and len(values) <= MOST_VALUES
        and all(isinstance(value, str) and len(value) <= LONGEST for value in values)
        for values in data.values()
    )


def _kilobytes(draft: Mapping[str, Any]) -> int:
    return len(json.dumps(draft)) // KILOBYTE
