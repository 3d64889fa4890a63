"""House rules as JSON texts, stored once for all phones; their id is a hash of the text."""

import hashlib
from collections.abc import Iterable

from sqlalchemy import insert, select

from kalooki_ref.store.database import reading, writing
from kalooki_ref.store.event_store import now
from kalooki_ref.store.tables import house_rules


def id_of(text: str) -> str:
    """Return the id of rules: 64 hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def store_house_rules(texts: Iterable[str]) -> None:
    """Store these rules; those stored before stay as they are."""
    new = {id_of(text): text for text in texts}
    if new.keys() <= get_house_rules(new).keys():
        return
    with writing(lock="house rules") as connection:
        known = select(house_rules.c.id).where(house_rules.c.id.in_(new))
        stored = set(connection.execute(known).scalars())
        rows = [
            {"id": key, "data": text, "at": now()} for key, text in new.items() if key not in stored
        ]
        if rows:
            connection.execute(insert(house_rules), rows)


def get_house_rules(ids: Iterable[str]) -> dict[str, str]:
    """Return the rules that are stored under these ids, by id."""
    with reading() as connection:
        rows = connection.execute(select(house_rules).where(house_rules.c.id.in_(list(ids))))
        return {row.id: row.data for row in rows}
