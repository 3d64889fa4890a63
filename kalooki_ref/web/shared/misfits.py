"""Refuses entries that don't fit the game, in the transaction that saves them."""

from collections.abc import Iterable
from dataclasses import dataclass

from flask import Flask, Response, jsonify, make_response
from sqlalchemy import Connection

from kalooki_ref.game.consequences import Misfits, consequences
from kalooki_ref.game.events import EntryAmended, Event
from kalooki_ref.game.fit import misfits_of
from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry, shown_key
from kalooki_ref.server.middleware import errors
from kalooki_ref.store.event_store import Check, rows_since
from kalooki_ref.web.shared.open_game import OpenGame, entry_of
from kalooki_ref.web.shared.view import render
from kalooki_ref.words.entry_words import entry_words
from kalooki_ref.words.fit_words import misfit_words


class Misfitting(Exception):
    """An entry doesn't fit the game, or others would no longer fit after it."""

    def __init__(self, opened: OpenGame, misfits: Misfits) -> None:
        super().__init__(misfits)
        self.opened = opened
        self.misfits = misfits


def init_app(app: Flask) -> None:
    app.register_error_handler(Misfitting, refused)


def fitting(opened: OpenGame, event: Event, key: str, *, partial: Iterable[int] = ()) -> Check:
    """Return the store's `Check` function for an event to be saved under this key.

    It includes what other phones saved after ``opened`` was read.
    """

    def check(connection: Connection) -> None:
        later = tuple(map(entry_of, rows_since(connection, opened.id, opened.version)))
        entries = opened.entries + later
        new = Entry(len(entries) + 1, event, key=shown_key(key))
        if isinstance(event, EntryAmended):
            found = consequences(opened.system, entries, (new,))
            # The form of a corrected round shows which scores it has.
            expected = (event.seq, *partial)
            misfits = found.lost | {
                seq: why for seq, why in found.partial.items() if seq not in expected
            }
        else:
            game = fold(opened.system, entries) if later else opened.game
            reasons = misfits_of(event, game)
            misfits = {new.seq: reasons} if reasons else {}
        if misfits:
            raise Misfitting(opened, misfits)

    return check


@dataclass(frozen=True, slots=True)
class AffectedEntry:
    """An entry in words, and why it doesn't fit; without words if it isn't saved yet."""

    seq: int
    words: str
    reasons: str


def affected_entries(opened: OpenGame, misfits: Misfits) -> tuple[AffectedEntry, ...]:
    """Return the entries that don't fit, in words."""
    return tuple(
        AffectedEntry(
            seq,
            entry_words(opened, entry) if (entry := opened.entry(seq)) else "",
            misfit_words(opened, reasons),
        )
        for seq, reasons in misfits.items()
    )


def refused(error: Misfitting) -> Response:
    """Handle an entry that doesn't fit; nothing was saved."""
    entries = affected_entries(error.opened, error.misfits)
    if errors.wants_json():
        reasons = " ".join(f"{entry.words} {entry.reasons}".strip() for entry in entries)
        return make_response(jsonify({"error": reasons, "status": 422}), 422)
    page = render(
        "errors/misfit.html", game_id=error.opened.id, entries=entries, typed=errors.typed()
    )
    return make_response(page, 422)
