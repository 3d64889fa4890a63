"""The minute book of a game: entries in order, and how they read once amendments are followed.

Not here: what the entries add up to (game.state), or where they are kept (store).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kalooki_ref.game.events import EntryAmended, Event
from kalooki_ref.plain import KIND, from_plain, to_plain


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the book: its number from 1, what happened, by whom, and when (ISO 8601, UTC)."""

    seq: int
    event: Event
    by: str = ""
    at: str = ""


def event_data(event: Event) -> tuple[str, dict[str, Any]]:
    """Return the kind of an event and its plain data, for the store."""
    data = to_plain(event)
    return data.pop(KIND), data


def event_from(kind: str, data: dict[str, Any]) -> Event:
    """Return the event that was stored; raises ValueError when it is none."""
    event: Event = from_plain(Event, {KIND: kind} | data)
    return event


def in_force(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the entries as they read now: amended ones in their place, those taken back left out.

    An amendment can itself be taken back, which brings the earlier reading back to force.
    """
    return tuple(_as_read(entries, readings(entries)))


def readings(entries: tuple[Entry, ...]) -> dict[int, Event | None]:
    """Return how amended entries read now, by number; None for those taken back."""
    amended: dict[int, Event | None] = {}
    for entry in reversed(entries):
        reading = amended.get(entry.seq, entry.event)
        if isinstance(reading, EntryAmended):
            amended.setdefault(reading.seq, reading.event)
    return amended


def _as_read(entries: tuple[Entry, ...], amended: dict[int, Event | None]) -> Iterator[Entry]:
    for entry in entries:
        reading = amended.get(entry.seq, entry.event)
        if reading is None or isinstance(reading, EntryAmended):
            continue
        yield entry if reading is entry.event else replace(entry, event=reading)
