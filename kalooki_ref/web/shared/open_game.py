"""Opens stored games for pages."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache, wraps
from inspect import signature
from typing import Any

from flask import Flask, current_app, flash, request, url_for
from markupsafe import Markup, escape
from werkzeug.exceptions import NotFound

from kalooki_ref.game.consequences import Fitted, fitted
from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry, Record, event_from, shown_key
from kalooki_ref.game.state import Game, Round
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.serialization import from_data
from kalooki_ref.server.middleware import errors
from kalooki_ref.store.deletion import deleted_games
from kalooki_ref.store.event_store import all_games, load, load_many
from kalooki_ref.store.tables import StoredEntry, StoredGame, UnknownGame
from kalooki_ref.web.shared.device import is_pocket, most_games, see_other, this_device
from kalooki_ref.web.shared.links import leading_letters
from kalooki_ref.web.shared.query import MOST_PLAYERS, whole_number
from kalooki_ref.web.shared.rights import games_held, is_seen, seen_among
from kalooki_ref.words.language import MADE_UP
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.time_words import evening_of


@dataclass(frozen=True)
class OpenGame(Record):
    """A stored game: its record, id, version and change number.

    ``home`` is the URL where a copy can be brought back.
    """

    id: str
    version: int
    title: str
    created_at: str
    changes: int = 0
    home: str = ""

    @property
    def system(self) -> RuleSystem:
        """The rules as they were when the game began."""
        return self.game.system

    @cached_property
    def fits(self) -> Fitted:
        """Which of its entries don't fit the game before them."""
        return fitted(self.system, self.entries)

    @property
    def first_key(self) -> str:
        """The key of its first entry, which its copies have, too."""
        return self.entries[0].key

    @property
    def is_made_up(self) -> bool:
        """Whether this is the evening to look around in, which nobody played."""
        return self.title == MADE_UP

    @property
    def zone(self) -> str:
        """The time zone of the table; the server's if none was kept with the game."""
        return self.game.zone or str(current_app.config["TIMEZONE"])

    @property
    def played_at(self) -> str:
        """When the last round was saved first; when the game began, if there is none."""
        last = self.entry(self.game.past[-1].seq) if self.game.past else None
        return last.at if last else self.created_at

    @property
    def evening(self) -> date | None:
        """The evening on which the last round was played; None if its time is invalid."""
        return evening_of(self.played_at, self.zone)


def open_game(game_id: str) -> OpenGame:
    """Return the game with this id; raises UnknownGame (404) if there is none.

    A game that this phone may not see counts as unknown.
    """
    if not is_seen(game_id):
        raise UnknownGame(game_id)
    return open_invited(game_id)


def open_invited(game_id: str) -> OpenGame:
    """Return a game for a phone with a code or a link, which may not see it yet."""
    return open_stored(load(game_id))


def hand_to_views(app: Flask) -> None:
    """Wrap views of ``/g/<game_id>/…`` with a parameter ``opened``, to pass the game instead."""
    for endpoint, view in app.view_functions.items():
        if "opened" in signature(view).parameters:
            app.view_functions[endpoint] = _given_game(view)


def _given_game(view: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(view)
    def opening(game_id: str, **parts: Any) -> Any:
        try:
            return view(open_game(game_id), **parts)
        except UnknownGame:
            # A tapped link may have a sign of its message at the end.
            letters = leading_letters(game_id)
            if letters == game_id or request.endpoint != "table.show":
                raise
            return see_other(url_for("table.show", game_id=open_game(letters).id))

    return opening


def current_round(opened: OpenGame) -> Round:
    """Return the current round; raises NotFound (404) if the game is over."""
    if opened.game.current is None:
        over = NotFound(_("No round is being played any more."))
        raise errors.titled(over, _("The game is over"))
    return opened.game.current


def player_in(sent: Mapping[str, str], game: Game) -> int | None:
    """Return the submitted player; None if missing or not at the table."""
    number = whole_number(sent, "player", most=MOST_PLAYERS) or 0
    is_there = game.current is not None and game.current.place_of(number) is not None
    return number if is_there else None


def open_games(ids: tuple[str, ...]) -> tuple[OpenGame, ...]:
    """Return the games with these ids, in order, except those this phone may not see."""
    found = {stored.id: stored for stored in load_many(seen_among(ids))}
    return tuple(open_stored(found[game_id]) for game_id in ids if game_id in found)


def games_here() -> tuple[str, ...]:
    """Return the games that this phone has opened or has a link to, last used first.

    In the pocket these are all of its games.
    """
    others = [row.id for row in all_games()] if is_pocket() else games_held()
    return tuple(dict.fromkeys((*this_device().games, *others)))


def with_game(game_id: str) -> tuple[str, ...]:
    """Return the phone's games with this one in front; flash a note if another one gives way.

    One that is erased, or that this phone may no longer see, gives way first, and one that only
    the home page can restore last.
    """
    others = tuple(other for other in this_device().games if other != game_id)
    if len(others) < most_games():
        return (game_id, *others)
    shown = {opened.id: opened for opened in open_games(others)}
    hidden = [other for other in others if other not in shown]
    restorable = {stored.id for stored in deleted_games(hidden)}
    lost = [other for other in hidden if other not in restorable]
    dropped = (lost or [*shown] or hidden)[-1]
    if dropped in shown and not is_pocket():
        names = ", ".join(player.name for player in shown[dropped].game.players)
        link = Markup('<a href="{}">{}</a>').format(url_for("table.show", game_id=dropped), names)
        message = escape(
            _(
                "This phone lists %(most)s games. To make room, this one has left the list: "
                "%(game)s. Keep its link to find it again."
            )
        )
        flash(message % {"most": most_games(), "game": link}, "warn")
    return (game_id, *(other for other in others if other != dropped))


def open_stored(stored: StoredGame) -> OpenGame:
    """Fold the entries of a stored game."""
    entries = tuple(map(entry_of, stored.entries))
    game = fold(rules_of(stored.rules), entries)
    about = (stored.id, stored.version, stored.title, stored.created_at)
    return OpenGame(game, entries, *about, stored.changes, stored.home)


def entry_of(row: StoredEntry) -> Entry:
    """Return a stored entry with its public key."""
    event = event_from(row.kind, row.data)
    return Entry(row.seq, event, row.by, row.at, shown_key(row.key))


@lru_cache(maxsize=64)
def rules_of(text: str) -> RuleSystem:
    """Return the rules of a game from their text. Cached, since most games have the same."""
    return from_data(json.loads(text))
