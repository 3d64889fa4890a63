"""Half-typed forms, one a form and game: kept, shown again, dropped once saved.

Not here: what a form holds.
"""

import json
from typing import Any

from sqlalchemy import delete, insert, select

from kalooki_ref.store.games import now
from kalooki_ref.store.rows import Draft, UnknownGame
from kalooki_ref.store.tables import draft, game
from kalooki_ref.store.transactions import reading, writing


def get_draft(game_id: str, form: str) -> Draft | None:
    """Return what was typed into a form and not yet saved, if anything."""
    wanted = select(draft.c.data, draft.c.at).where(*_this(game_id, form))
    with reading() as connection:
        row = connection.execute(wanted).one_or_none()
    return row and Draft(json.loads(row.data), row.at)


def put_draft(game_id: str, form: str, data: dict[str, Any]) -> None:
    """Keep what was typed so far in place of what was kept before; raises UnknownGame."""
    text = json.dumps(data, separators=(",", ":"))
    with writing() as connection:
        if connection.execute(select(game.c.id).where(game.c.id == game_id)).one_or_none() is None:
            raise UnknownGame(game_id)
        connection.execute(delete(draft).where(*_this(game_id, form)))
        row = {"game_id": game_id, "form": form, "data": text, "at": now()}
        connection.execute(insert(draft).values(**row))


def drop_draft(game_id: str, form: str) -> None:
    """Forget a half-typed form; harmless when there is none."""
    with writing() as connection:
        connection.execute(delete(draft).where(*_this(game_id, form)))


def _this(game_id: str, form: str) -> tuple[Any, Any]:
    return draft.c.game_id == game_id, draft.c.form == form
