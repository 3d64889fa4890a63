"""All rows of a database file, moved into PostgreSQL: games, half-typed forms, phones."""

from sqlalchemy import Connection, Engine, Table, insert, select

from kalooki_ref.store.database import kind_of, writing
from kalooki_ref.store.tables import ConfigError, db, game

# Read and written at a time.
ROWS = 1000


def move_in(source: Engine) -> int:
    """Copy all rows of another database into this one, all or none; return how many games came.

    Both have the newest tables. Raises ConfigError when there are games here already.
    """
    with source.connect() as before, writing(lock="moving") as connection:
        if connection.execute(select(game.c.id).limit(1)).first() is not None:
            raise ConfigError("this database has games already; restore into an empty one")
        kind_of(db.engine).take_time(connection)
        return sum(_copied(before, connection, table) for table in db.metadata.sorted_tables)


def _copied(before: Connection, connection: Connection, table: Table) -> int:
    """Copy a table; return how many games it held."""
    count = 0
    for rows in before.execute(select(table)).mappings().partitions(ROWS):
        connection.execute(insert(table), [{**row} for row in rows])
        count += len(rows)
    return count if table is game else 0
