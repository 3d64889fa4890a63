"""The event store: creates games, loads them completely, appends entries to them.

A write checks its idempotency key and the version and stores the entry in one transaction, and
returns only after the commit. Entries are opaque here; the caller's ``conflicts`` decides whether a
late one may still be added.
"""

import json
import secrets
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, bindparam, func, insert, select

from kalooki_ref.game.instants import instant_text
from kalooki_ref.game.record import shown_key
from kalooki_ref.store.changes import raise_changes
from kalooki_ref.store.database import reading, writing
from kalooki_ref.store.tables import (
    Appended,
    Created,
    GameRow,
    KeyReused,
    NewEntry,
    Stale,
    StoredEntry,
    StoredGame,
    UnknownGame,
    entry,
    game,
)

# Called with the entries a phone hasn't seen; returns whether the new entry conflicts with them.
Conflicts = Callable[[tuple[StoredEntry, ...]], bool]
# Called in the transaction that appends an entry, before that; raises to refuse it.
Check = Callable[[Connection], None]
# Called in the transaction that creates a game, with its id.
Then = Callable[[Connection, str], None]
GAME = (game.c.id, game.c.version, game.c.title, game.c.rules, game.c.created_at, game.c.saved_at)
# In a file, besides what happened and the rules.
BYTES_OF_ENTRY, BYTES_OF_GAME = 150, 150
# A deleted game counts as unknown until it is restored.
SHOWN = game.c.deleted_at.is_(None)
ENTRY = (entry.c.seq, entry.c.key, entry.c.kind, entry.c.data, entry.c.by, entry.c.at)
OF_GAME = entry.c.game_id == bindparam("game_id")
CHANGES = select(game.c.changes).where(game.c.id == bindparam("game_id"), SHOWN)
SINCE = select(*ENTRY).where(OF_GAME, entry.c.seq > bindparam("after")).order_by(entry.c.seq)
SAVED: Select[Any] = select(entry.c.seq, entry.c.body_sha256).where(
    OF_GAME, entry.c.key == bindparam("entry_key")
)
LOCKED = select(game.c.version).where(game.c.id == bindparam("game_id"), SHOWN).with_for_update()


def now(*, ago: timedelta = timedelta()) -> str:
    """Return the current time less ``ago`` as ISO 8601, in UTC and whole seconds."""
    return instant_text(datetime.now(UTC) - ago)


def create_game(
    first: NewEntry, *, title: str, rules: str, then: Then = lambda _connection, _game_id: None
) -> Created:
    """Create a game with its first entry; a repeated key returns the game created before.

    ``then`` is called in the same transaction. Raises KeyReused if the key was used with other
    content.
    """
    columns = (game.c.id, game.c.version, entry.c.body_sha256)
    first_of = (entry.c.game_id == game.c.id) & (entry.c.seq == 1)
    by_key: Select[Any] = select(*columns).join(entry, first_of).where(game.c.key == first.key)
    with writing(lock=first.key) as connection:
        made = connection.execute(by_key).one_or_none()
        if made is not None:
            _refuse_reuse(made, first)
            return Created(made.id, made.version, replayed=True)
        game_id = _new_id()
        at = now()
        row = {"id": game_id, "key": first.key, "title": title, "rules": rules}
        connection.execute(insert(game).values(**row, version=1, created_at=at, saved_at=at))
        _insert_entry(connection, game_id, seq=1, new=first, at=at)
        then(connection, game_id)
    return Created(game_id, version=1, replayed=False)


def import_game(restored: StoredGame, *, key: str = "") -> str:
    """Store a complete game from elsewhere, times included; return its new id.

    A repeated ``key`` returns the id of the game stored before.
    """
    game_id = _new_id()
    row: dict[str, Any] = {
        "id": game_id,
        "key": key or secrets.token_hex(16),
        "title": restored.title,
        "rules": restored.rules,
        "home": restored.home,
    }
    row |= {"version": restored.version, "created_at": restored.created_at}
    with writing(lock=row["key"]) as connection:
        made = connection.execute(select(game.c.id).where(game.c.key == row["key"])).scalar()
        if made is not None:
            return str(made)
        connection.execute(insert(game).values(**row, saved_at=restored.entries[-1].at or now()))
        _insert_stored(connection, game_id, restored.entries)
    return game_id


def append(
    game_id: str,
    new: NewEntry,
    *,
    base: int,
    conflicts: Conflicts = lambda _unseen: True,
    check: Check = lambda _connection: None,
) -> Appended:
    """Append an entry to a game, exactly once per key.

    ``base`` is the version the phone has seen. Newer entries conflict unless ``conflicts`` says no;
    on a conflict Stale is raised and nothing changes. Raises UnknownGame, KeyReused, and what
    ``check`` raises.
    """
    with writing() as connection:
        version = locked_version(connection, game_id)
        saved = connection.execute(SAVED, {"game_id": game_id, "entry_key": new.key}).one_or_none()
        if saved is not None:
            _refuse_reuse(saved, new)
            return Appended(saved.seq, version, replayed=True)
        _refuse_stale(connection, game_id, base, version, conflicts)
        check(connection)
        at = now()
        _insert_entry(connection, game_id, seq=version + 1, new=new, at=at)
        raise_changes(connection, game_id, version=version + 1, saved_at=at)
    return Appended(version + 1, version + 1, replayed=False)


def append_kept(game_id: str, kept: tuple[StoredEntry, ...], *, base: int) -> None:
    """Append entries from a copy of the game, times included, in one transaction.

    Their numbers continue from ``base``. Raises UnknownGame, and Stale if there are newer entries.
    """
    with writing() as connection:
        version = locked_version(connection, game_id)
        if version != base:
            raise Stale(game_id, base=base, version=version)
        _insert_stored(connection, game_id, kept)
        raise_changes(connection, game_id, version=kept[-1].seq, saved_at=now())


def load(game_id: str) -> StoredGame:
    """Return a game with its entries; raises UnknownGame."""
    for stored in load_many([game_id]):
        return stored
    raise UnknownGame(game_id)


def load_many(ids: Iterable[str]) -> tuple[StoredGame, ...]:
    """Return games with their entries, in two queries; unknown ids are skipped."""
    return load_where(ids, SHOWN)


def load_where(ids: Iterable[str], condition: ColumnElement[bool]) -> tuple[StoredGame, ...]:
    """Return the games among ``ids`` that meet a condition, with their entries."""
    wanted = tuple(ids)
    chosen = select(entry.c.game_id, *ENTRY).where(entry.c.game_id.in_(wanted))
    statement = select(*GAME, game.c.home, game.c.changes).where(game.c.id.in_(wanted), condition)
    entries: dict[str, list[StoredEntry]] = {game_id: [] for game_id in wanted}
    with reading() as connection:
        rows = connection.execute(statement).all()
        for game_id, *row in connection.execute(chosen.order_by(entry.c.seq)):
            entries[game_id].append(_entry(row))
    return tuple(
        StoredGame(*row[:5], tuple(entries[row.id]), row.home, row.changes) for row in rows
    )


def first_keys(ids: Iterable[str]) -> dict[str, str]:
    """Return the public key of the first entry of each game among ``ids``, by id."""
    chosen = select(entry.c.game_id, entry.c.key).where(
        entry.c.game_id.in_(list(ids)), entry.c.seq == 1
    )
    with reading() as connection:
        return {game_id: shown_key(key) for game_id, key in connection.execute(chosen)}


def file_size_of(ids: Iterable[str]) -> tuple[int, int]:
    """Return how many of these games there are, and about how many bytes a file with them has."""
    taken = func.sum(func.length(entry.c.data) + BYTES_OF_ENTRY).label("taken")
    of_games = entry.c.game_id.in_(list(ids))
    entries = select(entry.c.game_id, taken).where(of_games).group_by(entry.c.game_id).subquery()
    whole = func.sum(entries.c.taken + func.length(game.c.rules) + BYTES_OF_GAME)
    chosen = select(func.count(), whole).select_from(game).where(SHOWN)
    with reading() as connection:
        joined = chosen.join(entries, entries.c.game_id == game.c.id)
        games, size = connection.execute(joined).one()
    return games, int(size or 0)


def changes_of(game_id: str) -> int:
    """Return a game's change number (see `changes`); raises UnknownGame."""
    with reading() as connection:
        changes = connection.execute(CHANGES, {"game_id": game_id}).scalar_one_or_none()
    if changes is None:
        raise UnknownGame(game_id)
    return int(changes)


def seq_of(game_id: str, key: str, body_sha256: str) -> int | None:
    """Return the number of the entry with this key and body; None if there isn't one."""
    with reading() as connection:
        saved = connection.execute(SAVED, {"game_id": game_id, "entry_key": key}).one_or_none()
    return int(saved.seq) if saved is not None and saved.body_sha256 == body_sha256 else None


def entries_since(game_id: str, base: int) -> tuple[StoredEntry, ...]:
    """Return the entries after version ``base``, oldest first; none for an unknown game."""
    with reading() as connection:
        return rows_since(connection, game_id, base)


def rows_since(connection: Connection, game_id: str, base: int) -> tuple[StoredEntry, ...]:
    """Return the entries after version ``base``, oldest first."""
    rows = connection.execute(SINCE, {"game_id": game_id, "after": base})
    return tuple(_entry(row) for row in rows)


def games(ids: Iterable[str]) -> tuple[GameRow, ...]:
    """Return the games with these ids, last saved first; unknown ids are skipped."""
    return _games(game.c.id.in_(tuple(ids)))


def all_games() -> tuple[GameRow, ...]:
    """Return every game, last saved first.

    Only for the command line and the pocket: ids are secret links.
    """
    return _games()


def _games(*wanted: Any) -> tuple[GameRow, ...]:
    chosen = select(*GAME).where(SHOWN, *wanted).order_by(game.c.saved_at.desc())
    with reading() as connection:
        return tuple(GameRow(*row) for row in connection.execute(chosen))


def _new_id() -> str:
    """Return a random id without a leading dash, which would look like a command-line option."""
    while (name := secrets.token_urlsafe(16)).startswith("-"):
        pass
    return name


def locked_version(connection: Connection, game_id: str) -> int:
    """Lock a game's row and return its version; raises UnknownGame."""
    version = connection.execute(LOCKED, {"game_id": game_id}).scalar_one_or_none()
    if version is None:
        raise UnknownGame(game_id)
    return int(version)


def _entry(row: Any) -> StoredEntry:
    seq, key, kind, data, by, at = row
    return StoredEntry(seq, key, kind, json.loads(data), by, at)


def _refuse_reuse(saved: Row[Any], new: NewEntry) -> None:
    if saved.body_sha256 != new.body_sha256:
        raise KeyReused(new.key)


def _refuse_stale(
    connection: Connection, game_id: str, base: int, version: int, conflicts: Conflicts
) -> None:
    if base == version:
        return
    ahead = not 0 <= base < version
    if ahead or conflicts(rows_since(connection, game_id, base)):
        raise Stale(game_id, base=base, version=version)


def _insert_stored(connection: Connection, game_id: str, kept: tuple[StoredEntry, ...]) -> None:
    for stored in kept:
        new = NewEntry(stored.key, "", stored.kind, stored.data, stored.by)
        _insert_entry(connection, game_id, seq=stored.seq, new=new, at=stored.at or now())


def _insert_entry(
    connection: Connection, game_id: str, *, seq: int, new: NewEntry, at: str
) -> None:
    sent = {"key": new.key, "body_sha256": new.body_sha256, "kind": new.kind, "by": new.by}
    # ASCII only: a lone surrogate couldn't be encoded as UTF-8.
    data = json.dumps(new.data, separators=(",", ":"))
    row = {"game_id": game_id, "seq": seq, "data": data, "at": at, **sent}
    connection.execute(insert(entry), row)
