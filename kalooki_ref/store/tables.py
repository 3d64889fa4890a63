"""The tables, the rows handed out, and the ways in which the store says no."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from flask_sqlalchemy import SQLAlchemy


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One entry of a game: its number from 1, the key its phone gave it, what happened."""

    seq: int
    key: str
    kind: str
    data: dict[str, Any]
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its entries; the version counts them; times are ISO 8601 in UTC."""

    id: str
    version: int
    title: str
    rules: str
    created_at: str
    saved_at: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with all its entries, oldest first; ``rules`` is the JSON text it began with.

    ``home`` is where a copy can be brought back to: the address that opens copies there.
    ``changes`` moves with all that shows of the game.
    """

    id: str
    version: int
    title: str
    rules: str
    created_at: str
    entries: tuple[StoredEntry, ...]
    home: str = ""
    changes: int = 0


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as a phone sends it; ``body_sha256`` distinguishes repeats from other entries."""

    key: str
    body_sha256: str
    kind: str
    data: dict[str, Any]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Appended:
    """An entry that is safe on disk; ``replayed`` when an earlier try had already saved it."""

    seq: int
    version: int
    replayed: bool


@dataclass(frozen=True, slots=True)
class Created:
    """A game that is safe on disk; ``replayed`` when an earlier try had already made it."""

    id: str
    version: int
    replayed: bool


class UnknownGame(LookupError):
    """No game has this id."""


class KeyReused(ValueError):
    """The key already belongs to an entry with another body."""


class Stale(Exception):
    """The table moved on: ``base`` is what the phone had seen, ``version`` what there is now."""

    def __init__(self, game_id: str, *, base: int, version: int) -> None:
        super().__init__(f"the form was made at version {base}, the table is at {version}")
        self.game_id = game_id
        self.base = base
        self.version = version


class Unavailable(Exception):
    """The database cannot be written or read just now: locked, full, read-only or failing."""


class ConfigError(Exception):
    """The database cannot keep its promises here; the message says why and what to do."""


class Newer(ConfigError):
    """The database was saved by a newer version of the app."""


db = SQLAlchemy(disable_autonaming=True)
# The execution option of a connection that is about to write.
WRITES = "kalooki_writes"
IS_DELETED = sa.text("deleted_at IS NOT NULL")
game = sa.Table(
    "game",
    db.metadata,
    sa.Column("id", sa.String(22), primary_key=True),
    sa.Column("key", sa.String(64), nullable=False, unique=True),
    sa.Column("created_at", sa.String(20), nullable=False),
    sa.Column("saved_at", sa.String(20), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("changes", sa.Integer, nullable=False, server_default="0"),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("deleted_at", sa.String(20)),
    sa.Column("next_id", sa.String(22)),
    sa.Column("home", sa.Text, nullable=False, server_default=""),
    sa.Index("game_deleted", "deleted_at", sqlite_where=IS_DELETED),
    sa.Index("game_next", "next_id"),
)
entry = sa.Table(
    "entry",
    db.metadata,
    sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("body_sha256", sa.String(64), nullable=False),
    sa.Column("kind", sa.String(40), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("by", sa.Text, nullable=False),
    sa.Column("at", sa.String(20), nullable=False),
    sa.UniqueConstraint("game_id", "key", name="entry_key"),
)
draft = sa.Table(
    "draft",
    db.metadata,
    sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("form", sa.String(80), primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.String(20), nullable=False),
)
access = sa.Table(
    "access",
    db.metadata,
    sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("guarded", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("seats_record", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("join_sha256", sa.String(64), unique=True),
    sa.Column("join_nonce", sa.String(22), nullable=False, server_default=""),
    sa.Column("join_until", sa.String(20), nullable=False, server_default=""),
    sa.Column("recovery_sha256", sa.String(64), unique=True),
    sa.Column("recovery_nonce", sa.String(22), nullable=False, server_default=""),
)
link = sa.Table(
    "link",
    db.metadata,
    sa.Column("token_sha256", sa.String(64), primary_key=True),
    sa.Column("game_id", sa.ForeignKey("game.id"), nullable=False, index=True),
    sa.Column("role", sa.String(12), nullable=False),
    sa.Column("player", sa.Integer),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("asked_at", sa.String(20), nullable=False),
    sa.Column("granted_at", sa.String(20)),
    sa.Column("takeover_at", sa.String(20)),
    sa.Column("takeover_shown_at", sa.String(20)),
)
wrong_code = sa.Table(
    "wrong_code",
    db.metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("who_sha256", sa.String(64), nullable=False),
    sa.Column("at", sa.String(20), nullable=False, index=True),
    sa.Index("wrong_code_who", "who_sha256", "at"),
)
