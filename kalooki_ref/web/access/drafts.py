"""Half-typed forms kept on the server, so that a second phone sees them."""

import re

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from kalooki_ref.store import put_draft

blueprint = Blueprint("drafts", __name__)

NAME = re.compile(r"[a-z0-9-]{1,40}", re.ASCII)
MOST_FIELDS, MOST_VALUES, LONGEST = 200, 20, 400


@blueprint.put("/g/<game_id>/drafts/<form>")
def keep(game_id: str, form: str) -> ResponseReturnValue:
    """Keep what was typed so far, sent as {"field": ["value", …]}."""
    data = request.get_json(silent=True)
    if not NAME.fullmatch(form) or not _is_draft(data):
        abort(400)
    put_draft(game_id, form, data)
    return "", 204


def _is_draft(data: object) -> bool:
    if not isinstance(data, dict) or len(data) > MOST_FIELDS:
        return False
    return all(_is_typed(values) for values in data.values())


def _is_typed(values: object) -> bool:
    if not isinstance(values, list) or len(values) > MOST_VALUES:
        return False
    return all(isinstance(value, str) and len(value) <= LONGEST for value in values)
