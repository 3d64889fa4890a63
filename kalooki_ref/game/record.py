"""The record of a game: entries in order, how amended ones read, and which of two clash."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameEnded,
    GameStarted,
    HandCounted,
    JokerMoved,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RoundEnded,
    SeatsChanged,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.plain import KIND, from_plain, to_plain


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: its number from 1, what happened, by whom, and when (ISO 8601, UTC)."""

    seq: int
    event: Event
    by: str = ""
    at: str = ""


_TURNS = (RoundEnded, SeatsChanged, PlayerJoined, PlayerLeft, GameEnded, EntryAmended)
"""What changes the ground under everything that was seen before."""
_SIDE_BY_SIDE = (CallAnswered, HandCounted, MeldsLaid, Tacked, JokerMoved)
"""What several phones may write down in one round, in any order: not on the same meld, though."""


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


def conflicts(new: Event, since: tuple[Event, ...]) -> bool:
    """Return whether ``new`` clashes with any of the entries its phone had not seen."""
    return any(_clash(new, seen) for seen in since)


def _as_read(entries: tuple[Entry, ...], amended: dict[int, Event | None]) -> Iterator[Entry]:
    for entry in entries:
        reading = amended.get(entry.seq, entry.event)
        if reading is None or isinstance(reading, EntryAmended):
            continue
        yield entry if reading is entry.event else replace(entry, event=reading)


def _is_setting(event: Event) -> bool:
    """Whether an entry changes how the table plays on, and nothing that was played."""
    return isinstance(event, EntryAmended) and isinstance(event.event, GameStarted)


def _clash(new: Event, seen: Event) -> bool:
    if _is_setting(new) or _is_setting(seen):
        return _is_setting(new) and _is_setting(seen)
    if isinstance(new, PlayerRenamed):
        return isinstance(seen, PlayerRenamed) and seen.player == new.player
    if isinstance(seen, _TURNS):
        return True
    if isinstance(seen, PlayerRenamed | HandCounted):
        return False
    if _grown_by(new) & _grown_by(seen):
        return True
    if isinstance(new, StockReshuffled):
        return isinstance(seen, StockReshuffled)
    if isinstance(new, _SIDE_BY_SIDE):
        return False
    return not isinstance(new, EntryAmended)


def _grown_by(event: Event) -> set[int]:
    """Return the melds on the board that an entry adds cards to."""
    if isinstance(event, Tacked | JokerMoved):
        return {event.meld}
    if isinstance(event, MeldsLaid):
        return {builder.meld for builder in event.builders}
    return set()
