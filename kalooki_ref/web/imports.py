"""A game from a file, a link or a backup: read, folded once, shown on every page, then stored."""

import json
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unicodedata import category

from kalooki_ref.game.importing import (
    MOST_ENTRIES,
    ImportRefused,
    fold_import,
    names_in,
    read_event,
)
from kalooki_ref.game.record import Entry
from kalooki_ref.rules.foreign_rules import INVISIBLE, ForeignRulesError, read_foreign_rules
from kalooki_ref.rules.serialization import as_data
from kalooki_ref.server.origins import is_address
from kalooki_ref.store.event_store import import_game
from kalooki_ref.store.instants import instant_of
from kalooki_ref.store.tables import StoredEntry, StoredGame
from kalooki_ref.web.every_page import render_every_page
from kalooki_ref.web.export import FORMAT, ExportError
from kalooki_ref.web.forms.names import LONGEST_NAME, fault_of, tidy
from kalooki_ref.web.open_game import SHOWN_KEY, OpenGame, shown_key
from kalooki_ref.words.import_words import refusal_words, rules_words
from kalooki_ref.words.language import gettext as _

LONGEST_TITLE = 200
BYTES_OF_ROW = 200
FORMAT_NAME = re.compile(r"kalooki-ref game \d+")
IsOver = Callable[[], bool]
"""Whether the time for a piece of work has run out."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A game that was read: as it is stored, and as pages show it."""

    stored: StoredGame
    opened: OpenGame

    @property
    def size(self) -> int:
        """About how many bytes it takes to store."""
        return len(self.stored.rules) + sum(
            BYTES_OF_ROW + len(json.dumps(row.data)) for row in self.stored.entries
        )


def restored(data: Any, *, key: str = "") -> str:
    """Store the game of an exported file and return its id; raises ExportError, and stores nothing.

    The same ``key`` again stores nothing more and returns the same id.
    """
    return store(read_import(data), key=key)


def store(imported: Imported, *, key: str = "") -> str:
    """Store a game that was read, and return its id; the same ``key`` again gives the same game."""
    return import_game(imported.stored, key=key)


def read_import(data: Any, *, is_over: IsOver = bool) -> Imported:
    """Return the game of an exported file, shown once on every page; raises ExportError."""
    imported = read_game(data, is_over=is_over)
    audit_of(imported.opened, is_over=is_over)
    return imported


def read_game(data: Any, *, is_over: IsOver = bool) -> Imported:
    """Return the game of an exported file, folded but not shown; raises ExportError."""
    _refuse_other_files(data)
    _refuse_strange_text(data)
    try:
        system = read_foreign_rules(data.get("rules"))
        about = _about(data)
        entries = _entries(data.get("entries"))
        game = fold_import(system, entries, is_over=is_over)
    except ForeignRulesError as error:
        raise ExportError(rules_words(error)) from error
    except ImportRefused as refused:
        raise ExportError(refusal_words(refused)) from refused
    rules = json.dumps(as_data(system), separators=(",", ":"))
    rows = tuple(
        StoredEntry(one.seq, one.key, row["kind"], row["data"], one.by, one.at)
        for one, row in zip(entries, data["entries"], strict=True)
    )
    title, at, home = about
    return Imported(
        StoredGame("", len(rows), title, rules, at, rows, home),
        OpenGame(game, entries, "", len(rows), title, at, home=home),
    )


def fault_of_stored(stored: StoredGame) -> str:
    """Return why a game of another database can't be imported; empty where it can."""
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
    """Render every page of a game and return its rounds; raises where that can't be done.

    Names are those people can type.
    """
    for entry in opened.entries:
        for name in names_in(entry.event):
            _refuse_name(name)
    try:
        render_every_page(opened, is_over=is_over)
    except ImportRefused as refused:
        raise ExportError(refusal_words(refused)) from refused
    return len(opened.game.past)


def _refuse_other_files(data: Any) -> None:
    """Refuse what isn't a game that this version reads; raises ExportError."""
    found = data.get("format") if isinstance(data, dict) else None
    if found == FORMAT:
        return
    if isinstance(found, str) and FORMAT_NAME.fullmatch(found):
        raise ExportError(_("it was saved by a newer version of this app. Update this one first"))
    raise ExportError(_("this file is not a game. Choose one that Save a copy made"))


def _about(data: dict[str, Any]) -> tuple[str, str, str]:
    """Return title, time of creation and home of a game; raises ExportError."""
    title, at, home = data.get("title", ""), data.get("created_at"), data.get("home", "")
    if not isinstance(title, str) or len(title) > LONGEST_TITLE or _has_control(title):
        raise ExportError(_('"title" is too long, or holds characters that can’t be shown'))
    if instant_of(at) is None:
        raise ExportError(_('"created_at" is not a date and time between 1970 and 9999'))
    if home != "" and not is_address(home):
        raise ExportError(_('"home" is not the address of an app'))
    return title, str(at), home


def _entries(rows: Any) -> tuple[Entry, ...]:
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_ENTRIES:
        raise ExportError(_('"entries" must be a list of 1 to %(most)s', most=MOST_ENTRIES))
    entries = tuple(_entry(seq, row) for seq, row in enumerate(rows, 1))
    have_keys = {"key" in row for row in rows}
    if len(have_keys) > 1 or len({entry.key for entry in entries}) < len(entries):
        raise ExportError(_("every entry needs a key of its own"))
    return entries


def _entry(seq: int, row: Any) -> Entry:
    if not isinstance(row, dict):
        raise ExportError(_("entry %(number)s is missing or is something else", number=seq))
    if row.get("seq") != seq or isinstance(row["seq"], bool):
        raise ExportError(_("entry %(number)s is out of order", number=seq))
    by, at, key = row.get("by", ""), row.get("at"), row.get("key")
    if not isinstance(by, str) or len(by) > LONGEST_NAME or _has_control(by):
        raise ExportError(_("entry %(number)s is signed with a name nobody can type", number=seq))
    if instant_of(at) is None:
        raise ExportError(
            _("entry %(number)s has no date and time between 1970 and 9999", number=seq)
        )
    if "key" in row and not (isinstance(key, str) and SHOWN_KEY.fullmatch(key)):
        raise ExportError(_("entry %(number)s holds something this app never writes", number=seq))
    event = read_event(seq, row.get("kind"), row.get("data"))
    return Entry(seq, event, by, str(at), key or secrets.token_hex(16))


def _refuse_name(name: str) -> None:
    fault = fault_of(name)
    if fault or tidy(name) != name:
        raise ExportError(fault or _("the name %(name)s is not written as the app does", name=name))


def _has_control(text: str) -> bool:
    return any(category(sign) in INVISIBLE for sign in text)


def _refuse_strange_text(data: object) -> None:
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise ExportError(_("it holds characters that no keyboard types")) from error
