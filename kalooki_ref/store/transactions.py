"""One transaction at a time, to read or to write, and what may go wrong with it.

Not here: SQL.
"""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from kalooki_ref.store import sqlite
from kalooki_ref.store.rows import Unavailable
from kalooki_ref.store.tables import db


@contextmanager
def reading() -> Iterator[Connection]:
    """Give one consistent view of the database; raises Unavailable."""
    with _troubles_named(), db.engine.connect() as connection:
        yield connection


@contextmanager
def glancing() -> Iterator[Any]:
    """Give a bare cursor for one short look, no transaction around it; raises Unavailable.

    A tenth of the price of `reading`, for what every page asks first.
    """
    with (
        _troubles_named(),
        closing(db.engine.raw_connection()) as connection,
        closing(connection.cursor()) as cursor,
    ):
        yield cursor


@contextmanager
def writing() -> Iterator[Connection]:
    """Hold the only pen; committed when the block ends, undone when it raises.

    Raises Unavailable. What was written is safe on disk only once the block has been left.
    """
    with _troubles_named(), db.engine.connect() as connection:
        connection.execution_options(**{sqlite.WRITES: True})
        with connection.begin():
            yield connection


@contextmanager
def _troubles_named() -> Iterator[None]:
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
