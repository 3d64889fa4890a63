"""The database: opened and checked at start, then one transaction at a time."""

import secrets
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

from flask import Flask, current_app
from sqlalchemy import Connection, Engine, inspect, text, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from kalooki_ref.store import sqlite
from kalooki_ref.store.backups import FOLDER, backup_before
from kalooki_ref.store.changes import announcing
from kalooki_ref.store.tables import Unavailable, Unfit, db, game

MIGRATIONS = Path(__file__).with_name("migrations")
HEAD = "0003"
"""The newest migration; a test holds it, so that a start need not load Alembic to know."""
JOURNALS = {"server": "wal", "pocket": "memory"}
"""A phone's service worker keeps the file in memory, and saves it elsewhere (pocket.bridge)."""

OPENED = "kalooki_database_file"
"""The extension that remembers which file was opened at start."""
CHECK_SECONDS = 2.0
NEW_FILE_SECONDS = 60.0
PROBE_SECONDS = 5.0

_probed: WeakKeyDictionary[Engine, float] = WeakKeyDictionary()
_probing = Lock()


@contextmanager
def reading() -> Iterator[Connection]:
    """Give one consistent view of the database; raises Unavailable."""
    with _errors_named(), db.engine.connect() as connection:
        yield connection


@contextmanager
def raw_read() -> Iterator[Any]:
    """Give a bare cursor for one short query, no transaction around it; raises Unavailable.

    A tenth of the price of `reading`, for what every page asks first.
    """
    with (
        _errors_named(),
        closing(db.engine.raw_connection()) as connection,
        closing(connection.cursor()) as cursor,
    ):
        yield cursor


@contextmanager
def writing() -> Iterator[Connection]:
    """Be the only writer; committed when the block ends, undone when it raises.

    Raises Unavailable. What was written is safe on disk only once the block has been left.
    """
    with _errors_named(), db.engine.connect() as connection:
        connection.execution_options(**{sqlite.WRITES: True})
        with announcing(connection), connection.begin():
            yield connection


def open_database(app: Flask) -> None:
    """Make the app's database ready for use; raises Unfit with a sentence when it cannot be."""
    db.init_app(app)
    with app.app_context():
        if sqlite.is_sqlite(db.engine):
            on_server = app.config["RUNS_IN"] == "server"
            path = database_path()
            if on_server and path.exists():
                refuse_damaged(path)
            sqlite.prepare(db.engine, journal=JOURNALS[app.config["RUNS_IN"]])
            bring_up_to_date()
            keep_private(path)
            app.extensions[OPENED] = sqlite.identity_of(path) if on_server else None


def keep_private(path: Path) -> None:
    """Let nobody else read the file or its log, where the system allows it."""
    for file in path.parent.glob(f"{path.name}*"):
        with suppress(OSError):
            file.chmod(0o600)


def database_path() -> Path:
    """Return where the database file is."""
    return Path(str(db.engine.url.database))


def refuse_damaged(path: Path) -> None:
    """Refuse a file that is empty or broken; raises Unfit, and leaves the file as it is.

    An empty file of this minute is one that another process is making.
    """
    found = path.stat()
    if found.st_size == 0 and time.time() - found.st_mtime < NEW_FILE_SECONDS:
        return
    if not sqlite.is_sound(path, seconds=CHECK_SECONDS):
        raise Unfit(_damaged(path, f"{found.st_size} bytes, and not a whole database"))


def can_write() -> None:
    """Save something for good, as an entry would be, at most once every few seconds.

    In between a success stands, so that nobody who asks wears out a memory card. Raises
    Unavailable.
    """
    with _probing:
        if time.monotonic() - _probed.get(db.engine, float("-inf")) >= PROBE_SECONDS:
            _probe()
            _probed[db.engine] = time.monotonic()


def _probe() -> None:
    """Commit a change of nothing but a number in the file's header."""
    with writing() as connection:
        if sqlite.is_sqlite(db.engine):
            connection.exec_driver_sql(f"PRAGMA user_version={secrets.randbits(30)}")
        else:
            connection.execute(update(game).where(game.c.id == "").values(title=""))


def upgrade(connection: Connection) -> None:
    """Run the migrations in the transaction at hand: all of them, or none when it is cut short."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


@contextmanager
def _errors_named() -> Iterator[None]:
    try:
        _refuse_other_file()
        yield
    except NoConnectionFree as error:
        raise Unavailable("every connection is in use") from error
    except DBAPIError as error:
        if sqlite.is_trouble(error) or error.connection_invalidated:
            raise Unavailable(str(error.orig)) from error
        raise
    except db.engine.dialect.loaded_dbapi.Error as error:
        if sqlite.is_trouble(error):
            raise Unavailable(str(error)) from error
        raise


def _refuse_other_file() -> None:
    """Notice that the file was moved, deleted or replaced: what is saved now would be lost."""
    opened = current_app.extensions.get(OPENED)
    if opened is not None and sqlite.identity_of(database_path()) != opened:
        raise Unavailable("the database file was moved, deleted or replaced; start the app again")


def is_current() -> bool:
    """Say whether the database needs no migration; raises Unavailable."""
    with reading() as connection:
        return _revision(connection) == HEAD


def bring_up_to_date() -> None:
    """Run the migrations an older file needs; raises Unfit."""
    try:
        with reading() as connection:
            before = _revision(connection)
        if before not in {None, HEAD} and current_app.config["RUNS_IN"] == "server":
            backup_before(database_path(), f"{before}-{HEAD}")
        with writing() as connection:
            if _revision(connection) != HEAD:
                upgrade(connection)
    except Unavailable as error:
        raise Unfit(_sentence(error)) from error
    except DBAPIError as error:
        raise Unfit(f"Can't open the database: {error.orig}") from error


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision = connection.execute(text("SELECT version_num FROM alembic_version"))
    return revision.scalar_one_or_none()


def _sentence(error: Unavailable) -> str:
    cause = error.__cause__
    if cause is not None and sqlite.is_damaged(cause):
        return _damaged(database_path(), str(error))
    return (
        f"Can't write {db.engine.url.database} ({error}). Is the disk full, the "
        "folder read-only, or another program holding the file?"
    )


def _damaged(path: Path, reason: str) -> str:
    return (
        f"The file {path} is damaged or not a database ({reason}). It was left alone. "
        f"To restore the newest backup: kalooki-ref restore {path.parent / FOLDER}/FILE "
        "(the newest FILE there). To start with an empty one, move the damaged file away."
    )
