"""The log as a minute book: every entry, its round, and what became of it."""

from dataclasses import dataclass

from flask_babel import gettext as _

from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameStarted,
    HandCounted,
    JokerMoved,
    MeldsLaid,
    RoundEnded,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.game.record import Entry, readings
from kalooki_ref.web.access.open_game import Table
from kalooki_ref.web.history.amendments import holdings
from kalooki_ref.web.messages.entry_words import words_of


@dataclass(frozen=True, slots=True)
class Minute:
    """One entry as it reads: ``is_struck`` when it was taken back, ``is_changed`` when amended."""

    seq: int
    words: str
    round_name: str
    by: str
    at: str
    is_struck: bool
    is_changed: bool
    is_act: bool
    undone_by: int | None
    overruled: str

    @property
    def can_return(self) -> bool:
        """Whether the entry was taken back and that can itself be taken back."""
        return self.is_struck and self.is_act and self.undone_by is not None


def minutes(table: Table) -> tuple[Minute, ...]:
    """Return the whole book, newest first."""
    now = readings(table.entries)
    rounds = round_names(table, now)
    return tuple(
        _minute(table, entry, now, rounds.get(entry.seq, "")) for entry in reversed(table.entries)
    )


def last_act(entries: tuple[Entry, ...]) -> Entry | None:
    """Return the last entry that can be taken back; None when only the beginning is left."""
    now = readings(entries)
    for entry in reversed(entries):
        if not _is_undoing(entry.event) and now.get(entry.seq, entry.event) is not None:
            return None if isinstance(entry.event, GameStarted) else entry
    return None


def last_undoing(entries: tuple[Entry, ...]) -> Entry | None:
    """Return the very last entry when it took something back; None when it did anything else."""
    last = entries[-1]
    if not isinstance(last.event, EntryAmended) or last.event.event is not None:
        return None
    target = next((entry for entry in entries if entry.seq == last.event.seq), None)
    return None if target is None or _is_undoing(target.event) else last


def told_of(table: Table, entry: Entry) -> str:
    """Return what an entry says where no other stands beside it: a round's end with its round."""
    words = words_of(table, entry)
    if not isinstance(entry.event, RoundEnded):
        return words
    return f"{round_names(table, readings(table.entries))[entry.seq]}: {words}"


def _minute(table: Table, entry: Entry, now: dict[int, Event | None], round_name: str) -> Minute:
    reading = now.get(entry.seq, entry.event)
    return Minute(
        seq=entry.seq,
        words=_in_full(table, entry),
        round_name=round_name,
        by=entry.by,
        at=entry.at,
        is_struck=reading is None,
        is_changed=reading is not None and reading is not entry.event,
        is_act=not isinstance(entry.event, GameStarted | EntryAmended),
        undone_by=_undone_by(table, entry, now),
        overruled=getattr(entry.event, "overruled", ""),
    )


def _in_full(table: Table, entry: Entry) -> str:
    words = words_of(table, entry)
    held = holdings(table, entry.event) if isinstance(entry.event, RoundEnded) else ""
    return f"{words} {held}" if held else words


def _undone_by(table: Table, entry: Entry, now: dict[int, Event | None]) -> int | None:
    for later in reversed(table.entries):
        undoing = later.event
        if _is_undoing(undoing) and getattr(undoing, "seq", 0) == entry.seq:
            return later.seq if now.get(later.seq, undoing) is not None else None
    return None


def _is_undoing(event: Event) -> bool:
    return isinstance(event, EntryAmended) and event.event is None


def round_names(table: Table, now: dict[int, Event | None]) -> dict[int, str]:
    """Return the round each entry belongs to, by its number; none for entries between rounds."""
    word = _("Hand %(number)s") if table.system.is_open_ended else _("Round %(number)s")
    names, number = {}, 1
    for entry in table.entries:
        if isinstance(entry.event, _IN_ROUND):
            names[entry.seq] = word % {"number": number}
        read = now.get(entry.seq, entry.event)
        number += isinstance(read, RoundEnded) and read.winner is not None
    return names


_IN_ROUND = (CallAnswered, HandCounted, MeldsLaid, Tacked, JokerMoved, StockReshuffled, RoundEnded)
