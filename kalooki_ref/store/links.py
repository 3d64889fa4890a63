"""Links: the phones of a table, identified by a secret token, with the role each has there.

Only the hash of a token is stored. A link that isn't granted yet is a request to join; a revoked
link is deleted.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    bindparam,
    delete,
    func,
    insert,
    select,
    tuple_,
    update,
)

from kalooki_ref.store.changes import raise_access, raise_changes
from kalooki_ref.store.database import reading, writing
from kalooki_ref.store.event_store import SHOWN, locked_version, now
from kalooki_ref.store.tables import access, game, link

# Per game, including requests to join.
MOST_LINKS = 80


class Role(StrEnum):
    """The role of a phone at a guarded table; a scorekeeper may have a seat too."""

    SCOREKEEPER = "scorekeeper"
    SEAT = "seat"
    WATCH = "watch"


class TooManyLinks(ValueError):
    """The game has the maximum number of phones."""


class TooSoon(ValueError):
    """The time to object to a takeover isn't over, or somebody has objected."""


@dataclass(frozen=True, slots=True)
class Link:
    """A phone; ``id`` is the hash of its token, ``takeover_at`` when it asked to keep score.

    ``shown_at`` is when that request was first shown on another phone; empty if it hasn't been.
    """

    id: str
    role: Role
    player: int | None
    label: str
    asked_at: str
    is_granted: bool
    takeover_at: str
    shown_at: str = ""


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link to create; it replaces the one whose token is ``instead_of``."""

    token: str
    role: Role
    player: int | None = None
    label: str = ""
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Access:
    """A game's access rules, and the link of this phone."""

    is_guarded: bool = False
    seats_record: bool = False
    link: Link | None = None


LINK = (
    link.c.token_sha256,
    link.c.role,
    link.c.player,
    link.c.label,
    link.c.asked_at,
    link.c.granted_at,
    link.c.takeover_at,
    link.c.takeover_shown_at,
)
ACCESS = (access.c.guarded, access.c.seats_record, *LINK)
MINE = (link.c.game_id == game.c.id) & (link.c.token_sha256 == bindparam("token_sha256"))
LOOK = (
    select(*ACCESS)
    .select_from(game)
    .outerjoin(access)
    .outerjoin(link, MINE)
    .where(game.c.id == bindparam("game_id"))
)


def hashed(secret: str) -> str:
    """Return the SHA-256 of a token or a code, as it is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


def access_of(game_id: str, token: str) -> Access:
    """Return the access of the phone with this token to a game; ``token`` may be empty."""
    with reading() as connection:
        row = connection.execute(
            LOOK, {"game_id": game_id, "token_sha256": hashed(token)}
        ).one_or_none()
    return Access() if row is None else _access(row)


def accesses(tokens: Mapping[str, str]) -> dict[str, Access]:
    """Return a phone's access to several games, by game; a token may be empty."""
    wanted = [(game_id, hashed(token)) for game_id, token in tokens.items()]
    if not wanted:
        return {}
    mine = (link.c.game_id == access.c.game_id) & tuple_(link.c.game_id, link.c.token_sha256).in_(
        wanted
    )
    chosen = select(access.c.game_id, *ACCESS).outerjoin_from(access, link, mine)
    with reading() as connection:
        rows = connection.execute(chosen.where(access.c.game_id.in_(tokens))).all()
    return {game_id: Access() for game_id in tokens} | {row[0]: _access(row[1:]) for row in rows}


def links_of(game_id: str) -> tuple[Link, ...]:
    """Return every link of a game, including requests to join, oldest first."""
    chosen = select(*LINK).where(link.c.game_id == game_id).order_by(link.c.asked_at)
    with reading() as connection:
        return tuple(_link(row) for row in connection.execute(chosen))


def link_by(token: str) -> tuple[str, Link] | None:
    """Return the game and the link of a token; None if it is unknown or revoked.

    A scorekeeper's can't be passed on, such as a personal link whose phone has taken over.
    """
    chosen = of_shown(link.c.game_id, *LINK).where(
        link.c.token_sha256 == hashed(token), link.c.role != Role.SCOREKEEPER
    )
    with reading() as connection:
        row = connection.execute(chosen).one_or_none()
    return None if row is None else (row[0], _link(row[1:]))


def add_link(game_id: str, new: NewLink, *, granted: bool) -> None:
    """Add a link for a phone: access if ``granted``, otherwise a request to join.

    Raises UnknownGame, TooManyLinks.
    """
    with locked_game(game_id) as connection:
        counted = select(func.count()).select_from(link).where(link.c.game_id == game_id)
        if connection.execute(counted).scalar_one() >= MOST_LINKS:
            raise TooManyLinks(game_id)
        _insert(connection, game_id, new, granted=granted)


def allow_link(game_id: str, link_id: str) -> None:
    """Grant a request to join; another phone in the same seat loses it. Raises UnknownGame."""
    with locked_game(game_id) as connection:
        statement = select(link.c.player).where(
            *_this(game_id, link_id), link.c.granted_at.is_(None)
        )
        row = connection.execute(statement).one_or_none()
        if row is not None:
            _free_seat(connection, game_id, row.player)
            allowed = update(link).where(*_this(game_id, link_id)).values(granted_at=now())
            connection.execute(allowed)


def drop_link(game_id: str, link_id: str) -> None:
    """Delete a link; no effect if there is no such link. Raises UnknownGame."""
    with locked_game(game_id) as connection:
        connection.execute(delete(link).where(*_this(game_id, link_id)))


def change_link(game_id: str, link_id: str, **values: Any) -> bool:
    """Update columns of a link, such as its token or seat; return False if there is no such link.

    Raises UnknownGame.
    """
    with locked_game(game_id) as connection:
        if values.get("player") is not None:
            _free_seat(connection, game_id, values["player"], but=link_id)
        changed = update(link).where(*_this(game_id, link_id)).values(**values)
        return bool(connection.execute(changed).rowcount)


def set_access(game_id: str, **values: Any) -> None:
    """Update a game's access rules. Raises UnknownGame."""
    with locked_game(game_id) as connection:
        write_access(connection, game_id, values)


def guard_game(game_id: str, keeper: NewLink) -> None:
    """Restrict a game to phones with a link, ``keeper`` as scorekeeper. Raises UnknownGame."""
    with locked_game(game_id) as connection:
        write_access(connection, game_id, {"guarded": True})
        seated = (link.c.game_id == game_id, link.c.player.is_not(None))
        connection.execute(update(link).where(*seated).values(role=Role.SEAT))
        _remove_scorekeeper(connection, game_id)
        _insert(connection, game_id, keeper, granted=True)


def take_over(game_id: str, link_id: str, *, is_due: Callable[[Link], bool]) -> None:
    """Make a seated phone the scorekeeper; the previous scorekeeper's link is deleted.

    Raises UnknownGame, and TooSoon unless it asked, nobody objected, and ``is_due`` is true.
    """
    with locked_game(game_id) as connection:
        this = _this(game_id, link_id)
        row = connection.execute(select(*LINK).where(*this)).one_or_none()
        if row is None or not row.takeover_at or not is_due(_link(row)):
            raise TooSoon(game_id)
        _remove_scorekeeper(connection, game_id)
        values = {"role": Role.SCOREKEEPER, "asked_at": now()}
        connection.execute(update(link).where(*this).values(**values))


def recover(game_id: str, keeper: NewLink) -> None:
    """Make a phone the scorekeeper; the previous scorekeeper's link is deleted.

    It keeps its own seat, or else takes the previous scorekeeper's, unless that one took over: then
    the code is for the phone before it, which sat elsewhere. The recovery code becomes invalid.
    Raises UnknownGame.
    """
    # A phone that took over was granted its seat before.
    took_over = link.c.granted_at < link.c.asked_at
    former = (link.c.game_id == game_id, link.c.role == Role.SCOREKEEPER, ~took_over)
    with locked_game(game_id) as connection:
        for held in (_this(game_id, hashed(keeper.instead_of)), former):
            if keeper.player is None:
                seat = connection.execute(select(link.c.player).where(*held)).scalars().first()
                keeper = replace(keeper, player=seat)
        _remove_scorekeeper(connection, game_id)
        _insert(connection, game_id, keeper, granted=True)
        write_access(connection, game_id, {"recovery_sha256": None, "recovery_nonce": ""})


def ask_takeover(game_id: str, link_id: str) -> None:
    """Record that a seated phone asks to keep score. Raises UnknownGame."""
    change_link(game_id, link_id, takeover_at=now(), takeover_shown_at=None)


def note_takeover_shown(game_id: str) -> None:
    """Record that another phone now shows the request to keep score. Raises UnknownGame."""
    asking = (link.c.game_id == game_id, link.c.takeover_at.is_not(None))
    with writing() as connection:
        locked_version(connection, game_id)
        unseen = update(link).where(*asking, link.c.takeover_shown_at.is_(None))
        if connection.execute(unseen.values(takeover_shown_at=now())).rowcount:
            raise_changes(connection, game_id)


def object_to_takeover(game_id: str) -> None:
    """Cancel the request to keep score. Raises UnknownGame."""
    with locked_game(game_id) as connection:
        _drop_takeover(connection, game_id)


@contextmanager
def locked_game(game_id: str) -> Iterator[Connection]:
    """Open a write transaction with the game locked; its streams are closed afterwards.

    Phones reconnect, which checks their access again.
    """
    with writing() as connection:
        locked_version(connection, game_id)
        yield connection
        raise_access(connection, game_id)


def _insert(connection: Connection, game_id: str, new: NewLink, *, granted: bool) -> None:
    """Insert a link in place of the phone's previous one; a granted one frees its seat first."""
    connection.execute(delete(link).where(*_this(game_id, hashed(new.instead_of))))
    if granted:
        _free_seat(connection, game_id, new.player)
    at = now()
    values = {"role": new.role, "player": new.player, "label": new.label, "asked_at": at}
    row = {"token_sha256": hashed(new.token), "game_id": game_id}
    granted_at = at if granted else None
    connection.execute(insert(link).values(**row, **values, granted_at=granted_at))


def _remove_scorekeeper(connection: Connection, game_id: str) -> None:
    """Delete the scorekeeper's link, and any request to take its place."""
    in_game = link.c.game_id == game_id
    connection.execute(delete(link).where(in_game, link.c.role == Role.SCOREKEEPER))
    _drop_takeover(connection, game_id)


def _drop_takeover(connection: Connection, game_id: str) -> None:
    asking = (link.c.game_id == game_id, link.c.takeover_at.is_not(None))
    nothing = {"takeover_at": None, "takeover_shown_at": None}
    connection.execute(update(link).where(*asking).values(**nothing))


def _free_seat(connection: Connection, game_id: str, player: int | None, *, but: str = "") -> None:
    """Remove the phone in a seat; a scorekeeper only loses the seat, not the role."""
    if player is None:
        return
    held = (
        link.c.game_id == game_id,
        link.c.player == player,
        link.c.granted_at.is_not(None),
        link.c.token_sha256 != but,
    )
    connection.execute(delete(link).where(*held, link.c.role != Role.SCOREKEEPER))
    connection.execute(update(link).where(*held).values(player=None))


def write_access(connection: Connection, game_id: str, values: Mapping[str, Any]) -> None:
    this = access.c.game_id == game_id
    if connection.execute(update(access).where(this).values(**values)).rowcount == 0:
        connection.execute(insert(access).values(game_id=game_id, **values))


def _this(game_id: str, link_id: str) -> tuple[Any, Any]:
    return link.c.game_id == game_id, link.c.token_sha256 == link_id


def of_shown(*columns: Any) -> Select[Any]:
    of = columns[0].table
    return select(*columns).join(game, game.c.id == of.c.game_id).where(SHOWN)


def _access(row: Any) -> Access:
    guarded, seats_record, *rest = row
    return Access(bool(guarded), bool(seats_record), _link(rest) if rest[0] else None)


def _link(row: Any) -> Link:
    token, role, player, label, asked_at, granted_at, takeover_at, shown_at = row
    is_granted = granted_at is not None
    return Link(
        token, Role(role), player, label, asked_at, is_granted, takeover_at or "", shown_at or ""
    )
