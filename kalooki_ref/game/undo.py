"""Undo and restore: what the amendments of a game did, and those that undo or restore an entry.

An amendment names the original entry, and the last one counts. In games of earlier versions one
may name another amendment: undoing an undo restored the entry, undoing a correction reverted it.
"""

from dataclasses import dataclass, field
from enum import Enum, auto

from kalooki_ref.game.events import EntryAmended, Event, GameStarted, RoundEnded
from kalooki_ref.game.record import Entry, readings
from kalooki_ref.game.state import Round

Entries = tuple[Entry, ...]


class Act(Enum):
    """What an amendment did to an entry."""

    CORRECTED = auto()
    UNDONE = auto()
    RESTORED = auto()


@dataclass(frozen=True, slots=True)
class Amended:
    """What an amendment did to one entry.

    ``seq`` is the number of the original, ``about`` that of the entry undone or restored: the
    original or a correction of it. ``before`` and ``after`` are the events; None if undone.
    """

    seq: int
    act: Act
    about: int
    before: Event | None
    after: Event | None


@dataclass(slots=True)
class Amendments:
    """What all amendments of a game did.

    ``acts`` are by the number of the amending entry. ``undone`` has the entries undone now,
    corrections included, with the number of the undo. ``corrections`` are the corrections in effect
    of each original, in the order in which they took effect, with the event before each.
    """

    acts: dict[int, tuple[Amended, ...]] = field(default_factory=dict)
    undone: dict[int, int] = field(default_factory=dict)
    corrections: dict[int, dict[int, Event]] = field(default_factory=dict)

    def is_undoable(self, entry: Entry) -> bool:
        """Whether an entry is in effect and can be undone: of corrections only the latest."""
        if isinstance(entry.event, GameStarted) or entry.seq in self.undone:
            return False
        if not isinstance(entry.event, EntryAmended):
            return True
        seq, in_effect = self._corrections_beside(entry)
        return seq not in self.undone and in_effect[-1:] == [entry.seq]

    def is_corrected_since(self, entry: Entry) -> bool:
        """Whether an entry is a correction in effect that isn't the latest one."""
        if not isinstance(entry.event, EntryAmended):
            return False
        seq, in_effect = self._corrections_beside(entry)
        return seq not in self.undone and entry.seq in in_effect[:-1]

    def _corrections_beside(self, entry: Entry) -> tuple[int, list[int]]:
        """Return the original of an amending entry, and the corrections of it in effect."""
        seq = self.acts[entry.seq][0].seq
        return seq, list(self.corrections.get(seq, {}))

    def undoing(self, entry: Entry) -> EntryAmended:
        """Return the amendment that undoes an entry."""
        if not isinstance(entry.event, EntryAmended):
            return EntryAmended(entry.seq, None)
        seq = self.acts[entry.seq][0].seq
        return EntryAmended(seq, self.corrections[seq][entry.seq], back=True)

    def undo_of(self, seq: int) -> int | None:
        """Return the number of the undo that `restoring` reverses for this entry, or None."""
        undo = self.undone.get(seq)
        return undo if undo and seq in [change.about for change in self._reversible(undo)] else None

    def restoring(self, undo: int) -> EntryAmended | None:
        """Return the amendment that restores what an undo undid; None if nothing is left of it."""
        items = [EntryAmended(change.seq, change.before) for change in self._reversible(undo)]
        return EntryAmended(items[0].seq, items[0].event, tuple(items[1:])) if items else None

    def _reversible(self, undo: int) -> list[Amended]:
        return [
            change
            for change in self.acts.get(undo, ())
            if self.undone.get(change.about) == undo
            and (change.about == change.seq or change.seq not in self.undone)
        ]


def amendments(entries: Entries) -> Amendments:
    """Return what the amendments among these entries did."""
    reader = _Reader(Amendments(), {entry.seq: entry.event for entry in entries})
    for entry in entries:
        if isinstance(entry.event, EntryAmended):
            items = (entry.event, *entry.event.also)
            reader.found.acts[entry.seq] = tuple(reader.read(entry.seq, item) for item in items)
    return reader.found


def last_entry(entries: Entries) -> Entry | None:
    """Return the last entry that can be undone; None if only the start is left."""
    amended = amendments(entries)
    return next((entry for entry in reversed(entries) if amended.is_undoable(entry)), None)


def last_undo(entries: Entries) -> Entry | None:
    """Return the last entry if it is an undo that can be reversed, else None."""
    last = entries[-1]
    return last if amendments(entries).restoring(last.seq) else None


def undone_end(entries: Entries, past: tuple[Round, ...]) -> RoundEnded | None:
    """Return the end of the current round as it read before it was undone.

    ``past`` are the rounds in effect. None if the round wasn't undone, or was void.
    """
    since, amended = past[-1].seq if past else 0, amendments(entries)
    undone = [
        seq
        for seq in amended.undone
        if seq > since and isinstance(entries[seq - 1].event, RoundEnded)
    ]
    if not undone:
        return None
    # What was undone last is played again; of what was undone at once, the earliest.
    newest = max(undone, key=lambda seq: (amended.undone[seq], -seq))
    done = amended.acts[amended.undone[newest]]
    end = next(change.before for change in done if change.about == newest)
    return end if isinstance(end, RoundEnded) and end.winner is not None else None


@dataclass(slots=True)
class _Reader:
    """Reads amendments in order.

    ``trails`` has the amendments of each original so far; ``reverted`` its undone corrections by
    the event that they made, the one undone last at the end.
    """

    found: Amendments
    events: dict[int, Event]
    now: dict[int, Event | None] = field(default_factory=dict)
    trails: dict[int, list[Entry]] = field(default_factory=dict)
    reverted: dict[int, dict[Event, list[int]]] = field(default_factory=dict)

    def read(self, number: int, item: EntryAmended) -> Amended:
        """Return what one amendment of entry ``number`` did."""
        seq = self._original(item.seq, number)
        original = self.events.get(seq)
        before = self.now.get(seq, original)
        trail = self.trails.setdefault(seq, [])
        trail.append(Entry(number, item))
        # The last one counts, except where one names another amendment.
        after = item.event if item.seq == seq else readings(tuple(trail)).get(seq, original)
        self.now[seq] = after
        act, about = self._act(number, item, before, after, seq=seq)
        if act is Act.UNDONE:
            self.found.undone[about] = number
        elif act is Act.RESTORED:
            self.found.undone.pop(about, None)
        return Amended(seq, act, about, before, after)

    def _original(self, seq: int, number: int) -> int:
        event = self.events.get(seq)
        while isinstance(event, EntryAmended) and event.seq < seq < number:
            seq = event.seq
            event = self.events.get(seq)
        return seq

    def _act(
        self,
        number: int,
        item: EntryAmended,
        before: Event | None,
        after: Event | None,
        *,
        seq: int,
    ) -> tuple[Act, int]:
        corrections = self.found.corrections.setdefault(seq, {})
        reverted = self.reverted.setdefault(seq, {})
        if after is None:
            return Act.UNDONE, seq
        if before is None:
            return Act.RESTORED, seq
        is_revert = item.back or (item.event is None and item.seq in corrections)
        if is_revert and corrections:
            about = item.seq if item.seq in corrections else next(reversed(corrections))
            del corrections[about]
            reverted.setdefault(before, []).append(about)
            return Act.UNDONE, about
        if reverted.get(after):
            restored = reverted[after].pop()
            corrections[restored] = before
            return Act.RESTORED, restored
        corrections[number] = before
        return Act.CORRECTED, seq
