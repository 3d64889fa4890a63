"""Amendments: what the record says now, and that nothing written is ever gone."""

from kalooki_ref.game.events import CallAnswered, EntryAmended, Event
from kalooki_ref.game.record import in_force
from tests.folded import STARTED, entries_of


def events_in_force(*events: Event) -> list[Event]:
    return [entry.event for entry in in_force(entries_of(*events))]


def test_an_entry_taken_back_no_longer_counts() -> None:
    assert events_in_force(STARTED, CallAnswered(1), EntryAmended(2, None)) == [STARTED]


def test_an_amended_entry_keeps_its_place() -> None:
    later = CallAnswered(3)
    assert events_in_force(STARTED, CallAnswered(1), later, EntryAmended(2, CallAnswered(2))) == [
        STARTED,
        CallAnswered(2),
        later,
    ]


def test_the_last_amendment_counts() -> None:
    assert events_in_force(
        STARTED,
        CallAnswered(1),
        EntryAmended(2, CallAnswered(2)),
        EntryAmended(2, CallAnswered(3)),
    ) == [STARTED, CallAnswered(3)]


def test_taking_back_an_amendment_brings_the_earlier_reading_back() -> None:
    amended = (STARTED, CallAnswered(1), EntryAmended(2, CallAnswered(2)))
    assert events_in_force(*amended, EntryAmended(3, None)) == [STARTED, CallAnswered(1)]


def test_taking_back_a_taking_back() -> None:
    undone = (STARTED, CallAnswered(1), EntryAmended(2, None), EntryAmended(3, None))
    assert events_in_force(*undone) == [STARTED, CallAnswered(1)]
    assert events_in_force(*undone, EntryAmended(4, None)) == [STARTED]
