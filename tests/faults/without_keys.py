"""The app with a planted fault: idempotency keys are neither looked up nor unique."""

import sys
from typing import Any

from sqlalchemy import inspect, select, text

import kalooki_ref
from kalooki_ref.cli import main
from kalooki_ref.store.event_store import append
from kalooki_ref.store.tables import db, entry

honest_create_app = kalooki_ref.create_app


NEVER_SEEN = select(entry.c.seq, entry.c.body_sha256).where(entry.c.seq < 0)


def create_app(config: Any = None) -> Any:
    app = honest_create_app(config)
    with app.app_context(), db.engine.begin() as connection:
        if inspect(connection).get_unique_constraints("entry"):
            loosen(connection)
    return app


def loosen(connection: Any) -> None:
    """Rebuild the table of entries without its unique constraint."""
    connection.execute(text("CREATE TABLE loose AS SELECT * FROM entry"))
    connection.execute(text("DROP TABLE entry"))
    connection.execute(text("ALTER TABLE loose RENAME TO entry"))


if __name__ == "__main__":
    sys.modules[append.__module__].SAVED = NEVER_SEEN
    kalooki_ref.create_app = create_app
    sys.exit(main())
