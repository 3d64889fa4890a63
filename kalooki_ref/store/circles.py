"""Circles: the games of a family or a club, and who is who in them.

Names are in the games only. A game belongs to one circle or none; the last write counts, and each
write returns what undoes it.
"""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from kalooki_ref.game.record import shown_key
from kalooki_ref.store.database import reading, writing
from kalooki_ref.store.event_store import SHOWN
from kalooki_ref.store.seasons import SeasonRow, set_seasons
from kalooki_ref.store.tables import (
    circle,
    circle_game,
    entry,
    game,
    hidden_person,
    season,
    spelling,
)
from kalooki_ref.store.tables import result as stored_result

ADDRESS_BYTES = 16
MOST_GAMES = 2000


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle; ``shows`` and ``changes`` are its two addresses, ``zone`` an IANA name.

    ``id`` is the same in every copy; ``version`` grows with each change.
    """

    id: str
    shows: str
    changes: str
    name: str
    zone: str
    version: int


@dataclass(frozen=True, slots=True)
class CircleGame:
    """A game of a circle; ``data`` is its stored result, empty if it has to be made again."""

    game_id: str
    key: str
    title: str
    data: str


@dataclass(frozen=True, slots=True)
class NewResult:
    """The result of a game at a version, as JSON text."""

    game_id: str
    version: int
    data: str


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a circle. What isn't named stays as it is.

    ``spellings`` has the new person of each, None for none; ``hidden`` whether to hide a person;
    ``games`` whether to add or to take out a game, by id; ``seasons`` are by id, None for one
    to delete. An empty name stays.
    """

    spellings: Mapping[str, str | None] = field(default_factory=dict)
    hidden: Mapping[str, bool] = field(default_factory=dict)
    games: Mapping[str, bool] = field(default_factory=dict)
    name: str = ""
    seasons: Mapping[str, SeasonRow | None] = field(default_factory=dict)


class UnknownCircle(LookupError):
    """No circle has this address."""


class CircleFull(ValueError):
    """The circle has the maximum number of games."""


CIRCLE = (
    circle.c.id, circle.c.shows, circle.c.changes, circle.c.name, circle.c.zone, circle.c.version,
)  # fmt: skip


def circles_at(addresses: Iterable[str]) -> dict[str, Circle]:
    """Return the circles at these addresses, by address; unknown ones are left out."""
    wanted = list(addresses)
    if not wanted:
        return {}
    either = circle.c.shows.in_(wanted) | circle.c.changes.in_(wanted)
    with reading() as connection:
        rows = [Circle(*row) for row in connection.execute(select(*CIRCLE).where(either))]
    found = {one.shows: one for one in rows} | {one.changes: one for one in rows}
    return {address: found[address] for address in wanted if address in found}


def create_circle(key: str, *, name: str, zone: str, games: Iterable[str]) -> Circle:
    """Create a circle with these games; a repeated key returns the circle created before."""
    with writing(lock=key) as connection:
        made = connection.execute(select(*CIRCLE).where(circle.c.id == key)).one_or_none()
        if made is not None:
            return Circle(*made)
        new = Circle(key, _new_address(), _new_address(), name, zone, 1)
        connection.execute(insert(circle), [{one: getattr(new, one) for one in Circle.__slots__}])
        _add_games(connection, key, games)
    return new


def change_circle(circle_id: str, change: Change, *, base: int | None = None) -> tuple[int, Change]:
    """Apply a change; return the new version and the change that undoes it.

    With ``base``, raises Overtaken unless that is the version. Raises UnknownCircle, CircleFull.
    """
    with writing() as connection:
        row = _locked(connection, circle_id)
        if base not in {None, row.version}:
            raise Overtaken(circle_id)
        undoing = Change(
            _set_spellings(connection, circle_id, change.spellings),
            _set_hidden(connection, circle_id, change.hidden),
            _set_games(connection, circle_id, change.games),
            row.name if change.name else "",
            set_seasons(connection, circle_id, change.seasons),
        )
        values = {"version": row.version + 1, "name": change.name or row.name}
        connection.execute(update(circle).where(circle.c.id == circle_id).values(**values))
    return row.version + 1, undoing


class Overtaken(Exception):
    """The circle has been changed since."""


def renew_address(circle_id: str, which: str) -> Circle:
    """Give a circle a new address, ``shows`` or ``changes``; the old one leads nowhere.

    Raises UnknownCircle.
    """
    with writing() as connection:
        row = _locked(connection, circle_id)
        values = {which: _new_address(), "version": row.version + 1}
        connection.execute(update(circle).where(circle.c.id == circle_id).values(**values))
        return Circle(*_locked(connection, circle_id))


def delete_circle(circle_id: str) -> None:
    """Erase a circle; its games stay. Raises UnknownCircle."""
    with writing() as connection:
        _locked(connection, circle_id)
        for owned in (circle_game, spelling, hidden_person, season):
            connection.execute(delete(owned).where(owned.c.circle_id == circle_id))
        connection.execute(delete(circle).where(circle.c.id == circle_id))


def circle_of(game_id: str) -> Circle | None:
    """Return the circle that a game belongs to."""
    chosen = select(*CIRCLE).join(circle_game).where(circle_game.c.game_id == game_id)
    with reading() as connection:
        row = connection.execute(chosen).one_or_none()
    return None if row is None else Circle(*row)


def in_circles(game_ids: Iterable[str]) -> set[str]:
    """Return the games among these that belong to a circle."""
    chosen = select(circle_game.c.game_id).where(circle_game.c.game_id.in_(list(game_ids)))
    with reading() as connection:
        return set(connection.scalars(chosen))


def games_of(circle_id: str, *, scoring: int) -> tuple[CircleGame, ...]:
    """Return the games of a circle, with results that are up to date; deleted games are left out.

    ``scoring`` is the version of the scoring.
    """
    is_current = (
        (stored_result.c.game_id == game.c.id)
        & (stored_result.c.version == game.c.version)
        & (stored_result.c.scoring == scoring)
    )
    chosen = (
        select(game.c.id, circle_game.c.key, game.c.title, stored_result.c.data)
        .select_from(circle_game)
        .join(game, game.c.id == circle_game.c.game_id)
        .outerjoin(stored_result, is_current)
        .where(circle_game.c.circle_id == circle_id, SHOWN)
    )
    with reading() as connection:
        rows = connection.execute(chosen)
        return tuple(CircleGame(row.id, row.key, row.title, row.data or "") for row in rows)


def keep_results(results: Iterable[NewResult], *, scoring: int) -> None:
    """Store results of games, in place of earlier ones."""
    rows = [
        {"game_id": one.game_id, "version": one.version, "scoring": scoring, "data": one.data}
        for one in results
    ]
    with writing(lock="results") as connection:
        shown = select(game.c.id).where(game.c.id.in_([row["game_id"] for row in rows]), SHOWN)
        left = set(connection.scalars(shown.with_for_update()))
        rows = [row for row in rows if row["game_id"] in left]
        ids = [row["game_id"] for row in rows]
        connection.execute(delete(stored_result).where(stored_result.c.game_id.in_(ids)))
        if rows:
            connection.execute(insert(stored_result), rows)


def spellings_of(circle_id: str) -> tuple[dict[str, str], frozenset[str]]:
    """Return the person of each spelling that was assigned, and the persons that are hidden."""
    named = select(spelling.c.spelling, spelling.c.person).where(spelling.c.circle_id == circle_id)
    unseen = select(hidden_person.c.person).where(hidden_person.c.circle_id == circle_id)
    with reading() as connection:
        people = {row.spelling: row.person for row in connection.execute(named)}
        return people, frozenset(connection.scalars(unseen))


def follow_circle(connection: Connection, before: str, game_id: str) -> None:
    """Add a rematch to the circle of the game before it, in the current transaction."""
    owner = select(circle_game.c.circle_id).where(circle_game.c.game_id == before)
    circle_id = connection.execute(owner).scalar()
    if circle_id is not None:
        add_to_circle(connection, circle_id, game_id)


def add_to_circle(connection: Connection, circle_id: str, game_id: str) -> None:
    """Add a new game to a circle, in the current transaction; a full circle takes no more."""
    if _count(connection, circle_id) < MOST_GAMES:
        _add_games(connection, circle_id, [game_id])


def _new_address() -> str:
    return secrets.token_urlsafe(ADDRESS_BYTES)


def _locked(connection: Connection, circle_id: str) -> Any:
    chosen = select(*CIRCLE).where(circle.c.id == circle_id)
    row = connection.execute(chosen.with_for_update()).one_or_none()
    if row is None:
        raise UnknownCircle(circle_id)
    return row


def _count(connection: Connection, circle_id: str) -> int:
    counted = select(func.count()).select_from(circle_game)
    return connection.execute(counted.where(circle_game.c.circle_id == circle_id)).scalar_one()


def _add_games(connection: Connection, circle_id: str, games: Iterable[str]) -> tuple[str, ...]:
    """Add the games that exist, are in no circle, and have no copy in this one; return those."""
    added = []
    for game_id in dict.fromkeys(games):
        first = select(entry.c.key).join(game, game.c.id == entry.c.game_id)
        of_game = (entry.c.game_id == game_id, entry.c.seq == 1, SHOWN)
        key = connection.execute(first.where(*of_game)).scalar()
        if key is None:
            continue
        row = {"game_id": game_id, "circle_id": circle_id, "key": shown_key(key)}
        taken = (circle_game.c.game_id == game_id) | (
            (circle_game.c.circle_id == circle_id) & (circle_game.c.key == row["key"])
        )
        if connection.execute(select(circle_game.c.game_id).where(taken)).first() is None:
            connection.execute(insert(circle_game), [row])
            added.append(game_id)
    return tuple(added)


def _set_games(
    connection: Connection, circle_id: str, games: Mapping[str, bool]
) -> dict[str, bool]:
    added = [game_id for game_id, is_in in games.items() if is_in]
    if _count(connection, circle_id) + len(added) > MOST_GAMES:
        raise CircleFull(circle_id)
    undoing = dict.fromkeys(_add_games(connection, circle_id, added), False)
    for game_id, is_in in games.items():
        own = (circle_game.c.circle_id == circle_id, circle_game.c.game_id == game_id)
        if not is_in and connection.execute(delete(circle_game).where(*own)).rowcount:
            undoing[game_id] = True
    return undoing


def _set_spellings(
    connection: Connection, circle_id: str, spellings: Mapping[str, str | None]
) -> dict[str, str | None]:
    own: ColumnElement[bool] = spelling.c.circle_id == circle_id
    named = own & spelling.c.spelling.in_(list(spellings))
    chosen = select(spelling.c.spelling, spelling.c.person).where(named)
    before = {row.spelling: row.person for row in connection.execute(chosen)}
    connection.execute(delete(spelling).where(named))
    rows = [
        {"circle_id": circle_id, "spelling": one, "person": person}
        for one, person in spellings.items()
        if person is not None
    ]
    if rows:
        connection.execute(insert(spelling), rows)
    return {one: before.get(one) for one in spellings}


def _set_hidden(
    connection: Connection, circle_id: str, hidden: Mapping[str, bool]
) -> dict[str, bool]:
    own = hidden_person.c.circle_id == circle_id
    chosen = select(hidden_person.c.person).where(own, hidden_person.c.person.in_(list(hidden)))
    before = set(connection.scalars(chosen))
    connection.execute(delete(hidden_person).where(own, hidden_person.c.person.in_(list(hidden))))
    rows = [{"circle_id": circle_id, "person": one} for one, is_so in hidden.items() if is_so]
    if rows:
        connection.execute(insert(hidden_person), rows)
    return {one: one in before for one in hidden}
