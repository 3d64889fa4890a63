"""Deleted games: hidden at once, restorable for a day, then erased from disk."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Select, delete, select, update

from kalooki_ref.store import sqlite
from kalooki_ref.store.changes import raise_changes
from kalooki_ref.store.circles import forget_players
from kalooki_ref.store.database import database_path, raw_cursor, reading, writing
from kalooki_ref.store.event_store import load_where, now
from kalooki_ref.store.tables import (
    StoredGame,
    UnknownGame,
    access,
    circle_game,
    draft,
    entry,
    game,
    link,
    result,
)

RESTORABLE = timedelta(hours=24)


def delete_game(game_id: str) -> None:
    """Hide a game from every page; no effect if it is hidden already. Raises UnknownGame."""
    _set_deleted(game_id, now())


def restore_game(game_id: str) -> None:
    """Show a deleted game again; no effect if it isn't deleted. Raises UnknownGame."""
    _set_deleted(game_id, None)


def deleted_games(ids: Iterable[str]) -> tuple[StoredGame, ...]:
    """Return the games among ``ids`` that are deleted but can still be restored."""
    wanted = tuple(ids)
    return load_where(wanted, game.c.deleted_at >= now(ago=RESTORABLE)) if wanted else ()


def purge_deleted() -> bool:
    """Erase the games that were deleted more than a day ago, with all their rows.

    Their bytes are overwritten in the file (secure_delete). Returns False if an open reader kept
    the write-ahead log from being truncated; call it again later.
    """
    with reading() as connection:
        is_due = connection.execute(_due().limit(1)).one_or_none() is not None
    if is_due:
        with writing() as connection:
            _erase(connection, connection.scalars(_due().with_for_update()).all())
    return _truncate_log()


def erase_games(ids: Iterable[str]) -> None:
    """Erase games with all their rows, at once."""
    with writing() as connection:
        _erase(connection, tuple(ids))
    _truncate_log()


def _erase(connection: Connection, ids: Sequence[str]) -> None:
    in_circles = select(circle_game.c.circle_id, circle_game.c.key)
    of_games = in_circles.where(circle_game.c.game_id.in_(ids))
    for circle_id, key in connection.execute(of_games).all():
        forget_players(connection, circle_id, key)
    owners = (entry, draft, link, access, circle_game, result)
    for owned in (*(table.c.game_id for table in owners), game.c.id):
        connection.execute(delete(owned.table).where(owned.in_(ids)))


def _due() -> Select[Any]:
    was_deleted = game.c.deleted_at.is_not(None)
    return select(game.c.id).where(was_deleted, game.c.deleted_at < now(ago=RESTORABLE))


def _truncate_log() -> bool:
    if database_path() is None:
        return True
    with raw_cursor() as cursor:
        return sqlite.truncate_log(cursor)


def _set_deleted(game_id: str, at: str | None) -> None:
    change = update(game).where(game.c.id == game_id)
    if at is not None:
        change = change.where(game.c.deleted_at.is_(None))
    with writing() as connection:
        raise_changes(connection, game_id)
        known = connection.execute(select(game.c.id).where(game.c.id == game_id)).one_or_none()
        if known is None:
            raise UnknownGame(game_id)
        connection.execute(change.values(deleted_at=at))
        for before in connection.scalars(select(game.c.id).where(game.c.next_id == game_id)).all():
            raise_changes(connection, before)  # its page links to this game
