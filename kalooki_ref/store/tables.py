"""The tables, the rows handed out, and the ways in which the store says no."""

from dataclasses import dataclass
from typing import Any

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)


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
    """

    id: str
    version: int
    title: str
    rules: str
    created_at: str
    entries: tuple[StoredEntry, ...]
    home: str = ""


@dataclass(frozen=True, slots=True)
class NewEntry:
    """An entry as a phone sends it; ``body_sha256`` tells a repeat from another intent."""

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


@dataclass(frozen=True, slots=True)
class Draft:
    """A half-typed form and when it was kept."""

    data: dict[str, Any]
    at: str


class UnknownGame(LookupError):
    """No game has this id."""


class KeyReused(ValueError):
    """The key already belongs to an entry that says something else."""


class Stale(Exception):
    """The table moved on: ``base`` is what the phone had seen, ``version`` what there is now."""

    def __init__(self, game_id: str, *, base: int, version: int) -> None:
        super().__init__(f"the form was made at version {base}, the table is at {version}")
        self.game_id = game_id
        self.base = base
        self.version = version


class Unavailable(Exception):
    """The database cannot be written or read just now: locked, full, read-only or failing."""


class Unfit(Exception):
    """The database cannot keep its promises here; the message says why and what to do."""


db = SQLAlchemy(disable_autonaming=True)
WRITES = "kalooki_writes"
"""The execution option of a connection that is about to write."""
IS_DELETED = text("deleted_at IS NOT NULL")
game = Table(
    "game",
    db.metadata,
    Column("id", String(22), primary_key=True),
    Column("key", String(64), nullable=False, unique=True),
    Column("created_at", String(20), nullable=False),
    Column("saved_at", String(20), nullable=False),
    Column("version", Integer, nullable=False),
    Column("changes", Integer, nullable=False, server_default="0"),
    Column("title", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("deleted_at", String(20)),
    Column("next_id", String(22)),
    Column("home", Text, nullable=False, server_default=""),
    Index("game_deleted", "deleted_at", sqlite_where=IS_DELETED),
)
entry = Table(
    "entry",
    db.metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
    Column("body_sha256", String(64), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("data", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", String(20), nullable=False),
    UniqueConstraint("game_id", "key", name="entry_key"),
)
draft = Table(
    "draft",
    db.metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("form", String(80), primary_key=True),
    Column("data", Text, nullable=False),
    Column("at", String(20), nullable=False),
)
access = Table(
    "access",
    db.metadata,
    Column("game_id", ForeignKey("game.id"), primary_key=True),
    Column("guarded", Boolean, nullable=False, server_default=false()),
    Column("seats_record", Boolean, nullable=False, server_default=false()),
    Column("join_sha256", String(64), unique=True),
    Column("join_nonce", String(22), nullable=False, server_default=""),
    Column("join_until", String(20), nullable=False, server_default=""),
    Column("recovery_sha256", String(64), unique=True),
    Column("recovery_nonce", String(22), nullable=False, server_default=""),
)
link = Table(
    "link",
    db.metadata,
    Column("token_sha256", String(64), primary_key=True),
    Column("game_id", ForeignKey("game.id"), nullable=False, index=True),
    Column("role", String(12), nullable=False),
    Column("player", Integer),
    Column("label", Text, nullable=False),
    Column("asked_at", String(20), nullable=False),
    Column("granted_at", String(20)),
    Column("takeover_at", String(20)),
)
