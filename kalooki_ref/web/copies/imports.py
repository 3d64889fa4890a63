"""Imports a game from a file, a link or a backup: validates it, renders its pages, stores it."""

import json
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import current_app

from kalooki_ref.game.game_file import FORMAT, read_file
from kalooki_ref.game.importing import (
    ImportFault,
    ImportRefused,
    fold_import,
    names_in,
)
from kalooki_ref.game.record import shown_key
from kalooki_ref.rules.foreign_rules import ForeignRulesError, read_foreign_rules
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.server.origins import is_address
from kalooki_ref.store.event_store import import_game
from kalooki_ref.store.tables import StoredEntry, StoredGame
from kalooki_ref.web.shared.names import fault_of_kept, is_tidy
from kalooki_ref.web.shared.open_game import OpenGame
from kalooki_ref.words.import_words import ExportError, refusal_words, rules_words
from kalooki_ref.words.language import gettext as _

BYTES_OF_ROW = 200
# Name in `app.extensions` of the function that renders every page, which knows them all.
PAGE_CHECK = "kalooki_page_check"
# Returns whether the time limit is exceeded.
IsOver = Callable[[], bool]
# Of the processor: on a busy machine a good game takes longer, but no more work. 5,000 entries
# need a second at most. The pocket's clock counts what else an old phone does, and delays only it.
MOST_SECONDS = {"server": 6.0, "pocket": 60.0}


@dataclass(frozen=True, slots=True)
class Imported:
    """A validated game: as stored, and as opened for pages."""

    stored: StoredGame
    opened: OpenGame

    @property
    def size(self) -> int:
        """Its approximate size in the database, in bytes."""
        return len(self.stored.rules) + sum(
            BYTES_OF_ROW + len(json.dumps(row.data)) for row in self.stored.entries
        )


def restored(data: Any) -> str:
    """Import the game of an exported file and return its id; raises ExportError."""
    return import_game(read_import(data).stored)


def time_limit(seconds: Mapping[str, float] = MOST_SECONDS) -> IsOver:
    """Start the time limit of an import, by where it runs, in CPU time of this thread."""
    # WebAssembly may have no clock for threads; the pocket has only one.
    clock = getattr(time, "thread_time", time.process_time)
    until = clock() + seconds[current_app.config["RUNS_IN"]]
    return lambda: clock() > until


def read_import(data: Any, *, is_over: IsOver = bool) -> Imported:
    """Return the game of an exported file after rendering all its pages; raises ExportError."""
    imported = read_game(data, is_over=is_over)
    audit_of(imported.opened, is_over=is_over)
    return imported


def read_game(data: Any, *, is_over: IsOver = bool) -> Imported:
    """Return the game of an exported file without rendering pages; raises ExportError."""
    try:
        file = read_file(data, new_key=lambda: secrets.token_hex(16))
        if file.home and not is_address(file.home):
            raise ImportRefused(ImportFault.HOME)
        system = read_foreign_rules(file.rules)
        game = fold_import(system, file.entries, is_over=is_over)
    except ForeignRulesError as error:
        raise ExportError(rules_words(error)) from error
    except ImportRefused as refused:
        raise ExportError(refusal_words(refused)) from refused
    rules = json.dumps(as_data(system), separators=(",", ":"))
    rows = tuple(
        StoredEntry(entry.seq, entry.key, row["kind"], row["data"], entry.by, entry.at)
        for entry, row in zip(file.entries, data["entries"], strict=True)
    )
    title, at, home = file.title, file.created_at, file.home
    return Imported(
        StoredGame("", len(rows), title, rules, at, rows, home),
        OpenGame(game, file.entries, "", len(rows), title, at, home=home),
    )


def fault_of_stored(stored: StoredGame) -> str:
    """Return why a game of another database can't be imported; empty if it can."""
    rows = [
        {"seq": row.seq, "kind": row.kind, "data": row.data, "by": row.by, "at": row.at}
        | {"key": shown_key(row.key)}
        for row in stored.entries
    ]
    about = {"title": stored.title, "created_at": stored.created_at, "home": stored.home}
    sent = {"format": FORMAT, "rules": json.loads(stored.rules), "entries": rows} | about
    try:
        read_game(sent)
    except ExportError as error:
        return str(error)
    return ""


def audit_of(opened: OpenGame, *, is_over: IsOver = bool) -> int:
    """Render every page of a game and return its number of rounds; raises if one fails.

    The names of players are validated too.
    """
    for entry in opened.entries:
        for name in names_in(entry.event):
            _refuse_name(name)
    try:
        current_app.extensions[PAGE_CHECK](opened, is_over=is_over)
    except ImportRefused as refused:
        raise ExportError(refusal_words(refused)) from refused
    return len(opened.game.past)


def _refuse_name(name: str) -> None:
    if fault_of_kept(name):
        raise ExportError(_("a name is too long, or holds characters that can’t be shown"))
    if not is_tidy(name):
        raise ExportError(_("the name %(name)s is not written as the app does", name=name))
