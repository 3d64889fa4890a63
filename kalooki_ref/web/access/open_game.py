"""A stored game opened for a page: its record, folded once for each version."""

import json
from dataclasses import dataclass

from flask import abort

from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry, event_from
from kalooki_ref.game.state import Game
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.serialization import from_data
from kalooki_ref.store import FoldCache, StoredGame, UnknownGame


@dataclass(frozen=True, slots=True)
class Table:
    """A game with its address, the version of its record, and the record itself."""

    id: str
    version: int
    title: str
    created_at: str
    game: Game
    entries: tuple[Entry, ...]

    @property
    def system(self) -> RuleSystem:
        """The rules as they were when the game began."""
        return self.game.system


def open_table(game_id: str) -> Table:
    """Return the table at this address as it stands now; answers 404 when there is none."""
    try:
        return _tables(game_id)
    except UnknownGame:
        abort(404)


def open_tables(ids: tuple[str, ...]) -> tuple[Table, ...]:
    """Return the tables at these addresses in their order; those that do not exist are left out."""
    return _tables.many(ids) if ids else ()


def table_of(stored: StoredGame) -> Table:
    """Return the table that a stored game's book adds up to."""
    entries = tuple(
        Entry(row.seq, event_from(row.kind, row.data), row.by, row.at) for row in stored.entries
    )
    game = fold(from_data(json.loads(stored.rules)), entries)
    return Table(stored.id, stored.version, stored.title, stored.created_at, game, entries)


_tables = FoldCache(table_of)
