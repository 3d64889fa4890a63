"""Amendments and undos of entries."""

import pytest

from kalooki_ref.game.events import CallAnswered, EntryAmended, Event, MeldsLaid
from kalooki_ref.game.record import in_force, is_own_entry
from tests.folded import ANN, BEN, STARTED, entries_of, set_of


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


@pytest.mark.parametrize(
    ("seq", "is_own"),
    [(2, True), (3, False), (4, True), (5, False), (6, False), (7, True), (9, False)],
)
def test_own_entry_is_the_players_own_or_undoes_only_that(seq: int, is_own: bool) -> None:
    events: dict[int, Event] = dict(
        enumerate(
            [
                STARTED,
                CallAnswered(BEN),
                CallAnswered(ANN),
                EntryAmended(2, None),
                EntryAmended(3, None),
                EntryAmended(2, None, also=(EntryAmended(3, None),)),
                MeldsLaid(BEN, (set_of("7H 7C 7D"),)),
            ],
            1,
        )
    )
    assert is_own_entry(events.get, seq, player=BEN) is is_own
