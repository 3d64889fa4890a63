"""Games as rows: the only room that knows SQL.

Not here: what an entry means (game), or who asks (web).
"""

from kalooki_ref.store.drafts import drop_draft, get_draft, put_draft
from kalooki_ref.store.folded import Folded
from kalooki_ref.store.games import (
    all_games,
    always,
    append,
    create_game,
    entries_since,
    games,
    load,
    load_many,
    version_of,
)
from kalooki_ref.store.opening import MIGRATIONS, can_write, open_database
from kalooki_ref.store.rows import (
    Appended,
    Created,
    Draft,
    GameRow,
    KeyReused,
    NewEntry,
    Stale,
    StoredEntry,
    StoredGame,
    Unavailable,
    Unfit,
    UnknownGame,
)
from kalooki_ref.store.sqlite import url_of
from kalooki_ref.store.tables import db

__all__ = [
    "MIGRATIONS",
    "Appended",
    "Created",
    "Draft",
    "Folded",
    "GameRow",
    "KeyReused",
    "NewEntry",
    "Stale",
    "StoredEntry",
    "StoredGame",
    "Unavailable",
    "Unfit",
    "UnknownGame",
    "all_games",
    "always",
    "append",
    "can_write",
    "create_game",
    "db",
    "drop_draft",
    "entries_since",
    "games",
    "get_draft",
    "load",
    "load_many",
    "open_database",
    "put_draft",
    "url_of",
    "version_of",
]
