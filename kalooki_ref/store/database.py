"""The database: checked and migrated at startup; transactions for reading and writing."""

import os
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from flask import Flask, current_app
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from kalooki_ref.store import postgres, sqlite
from kalooki_ref.store.backups import FOLDER, backup_before, newest_first
from kalooki_ref.store.changes import notify_listeners, notifying
from kalooki_ref.store.tables import WRITES, ConfigError, Newer, Unavailable, db

MIGRATIONS = Path(__file__).with_name("migrations")
# The newest migration. Written out, so that startup needn't import Alembic; a test checks it.
HEAD = "0012"
NEWER = "a newer version of Kalooki Ref saved these games; install that version, or a newer one"
# In the pocket app the file is in memory, and the service worker stores it (pocket.bridge).
JOURNALS = {"server": "wal", "pocket": "memory"}

# Extension: the identity of the file that was opened at startup.
OPENED = "kalooki_database_file"
CHECK_SECONDS = 2.0
NEW_FILE_SECONDS = 60.0
PROBE_SECONDS = 5.0

_probed: WeakKeyDictionary[Engine, float] = WeakKeyDictionary()
_probing = Lock()


@contextmanager
def reading() -> Iterator[Connection]:
    """Open a read transaction with one consistent snapshot; raises Unavailable.

    It ends with a commit, because psycopg discards its prepared statements after a rollback.
    """
    with _database_errors(), db.engine.begin() as connection:
        yield connection


@contextmanager
def raw_cursor() -> Iterator[Any]:
    """Yield a DB-API cursor outside any transaction; raises Unavailable."""
    with (
        _database_errors(),
        closing(db.engine.raw_connection()) as connection,
        closing(connection.cursor()) as cursor,
    ):
        yield cursor


@contextmanager
def writing(*, lock: str = "") -> Iterator[Connection]:
    """Open a write transaction: committed at the end of the block, rolled back if it raises.

    A block that changes a game must lock its row first. ``lock`` is the name of an advisory lock,
    for writes without a row to lock. Data is durable only after the block. Raises Unavailable.
    """
    with _database_errors(), db.engine.connect() as connection:
        connection.execution_options(**{WRITES: True})
        with notifying(connection), connection.begin():
            if lock:
                kind_of(db.engine).lock(connection, lock)
            yield connection
            kind_of(db.engine).notify(connection)


def kind_of(engine: Engine) -> ModuleType:
    """Return the module for this engine's database: `sqlite` or `postgres`."""
    return sqlite if engine.dialect.name == "sqlite" else postgres


def open_database(app: Flask) -> None:
    """Prepare the app's database: check, migrate, listen; raises ConfigError."""
    db.init_app(app)
    with app.app_context():
        path = database_path()
        if path is None:
            postgres.prepare(db.engine)
            bring_up_to_date()
        else:
            open_file(app, path)


def open_file(app: Flask, path: Path) -> None:
    on_server = app.config["RUNS_IN"] == "server"
    if on_server:
        refuse_read_only(path.parent)
    if on_server and path.exists():
        refuse_damaged(path)
    sqlite.prepare(db.engine, journal=JOURNALS[app.config["RUNS_IN"]])
    bring_up_to_date()
    # The file and its write-ahead log can be read by their owner only, where that is possible.
    for file in path.parent.glob(f"{path.name}*"):
        with suppress(OSError):
            file.chmod(0o600)
    app.extensions[OPENED] = sqlite.identity_of(path) if on_server else None


def listen_for_changes(app: Flask) -> None:
    """Start listening for changes made by other processes, if the database is shared."""
    with app.app_context():
        if database_path() is None:
            postgres.listen(db.engine.url, partial(notify_listeners, app))


def database_path() -> Path | None:
    """Return the path of the SQLite file; None for PostgreSQL."""
    url = db.engine.url
    return Path(str(url.database)) if url.get_backend_name() == "sqlite" else None


def refuse_read_only(folder: Path) -> None:
    """Raise ConfigError if nothing can be written into the folder."""
    if not os.access(folder, os.W_OK):
        raise ConfigError(
            f"Can't write into the folder {folder}. It belongs to somebody else, or its disk is "
            "read-only: a worn SD card, for instance, can still be read, but no longer written. "
            "Nothing was changed. Copy the folder to another disk, and start with --instance and "
            "the copy."
        )


def refuse_damaged(path: Path) -> None:
    """Raise ConfigError if the file is empty or corrupt; it isn't changed.

    An empty file less than a minute old is being created by another process, unless it was there
    before: then there are backups.
    """
    found, restoring = path.stat(), _restoring(path)
    if found.st_size == 0 and restoring:
        raise ConfigError(
            f"The file {path} is empty, but there are backups. {restoring}To start without them, "
            "delete the empty file."
        )
    if found.st_size == 0 and time.time() - found.st_mtime < NEW_FILE_SECONDS:
        return
    if not sqlite.is_sound(path, seconds=CHECK_SECONDS):
        raise ConfigError(_damaged(path, f"{found.st_size} bytes, and not a whole database"))


def can_write() -> None:
    """Check that a write reaches the disk; raises Unavailable.

    A success is cached for a few seconds, so that frequent probes don't wear out an SD card.
    """
    with _probing:
        if time.monotonic() - _probed.get(db.engine, float("-inf")) >= PROBE_SECONDS:
            with writing() as connection:
                kind_of(db.engine).probe(connection)
            _probed[db.engine] = time.monotonic()


def upgrade(connection: Connection) -> None:
    """Run all outstanding migrations in the current transaction."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def _database_errors() -> Iterator[None]:
    try:
        _refuse_other_file()
        yield
    except NoConnectionFree as error:
        raise Unavailable("every connection is in use") from error
    except DBAPIError as error:
        if kind_of(db.engine).is_trouble(error) or error.connection_invalidated:
            raise Unavailable(str(error.orig)) from error
        raise
    except db.engine.dialect.loaded_dbapi.Error as error:
        if kind_of(db.engine).is_trouble(error):
            raise Unavailable(str(error)) from error
        raise


def _refuse_other_file() -> None:
    """Raise Unavailable if the file was moved, deleted or replaced: a save would be lost."""
    opened, path = current_app.extensions.get(OPENED), database_path()
    if opened is not None and path is not None and sqlite.identity_of(path) != opened:
        raise Unavailable("the database file was moved, deleted or replaced; start the app again")


def is_current() -> bool:
    """Return whether the database needs no migration; raises Unavailable."""
    with reading() as connection:
        return _revision(connection) == HEAD


def bring_up_to_date() -> None:
    """Run outstanding migrations; raises ConfigError, or Newer if the app is too old."""
    try:
        with reading() as connection:
            before = _revision(connection)
        if before is not None and before > HEAD:
            raise Newer(NEWER)
        path = database_path() if current_app.config["RUNS_IN"] == "server" else None
        if before not in {None, HEAD} and path is not None:
            backup_before(path, f"{before}-{HEAD}")
        with writing(lock="migrations") as connection:
            if _revision(connection) != HEAD:
                kind_of(db.engine).disable_timeout(connection)
                upgrade(connection)
    except Unavailable as error:
        raise ConfigError(_sentence(error)) from error
    except DBAPIError as error:
        raise ConfigError(f"Can't open the database: {error.orig}") from error


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision = connection.execute(text("SELECT version_num FROM alembic_version"))
    return revision.scalar_one_or_none()


def _sentence(error: Unavailable) -> str:
    cause, path, reason = error.__cause__, database_path(), " ".join(str(error).split())
    if path is None:
        return f"Can't use {postgres.place_of(db.engine.url)} ({reason})."
    if cause is not None and sqlite.code_of(cause) in sqlite.DAMAGED:
        return _damaged(path, reason)
    return (
        f"Can't write {path} ({reason}). Is the disk full, the "
        "folder read-only, or another program holding the file?"
    )


def _damaged(path: Path, reason: str) -> str:
    return (
        f"The file {path} is damaged or not a database ({reason}). It was left alone. "
        f"{_restoring(path)}To start with an empty one, move the damaged file away."
    )


def _restoring(path: Path) -> str:
    """Return how to restore the newest backup, as a sentence; empty without backups."""
    backups = newest_first(path.parent / FOLDER)
    if not backups:
        return ""
    command = f'kalooki-ref restore "{backups[0]}" --instance "{path.parent}"'
    return f"To bring back the newest backup: {command}. "
