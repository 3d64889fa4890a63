"""SQLite: connection settings, transactions, errors, and file copies."""

import secrets
import sqlite3
import time
from collections.abc import Set
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import DBAPIError

from kalooki_ref.store.tables import WRITES, ConfigError

BUSY_MILLISECONDS = 5000
# A backup copies in steps, so that saves can go on in between.
PAGES_A_STEP = 256
# One page: the smallest database that isn't empty.
LEAST_BYTES = 4096

SETTINGS = (
    f"PRAGMA busy_timeout={BUSY_MILLISECONDS}",
    "PRAGMA synchronous=FULL",
    "PRAGMA fullfsync=ON",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",
)
EXPECTED = {"synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}

TROUBLES = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}
UNCHECKED = {
    sqlite3.SQLITE_INTERRUPT,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
}
DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def url_of(path: Path) -> URL:
    return URL.create("sqlite", database=str(path))


def prepare(engine: Engine, *, journal: str) -> None:
    """Apply the settings and the journal mode to every new connection of this engine."""
    event.listen(engine, "connect", partial(_on_connect, journal=journal))
    event.listen(engine, "begin", _on_begin)


def code_of(error: BaseException) -> int:
    """Return SQLite's primary error code; 0 if the error has none."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return int(getattr(cause, "sqlite_errorcode", 0)) & 0xFF


def is_trouble(error: BaseException) -> bool:
    """Return whether the file or the disk caused an error: locked, full, read-only, failing."""
    return code_of(error) in TROUBLES


def lock(_connection: Connection, _name: str) -> None:
    """Do nothing: SQLite has only one writer at a time."""


def disable_timeout(_connection: Connection) -> None:
    """Do nothing: there is no statement timeout."""


def notify(_connection: Connection) -> None:
    """Do nothing: no other process uses the file."""


def probe(connection: Connection) -> None:
    """Write only the user version in the file's header."""
    connection.exec_driver_sql(f"PRAGMA user_version={secrets.randbits(30)}")


def truncate_log(cursor: Any) -> bool:
    """Checkpoint and truncate the write-ahead log; return False if a reader still needs it."""
    cursor.execute("PRAGMA busy_timeout=0")  # don't block the page that triggered this
    try:
        busy, _pages, _moved = cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        cursor.execute(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")
    return not busy


def copy(database: Path, target: Path) -> None:
    """Copy a database that may be in use into a file without a write-ahead log."""
    with (
        closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as source,
        closing(sqlite3.connect(target)) as copied,
    ):
        source.backup(copied, pages=PAGES_A_STEP, sleep=0.01)
        copied.execute("PRAGMA journal_mode=delete")


def is_sound(path: Path, *, seconds: float = 60.0) -> bool:
    """Return whether a database file passes its integrity check.

    True as well if that takes too long, or can't be found out, as in a read-only folder, where
    SQLite can't create the files beside it.
    """
    until = time.monotonic() + seconds
    if path.stat().st_size < LEAST_BYTES:
        return False  # SQLite would open it as a new database
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            connection.set_progress_handler(lambda: time.monotonic() > until, 100_000)
            return bool(connection.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.Error as error:
        return code_of(error) in UNCHECKED


def has_tables(path: Path, names: Set[str]) -> bool:
    """Return whether a database file has these tables; True as well if that can't be found out."""
    try:
        with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as connection:
            found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            return names <= {name for (name,) in found}
    except sqlite3.Error as error:
        return code_of(error) in UNCHECKED


def identity_of(path: Path) -> tuple[int, int] | None:
    """Return device and inode of a file; None if it doesn't exist."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def check_settings(connection: Any, *, journal: str) -> None:
    """Raise ConfigError if the settings didn't take effect on this file system."""
    needed = EXPECTED | {"journal_mode": journal}
    found = {name: connection.execute(f"PRAGMA {name}").fetchone()[0] for name in needed}
    if found != needed:
        raise ConfigError(
            f"The database can't use the settings that keep entries safe: {found} where "
            f"{needed} is needed. Put the instance folder on a local disk, not a network share."
        )


def _on_connect(connection: Any, _record: Any, *, journal: str) -> None:
    connection.isolation_level = None  # _on_begin starts transactions, not the sqlite3 module
    for setting in SETTINGS:
        connection.execute(setting)
    _set_journal(connection, journal)
    check_settings(connection, journal=journal)


def _set_journal(connection: Any, journal: str) -> None:
    """Set the journal mode, retrying: the change to WAL ignores the busy timeout."""
    until = time.monotonic() + BUSY_MILLISECONDS / 1000
    while True:
        try:
            connection.execute(f"PRAGMA journal_mode={journal}")
        except sqlite3.OperationalError as error:
            if code_of(error) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return


def _on_begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
