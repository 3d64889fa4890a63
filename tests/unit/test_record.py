"""Amendments and undos of entries."""

from kalooki_ref.game.events import CallAnswered, EntryAmended, Event
from kalooki_ref.game.record import in_force
from tests.folded import STARTED, entries_of


def events_in_force(*events: Event) -> list[Event]:
    return [entry.event for entry in in_force(entries_of(*events))]


def test_undone_entry_does_not_count() -> None:
    assert events_in_force(STARTED, CallAnswered(1), EntryAmended(2, None)) == [STARTED]


def test_amended_entry_keeps_its_position() -> None:
    later = CallAnswered(3)
    assert events_in_force(STARTED, CallAnswered(1), later, EntryAmended(2, CallAnswered(2))) == [
        STARTED,
        CallAnswered(2),
        later,
    ]


def test_latest_amendment_wins() -> None:
    assert events_in_force(
        STARTED,
        CallAnswered(1),
        EntryAmended(2, CallAnswered(2)),
        EntryAmended(2, CallAnswered(3)),
    ) == [STARTED, CallAnswered(3)]


def test_undoing_an_amendment_restores_the_original() -> None:
    amended = (STARTED, CallAnswered(1), EntryAmended(2, CallAnswered(2)))
    assert events_in_force(*amended, EntryAmended(3, None)) == [STARTED, CallAnswered(1)]


def test_undoing_an_undo_restores_the_entry() -> None:
    undone = (STARTED, CallAnswered(1), EntryAmended(2, None), EntryAmended(3, None))
    assert events_in_force(*undone) == [STARTED, CallAnswered(1)]
    assert events_in_force(*undone, EntryAmended(4, None)) == [STARTED]
