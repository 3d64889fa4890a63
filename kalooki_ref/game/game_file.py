"""Reads an exported game file: validates its header and entries before they are folded."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from unicodedata import category

from kalooki_ref.game.importing import (
    MOST_ENTRIES,
    ImportFault,
    ImportRefused,
    read_event,
)
from kalooki_ref.game.instants import instant_of
from kalooki_ref.game.names import LONGEST_NAME
from kalooki_ref.game.record import SHOWN_KEY, Entry
from kalooki_ref.rules.foreign_rules import INVISIBLE

FORMAT = "kalooki-ref game 2"
# In the first format late players have no numbers.
FORMATS = (FORMAT, "kalooki-ref game 1")
ANY_FORMAT = re.compile(r"kalooki-ref game \d+")
LONGEST_TITLE = 200


@dataclass(frozen=True, slots=True)
class GameFile:
    """The header of a file, its rules as plain data, and its entries in order."""

    title: str
    created_at: str
    home: str
    rules: Any
    entries: tuple[Entry, ...]


def read_file(data: Any, *, new_key: Callable[[], str]) -> GameFile:
    """Return the content of a file's JSON; raises ImportRefused at the first fault.

    Entries of earlier versions have no keys; ``new_key`` creates them. The rules and the URL
    ``home`` aren't validated here.
    """
    _refuse_other_files(data)
    _refuse_unprintable(data)
    title, at, home = data.get("title", ""), data.get("created_at"), data.get("home", "")
    if not isinstance(title, str) or len(title) > LONGEST_TITLE or _has_invisible(title):
        raise ImportRefused(ImportFault.TITLE)
    if instant_of(at) is None:
        raise ImportRefused(ImportFault.CREATED_AT)
    if not isinstance(home, str):
        raise ImportRefused(ImportFault.HOME)
    entries = read_entries(data.get("entries"), new_key=new_key)
    return GameFile(title, str(at), home, data.get("rules"), entries)


def read_entries(rows: Any, *, new_key: Callable[[], str]) -> tuple[Entry, ...]:
    """Return the entries of a file; raises ImportRefused."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= MOST_ENTRIES:
        raise ImportRefused(ImportFault.NO_ENTRIES, about=MOST_ENTRIES)
    entries = tuple(_read_entry(seq, row, new_key) for seq, row in enumerate(rows, 1))
    have_keys = {"key" in row for row in rows}
    if len(have_keys) > 1 or len({entry.key for entry in entries}) < len(entries):
        raise ImportRefused(ImportFault.KEYS)
    return entries


def _read_entry(seq: int, row: Any, new_key: Callable[[], str]) -> Entry:
    if not isinstance(row, dict):
        raise ImportRefused(ImportFault.NO_ENTRY, seq=seq)
    if row.get("seq") != seq or isinstance(row["seq"], bool):
        raise ImportRefused(ImportFault.OUT_OF_ORDER, seq=seq)
    by, at, key = row.get("by", ""), row.get("at"), row.get("key")
    if not isinstance(by, str) or len(by) > LONGEST_NAME or _has_invisible(by):
        raise ImportRefused(ImportFault.SIGNATURE, seq=seq)
    if instant_of(at) is None:
        raise ImportRefused(ImportFault.TIME, seq=seq)
    if "key" in row and not (isinstance(key, str) and SHOWN_KEY.fullmatch(key)):
        raise ImportRefused(ImportFault.NEVER_WRITTEN, seq=seq)
    event = read_event(seq, row.get("kind"), row.get("data"))
    return Entry(seq, event, by, str(at), key or new_key())


def is_game_file(data: Any) -> bool:
    """Whether this is the data of an exported game, perhaps of a newer version."""
    found = data.get("format") if isinstance(data, dict) else None
    return isinstance(found, str) and ANY_FORMAT.fullmatch(found) is not None


def _refuse_other_files(data: Any) -> None:
    if not is_game_file(data):
        raise ImportRefused(ImportFault.NO_GAME)
    if data["format"] not in FORMATS:
        raise ImportRefused(ImportFault.NEWER_VERSION)


def _refuse_unprintable(data: object) -> None:
    # Lone surrogates can be read as JSON, but neither stored nor sent as UTF-8.
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise ImportRefused(ImportFault.CHARACTERS) from error


def _has_invisible(text: str) -> bool:
    return any(category(sign) in INVISIBLE for sign in text)
