"""The seasons of a circle: a name, a first and a last day, and the rule as JSON text."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from kalooki_ref.store.database import reading
from kalooki_ref.store.tables import season


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season as it is stored; days are ISO 8601."""

    name: str
    first: str
    last: str
    rule: str


COLUMNS = (season.c.name, season.c.first, season.c.last, season.c.rule)


def seasons_of(circle_id: str) -> dict[str, SeasonRow]:
    """Return the seasons of a circle by id, the latest first."""
    chosen = select(season.c.id, *COLUMNS).where(season.c.circle_id == circle_id)
    with reading() as connection:
        rows = connection.execute(chosen.order_by(season.c.last.desc(), season.c.id)).all()
    return {row.id: SeasonRow(*row[1:]) for row in rows}


def set_seasons(
    connection: Connection, circle_id: str, seasons: Mapping[str, SeasonRow | None]
) -> dict[str, SeasonRow | None]:
    """Write seasons by id, None to delete one, in this transaction; return what they were."""
    own = (season.c.circle_id == circle_id, season.c.id.in_(list(seasons)))
    rows = connection.execute(select(season.c.id, *COLUMNS).where(*own)).all()
    before = {row.id: SeasonRow(*row[1:]) for row in rows}
    connection.execute(delete(season).where(*own))
    new = [
        {"circle_id": circle_id, "id": key, "name": row.name, "first": row.first, "last": row.last,
         "rule": row.rule}
        for key, row in seasons.items()
        if row is not None
    ]  # fmt: skip
    if new:
        connection.execute(insert(season), new)
    return {key: before.get(key) for key in seasons}
