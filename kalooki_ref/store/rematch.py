"""Rematches: the next game of the same people, and the phones that move to it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, insert, select

from kalooki_ref.store.changes import raise_changes
from kalooki_ref.store.circles import follow_circle
from kalooki_ref.store.database import reading
from kalooki_ref.store.event_store import locked_version
from kalooki_ref.store.links import LINK, Role, hashed, write_access
from kalooki_ref.store.tables import access, game, link


@dataclass(frozen=True, slots=True)
class Rematch:
    """The game that a new one follows, and how seats and tokens carry over.

    ``seats`` maps player numbers of the previous game to new ones. ``token_for`` takes a link's
    id and the new game's id, and returns that phone's token there. ``instead_of`` is an earlier
    rematch to be replaced.
    """

    before: str
    seats: Mapping[int, int]
    token_for: Callable[[str, str], str]
    instead_of: str | None = None


class AlreadyBegun(Exception):
    """Another phone has just started the rematch."""


def next_of(game_id: str) -> str | None:
    """Return the game that follows this one; None if there is no such game or it is deleted."""
    with reading() as connection:
        return _next(connection, game_id)


def bring_along(connection: Connection, game_id: str, rematch: Rematch) -> None:
    """Copy access rules, granted links and the circle to the new game, in its own transaction.

    A phone whose player has left gets the role `WATCH`. Raises AlreadyBegun, UnknownGame.
    """
    locked_version(connection, rematch.before)
    if _next(connection, rematch.before) not in {None, rematch.instead_of}:
        raise AlreadyBegun(rematch.before)
    statement = select(access.c.guarded, access.c.seats_record)
    for settled in connection.execute(
        statement.where(access.c.game_id == rematch.before)
    ).mappings():
        write_access(connection, game_id, {**settled})
    let_in = (link.c.game_id == rematch.before, link.c.granted_at.is_not(None))
    for row in connection.execute(select(*LINK).where(*let_in)).mappings().all():
        connection.execute(insert(link).values(_link_after(row, game_id, rematch)))
    follow_circle(connection, rematch.before, game_id)
    raise_changes(connection, rematch.before, next_id=game_id)


def _link_after(row: Mapping[Any, Any], game_id: str, rematch: Rematch) -> dict[str, Any]:
    seat = rematch.seats.get(row["player"])
    has_left = row["role"] == Role.SEAT and seat is None
    return {
        **row,
        "token_sha256": hashed(rematch.token_for(row["token_sha256"], game_id)),
        "game_id": game_id,
        "role": Role.WATCH if has_left else row["role"],
        "player": seat,
        "takeover_at": None,
        "takeover_shown_at": None,
    }


def _next(connection: Connection, game_id: str) -> str | None:
    following = game.alias()
    shown = (game.c.id == game_id, following.c.deleted_at.is_(None))
    statement = select(following.c.id).join(game, game.c.next_id == following.c.id).where(*shown)
    found: str | None = connection.execute(statement).scalar()
    return found
