"""Writing one event into a table's book from a page, and what the other phones are told of it."""

from collections.abc import Callable

from flask import flash, url_for
from flask.typing import ResponseReturnValue

from kalooki_ref.game.events import Event
from kalooki_ref.game.record import conflicts, event_data, event_from
from kalooki_ref.store import Appended, NewEntry, StoredEntry, append, entries_since
from kalooki_ref.web.access.append import save, saved, stamp_sent
from kalooki_ref.web.access.devices import this_device
from kalooki_ref.web.access.open_game import Table

LONGEST_WORD = 200


def write(table: Table, event: Event) -> Appended:
    """Append the event; raises Stale when it clashes with what this phone had not seen."""
    return save(table.id, event, conflicts=clashing(event), by=this_device().label)


def clashing(event: Event) -> Callable[[tuple[StoredEntry, ...]], bool]:
    """Return what tells the store whether unseen entries clash with this event."""

    def clashes(unseen: tuple[StoredEntry, ...]) -> bool:
        return conflicts(event, tuple(event_from(row.kind, row.data) for row in unseen))

    return clashes


def written(table: Table, event: Event, message: str) -> ResponseReturnValue:
    """Append the event, say so, and go back to the table."""
    done = write(table, event)
    flash(message, "success")
    return saved(url_for("table.show", game_id=table.id), done)


def is_repeat(table: Table) -> bool:
    """Whether the form at hand was saved before: a double tap, not a new intent to be judged."""
    stamp = stamp_sent()
    return any(
        row.key == stamp.key for row in entries_since(table.id, min(stamp.base, table.version))
    )


def word_of_reason(text: str) -> str:
    """Return why the table overrules the referee, as it is kept; never empty."""
    return " ".join(text.split())[:LONGEST_WORD]


def write_times(table: Table, event: Event, times: int) -> Appended:
    """Append the same event several times under one form, each under a key of its own."""
    stamp = stamp_sent()
    kind, data = event_data(event)
    for turn in range(times):
        key = f"{stamp.key[:56]}.{turn}"
        new = NewEntry(key, stamp.body_sha256, kind, data, this_device().label)
        done = append(table.id, new, base=stamp.base, conflicts=clashing(event))
    return done
