"""A stored game opened for a page, folded once for each version; and its half-typed forms."""

import json
from dataclasses import dataclass
from typing import Any, TypeGuard

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry, event_from
from kalooki_ref.game.state import Game
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.serialization import from_data
from kalooki_ref.store import FoldCache, StoredGame, UnknownGame, put_draft

blueprint = Blueprint("drafts", __name__)

MOST_FIELDS, MOST_VALUES, LONGEST = 200, 20, 400
MOST_BYTES = 32_000
"""Of a draft; eight players who tap in every card of a full hand need a quarter of it."""


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game with its address, its version, and its entries."""

    id: str
    version: int
    title: str
    created_at: str
    game: Game
    entries: tuple[Entry, ...]

    @property
    def system(self) -> RuleSystem:
        """The rules as they were when the game began."""
        return self.game.system


def open_game(game_id: str) -> OpenGame:
    """Return the game at this address as it stands now; answers 404 when there is none."""
    try:
        return _games(game_id)
    except UnknownGame:
        abort(404)


def open_games(ids: tuple[str, ...]) -> tuple[OpenGame, ...]:
    """Return the games at these addresses in their order; unknown ones are left out."""
    return _games.many(ids) if ids else ()


def forget(game_id: str) -> None:
    _games.forget(game_id)


def open_stored(stored: StoredGame) -> OpenGame:
    """Return a stored game with its entries folded."""
    entries = tuple(
        Entry(row.seq, event_from(row.kind, row.data), row.by, row.at) for row in stored.entries
    )
    game = fold(from_data(json.loads(stored.rules)), entries)
    return OpenGame(stored.id, stored.version, stored.title, stored.created_at, game, entries)


_games = FoldCache(open_stored)


@blueprint.put("/g/<game_id>/drafts/<form>")
def keep(game_id: str, form: str) -> ResponseReturnValue:
    """Keep what was typed of the round at hand, sent as {"field": ["value", …]}."""
    data = request.get_json(silent=True)
    if form != draft_name(open_game(game_id).game) or not _is_draft(data):
        abort(400)
    put_draft(game_id, form, data)
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
