"""Drafts: the fields of unsaved forms, merged from all phones that type into them."""

import json
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from kalooki_ref.store.changes import raise_changes
from kalooki_ref.store.database import reading, writing
from kalooki_ref.store.event_store import locked_version, now
from kalooki_ref.store.tables import draft

# As JSON, per form. Eight players who enter every card of a full hand need a quarter of this.
MOST_BYTES = 32_000


class TooLarge(ValueError):
    """A draft would be longer than any form; nothing was stored."""


def get_draft(game_id: str, form: str) -> dict[str, Any]:
    """Return the fields of a draft by name; empty if there is none or it can't be decoded."""
    with reading() as connection:
        return _load(connection, game_id, form)


def merge_draft(game_id: str, form: str, typed: dict[str, Any]) -> None:
    """Store these fields of a form; fields stored by other phones stay as they are.

    Raises UnknownGame, TooLarge.
    """
    with writing() as connection:
        locked_version(connection, game_id)
        data = json.dumps(_load(connection, game_id, form) | typed)
        if len(data) > MOST_BYTES:
            raise TooLarge(form)
        connection.execute(delete(draft).where(*_this(game_id, form)))
        row = {"game_id": game_id, "form": form, "data": data, "at": now()}
        connection.execute(insert(draft).values(**row))
        raise_changes(connection, game_id)


def end_draft(game_id: str, form: str, *, keep: str) -> None:
    """Delete a game's drafts, except this form's fields whose names start with ``keep``."""
    with writing() as connection:
        raise_changes(connection, game_id)
        fields = _load(connection, game_id, form)
        kept = {name: values for name, values in fields.items() if name.startswith(keep)}
        connection.execute(delete(draft).where(draft.c.game_id == game_id))
        if kept:
            row = {"game_id": game_id, "form": form, "data": json.dumps(kept), "at": now()}
            connection.execute(insert(draft).values(**row))


def _load(connection: Connection, game_id: str, form: str) -> dict[str, Any]:
    text = connection.execute(select(draft.c.data).where(*_this(game_id, form))).scalar()
    try:
        data: dict[str, Any] = json.loads(text or "{}")
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return {}
    return data


def _this(game_id: str, form: str) -> tuple[Any, Any]:
    return draft.c.game_id == game_id, draft.c.form == form
