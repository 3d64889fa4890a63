"""Copies all rows of a SQLite file into PostgreSQL."""

from sqlalchemy import Connection, Engine, Table, insert, select

from kalooki_ref.store.database import kind_of, writing
from kalooki_ref.store.tables import ConfigError, db, game

# Batch size.
ROWS = 1000


def move_in(source: Engine) -> int:
    """Copy all rows of another database in one transaction; return the number of games.

    Both must have the newest schema. Raises ConfigError if this database isn't empty.
    """
    with source.connect() as before, writing(lock="moving") as connection:
        if connection.execute(select(game.c.id).limit(1)).first() is not None:
            raise ConfigError("this database has games already; restore into an empty one")
        kind_of(db.engine).disable_timeout(connection)
        return sum(_copy(before, connection, table) for table in db.metadata.sorted_tables)


def _copy(before: Connection, connection: Connection, table: Table) -> int:
    """Copy a table; return its number of rows if it is the table of games, else 0."""
    count = 0
    for rows in before.execute(select(table)).mappings().partitions(ROWS):
        connection.execute(insert(table), [{**row} for row in rows])
        count += len(rows)
    return count if table is game else 0
