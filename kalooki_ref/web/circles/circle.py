"""Opens a circle: its games and people, what this phone may do, and which circles it remembers.

Everybody who has the address that shows a circle may read it, and who has the one that changes it
may change it. A wrong or renewed address leads nowhere.
"""

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from functools import cached_property, lru_cache

from flask import Flask, abort, current_app, g, request, session, url_for
from werkzeug.exceptions import Forbidden

from kalooki_ref.records.people import Person, Played, bases_of, people_of, persons
from kalooki_ref.records.result import SCORING, Result, as_rows, from_rows, result_of
from kalooki_ref.server.middleware import monitoring
from kalooki_ref.store.circles import (
    Change,
    Circle,
    CircleGame,
    NewResult,
    change_circle,
    circle_of,
    circles_at,
    games_of,
    keep_results,
    spellings_of,
)
from kalooki_ref.store.event_store import load_many
from kalooki_ref.store.seasons import SeasonRow
from kalooki_ref.store.tables import Unavailable
from kalooki_ref.web.shared.device import AnyKind, keep_signed, signed, verified
from kalooki_ref.web.shared.open_game import OpenGame, open_stored
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import evening_of

COOKIE = "circles"
MOST_CIRCLES = 8
# Results to make in one request; a page says how many games are still to be counted.
PORTION = 200
# What a change can be undone with, for the next page.
UNDO = "circle"
READS = {"GET", "HEAD", "OPTIONS"}
# Pages that are only for changing.
ASKS = {
    "circle_games.ask",
    "circle_settings.ask_delete",
    "circle_settings.show",
    "season_form.edit",
    "season_form.new",
}
NOBODY = Person("", "", 1, 0)


@dataclass(frozen=True, slots=True)
class Remembered:
    """The circles that a phone remembers, last used first, by address.

    ``declined`` means that it doesn't want to be asked about one.
    """

    addresses: tuple[str, ...] = ()
    declined: bool = False


@dataclass(frozen=True)
class OpenCircle:
    """A circle with its finished games, oldest first, the spelling of each of their players.

    ``missing`` is the number of games that aren't counted yet; ``game_ids`` are by key.
    """

    circle: Circle
    address: str
    games: tuple[Played, ...]
    bases: dict[str, tuple[str, ...]]
    spellings: dict[str, str]
    hidden: frozenset[str]
    missing: int
    game_ids: dict[str, str]

    @property
    def may_change(self) -> bool:
        """Whether this phone has the address that changes it."""
        return self.address == self.circle.changes

    @property
    def name(self) -> str:
        return self.circle.name

    @cached_property
    def everybody(self) -> dict[str, Person]:
        """Everybody who played, hidden ones too, by id."""
        return persons((game, self.bases[game.key]) for game in reversed(self.games))

    @cached_property
    def people(self) -> dict[str, Person]:
        """Everybody who is shown, most games first."""
        shown = (one for one in self.everybody.values() if one.id not in self.hidden)
        return {one.id: one for one in sorted(shown, key=lambda one: (-one.games, one.name))}

    def name_of(self, person: str) -> str:
        """Return the name of a person; "somebody" if they were taken out."""
        return self.people[person].name if person in self.people else _("somebody")

    def person(self, person: str) -> Person:
        """Return somebody who is shown; aborts with 404 if there is no such person."""
        return self.people.get(person) or abort(404, _("Nobody like that plays in this circle."))

    def game(self, key: str) -> Played:
        """Return the game with this key; aborts with 404 for an unknown one."""
        found = (game for game in self.games if game.key == key)
        return next(found, None) or abort(404, _("That game isn’t in this circle."))


def init_app(app: Flask) -> None:
    app.before_request(guard)
    app.jinja_env.globals["circle_evening"] = circle_evening


def circle_evening(table: OpenGame) -> tuple[str, str] | None:
    """Return the circle of a game that this phone remembers, and the URL of the game's evening."""
    held = remembered().addresses
    circle = circle_of(table.id) if held else None
    if circle is None or table.evening is None:
        return None
    own = next((one for one in held if one in {circle.shows, circle.changes}), "")
    evening = table.evening.isoformat()
    return (circle.name, url_for("circle.games", circle=own, evening=evening)) if own else None


def guard() -> None:
    """Check the right for a request about a circle; aborts with 404 or 403."""
    address = (request.view_args or {}).get("circle")
    if address is None:
        return
    circle = circles_at([address]).get(address)
    if circle is None:
        abort(
            404,
            _("This circle isn’t here any more, or its address has changed. Ask for a new one."),
        )
    g.circle = circle
    changes = request.method not in READS or request.endpoint in ASKS
    if changes and address != circle.changes:
        refusal = Forbidden(
            _("This address only shows the circle. Ask for the one that changes it.")
        )
        refusal.title = _("Not with this address")  # type: ignore[attr-defined]
        raise refusal


def open_circle(address: str) -> OpenCircle:
    """Return the circle of the request with its games."""
    return opened_circle(g.circle, address)


def opened_circle(circle: Circle, address: str) -> OpenCircle:
    """Return a circle with its games; makes results that are missing."""
    rows = games_of(circle.id, scoring=SCORING)
    made = _made([row for row in rows if not row.data][:PORTION])
    spellings, hidden = spellings_of(circle.id)
    results = {row.game_id: _result(row.data) for row in rows if row.data} | made
    played = []
    bases = {}
    for row in rows:
        at, result = results.get(row.game_id, ("", None))
        if result is None:
            continue
        bases[row.key] = bases_of(circle.id, [one.name for one in result.players])
        people = people_of(row.key, result, bases[row.key], spellings)
        evening = evening_of(at, circle.zone)
        played.append(Played(row.key, row.title, at, evening, result, people))
    played.sort(key=lambda game: (game.at, game.key))
    missing = sum(row.game_id not in results for row in rows)
    ids = {row.key: row.game_id for row in rows}
    return OpenCircle(circle, address, tuple(played), bases, spellings, hidden, missing, ids)


def _result(data: str) -> tuple[str, Result | None]:
    """Return when a game was played and its result, as stored; no result if it isn't over."""
    at, rows = json.loads(data)
    return at, from_rows(rows) if rows else None


def _made(rows: list[CircleGame]) -> dict[str, tuple[str, Result | None]]:
    """Make the results of games and store them; a full disk only means to make them again."""
    if not rows:
        return {}
    opened = [open_stored(stored) for stored in load_many(row.game_id for row in rows)]
    made = {one.id: (one.played_at, result_of(one.game)) for one in opened}
    versions = {one.id: one.version for one in opened}
    new = [
        NewResult(game_id, versions[game_id], _text(at, result))
        for game_id, (at, result) in made.items()
    ]
    try:
        keep_results(new, scoring=SCORING)
    except Unavailable as error:
        monitoring.log_trouble(error)
    return made


def _text(at: str, result: Result | None) -> str:
    return json.dumps([at, as_rows(result) if result else None], separators=(",", ":"))


def remembered() -> Remembered:
    """Return the circles that this phone remembers."""
    return _read(request.cookies.get(COOKIE, ""), str(current_app.secret_key))


def remember_circle(response: AnyKind, circle: Circle, address: str) -> AnyKind:
    """Set the cookie with this circle in front; the address that changes it stays, if known."""
    held = remembered()
    own = (circle.shows, circle.changes)
    best = circle.changes if circle.changes in held.addresses else address
    others = (one for one in held.addresses if one not in own)
    return keep_circles(response, (best, *others), declined=held.declined)


def keep_circles(response: AnyKind, addresses: Iterable[str], *, declined: bool = False) -> AnyKind:
    """Set the cookie with these circles."""
    kept = tuple(addresses)[:MOST_CIRCLES]
    if Remembered(kept, declined) == remembered():
        return response
    return keep_signed(response, COOKIE, signed(COOKIE, {"a": kept, "d": declined}))


@lru_cache(maxsize=256)
def _read(text: str, secret: str) -> Remembered:
    held = verified(COOKIE, text, secret)
    try:
        return Remembered(tuple(held["a"]), bool(held["d"]))
    except (KeyError, TypeError):
        return Remembered()


def changed(circle: Circle, change: Change, message: str) -> None:
    """Apply a change; the next page says what was done and can undo it."""
    version, undoing = change_circle(circle.id, change)
    session[UNDO] = {
        "id": circle.id,
        "version": version,
        "message": message,
        "change": [
            dict(undoing.spellings),
            dict(undoing.hidden),
            dict(undoing.games),
            undoing.name,
        ],
        "seasons": {key: row and astuple(row) for key, row in undoing.seasons.items()},
    }


def what_was_done(circle: Circle) -> str:
    """Return what the last form changed, the first time a page says so; empty otherwise."""
    done = session.get(UNDO)
    if not done or done["id"] != circle.id or done["version"] != circle.version:
        return ""
    message = str(done["message"])
    session[UNDO] = done | {"message": ""}
    return message


def undoing_of(circle: Circle) -> tuple[Change, int] | None:
    """Return what undoes the last change of this phone, and the version that it left."""
    done = session.pop(UNDO, None)
    if not done or done["id"] != circle.id:
        return None
    seasons = {key: row and SeasonRow(*row) for key, row in done["seasons"].items()}
    spellings, hidden, games, name = done["change"]
    return Change(spellings, hidden, games, name, seasons), int(done["version"])
