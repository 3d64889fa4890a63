"""What the store hands out, and the ways in which it says no; all frozen, none tied to SQL.

Not here: what the entries add up to (game).
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """One line of a game's book: its number from 1, the key its phone gave it, what happened."""

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
    """A game with all its entries, oldest first; ``rules`` is the JSON text it began with."""

    id: str
    version: int
    title: str
    rules: str
    created_at: str
    entries: tuple[StoredEntry, ...]


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
