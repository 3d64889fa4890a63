"""A stored game opened for a page."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, wraps
from inspect import signature
from typing import Any

from flask import Flask, abort

from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry, Record, event_from, shown_key
from kalooki_ref.game.state import Round
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.serialization import from_data
from kalooki_ref.store.event_store import load, load_many
from kalooki_ref.store.tables import StoredEntry, StoredGame, UnknownGame
from kalooki_ref.web.rights import is_seen, seen_among
from kalooki_ref.words.language import gettext as _


@dataclass(frozen=True, slots=True)
class OpenGame(Record):
    """A stored game: its record, its address and version, and how often it had changed.

    ``home`` is where a copy can be brought back to.
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


def open_game(game_id: str) -> OpenGame:
    """Return the current state of the game at this address; answers 404 if there is no such game.

    A game that this phone may not see doesn't exist for it.
    """
    if not is_seen(game_id):
        raise UnknownGame(game_id)
    return open_invited(game_id)


def open_invited(game_id: str) -> OpenGame:
    """Return a game for a phone that brings a code or a link to it; answers 404 for none."""
    return open_stored(load(game_id))


def hand_to_views(app: Flask) -> None:
    """Let a view of ``/g/<game_id>/…`` take the game itself, as ``opened``, in the id's place."""
    for endpoint, view in app.view_functions.items():
        if "opened" in signature(view).parameters:
            app.view_functions[endpoint] = _given_game(view)


def _given_game(view: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(view)
    def opening(game_id: str, **parts: Any) -> Any:
        return view(open_game(game_id), **parts)

    return opening


def round_at_hand(opened: OpenGame) -> Round:
    """Return the current round; answers 404 if the game is over."""
    if opened.game.current is None:
        abort(404, _("This game is over: no round is being played."))
    return opened.game.current


def open_games(ids: tuple[str, ...]) -> tuple[OpenGame, ...]:
    """Return the games at these addresses in their order; those not for this phone are left out."""
    found = {stored.id: stored for stored in load_many(seen_among(ids))}
    return tuple(open_stored(found[one]) for one in ids if one in found)


def open_stored(stored: StoredGame) -> OpenGame:
    """Return a stored game with its entries folded."""
    entries = tuple(map(_entry, stored.entries))
    game = fold(_rules(stored.rules), entries)
    about = (stored.id, stored.version, stored.title, stored.created_at)
    return OpenGame(game, entries, *about, stored.changes, stored.home)


def _entry(row: StoredEntry) -> Entry:
    event = event_from(row.kind, row.data)
    return Entry(row.seq, event, row.by, row.at, shown_key(row.key))


@lru_cache(maxsize=64)
def _rules(text: str) -> RuleSystem:
    """Return the rules that a game keeps; most tables play by the same."""
    return from_data(json.loads(text))
