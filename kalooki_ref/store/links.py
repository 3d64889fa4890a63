"""The phones of a table: what each may do there, known by a secret that only the phone has.

Of a phone's token nothing but the hash is stored. A link that nobody has allowed yet is a phone
that asks; one that is revoked is deleted.
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

# Of one game, phones that ask included.
MOST_LINKS = 80


class Role(StrEnum):
    """What a phone is at a guarded table; a scorekeeper may have a seat too."""

    SCOREKEEPER = "scorekeeper"
    SEAT = "seat"
    WATCH = "watch"


class TooManyLinks(ValueError):
    """The game has as many phones as it takes."""


class TooSoon(ValueError):
    """The others may still object, or have objected."""


@dataclass(frozen=True, slots=True)
class Link:
    """One phone; ``id`` is the hash of its token, ``takeover_at`` when it asked to keep score.

    ``shown_at`` is when another phone first showed that it asks; empty while none has.
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
    """A link for a phone, in place of the one whose token is ``instead_of``."""

    token: str
    role: Role
    player: int | None = None
    label: str = ""
    instead_of: str = ""


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use a game, and the link of this phone."""

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
    """Return all that is stored of a token or a code."""
    return hashlib.sha256(secret.encode()).hexdigest()


def access_of(game_id: str, token: str) -> Access:
    """Return how a game stands to the phone with this token; "" has none."""
    with reading() as connection:
        row = connection.execute(
            LOOK, {"game_id": game_id, "token_sha256": hashed(token)}
        ).one_or_none()
    return Access() if row is None else _access(row)


def accesses(tokens: Mapping[str, str]) -> dict[str, Access]:
    """Return how these games stand to a phone, by game; ``tokens`` has "" where it has none."""
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
    """Return every phone of a game, those that ask included, first come first."""
    chosen = select(*LINK).where(link.c.game_id == game_id).order_by(link.c.asked_at)
    with reading() as connection:
        return tuple(_link(row) for row in connection.execute(chosen))


def link_by(token: str) -> tuple[str, Link] | None:
    """Return the game and the link of a token; None for one that is unknown or revoked."""
    chosen = of_shown(link.c.game_id, *LINK).where(link.c.token_sha256 == hashed(token))
    with reading() as connection:
        row = connection.execute(chosen).one_or_none()
    return None if row is None else (row[0], _link(row[1:]))


def add_link(game_id: str, new: NewLink, *, granted: bool) -> None:
    """Give a phone a link, which lets it in when it is granted, and asks when it is not.

    Raises UnknownGame, TooManyLinks.
    """
    with changing(game_id) as connection:
        _refuse_crowd(connection, game_id)
        _insert(connection, game_id, new, granted=granted)


def allow_link(game_id: str, link_id: str) -> None:
    """Let in a phone that asks; the phone that had its seat loses it. Raises UnknownGame."""
    with changing(game_id) as connection:
        statement = select(link.c.player).where(
            *_this(game_id, link_id), link.c.granted_at.is_(None)
        )
        row = connection.execute(statement).one_or_none()
        if row is not None:
            _free_seat(connection, game_id, row.player)
            allowed = update(link).where(*_this(game_id, link_id)).values(granted_at=now())
            connection.execute(allowed)


def drop_link(game_id: str, link_id: str) -> None:
    """Remove a phone at once, if it is there. Raises UnknownGame."""
    with changing(game_id) as connection:
        connection.execute(delete(link).where(*_this(game_id, link_id)))


def change_link(game_id: str, link_id: str, **values: Any) -> None:
    """Set columns of a link: another token, another seat. Raises UnknownGame."""
    with changing(game_id) as connection:
        if values.get("player") is not None:
            _free_seat(connection, game_id, values["player"], but=link_id)
        connection.execute(update(link).where(*_this(game_id, link_id)).values(**values))


def set_access(game_id: str, **values: Any) -> None:
    """Set what a game asks of phones. Raises UnknownGame."""
    with changing(game_id) as connection:
        write_access(connection, game_id, values)


def guard_game(game_id: str, keeper: NewLink) -> None:
    """Let only phones with a link in from now on; this one keeps score. Raises UnknownGame."""
    with changing(game_id) as connection:
        write_access(connection, game_id, {"guarded": True})
        seated = (link.c.game_id == game_id, link.c.player.is_not(None))
        connection.execute(update(link).where(*seated).values(role=Role.SEAT))
        _put_out_scorekeepers(connection, game_id)
        _insert(connection, game_id, keeper, granted=True)


def take_over(game_id: str, token: str, *, instead_of: str, is_due: Callable[[Link], bool]) -> None:
    """Make a seated phone the scorekeeper, and put the former one out.

    Raises UnknownGame, and TooSoon unless it asked, nobody objected, and ``is_due`` agrees.
    """
    with changing(game_id) as connection:
        statement = select(*LINK).where(*_this(game_id, hashed(instead_of)))
        row = connection.execute(statement).one_or_none()
        if row is None or not row.takeover_at or not is_due(_link(row)):
            raise TooSoon(game_id)
        _put_out_scorekeepers(connection, game_id)
        keeper = NewLink(token, Role.SCOREKEEPER, row.player, row.label, instead_of)
        _insert(connection, game_id, keeper, granted=True)


def recover(game_id: str, keeper: NewLink) -> None:
    """Make this phone the scorekeeper, and put the former one out. Raises UnknownGame.

    It keeps its own seat, else it gets the former's. The recovery code is used up.
    """
    former = (link.c.game_id == game_id, link.c.role == Role.SCOREKEEPER)
    with changing(game_id) as connection:
        for held in (_this(game_id, hashed(keeper.instead_of)), former):
            if keeper.player is None:
                seat = connection.execute(select(link.c.player).where(*held)).scalars().first()
                keeper = replace(keeper, player=seat)
        _put_out_scorekeepers(connection, game_id)
        _insert(connection, game_id, keeper, granted=True)
        write_access(connection, game_id, {"recovery_sha256": None, "recovery_nonce": ""})


def ask_takeover(game_id: str, link_id: str) -> None:
    """Note that a seated phone wants to keep score. Raises UnknownGame."""
    change_link(game_id, link_id, takeover_at=now(), takeover_shown_at=None)


def note_takeover_shown(game_id: str) -> None:
    """Note that another phone now shows who asks to keep score. Raises UnknownGame."""
    asking = (link.c.game_id == game_id, link.c.takeover_at.is_not(None))
    with writing() as connection:
        locked_version(connection, game_id)
        unseen = update(link).where(*asking, link.c.takeover_shown_at.is_(None))
        if connection.execute(unseen.values(takeover_shown_at=now())).rowcount:
            raise_changes(connection, game_id)


def object_to_takeover(game_id: str) -> None:
    """Leave the score with the phone that keeps it. Raises UnknownGame."""
    with changing(game_id) as connection:
        connection.execute(
            update(link)
            .where(link.c.game_id == game_id)
            .values(takeover_at=None, takeover_shown_at=None)
        )


@contextmanager
def changing(game_id: str) -> Iterator[Connection]:
    """Lock a game for writing; its streams are notified."""
    with writing() as connection:
        locked_version(connection, game_id)
        yield connection
        raise_access(connection, game_id)


def _insert(connection: Connection, game_id: str, new: NewLink, *, granted: bool) -> None:
    """Give a phone a link in place of the one it had; only one phone has a seat."""
    connection.execute(delete(link).where(*_this(game_id, hashed(new.instead_of))))
    if granted:
        _free_seat(connection, game_id, new.player)
    at = now()
    values = {"role": new.role, "player": new.player, "label": new.label, "asked_at": at}
    row = {"token_sha256": hashed(new.token), "game_id": game_id}
    granted_at = at if granted else None
    connection.execute(insert(link).values(**row, **values, granted_at=granted_at))


def _put_out_scorekeepers(connection: Connection, game_id: str) -> None:
    theirs = (link.c.game_id == game_id, link.c.role == Role.SCOREKEEPER)
    connection.execute(delete(link).where(*theirs))


def _free_seat(connection: Connection, game_id: str, player: int | None, *, but: str = "") -> None:
    """Take the seat from the phone that has it; a scorekeeper without a seat keeps the score."""
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


def _refuse_crowd(connection: Connection, game_id: str) -> None:
    counted = select(func.count()).select_from(link).where(link.c.game_id == game_id)
    if connection.execute(counted).scalar_one() >= MOST_LINKS:
        raise TooManyLinks(game_id)


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
