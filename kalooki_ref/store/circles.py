"""Circles: the games of a family or a club, and who is who in them.

Names are in the games only. A game belongs to one circle or none; the last write counts, and each
write returns what undoes it.
"""

import secrets
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field, replace
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


class GamesTaken(ValueError):
    """Games for a new circle belong to another one."""


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
    found = {row.shows: row for row in rows} | {row.changes: row for row in rows}
    return {address: found[address] for address in wanted if address in found}


def circles_with(ids: Iterable[str]) -> dict[str, Circle]:
    """Return the circles with these ids, by id; unknown ones are left out."""
    chosen = select(*CIRCLE).where(circle.c.id.in_(list(ids)))
    with reading() as connection:
        return {row.id: Circle(*row) for row in connection.execute(chosen)}


def create_circle(
    key: str, *, name: str, zone: str, games: Iterable[str], changes: str = ""
) -> Circle:
    """Create a circle with these games; a repeated key returns the circle created before.

    ``changes`` is the address that changes it, new if empty. Raises GamesTaken.
    """
    chosen = list(games)
    with writing(lock=key) as connection:
        made = connection.execute(select(*CIRCLE).where(circle.c.id == key)).one_or_none()
        if made is not None:
            return Circle(*made)
        new = Circle(key, new_address(), changes or new_address(), name, zone, 1)
        connection.execute(
            insert(circle), [{column: getattr(new, column) for column in Circle.__slots__}]
        )
        _add_games(connection, key, chosen)
        elsewhere = circle_game.c.game_id.in_(chosen) & (circle_game.c.circle_id != key)
        if connection.execute(select(circle_game.c.game_id).where(elsewhere)).first() is not None:
            raise GamesTaken(key)
    return new


def change_circle(circle_id: str, change: Change, *, base: int | None = None) -> tuple[int, Change]:
    """Apply a change; return the new version and the change that undoes it.

    The version stays if everything was so already. With ``base``, raises Overtaken unless that is
    the version. Raises UnknownCircle, CircleFull.
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
        if undoing == replace(change, games={}):
            return row.version, undoing
        values = {"version": row.version + 1, "name": change.name or row.name}
        connection.execute(update(circle).where(circle.c.id == circle_id).values(**values))
    return row.version + 1, undoing


class Overtaken(Exception):
    """The circle has been changed since."""


def renew_address(circle_id: str, which: str, address: str = "") -> Circle:
    """Give a circle a new address, ``shows`` or ``changes``; the old one leads nowhere.

    The new one is ``address``, if given. Raises UnknownCircle.
    """
    with writing() as connection:
        row = _locked(connection, circle_id)
        values = {which: address or new_address(), "version": row.version + 1}
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


def ids_by_key(circle_id: str) -> dict[str, str]:
    """Return the ids of a circle's games by key, deleted ones left out."""
    chosen = select(circle_game.c.key, circle_game.c.game_id).join(game)
    with reading() as connection:
        rows = connection.execute(chosen.where(circle_game.c.circle_id == circle_id, SHOWN))
        return {row.key: row.game_id for row in rows}


def room_in(circle_id: str) -> int:
    """Return how many more games a circle takes, which needn't be here yet."""
    with reading() as connection:
        return MOST_GAMES - _count(connection, circle_id)


def spellings_of(circle_id: str) -> tuple[dict[str, str], frozenset[str]]:
    """Return the person of each spelling that was assigned, and the persons that are hidden."""
    with reading() as connection:
        return _people(connection, circle_id)


def without_players(key: str, spellings: Mapping[str, str], hidden: Set[str]) -> Change:
    """Return the change after which a circle knows nothing of the players of one game, by its key.

    Other spellings that were said to be such a player's stay one person, hidden or not.
    """

    def is_of_game(who: str) -> bool:
        return who.startswith(f"{key}.")

    people: dict[str, str | None] = {name: None for name in spellings if is_of_game(name)}
    hides = {person: False for person in hidden if is_of_game(person)}
    left: dict[str, str] = {}
    for name, person in sorted(spellings.items()):
        if is_of_game(person) and not is_of_game(name):
            people[name] = left.setdefault(person, name)
    return Change(people, hides | {left[person]: True for person in hides if person in left})


def forget_players(connection: Connection, circle_id: str, key: str) -> None:
    """Remove what a circle keeps of the players of a game, in the current transaction."""
    change = without_players(key, *_people(connection, circle_id))
    if change != Change():
        _set_spellings(connection, circle_id, change.spellings)
        _set_hidden(connection, circle_id, change.hidden)
        grown = {"version": circle.c.version + 1}
        connection.execute(update(circle).where(circle.c.id == circle_id).values(**grown))


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


def new_address() -> str:
    """Return an address that nobody can guess."""
    return secrets.token_urlsafe(ADDRESS_BYTES)


def _people(connection: Connection, circle_id: str) -> tuple[dict[str, str], frozenset[str]]:
    named = select(spelling.c.spelling, spelling.c.person).where(spelling.c.circle_id == circle_id)
    unseen = select(hidden_person.c.person).where(hidden_person.c.circle_id == circle_id)
    people = {row.spelling: row.person for row in connection.execute(named)}
    return people, frozenset(connection.scalars(unseen))


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
    """Add the games that exist, are in no circle, and have no copy in this one; return those.

    A deleted copy gives way.
    """
    added = []
    for game_id in dict.fromkeys(games):
        first = select(entry.c.key).join(game, game.c.id == entry.c.game_id)
        of_game = (entry.c.game_id == game_id, entry.c.seq == 1, SHOWN)
        key = connection.execute(first.where(*of_game)).scalar()
        if key is None:
            continue
        row = {"game_id": game_id, "circle_id": circle_id, "key": shown_key(key)}
        copies = (circle_game.c.circle_id == circle_id) & (circle_game.c.key == row["key"])
        deleted = circle_game.c.game_id.in_(select(game.c.id).where(~SHOWN))
        connection.execute(delete(circle_game).where(copies, deleted))
        taken = (circle_game.c.game_id == game_id) | copies
        if connection.execute(select(circle_game.c.game_id).where(taken)).first() is None:
            connection.execute(insert(circle_game), [row])
            added.append(game_id)
    return tuple(added)


def _set_games(
    connection: Connection, circle_id: str, games: Mapping[str, bool]
) -> dict[str, bool]:
    """Take games out and add others, in this order; return what undoes it."""
    undoing = {}
    for game_id, is_in in games.items():
        own = (circle_game.c.circle_id == circle_id, circle_game.c.game_id == game_id)
        if not is_in and connection.execute(delete(circle_game).where(*own)).rowcount:
            undoing[game_id] = True
    added = [game_id for game_id, is_in in games.items() if is_in]
    if _count(connection, circle_id) + len(added) > MOST_GAMES:
        raise CircleFull(circle_id)
    return undoing | dict.fromkeys(_add_games(connection, circle_id, added), False)


def _set_spellings(
    connection: Connection, circle_id: str, spellings: Mapping[str, str | None]
) -> dict[str, str | None]:
    own: ColumnElement[bool] = spelling.c.circle_id == circle_id
    named = own & spelling.c.spelling.in_(list(spellings))
    chosen = select(spelling.c.spelling, spelling.c.person).where(named)
    before = {row.spelling: row.person for row in connection.execute(chosen)}
    connection.execute(delete(spelling).where(named))
    rows = [
        {"circle_id": circle_id, "spelling": name, "person": person}
        for name, person in spellings.items()
        if person is not None
    ]
    if rows:
        connection.execute(insert(spelling), rows)
    return {name: before.get(name) for name in spellings}


def _set_hidden(
    connection: Connection, circle_id: str, hidden: Mapping[str, bool]
) -> dict[str, bool]:
    own = hidden_person.c.circle_id == circle_id
    chosen = select(hidden_person.c.person).where(own, hidden_person.c.person.in_(list(hidden)))
    before = set(connection.scalars(chosen))
    connection.execute(delete(hidden_person).where(own, hidden_person.c.person.in_(list(hidden))))
    rows = [{"circle_id": circle_id, "person": person} for person, is_so in hidden.items() if is_so]
    if rows:
        connection.execute(insert(hidden_person), rows)
    return {person: person in before for person in hidden}
