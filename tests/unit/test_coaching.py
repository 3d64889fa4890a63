"""The round for which advice is allowed, by the table's setting."""

import pytest

from kalooki_ref.game.events import (
    CallAnswered,
    Coaching,
    EntryAmended,
    Event,
    GameEnded,
    GameStarted,
    HandLeft,
    PlayerRenamed,
    RoundEnded,
)
from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry, conflicts, event_data, event_from
from kalooki_ref.game.state import Game, advised_round
from kalooki_ref.rules.systems import system_of

NAMES = ("Ann", "Ben", "Cleo")
ENDED = RoundEnded(1, hands=(HandLeft(2, count=12), HandLeft(3, count=30)))
CALLED = CallAnswered(2)
SETTING = EntryAmended(1, GameStarted(NAMES, dealer=1, advice=Coaching.OPEN))


def game_of(advice: Coaching, *events: Event) -> Game:
    started = GameStarted(NAMES, dealer=1, advice=advice)
    entries = enumerate((started, *events), 1)
    return fold(system_of("standard"), tuple(Entry(seq, event) for seq, event in entries))


@pytest.mark.parametrize(
    ("advice", "events", "number"),
    [
        (Coaching.OFF, (), None),
        (Coaching.OFF, (ENDED,), None),
        (Coaching.OPEN, (), 1),
        (Coaching.OPEN, (CALLED,), 1),
        (Coaching.OPEN, (ENDED,), 2),
        (Coaching.OPEN, (ENDED, GameEnded()), 1),
        (Coaching.AFTER_ROUND, (), None),
        (Coaching.AFTER_ROUND, (CALLED,), None),
        (Coaching.AFTER_ROUND, (CALLED, ENDED), 1),
        (Coaching.AFTER_ROUND, (ENDED, CALLED), None),
        (Coaching.AFTER_ROUND, (ENDED, CALLED, ENDED), 2),
        (Coaching.AFTER_ROUND, (ENDED, CALLED, GameEnded()), 1),
    ],
)
def test_round_open_for_advice(
    advice: Coaching, events: tuple[Event, ...], number: int | None
) -> None:
    played = advised_round(game_of(advice, *events))
    assert (played.number if played else None) == number


def test_advice_is_off_by_default_and_in_old_games() -> None:
    kind, data = event_data(GameStarted(NAMES, dealer=1))
    assert "advice" not in data
    assert event_from(kind, data) == GameStarted(NAMES, dealer=1, advice=Coaching.OFF)


def test_changed_setting_keeps_the_rounds() -> None:
    opened = EntryAmended(1, GameStarted(NAMES, dealer=1, advice=Coaching.OPEN))
    before, after = game_of(Coaching.OFF, CALLED), game_of(Coaching.OFF, CALLED, opened)
    assert after.advice is Coaching.OPEN
    assert after.current == before.current


@pytest.mark.parametrize(
    ("new", "seen", "clash"),
    [(SETTING, CALLED, False), (SETTING, ENDED, False), (SETTING, SETTING, True),
     (CALLED, SETTING, False)],
)  # fmt: skip
def test_setting_conflicts_only_with_another_setting(new: Event, seen: Event, clash: bool) -> None:
    assert conflicts(new, (seen,)) is clash


def test_rename_does_not_conflict_with_a_setting() -> None:
    setting = EntryAmended(1, GameStarted(NAMES, dealer=1, advice=Coaching.OPEN))
    assert not conflicts(PlayerRenamed(1, "Anna"), (setting,))
