"""An exported game made anew, entry by entry, under an address of its own."""

import hashlib
import json
import secrets
from typing import Any

from kalooki_ref.game.record import Entry, event_data
from kalooki_ref.rules.serialization import as_data, from_data
from kalooki_ref.store import NewEntry, append, create_game
from kalooki_ref.web.history.exports import ExportError, entries_from


def restored(data: Any) -> str:
    """Make the game and return its id; raises ExportError, and makes nothing, when it is none."""
    entries = entries_from(data)
    if not entries:
        raise ExportError("the book is empty")
    try:
        rules = json.dumps(as_data(from_data(data["rules"])), separators=(",", ":"))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ExportError(f"its rules cannot be read: {error}") from error
    made = create_game(_new(entries[0]), title=str(data.get("title", ""))[:200], rules=rules)
    for version, entry in enumerate(entries[1:], 1):
        append(made.id, _new(entry), base=version)
    return made.id


def _new(entry: Entry) -> NewEntry:
    kind, data = event_data(entry.event)
    said = hashlib.sha256(json.dumps([kind, data], sort_keys=True).encode()).hexdigest()
    return NewEntry(secrets.token_hex(16), said, kind, data, entry.by)
