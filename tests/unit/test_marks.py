"""Marks of players: unique in a game, kept when players change, requested or assigned."""

import json

import pytest

from kalooki_ref.game.events import (
    EntryAmended,
    Event,
    GameStarted,
    PlayerJoined,
    PlayerLeft,
    PlayerMarked,
    PlayerRenamed,
    SeatsChanged,
)
from kalooki_ref.game.importing import ImportFault, ImportRefused, read_event
from kalooki_ref.game.marks import are_valid_marks, assigned_marks, free_mark, marks_to_store
from kalooki_ref.game.record import event_data
from tests.folded import ANN, BEN, CAI, DEE, STARTED, game

NAMES = ("Ann", "Ben", "Cai")


def marks(*events: Event, started: GameStarted = STARTED) -> list[int]:
    return [player.mark for player in game("standard", *events, started=started).players]


def started(*chosen: int, names: tuple[str, ...] = NAMES) -> GameStarted:
    return GameStarted(names, dealer=1, marks=chosen)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((), [1, 2, 3]),
        ((PlayerRenamed(BEN, "Bea"), SeatsChanged((3, 1, 2), CAI)), [1, 2, 3]),
        ((PlayerMarked(BEN, 16),), [1, 16, 3]),
        ((PlayerMarked(BEN, 3),), [1, 4, 3]),
        ((PlayerMarked(BEN, 16), PlayerMarked(CAI, 16)), [1, 16, 2]),
        ((PlayerMarked(BEN, 2),), [1, 2, 3]),
        ((PlayerMarked(9, 5),), [1, 2, 3]),
    ],
)
def test_marks_are_unique_in_a_game(events: tuple[Event, ...], expected: list[int]) -> None:
    assert marks(*events) == expected


def test_marks_chosen_at_the_start_are_kept() -> None:
    assert marks(started=started(7, 2, 16)) == [7, 2, 16]


@pytest.mark.parametrize(
    ("events", "latecomer"),
    [
        ((PlayerJoined("Dee", CAI, 0),), 4),
        ((PlayerMarked(BEN, 4), PlayerJoined("Dee", CAI, 0)), 2),
        ((PlayerLeft(BEN), PlayerJoined("Dee", CAI, 0)), 4),
        ((PlayerJoined("Dee", CAI, 0, mark=9),), 9),
        ((PlayerJoined("Dee", CAI, 0, mark=3),), 4),
        ((PlayerLeft(BEN), PlayerJoined("Dee", CAI, 0, mark=2)), 2),
    ],
)
def test_late_player_gets_an_unused_mark(events: tuple[Event, ...], latecomer: int) -> None:
    assert marks(*events)[DEE - 1] == latecomer


def test_restored_player_gets_another_mark_if_taken() -> None:
    left, taken = PlayerLeft(BEN), PlayerMarked(ANN, 2)
    assert marks(left, taken) == [2, 2, 3]
    assert marks(left, taken, EntryAmended(2, None)) == [4, 2, 3]


def test_marks_repeat_from_the_17th_player() -> None:
    many = GameStarted(tuple(f"Player {number}" for number in range(1, 19)), dealer=1)
    assert marks(started=many) == [*range(1, 17), 1, 2]


def test_requested_mark_goes_to_the_first_player() -> None:
    assert assigned_marks((0, 12, 12, 1, 0)) == (2, 12, 13, 1, 3)
    assert free_mark(16, taken=(16,)) == 1


def test_default_marks_are_not_stored() -> None:
    assert marks_to_store((1, 2, 3)) == ()
    assert marks_to_store((1, 3, 2)) == (1, 3, 2)


@pytest.mark.parametrize(
    ("chosen", "possible"),
    [((1, 16), True), ((0, 1), False), ((17,), False), ((5, 5), False), ((1,) * 17, True)],
)
def test_valid_marks_of_a_game(chosen: tuple[int, ...], possible: bool) -> None:
    assert are_valid_marks(chosen) is possible


@pytest.mark.parametrize(
    "event",
    [
        started(1, 2),
        started(1, 2, 2),
        started(1, 2, 17),
        started(0, 1, 2),
        PlayerJoined("Dee", CAI, 0, mark=17),
        PlayerMarked(ANN, 0),
        PlayerMarked(ANN, -1),
        EntryAmended(1, started(4, 4, 4)),
    ],
)
def test_import_with_invalid_marks_is_refused(event: Event) -> None:
    with pytest.raises(ImportRefused) as refused:
        read_event(1, *event_data(event))
    assert refused.value.fault is ImportFault.MARKS


@pytest.mark.parametrize("event", [started(16, 1, 9), PlayerMarked(ANN, 16), STARTED])
def test_import_keeps_marks(event: Event) -> None:
    kind, data = event_data(event)
    assert read_event(1, kind, json.loads(json.dumps(data))) == event
