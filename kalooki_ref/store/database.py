"""The database: opened and checked at start, then one transaction at a time."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from flask import Flask
from sqlalchemy import Connection, insert, inspect, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from kalooki_ref.store import sqlite
from kalooki_ref.store.tables import Unavailable, Unfit, db, game

MIGRATIONS = Path(__file__).with_name("migrations")
HEAD = "0002"
"""The newest migration; a test holds it, so that a start need not load Alembic to know."""
JOURNALS = {"server": "wal", "pocket": "memory"}
"""A phone's service worker keeps the file in memory, and saves it elsewhere (pocket.bridge)."""


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
        with connection.begin():
            yield connection


def open_database(app: Flask) -> None:
    """Make the app's database ready for use; raises Unfit with a sentence when it cannot be."""
    db.init_app(app)
    with app.app_context():
        if sqlite.is_sqlite(db.engine):
            sqlite.prepare(db.engine, journal=JOURNALS[app.config["RUNS_IN"]])
            bring_up_to_date()


def can_write() -> None:
    """Write a row and take it back; raises Unavailable."""
    probe = {"id": "probe", "key": "probe", "created_at": "", "saved_at": "", "version": 0}
    with writing() as connection:
        connection.execute(insert(game).values(title="", rules="", **probe))
        connection.rollback()


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


def is_current() -> bool:
    """Say whether the database needs no migration; raises Unavailable."""
    with reading() as connection:
        return _revision(connection) == HEAD


def bring_up_to_date() -> None:
    """Run the migrations an older file needs; raises Unfit."""
    try:
        with writing() as connection:
            if _revision(connection) != HEAD:
                upgrade(connection)
    except Unavailable as error:
        raise Unfit(_sentence(error)) from error
    except DBAPIError as error:
        raise Unfit(f"The database cannot be opened: {error.orig}") from error


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    revision = connection.execute(text("SELECT version_num FROM alembic_version"))
    return revision.scalar_one_or_none()


def _sentence(error: Unavailable) -> str:
    cause = error.__cause__
    if cause is not None and sqlite.is_damaged(cause):
        return (
            f"The file {db.engine.url.database} is damaged or no database ({error}). It was left "
            "as it is; put a backup in its place, or move it away to begin with an empty one."
        )
    return (
        f"The file {db.engine.url.database} cannot be written ({error}). Is the disk full, the "
        "folder read-only, or another program holding the file?"
    )
