"""House rules as JSON texts, stored once for all phones; their id is a hash of the text.

They are deleted once no phone has used them for `UNUSED`. Games have their rules themselves.
"""

import hashlib
from collections.abc import Iterable
from datetime import timedelta

from sqlalchemy import delete, insert, select, update

from kalooki_ref.store.database import reading, writing
from kalooki_ref.store.event_store import now
from kalooki_ref.store.tables import house_rules

# A phone remembers them for a year since it last used them.
UNUSED = timedelta(days=400)
A_DAY = timedelta(days=1)


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


def note_use(ids: Iterable[str]) -> None:
    """Note that a phone uses these rules, unless that was noted within a day."""
    earlier = house_rules.c.id.in_(list(ids)), house_rules.c.at < now(ago=A_DAY)
    with reading() as connection:
        if connection.execute(select(house_rules.c.id).where(*earlier).limit(1)).first() is None:
            return
    with writing() as connection:
        connection.execute(update(house_rules).where(*earlier).values(at=now()))


def drop_house_rules(key: str) -> None:
    """Delete these rules, for all phones."""
    with writing() as connection:
        connection.execute(delete(house_rules).where(house_rules.c.id == key))


def drop_unused() -> None:
    """Delete the rules that no phone has used for `UNUSED`."""
    unused = house_rules.c.at < now(ago=UNUSED)
    with reading() as connection:
        if connection.execute(select(house_rules.c.id).where(unused).limit(1)).first() is None:
            return
    with writing() as connection:
        connection.execute(delete(house_rules).where(unused))
