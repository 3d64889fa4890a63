"""How a database would answer what the app asks it: by an index, never by reading a whole table.

Every statement that is new to this process is explained by the database it goes to.
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
ASKS = re.compile(r"\s*(SELECT|UPDATE|DELETE)\b", re.IGNORECASE)
# The list for the owner of the machine, on the command line.
OF_ALL_GAMES = "WHERE game.deleted_at IS NULL ORDER BY game.saved_at DESC"
# An index of deleted games alone may be read whole.
PARTIAL = "game_deleted"

_seen: set[tuple[str, str]] = set()
_scans: list[str] = []


@contextmanager
def explained() -> Iterator[None]:
    """Fail when the app sends a statement in this block that would read a whole table."""
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
    """Whether the store asks, and not a test by itself."""
    frames = (frame for frame, _line in traceback.walk_stack(None))
    return any(Path(frame.f_code.co_filename).parent == STORE for frame in frames)


def of_sqlite(cursor: Any, statement: str, parameters: Any) -> str:
    rows = cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
    return "\n".join(row[3] for row in rows)


def of_postgres(cursor: Any, statement: str, parameters: Any) -> str:
    """Return the plan where a whole table is read only if there is no other way."""
    cursor.execute("SET enable_seqscan = off")
    rows = cursor.execute(f"EXPLAIN {statement}", parameters).fetchall()
    cursor.execute("SET enable_seqscan = on")
    return "\n".join(row[0] for row in rows)


PLANS = {"sqlite": of_sqlite, "postgresql": of_postgres}


def is_scan(plan: str) -> bool:
    tables = "|".join(db.metadata.tables)
    return re.search(rf"\bSCAN ({tables})\b|\bSeq Scan on ({tables})\b", plan) is not None
