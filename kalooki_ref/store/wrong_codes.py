"""Recent wrong codes, counted across workers and restarts.

Only a keyed hash of the client's address is stored, and only as long as it counts.
"""

import secrets
from datetime import timedelta

from sqlalchemy import delete, func, insert, select

from kalooki_ref.store.database import reading, writing
from kalooki_ref.store.event_store import now
from kalooki_ref.store.tables import wrong_code


def wrong_codes(who_sha256: str, *, within: timedelta) -> int:
    """Return a client's number of wrong codes within a period."""
    chosen = select(func.count()).where(
        wrong_code.c.who_sha256 == who_sha256, wrong_code.c.at > now(ago=within)
    )
    with reading() as connection:
        return connection.execute(chosen).scalar_one()


def note_wrong_code(who_sha256: str, *, kept: timedelta) -> None:
    """Count a wrong code, and delete those older than ``kept``."""
    row = {"id": secrets.token_hex(16), "who_sha256": who_sha256, "at": now()}
    with writing() as connection:
        connection.execute(delete(wrong_code).where(wrong_code.c.at <= now(ago=kept)))
        connection.execute(insert(wrong_code).values(**row))
