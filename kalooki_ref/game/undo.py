"""Entries that can be undone, and entries that were."""

from kalooki_ref.game import events
from kalooki_ref.game.record import Entry, readings
from kalooki_ref.game.state import Round


def last_entry(entries: tuple[Entry, ...]) -> Entry | None:
    """Return the last entry that can be undone; None if only the start is left."""
    now = readings(entries)
    for entry in reversed(entries):
        if not _is_undo(entry.event) and now.get(entry.seq, entry.event) is not None:
            return None if isinstance(entry.event, events.GameStarted) else entry
    return None


def last_undo(entries: tuple[Entry, ...]) -> Entry | None:
    """Return the last entry if it is an undo, else None."""
    last = entries[-1]
    if not isinstance(last.event, events.EntryAmended) or last.event.event is not None:
        return None
    target = next((entry for entry in entries if entry.seq == last.event.seq), None)
    return None if target is None or _is_undo(target.event) else last


def undone_end(entries: tuple[Entry, ...], past: tuple[Round, ...]) -> events.RoundEnded | None:
    """Return the end of the current round as it was before it was undone.

    ``past`` are the rounds in effect. None if the round wasn't undone, or was void.
    """
    since, now = past[-1].seq if past else 0, readings(entries)
    undone = [
        entry
        for entry in entries[since:]
        if isinstance(entry.event, events.RoundEnded) and now.get(entry.seq, entry.event) is None
    ]
    if not undone:
        return None
    end = undone[-1].event
    for entry in entries:
        match now.get(entry.seq, entry.event):
            case events.EntryAmended(seq=seq, event=events.RoundEnded() as corrected):
                end = corrected if seq == undone[-1].seq else end
    return end if isinstance(end, events.RoundEnded) and end.winner is not None else None


def last_undos(
    entries: tuple[Entry, ...], now: dict[int, events.Event | None]
) -> dict[int, int | None]:
    """Return the last undo of each undone entry, by number; None if it was restored."""
    last = {}
    for entry in entries:
        match entry.event:
            case events.EntryAmended(seq=seq, event=None):
                last[seq] = entry.seq if now.get(entry.seq, entry.event) is not None else None
    return last


def _is_undo(event: events.Event) -> bool:
    return isinstance(event, events.EntryAmended) and event.event is None
