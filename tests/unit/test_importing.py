"""Entries of a game from elsewhere, folded one by one: what fits, and which entry is at fault."""

from dataclasses import replace

import pytest

from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    HandLeft,
    MeldsLaid,
    PlayerRenamed,
    RoundEnded,
    SeatsChanged,
    Tacked,
)
from kalooki_ref.game.fold import fold
from kalooki_ref.game.importing import (
    BUDGET_STEP,
    MOST_IN_MELD,
    ImportFault,
    ImportRefused,
    fold_import,
    names_in,
    read_event,
)
from kalooki_ref.game.record import event_data
from kalooki_ref.rules.systems import system_of
from tests.folded import ANN, BEN, CAI, STARTED, entries_of, set_of

SHEET = system_of("jamaican")
CALL = CallAnswered(BEN)
LAY = MeldsLaid(ANN, (set_of("7H 7C 7D"), set_of("8H 8C 8D"), set_of("9H 9C 9D")))
END = RoundEnded(winner=CAI, hands=(HandLeft(ANN, count=7), HandLeft(BEN, count=9)))


def refused(*events: Event) -> tuple[ImportFault, int]:
    with pytest.raises(ImportRefused) as error:
        fold_import(SHEET, entries_of(*events))
    return error.value.fault, error.value.seq


def test_game_from_elsewhere_is_the_game_its_entries_tell() -> None:
    told = entries_of(STARTED, CALL, LAY, EntryAmended(2, None), END, CALL, PlayerRenamed(2, "Bo"))
    assert fold_import(SHEET, told) == fold(SHEET, told)


@pytest.mark.parametrize("seq", [0, 3, 4])
def test_only_an_earlier_entry_can_be_amended(seq: int) -> None:
    for event in (CALL, None):
        amended = EntryAmended(seq, event)
        assert refused(STARTED, CALL, amended) == (ImportFault.AMENDS_NOTHING, 3)


def test_start_can_be_corrected_but_not_undone() -> None:
    corrected = replace(STARTED, dealer=BEN)
    game = fold_import(SHEET, entries_of(STARTED, CALL, EntryAmended(1, corrected)))
    assert game.current is not None
    assert game.current.dealer == BEN
    assert refused(STARTED, CALL, EntryAmended(1, None)) == (ImportFault.AMENDS_NOTHING, 3)
    assert refused(STARTED, CALL, EntryAmended(2, LAY)) == (ImportFault.AMENDS_NOTHING, 3)


def test_game_starts_once() -> None:
    assert refused(CALL, STARTED) == (ImportFault.STARTS_ONCE, 1)
    assert refused(STARTED, CALL, STARTED) == (ImportFault.STARTS_ONCE, 3)


def test_entry_about_nobody_at_the_table_is_named() -> None:
    assert refused(STARTED, CALL, CallAnswered(4)) == (ImportFault.STRANGER, 3)
    assert refused(STARTED, CALL, CallAnswered(0)) == (ImportFault.STRANGER, 3)


def test_meld_too_large_for_any_pack_is_named() -> None:
    cards = set_of("7S").cards * MOST_IN_MELD
    assert refused(STARTED, LAY, Tacked(ANN, 0, cards)) == (ImportFault.BOARD, 3)


def test_time_is_looked_at_now_and_then() -> None:
    told = entries_of(STARTED, *[CALL] * (BUDGET_STEP - 2))
    assert fold_import(SHEET, told, is_over=lambda: True).current is not None
    more = entries_of(STARTED, *[CALL] * BUDGET_STEP)
    assert fold_import(SHEET, more, is_over=lambda: False).current is not None
    with pytest.raises(ImportRefused) as error:
        fold_import(SHEET, more, is_over=lambda: True)
    assert (error.value.fault, error.value.seq) == (ImportFault.TOO_MUCH_WORK, BUDGET_STEP)


@pytest.mark.parametrize("order", [(1, 2, 3), (1, 1, 3)])
def test_each_player_has_one_seat(order: tuple[int, ...]) -> None:
    kind, data = event_data(SeatsChanged(order, ANN))
    if len(set(order)) == len(order):
        assert read_event(2, kind, data) == SeatsChanged(order, ANN)
    else:
        with pytest.raises(ImportRefused) as error:
            read_event(2, kind, data)
        assert error.value.fault is ImportFault.LIST


def test_cards_may_lie_in_a_meld_twice() -> None:
    laid = MeldsLaid(ANN, (set_of("7H 7H 7D"),))
    assert read_event(2, *event_data(laid)) == laid


def test_names_in_a_correction_are_found_wherever_they_are() -> None:
    renamed = EntryAmended(2, PlayerRenamed(2, "Bo"), also=(EntryAmended(1, STARTED),))
    assert names_in(renamed) == ("Bo", *STARTED.names)
    assert names_in(CALL) == ()
