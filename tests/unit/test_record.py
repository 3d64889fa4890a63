"""Amendments and undos of entries."""

from kalooki_ref.game.events import CallAnswered, EntryAmended, Event, HandLeft, RoundEnded
from kalooki_ref.game.record import in_force
from tests.folded import ANN, BEN, CAI, STARTED, entries_of

CALL = CallAnswered(ANN)


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


def ended(winner: int) -> RoundEnded:
    return RoundEnded(winner, hands=(HandLeft(BEN, count=5), HandLeft(CAI, count=5)))


def test_calls_of_a_round_in_the_middle_are_undone_with_it() -> None:
    played = (CALL, ended(ANN), CallAnswered(BEN), ended(BEN))
    assert events_in_force(STARTED, *played, EntryAmended(3, None)) == [STARTED, *played[2:]]
    restored = (EntryAmended(3, None), EntryAmended(3, ended(ANN)))
    assert events_in_force(STARTED, *played, *restored) == [STARTED, *played]


def test_calls_of_a_round_that_is_played_again_stay() -> None:
    again = (CALL, ended(ANN), EntryAmended(3, None))
    assert events_in_force(STARTED, *again) == [STARTED, CALL]
    assert events_in_force(STARTED, *again, ended(BEN)) == [STARTED, CALL, ended(BEN)]


def test_rounds_undone_in_any_order_leave_the_same_calls() -> None:
    played = (CALL, ended(ANN), CallAnswered(BEN), ended(BEN))
    for first, second in ((3, 5), (5, 3)):
        undone = (EntryAmended(first, None), EntryAmended(second, None))
        assert events_in_force(STARTED, *played, *undone) == [STARTED, CALL, CallAnswered(BEN)]
