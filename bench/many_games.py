"""What 100,000 stored games cost a page, beside 1,000, with SQLite and with PostgreSQL.

Prints milliseconds, p95 and their ratio; fails above the target. Both sizes are asked in turns, in
one process, for games drawn by chance, each read from the database as if nobody had asked for it
before. Not here: the network; requests go straight into the app.
"""

import io
import logging
import os
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from flask import Flask
from sqlalchemy import text

sys.path.insert(0, str(Path(__file__).parents[1]))

from kalooki_ref import create_app
from kalooki_ref.store.database import kind_of, writing
from kalooki_ref.store.tables import db
from kalooki_ref.web.access.open_game import forget
from tests import databases
from tests.web.phone import Phone

FEW, MANY = 1_000, 100_000
MOST = 1.2
PAGES = ("", "/standings", "/history", "/round", ".json")
ASKED, TURNS = 60, 5
"""Games asked for each page in a turn, and turns."""
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) "
COPIED = {
    "game": ("id", "key", "created_at", "saved_at", "version", "changes", "title", "rules"),
    "entry": ("game_id", "seq", "key", "body_sha256", "kind", "data", "by", "at"),
}
OWN = {"id": ":name || i", "game_id": ":name || i", "key": "key || i"}


def filled(app: Flask, name: str, count: int) -> Flask:
    """Play a game, and store so many copies of it under ``name``1, ``name``2 and so on."""
    phone = Phone(app.test_client())
    phone.begin()
    for player in (1, 2, 3) * 3:
        phone.post("calls", player=str(player))
    given = {"count": count, "name": name, "like": phone.table.rpartition("/")[2]}
    with app.app_context(), writing() as connection:
        kind_of(db.engine).take_time(connection)
        for table, columns in COPIED.items():
            named = ", ".join(f'"{column}"' for column in columns)
            taken = ", ".join(OWN.get(column, f'"{column}"') for column in columns)
            this = "id" if table == "game" else "game_id"
            copy = f"INSERT INTO {table} ({named}) SELECT {taken} FROM {table}, n"
            connection.execute(text(f"{NUMBERS}{copy} WHERE {this} = :like"), given)
    with app.app_context(), db.engine.connect() as connection:
        connection.exec_driver_sql("ANALYZE")
        connection.commit()
    return app


def times(app: Flask, path: str, games: list[str]) -> list[float]:
    """Return the milliseconds of each page."""
    client = app.test_client()
    taken = []
    for game in games:
        forget(game)
        begun = time.perf_counter()
        assert client.get(f"/g/{game}{path}").status_code == 200
        taken.append((time.perf_counter() - begun) * 1000)
    return taken


def compared(few: Flask, many: Flask) -> bool:
    """Print each page's figures; say whether all are below the target."""
    chance, held = random.Random(1), True
    for path in PAGES:
        taken: dict[str, list[float]] = {"few": [], "many": []}
        for _ in range(TURNS):
            for name, app, count in (("few", few, FEW), ("many", many, MANY)):
                games = [f"{name}{1 + one}" for one in chance.sample(range(count), ASKED)]
                taken[name] += times(app, path, games)
        first, second = (statistics.quantiles(taken[name], n=20)[-1] for name in taken)
        held &= second <= first * MOST
        print(f"  {path or 'table':16}{first:10.2f}{second:10.2f}{second / first:10.2f}{MOST:8}")
    return held


def main() -> int:
    """Print every ratio beside its target; return 1 when one is above."""
    logging.getLogger("kalooki").addHandler(logging.StreamHandler(io.StringIO()))
    held = True
    databases.begin_run()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for kind in ("SQLite", "PostgreSQL"):
                apps = []
                for name, count in (("few", FEW), ("many", MANY)):
                    if kind == "PostgreSQL":
                        os.environ["DATABASE_URL"] = databases.shared_postgres().new_database(name)
                    settings = {"INSTANCE": str(Path(folder) / f"{kind}-{name}"), "LIMITS": False}
                    apps.append(filled(create_app(settings), name, count))
                print(f"{kind:18}{FEW:>10,}{MANY:>10,}{'ratio':>10}{'target':>8}")
                held &= compared(*apps)
    finally:
        databases.end_run()
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
