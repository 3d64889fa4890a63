"""Compares and merges a game and a copy of it, after both may have been continued.

Entries with the same key are the same. Nothing is removed: replaced entries are undone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from kalooki_ref.game.events import EntryAmended, Event
from kalooki_ref.game.record import Entry, in_force, readings

Entries = tuple[Entry, ...]


class Difference(Enum):
    """How a copy differs from the game here."""

    # Both are equal.
    NONE = auto()
    # The game here has every entry of the copy, and more.
    HERE = auto()
    # The copy has every entry of the game here, and more.
    COPY = auto()
    # Each has effective entries that the other lacks.
    BOTH = auto()
    # Their first entries differ, or entries with the same key do.
    UNRELATED = auto()


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two games differ.

    ``here`` and ``copy`` are the entries only one of them has. ``missing`` are the entries to
    append here, numbered, so that the game equals the copy; new ones among them have no key yet.
    """

    difference: Difference
    here: Entries = ()
    copy: Entries = ()
    missing: Entries = ()


def compare(here: Entries, copy: Entries) -> Comparison:
    """Return how a copy differs from the game here."""
    if not _are_related(here, copy):
        return Comparison(Difference.UNRELATED)
    ours, theirs = _alone(here, copy), _alone(copy, here)
    if _read(here) == _read(copy):
        return Comparison(Difference.NONE, ours, theirs)
    if not theirs:
        return Comparison(Difference.HERE, ours)
    undone = tuple(_taken_back(here, ours))
    missing = _numbered(here, (*undone, *theirs), copy)
    if _read(here + missing) != _read(copy):
        return Comparison(Difference.UNRELATED)
    return Comparison(Difference.BOTH if undone else Difference.COPY, ours, theirs, missing)


def _are_related(here: Entries, copy: Entries) -> bool:
    """Whether both have the same first entry, and the same content under every shared key."""
    meant = {entry.key: _meant(entry.event, here) for entry in here}
    shared = [entry for entry in copy if entry.key in meant]
    begins = bool(here and copy) and here[0].key == copy[0].key
    return begins and all(meant[one.key] == _meant(one.event, copy) for one in shared)


def _meant(event: Event, entries: Entries) -> tuple[str, Event | None]:
    """Return an event in comparable form: an amendment refers to its target by key."""
    if isinstance(event, EntryAmended):
        return _key_of(event.seq, entries), event.event
    return "", event


def _key_of(seq: int, entries: Entries) -> str:
    return entries[seq - 1].key if 1 <= seq <= len(entries) else ""


def _alone(entries: Entries, others: Entries) -> Entries:
    known = {entry.key for entry in others}
    return tuple(entry for entry in entries if entry.key not in known)


def _taken_back(here: Entries, ours: Entries) -> Iterator[Entry]:
    """Yield entries that undo everything that only the game here has."""
    now, alone = readings(here), {entry.seq for entry in ours}
    for entry in reversed(ours):
        reading = now.get(entry.seq, entry.event)
        amends_ours = isinstance(reading, EntryAmended) and reading.seq in alone
        if reading is not None and not amends_ours:
            yield Entry(0, EntryAmended(entry.seq, None))


def _numbered(here: Entries, added: Entries, copy: Entries) -> Entries:
    """Number the added entries after those here; amendments get their targets' new numbers."""
    numbers = {entry.key: entry.seq for entry in here if entry.key}
    numbered: list[Entry] = []
    for seq, entry in enumerate(added, len(here) + 1):
        event = entry.event
        if entry.key:
            numbers[entry.key] = seq
            if isinstance(event, EntryAmended):
                event = replace(event, seq=numbers.get(_key_of(event.seq, copy), 0))
        numbered.append(replace(entry, seq=seq, event=event))
    return tuple(numbered)


def _read(entries: Entries) -> list[tuple[str, Event]]:
    """Return the effective entries in their current form, with their keys."""
    return [(entry.key, entry.event) for entry in in_force(entries)]
