"""Opens a circle: its games and people, and what this phone may do.

Anybody with the address that shows a circle may read it, and anybody with the one that changes it
may change it. A wrong or replaced address is a 404.
"""

import json
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import date
from functools import cached_property

from flask import Flask, Response, abort, flash, g, request, session, url_for
from werkzeug.exceptions import Forbidden

from kalooki_ref.records.people import Person, Played, bases_of, people_of, persons
from kalooki_ref.records.result import SCORING, Result, as_rows, from_rows, result_of
from kalooki_ref.server.middleware import monitoring
from kalooki_ref.server.middleware.errors import page, titled
from kalooki_ref.server.middleware.responses import LIVE, SENT_BY
from kalooki_ref.server.middleware.security import SAFE_METHODS
from kalooki_ref.store.circle_results import CircleGame, NewResult, games_of, keep_results
from kalooki_ref.store.circles import (
    Change,
    Circle,
    UnknownCircle,
    change_circle,
    circles_at,
    spellings_of,
)
from kalooki_ref.store.event_store import load_many
from kalooki_ref.store.seasons import SeasonRow
from kalooki_ref.store.tables import Unavailable
from kalooki_ref.web.circles.remembering import REPLACED, remember_circle
from kalooki_ref.web.shared.device import see_other
from kalooki_ref.web.shared.links import leading_letters
from kalooki_ref.web.shared.open_game import open_stored
from kalooki_ref.words.language import gettext as _

# Most results to make in one request; the page says how many games aren't counted yet.
PORTION = 200
# Session key of the last change, with which the next page can undo it.
UNDO = "circle"
# Pages that are only for changing.
ASKS = {
    "circle_games.ask",
    "circle_settings.ask_delete",
    "circle_settings.show",
    "everything.save_circle",
    "season_form.edit",
    "season_form.new",
}


@dataclass(frozen=True, slots=True)
class Kept:
    """What is stored of a game: when it was played, on which evening, its result if it is over.

    The evening is the one that the game itself names, in the time zone of its own table.
    """

    at: str
    evening: date | None
    result: Result | None


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
        shown = (person for person in self.everybody.values() if person.id not in self.hidden)
        return {
            person.id: person
            for person in sorted(shown, key=lambda person: (-person.games, person.name))
        }

    def name_of(self, person: str) -> str:
        """Return the name of a person; "somebody" if they were taken out."""
        return self.people[person].name if person in self.people else _("somebody")

    def names_of(self, people: Iterable[str]) -> list[str]:
        return [self.name_of(person) for person in people]

    def person(self, person: str) -> Person:
        """Return somebody who is shown; aborts with 404 if there is no such person.

        If the id was joined to another person meanwhile, returns that person.
        """
        now = person if person in self.people else self.spellings.get(person, "")
        return self.people.get(now) or abort(404, _("Nobody like that plays in this circle."))

    def game(self, key: str) -> Played:
        """Return the game with this key; aborts with 404 for an unknown one."""
        found = (game for game in self.games if game.key == key)
        return next(found, None) or abort(404, _("That game isn’t in this circle."))


def init_app(app: Flask) -> None:
    app.before_request(guard)
    app.register_error_handler(UnknownCircle, lambda _error: page(404, sentence=gone_words()))


def guard() -> Response | None:
    """Check the right for a request about a circle; aborts with 404 or 403."""
    address = (request.view_args or {}).get("circle")
    if address is None:
        return None
    circle = circles_at([address]).get(address)
    if circle is None:
        return _renewed_before(address) or _tapped(address) or abort(404, gone_words())
    g.circle = circle
    changes = request.method not in SAFE_METHODS or request.endpoint in ASKS
    if changes and address != circle.changes:
        sentence = _("This address only shows the circle. Ask for the one that changes it.")
        raise titled(Forbidden(sentence), _("Not with this address"))
    return None


def _renewed_before(address: str) -> Response | None:
    """Redirect a form that replaces an address and was sent twice to the new address."""
    old, new = session.get(REPLACED, ("", ""))
    circle = circles_at([new]).get(new)
    if circle is None or request.endpoint != "circle_settings.renew" or address != old:
        return None
    flash(replaced_words(), "success")
    answer = see_other(url_for("circle_settings.show", circle=new))
    return remember_circle(answer, circle, new)


def _tapped(address: str) -> Response | None:
    """Redirect if a sign of the message, such as a full stop, was tapped with the address."""
    letters = leading_letters(address)
    if request.endpoint != "circle.show" or letters not in circles_at([letters]):
        return None
    return see_other(url_for("circle.show", circle=letters))


def replaced_words() -> str:
    """Return what a new address does to the old one."""
    return _("The old address leads nowhere now. Send the new one to those who should have it.")


def gone_words() -> str:
    """Return why an address leads to no circle."""
    return _(
        "This circle isn’t here any more, or its address has changed. Ask for the new address."
    )


def open_circle(address: str) -> OpenCircle:
    """Return the circle of the request with its games."""
    return opened_circle(g.circle, address)


def opened_circle(circle: Circle, address: str) -> OpenCircle:
    """Return a circle with its games; makes results that are missing."""
    rows = games_of(circle.id, scoring=SCORING)
    made = _made([row for row in rows if not row.data][:PORTION])
    spellings, hidden = spellings_of(circle.id)
    known = {*spellings, *spellings.values(), *hidden}
    kept = {row.game_id: _kept(row.data) for row in rows if row.data} | made
    played = []
    bases = {}
    for row in rows:
        game = kept.get(row.game_id)
        if game is None or game.result is None:
            continue
        result = game.result
        bases[row.key] = bases_of(circle.id, result.players, known)
        people = people_of(row.key, result, bases[row.key], spellings)
        played.append(Played(row.key, row.title, game.at, game.evening, result, people))
    played.sort(key=lambda game: (game.at, game.key))
    missing = sum(row.game_id not in kept for row in rows)
    ids = {row.key: row.game_id for row in rows}
    return OpenCircle(circle, address, tuple(played), bases, spellings, hidden, missing, ids)


def _kept(data: str) -> Kept:
    """Return what is stored of a game."""
    at, evening, rows = json.loads(data)
    day = date.fromisoformat(evening) if evening else None
    return Kept(at, day, from_rows(rows) if rows else None)


def _made(rows: list[CircleGame]) -> dict[str, Kept]:
    """Make the results of games, and store them; if that fails, the next request makes them."""
    if not rows:
        return {}
    opened = [open_stored(stored) for stored in load_many(row.game_id for row in rows)]
    made = {game.id: Kept(game.played_at, game.evening, result_of(game.game)) for game in opened}
    new = [NewResult(game.id, game.version, _text(made[game.id])) for game in opened]
    try:
        keep_results(new, scoring=SCORING)
    except Unavailable as error:
        monitoring.log_trouble(error)
    return made


def _text(kept: Kept) -> str:
    evening = kept.evening.isoformat() if kept.evening else ""
    rows = as_rows(kept.result) if kept.result else None
    return json.dumps([kept.at, evening, rows], separators=(",", ":"))


def changed(circle: Circle, change: Change, message: str) -> None:
    """Apply a change; the next page says what was done and can undo it.

    A form that was sent twice changes nothing the second time, so that what undoes it stays.
    """
    version, undoing = change_circle(circle.id, change)
    if version == circle.version:
        return
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
    """Return what the last form changed, the first time a page says so; empty otherwise.

    An update that a page in another tab asks for leaves it to the page that sent the form.
    """
    done = session.get(UNDO)
    if not done or done["id"] != circle.id or done["version"] != circle.version:
        return ""
    if request.headers.get(SENT_BY) == LIVE:
        return ""
    message = str(done["message"])
    session[UNDO] = done | {"message": ""}
    return message


def undoing_of(circle: Circle) -> tuple[Change, int] | None:
    """Return the change that undoes this phone's last one, and the version it can be applied to."""
    done = session.get(UNDO)
    if not done or done["id"] != circle.id:
        return None
    seasons = {key: row and SeasonRow(*row) for key, row in done["seasons"].items()}
    spellings, hidden, games, name = done["change"]
    return Change(spellings, hidden, games, name, seasons), int(done["version"])
