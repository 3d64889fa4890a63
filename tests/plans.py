"""Query plans: fails tests whose statements scan a whole table instead of using an index.

Every statement that is new to this process is run through EXPLAIN.
"""

import re
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event

from kalooki_ref.store import tables
from kalooki_ref.store.tables import db

STORE = Path(tables.__file__).parent
VERSIONS = STORE / "migrations" / "versions"
ASKS = re.compile(r"\s*(SELECT|UPDATE|DELETE)\b", re.IGNORECASE)
# The list of all games, which only the command line uses.
OF_ALL_GAMES = "WHERE game.deleted_at IS NULL ORDER BY game.saved_at DESC"
# The partial index of deleted games may be scanned.
PARTIAL = "game_deleted"

_seen: set[tuple[str, str]] = set()
_scans: list[str] = []


@contextmanager
def explained() -> Iterator[None]:
    """Context: fail if the app executes a statement that scans a whole table."""
    event.listen(Engine, "before_cursor_execute", _explain)
    yield
    event.remove(Engine, "before_cursor_execute", _explain)
    found, _scans[:] = list(_scans), []
    assert not found, "\n".join(found)


def _explain(connection: Any, cursor: Any, statement: str, parameters: Any, *_rest: Any) -> None:
    kind = connection.dialect.name
    if (kind, statement) in _seen or not ASKS.match(statement) or not is_of_the_app():
        return
    _seen.add((kind, statement))
    with closing(cursor.connection.cursor()) as own:
        plan = PLANS[kind](own, statement, parameters)
    if OF_ALL_GAMES not in statement and PARTIAL not in plan and is_scan(plan):
        _scans.append(f"{statement}\n-- would be answered by:\n{plan}")


def is_of_the_app() -> bool:
    """Whether the statement comes from the store, not from a test.

    A migration may read whole tables, once.
    """
    frames = (frame for frame, _line in traceback.walk_stack(None))
    folders = {Path(frame.f_code.co_filename).parent for frame in frames}
    return STORE in folders and VERSIONS not in folders


def of_sqlite(cursor: Any, statement: str, parameters: Any) -> str:
    rows = cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
    return "\n".join(row[3] for row in rows)


def of_postgres(cursor: Any, statement: str, parameters: Any) -> str:
    """Return the plan with sequential scans disabled, so that they show only if unavoidable."""
    cursor.execute("SET enable_seqscan = off")
    rows = cursor.execute(f"EXPLAIN {statement}", parameters).fetchall()
    cursor.execute("SET enable_seqscan = on")
    return "\n".join(row[0] for row in rows)


PLANS = {"sqlite": of_sqlite, "postgresql": of_postgres}


def is_scan(plan: str) -> bool:
    tables = "|".join(db.metadata.tables)
    return re.search(rf"\bSCAN ({tables})\b|\bSeq Scan on ({tables})\b", plan) is not None
