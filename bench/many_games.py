"""Compares page times with 100,000 and with 1,000 stored games, in SQLite and PostgreSQL.

Prints milliseconds, p95 and their ratio; fails above the target. Both sizes are measured in turn,
in one process, for random games; requests bypass the network.
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
from tests import databases
from tests.web.phone import Phone

COUNTS = {"few": 1_000, "many": 100_000}
MOST = 1.2
PAGES = ("", "/standings", "/history", "/round", ".json")
# Requests per page for warming up, and for measuring.
WARMING, ASKED = 100, 1_000
NUMBERS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :count) "
COPIED = {
    "game": ("id", "key", "created_at", "saved_at", "version", "changes", "title", "rules"),
    "entry": ("game_id", "seq", "key", "body_sha256", "kind", "data", "by", "at"),
}
OWN = {"id": ":name || i", "game_id": ":name || i", "key": "key || i"}


def filled(app: Flask, name: str, count: int) -> Flask:
    """Play a game and store ``count`` copies of it as ``name``1, ``name``2 and so on."""
    phone = Phone(app.test_client())
    phone.begin()
    for player in (1, 2, 3) * 3:
        phone.post("calls", player=str(player))
    given = {"count": count, "name": name, "like": phone.table.rpartition("/")[2]}
    with app.app_context(), writing() as connection:
        kind_of(db.engine).disable_timeout(connection)
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


def milliseconds(app: Flask, page: str) -> float:
    begun = time.perf_counter()
    assert app.test_client().get(page).status_code == 200
    return (time.perf_counter() - begun) * 1000


def times(apps: dict[str, Flask], path: str, chance: random.Random) -> dict[str, list[float]]:
    """Return the milliseconds of a page for each app, measured in turn."""
    taken: dict[str, list[float]] = {name: [] for name in apps}
    for turn in range(WARMING + ASKED):
        for name, app in apps.items():
            game = f"{name}{1 + chance.randrange(COUNTS[name])}"
            found = milliseconds(app, f"/g/{game}{path}")
            taken[name] += [found] if turn >= WARMING else []
    return taken


def compared(apps: dict[str, Flask]) -> bool:
    """Print each page's figures; return whether all are below the target."""
    chance, held = random.Random(1), True
    for path in PAGES:
        taken = times(apps, path, chance)
        few, many = (statistics.quantiles(taken[name], n=20)[-1] for name in taken)
        held &= many <= few * MOST
        print(
            f"  {path or 'table':16}{few:10.2f}{many:10.2f}{many / few:10.2f}{MOST:8}", flush=True
        )
    return held


def main() -> int:
    """Print every ratio beside its target; return 1 if one is above."""
    logging.getLogger("kalooki").addHandler(logging.StreamHandler(io.StringIO()))
    held = True
    databases.begin_run()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for kind in ("SQLite", "PostgreSQL"):
                apps = {}
                for name, count in COUNTS.items():
                    if kind == "PostgreSQL":
                        os.environ["DATABASE_URL"] = databases.shared_postgres().new_database(name)
                    settings = {"INSTANCE": str(Path(folder) / f"{kind}-{name}"), "LIMITS": False}
                    apps[name] = filled(create_app(settings), name, count)
                sizes = "".join(f"{count:>10,}" for count in COUNTS.values())
                print(f"{kind:18}{sizes}{'ratio':>10}{'target':>8}")
                held &= compared(apps)
    finally:
        databases.end_run()
    return int(not held)


if __name__ == "__main__":
    sys.exit(main())
