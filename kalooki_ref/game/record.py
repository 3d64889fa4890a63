"""The record of a game: its entries, the effect of amendments, and conflicts."""

import hashlib
import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from kalooki_ref.game import events
from kalooki_ref.game.replaced import names_before
from kalooki_ref.game.state import Game
from kalooki_ref.plain import KIND, from_plain, to_plain

SHOWN_DIGITS = 12
SHOWN_KEY = re.compile(rf"~[0-9a-f]{{{SHOWN_DIGITS}}}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: its number from 1, event, author, time (ISO 8601, UTC), and key.

    The key is the same in every copy of the game.
    """

    seq: int
    event: events.Event
    by: str = ""
    at: str = ""
    key: str = ""


@dataclass(frozen=True)
class Record:
    """A game and the entries it was folded from."""

    game: Game
    entries: tuple[Entry, ...]

    @cached_property
    def numbers(self) -> dict[int, int]:
        """The numbers of the entries, by the ``id`` of their events."""
        return {id(entry.event): entry.seq for entry in reversed(self.entries)}

    @cached_property
    def names_before(self) -> dict[int, str]:
        """The earlier name of the player in each renaming, by ``id(event)``."""
        now = readings(self.entries)
        return names_before(
            (entry.event, now.get(entry.seq, entry.event) is not None) for entry in self.entries
        )

    @cached_property
    def names_joined(self) -> dict[int, str]:
        """The names that players joined with, by number, of undone entries too."""
        joinings = [
            entry.event for entry in self.entries if isinstance(entry.event, events.PlayerJoined)
        ]
        return {joining.number: joining.name for joining in reversed(joinings)}

    @cached_property
    def overcalls(self) -> frozenset[int]:
        """The events of the calls beyond the limit, by ``id(event)``."""
        return frozenset(id(self.entries[seq - 1].event) for seq in self.game.overcalls)

    @cached_property
    def scored_ends(self) -> tuple[int, ...]:
        """The numbers of the entries that ended the scored rounds."""
        return tuple(past.seq for past in self.game.scored)

    def round_number(self, seq: int) -> int:
        """Return the number of the round in which an entry was made, even if it is undone."""
        return 1 + bisect_left(self.scored_ends, seq)

    def opens_with_points(self, lay: events.MeldsLaid) -> bool:
        """Whether coming down took points, not a contract, in the round of a recorded lay."""
        number = self.round_number(self.numbers.get(id(lay), len(self.entries)))
        last = len(self.game.system.contracts) or 1
        return self.game.system.opening_of(min(number, last)) > 0

    def entry(self, seq: int | None) -> Entry | None:
        """Return the entry with this number, or None."""
        return self.entries[seq - 1] if seq and 1 <= seq <= len(self.entries) else None


def event_data(event: events.Event) -> tuple[str, dict[str, Any]]:
    """Return an event's kind and its JSON data, for the store."""
    data = to_plain(event)
    return data.pop(KIND), data


def event_from(kind: str, data: dict[str, Any]) -> events.Event:
    """Return the event from its kind and JSON data; raises ValueError if they are invalid."""
    event: events.Event = from_plain(events.Event, {KIND: kind} | data)
    return event


def shown_key(key: str) -> str:
    """Return the public key of an entry, which copies of the game contain.

    It is a hash: with the idempotency key itself, anybody could repeat the form's request.
    """
    if SHOWN_KEY.fullmatch(key):
        return key
    return f"~{hashlib.sha256(key.encode()).hexdigest()[:SHOWN_DIGITS]}"


def in_force(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return the effective entries: amended ones in place, undone ones left out."""
    return tuple(_as_read(entries, readings(entries)))


def readings(entries: tuple[Entry, ...]) -> dict[int, events.Event | None]:
    """Return the current events of amended entries, by number; None if undone.

    In games of earlier versions, undoing an amendment brings back the earlier event.
    """
    amended: dict[int, events.Event | None] = {}
    for entry in reversed(entries):
        reading = amended.get(entry.seq, entry.event)
        if isinstance(reading, events.EntryAmended):
            for item in (reading, *reading.also):
                amended.setdefault(item.seq, item.event)
    return amended


def without_undone_calls(
    since: tuple[events.Event, ...], event_at: Callable[[int], events.Event | None]
) -> tuple[events.Event, ...]:
    """Replace undos of calls by the calls, so that `conflicts` treats them as harmless."""

    def meant(event: events.Event) -> events.Event:
        if not isinstance(event, events.EntryAmended) or event.event is not None or event.also:
            return event
        undone = event_at(event.seq)
        return undone if isinstance(undone, events.CallAnswered) else event

    return tuple(meant(event) for event in since)


def is_own_entry(
    event_at: Callable[[int], events.Event | None], seq: int, *, player: int | None
) -> bool:
    """Whether an entry is this player's own call, lay or mark, or undoes only one."""
    event = event_at(seq)
    if isinstance(event, events.EntryAmended) and event.event is None and not event.also:
        event = event_at(event.seq)
    own = events.CallAnswered | events.MeldsLaid | events.PlayerMarked
    return isinstance(event, own) and event.player == player


def conflicts(new: events.Event, since: tuple[events.Event, ...]) -> bool:
    """Return whether ``new`` conflicts with any of the entries that its phone hadn't seen."""
    return any(_clash(new, seen) for seen in since)


def _as_read(
    entries: tuple[Entry, ...], amended: dict[int, events.Event | None]
) -> Iterator[Entry]:
    for entry in entries:
        reading = amended.get(entry.seq, entry.event)
        if reading is None or isinstance(reading, events.EntryAmended):
            continue
        yield entry if reading is entry.event else replace(entry, event=reading)


def _is_setting(event: events.Event) -> bool:
    """Whether an event changes only a setting, nothing that was played."""
    return isinstance(event, events.EntryAmended) and isinstance(event.event, events.GameStarted)


def _clash(new: events.Event, seen: events.Event) -> bool:
    if _is_setting(new) or _is_setting(seen):
        return _is_setting(new) and _is_setting(seen)
    if isinstance(new, events.PlayerRenamed | events.PlayerMarked):
        return type(seen) is type(new) and seen.player == new.player
    if isinstance(seen, events.TurningPoint):
        return True
    if isinstance(seen, events.PlayerRenamed | events.PlayerMarked | events.HandCounted):
        return False
    if _grown_by(new) & _grown_by(seen):
        return True
    if isinstance(new, events.StockReshuffled):
        return isinstance(seen, events.StockReshuffled)
    if isinstance(new, events.InRound):
        return False
    return not isinstance(new, events.EntryAmended)


def _grown_by(event: events.Event) -> set[tuple[str, int]]:
    """Return the board melds that an event adds cards to: their lay and index, if recorded."""
    if isinstance(event, events.Tacked | events.JokerMoved):
        return {_meld_of(event)}
    if isinstance(event, events.MeldsLaid):
        return set(map(_meld_of, event.builders))
    return set()


def _meld_of(added: events.Tacked | events.JokerMoved | events.Builder) -> tuple[str, int]:
    return (added.lay, added.part) if added.lay else ("", added.meld)
