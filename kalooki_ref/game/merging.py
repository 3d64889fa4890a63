"""Compares and merges a game and a copy of it, after both may have been continued.

Entries with the same key are the same. Nothing is removed: replaced entries are undone.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto

from kalooki_ref.game.events import EntryAmended, Event
from kalooki_ref.game.record import Entry, in_force

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
    added = _numbered(here, theirs, copy)
    missing = added + _levelled(here + added, copy)
    if _read(here + missing) != _read(copy):
        return Comparison(Difference.UNRELATED)
    shared = tuple(entry for entry in here if entry not in ours)
    is_lost = _read(here) != _read(shared)
    return Comparison(Difference.BOTH if is_lost else Difference.COPY, ours, theirs, missing)


def _are_related(here: Entries, copy: Entries) -> bool:
    """Whether both have the same first entry, and the same content under every shared key."""
    meant = {entry.key: _meant(entry.event, here) for entry in here}
    shared = [entry for entry in copy if entry.key in meant]
    begins = bool(here and copy) and here[0].key == copy[0].key
    return begins and all(meant[entry.key] == _meant(entry.event, copy) for entry in shared)


def _meant(event: Event, entries: Entries) -> list[tuple[str, Event | None]]:
    """Return an event in comparable form: an amendment refers to its targets by key."""
    if isinstance(event, EntryAmended):
        return [(_key_of(item.seq, entries), item.event) for item in (event, *event.also)]
    return [("", event)]


def _key_of(seq: int, entries: Entries) -> str:
    return entries[seq - 1].key if 1 <= seq <= len(entries) else ""


def _alone(entries: Entries, others: Entries) -> Entries:
    known = {entry.key for entry in others}
    return tuple(entry for entry in entries if entry.key not in known)


def _levelled(merged: Entries, copy: Entries) -> Entries:
    """Return an entry that makes every entry read as in the copy; none if they do already."""
    wanted = dict(_read(copy))
    now = {entry.seq: entry.event for entry in in_force(merged)}
    items = [
        EntryAmended(entry.seq, event)
        for entry in merged
        if (event := wanted.get(entry.key)) != now.get(entry.seq)
    ]
    if not items:
        return ()
    first, *others = items
    return (Entry(len(merged) + 1, replace(first, also=tuple(others))),)


def _numbered(here: Entries, added: Entries, copy: Entries) -> Entries:
    """Number the added entries after those here; amendments get their targets' new numbers."""
    numbers = {entry.key: entry.seq for entry in here}

    def renumbered(item: EntryAmended) -> EntryAmended:
        also = tuple(map(renumbered, item.also))
        return replace(item, seq=numbers.get(_key_of(item.seq, copy), 0), also=also)

    numbered: list[Entry] = []
    for seq, entry in enumerate(added, len(here) + 1):
        numbers[entry.key] = seq
        event = renumbered(entry.event) if isinstance(entry.event, EntryAmended) else entry.event
        numbered.append(replace(entry, seq=seq, event=event))
    return tuple(numbered)


def _read(entries: Entries) -> list[tuple[str, Event]]:
    """Return the entries in effect in their current form, with their keys."""
    return [(entry.key, entry.event) for entry in in_force(entries)]
