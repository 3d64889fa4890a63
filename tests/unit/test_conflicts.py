"""Conflicts between entries of two phones."""

import pytest

from kalooki_ref.cards import parse_card
from kalooki_ref.game.events import (
    Builder,
    CallAnswered,
    Coaching,
    EntryAmended,
    Event,
    GameEnded,
    GameStarted,
    HandCounted,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    PlayerMarked,
    PlayerRenamed,
    PlayerReturned,
    RoundEnded,
    SeatsChanged,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.game.record import conflicts, without_undone_calls

CARD = parse_card("7H")
SIDE_BY_SIDE = (CallAnswered(1), HandCounted(1, 9), MeldsLaid(1))
GROUND = (
    RoundEnded(1),
    SeatsChanged((2, 1), 1),
    PlayerJoined("Fay", 1, 0),
    PlayerLeft(1),
    PlayerReturned(1, 2),
    GameEnded(),
    EntryAmended(2, None),
)


@pytest.mark.parametrize("new", SIDE_BY_SIDE)
@pytest.mark.parametrize("seen", SIDE_BY_SIDE)
def test_calls_counts_and_lays_do_not_conflict(new: Event, seen: Event) -> None:
    assert not conflicts(new, (seen,))


@pytest.mark.parametrize("seen", GROUND)
@pytest.mark.parametrize("new", [*SIDE_BY_SIDE, *GROUND, StockReshuffled()])
def test_lifecycle_entries_conflict_with_everything(new: Event, seen: Event) -> None:
    assert conflicts(new, (seen,))


@pytest.mark.parametrize(
    ("new", "seen", "clash"),
    [
        (RoundEnded(1), CallAnswered(1), True),
        (RoundEnded(1), HandCounted(1, 9), False),
        (RoundEnded(1), PlayerRenamed(1, "A"), False),
        (EntryAmended(2, None), CallAnswered(1), False),
        (PlayerRenamed(1, "A"), PlayerRenamed(1, "B"), True),
        (PlayerRenamed(1, "A"), PlayerRenamed(2, "B"), False),
        (PlayerRenamed(1, "A"), RoundEnded(1), False),
        (PlayerMarked(1, 5), PlayerMarked(1, 6), True),
        (PlayerMarked(1, 5), PlayerMarked(2, 5), False),
        (PlayerMarked(1, 5), PlayerRenamed(1, "A"), False),
        (PlayerMarked(1, 5), RoundEnded(1), False),
        (RoundEnded(1), PlayerMarked(1, 5), False),
        (StockReshuffled(), StockReshuffled(), True),
        (StockReshuffled(), CallAnswered(1), False),
        (Tacked(1, 0, (CARD,)), Tacked(2, 0, (CARD,)), True),
        (Tacked(1, 0, (CARD,)), Tacked(2, 1, (CARD,)), False),
        (Tacked(1, 0, (CARD,)), MeldsLaid(2), False),
        (Tacked(1, 0, (CARD,)), MeldsLaid(2, builders=(Builder(0, (CARD,)),)), True),
        (Tacked(1, 1, (CARD,)), MeldsLaid(2, builders=(Builder(0, (CARD,)),)), False),
    ],
)
def test_conflicting_pairs(new: Event, seen: Event, clash: bool) -> None:
    assert conflicts(new, (seen,)) is clash


def test_no_unseen_entries_means_no_conflict() -> None:
    assert not conflicts(RoundEnded(1), ())


def test_setting_does_not_conflict_with_play() -> None:
    setting = EntryAmended(1, GameStarted(("Ann", "Ben"), 1, advice=Coaching.OPEN))
    assert conflicts(setting, (setting,))
    assert not conflicts(setting, (RoundEnded(1),))
    assert not conflicts(RoundEnded(1), (setting,))


@pytest.mark.parametrize(
    ("new", "undone", "clash"),
    [
        (CallAnswered(2), CallAnswered(1), False),
        (MeldsLaid(2), CallAnswered(1), False),
        (EntryAmended(9, None), CallAnswered(1), False),
        (RoundEnded(1), CallAnswered(1), True),
        (CallAnswered(2), MeldsLaid(1), True),
        (CallAnswered(2), RoundEnded(1), True),
        (CallAnswered(2), EntryAmended(3, None), True),
        (CallAnswered(2), None, True),
    ],
)
def test_undone_call_conflicts_like_a_call(new: Event, undone: Event | None, clash: bool) -> None:
    since = without_undone_calls((EntryAmended(4, None),), {4: undone}.get)
    assert conflicts(new, since) is clash


def test_corrected_call_conflicts() -> None:
    since = without_undone_calls((EntryAmended(4, CallAnswered(3)),), {4: CallAnswered(1)}.get)
    assert conflicts(CallAnswered(2), since)
