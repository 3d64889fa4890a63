"""Table definitions, row dataclasses, and exceptions of the store."""

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from flask_sqlalchemy import SQLAlchemy


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry of a game: its number from 1, its idempotency key, and the event."""

    seq: int
    key: str
    kind: str
    data: dict[str, Any]
    by: str
    at: str


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its entries; ``version`` is their number; times are ISO 8601 in UTC."""

    id: str
    version: int
    title: str
    rules: str
    created_at: str
    saved_at: str


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with all its entries, oldest first; ``rules`` is the JSON text it began with.

    ``home`` is the URL that opens copies at the app this copy came from. ``changes`` is the change
    number.
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
    """An entry to append; ``body_sha256`` distinguishes a retry from another entry with its key."""

    key: str
    body_sha256: str
    kind: str
    data: dict[str, Any]
    by: str = ""


@dataclass(frozen=True, slots=True)
class Appended:
    """A committed entry; ``replayed`` if an earlier request with this key had saved it."""

    seq: int
    version: int
    replayed: bool


@dataclass(frozen=True, slots=True)
class Created:
    """A committed game; ``replayed`` if an earlier request with this key had created it."""

    id: str
    version: int
    replayed: bool


class UnknownGame(LookupError):
    """No game has this id."""


class KeyReused(ValueError):
    """The idempotency key was used for another entry."""


class Stale(Exception):
    """A conflicting entry was saved since version ``base``; the current one is ``version``."""

    def __init__(self, game_id: str, *, base: int, version: int) -> None:
        super().__init__(f"the form was made at version {base}, the table is at {version}")
        self.game_id = game_id
        self.base = base
        self.version = version


class Unavailable(Exception):
    """The database can't be used at the moment: locked, full, read-only or failing."""


class ConfigError(Exception):
    """A setting or the database can't be used; the message says why and what to do."""


class Newer(ConfigError):
    """The database was saved by a newer version of the app."""


db = SQLAlchemy(disable_autonaming=True)
# Execution option that marks a write transaction.
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
house_rules = sa.Table(
    "house_rules",
    db.metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("data", sa.Text, nullable=False),
    # When a phone last used them, to the day.
    sa.Column("at", sa.String(20), nullable=False),
    sa.Index("house_rules_at", "at"),
)
circle = sa.Table(
    "circle",
    db.metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    # The address that shows it, and the one that changes it.
    sa.Column("shows", sa.String(22), nullable=False, unique=True),
    sa.Column("changes", sa.String(22), nullable=False, unique=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
)
circle_game = sa.Table(
    "circle_game",
    db.metadata,
    sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True),
    sa.Column("circle_id", sa.ForeignKey("circle.id"), nullable=False),
    # The public key of the first entry, which is the same in every copy.
    sa.Column("key", sa.String(13), nullable=False),
    sa.UniqueConstraint("circle_id", "key", name="circle_game_key"),
)
spelling = sa.Table(
    "spelling",
    db.metadata,
    sa.Column("circle_id", sa.ForeignKey("circle.id"), primary_key=True),
    sa.Column("spelling", sa.String(40), primary_key=True),
    sa.Column("person", sa.String(40), nullable=False),
)
hidden_person = sa.Table(
    "hidden_person",
    db.metadata,
    sa.Column("circle_id", sa.ForeignKey("circle.id"), primary_key=True),
    sa.Column("person", sa.String(40), primary_key=True),
)
result = sa.Table(
    "result",
    db.metadata,
    sa.Column("game_id", sa.ForeignKey("game.id"), primary_key=True),
    # Of the entries and of the scoring that it was made from.
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("scoring", sa.Integer, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)
season = sa.Table(
    "season",
    db.metadata,
    sa.Column("circle_id", sa.ForeignKey("circle.id"), primary_key=True),
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("first", sa.String(10), nullable=False),
    sa.Column("last", sa.String(10), nullable=False),
    sa.Column("rule", sa.Text, nullable=False),
)
