"""Random games in which entries anywhere are undone, restored and undone again."""

import random

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.consequences import consequences, fitted, with_undone
from kalooki_ref.game.events import (
    CallAnswered,
    Event,
    HandLeft,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    PlayerReturned,
    RoundEnded,
    SeatsChanged,
    Tacked,
)
from kalooki_ref.game.fit import misfits_of
from kalooki_ref.game.fold import fold
from kalooki_ref.game.numbers import next_number
from kalooki_ref.game.record import Entry
from kalooki_ref.game.state import Game
from kalooki_ref.game.undo import amendments
from kalooki_ref.rules.systems import SYSTEMS
from tests.folded import STARTED, set_of

Entries = tuple[Entry, ...]
SEVENS = set_of("7H 7D 7S")


def numbered(entries: Entries, event: Event) -> Entry:
    seq = len(entries) + 1
    return Entry(seq, event, key=str(seq))


def random_event(chance: random.Random, game: Game, entries: Entries) -> Event:
    """Return an event that may or may not fit the game."""
    player = chance.choice(game.players).number
    seats = game.current.seats if game.current else ()
    hands = tuple(HandLeft(seat, count=chance.randrange(50)) for seat in seats)
    number = next_number(entry.event for entry in entries)
    lay = str(chance.randrange(1, len(entries) + 1))
    order = [player.number for player in game.at_table]
    chance.shuffle(order)
    events: tuple[Event, ...] = (
        CallAnswered(player),
        MeldsLaid(player, (SEVENS,)),
        Tacked(player, 0, parse_cards("7C"), lay=lay),
        PlayerJoined(f"Late {chance.randrange(4)}", player, 20, number=number),
        PlayerLeft(player, after_round=chance.random() < 0.3),
        PlayerReturned(player, player, points=5),
        PlayerRenamed(player, f"Late {chance.randrange(4)}"),
        SeatsChanged(tuple(order), order[0]),
        *[RoundEnded(player, hands=hands)] * 3,
    )
    return chance.choice(events)


@pytest.mark.parametrize("seed", range(16))
def test_no_entry_stops_fitting(seed: int) -> None:
    """Whatever is undone or restored, with what builds on it, the rest of the game fits."""
    chance = random.Random(seed)
    system = SYSTEMS[seed % len(SYSTEMS)]
    entries: Entries = (numbered((), STARTED),)
    for _ in range(60):
        game = fold(system, entries)
        if chance.random() < 0.7:
            event = random_event(chance, game, entries)
            if not misfits_of(event, game):
                entries = (*entries, numbered(entries, event))
            continue
        amended = amendments(entries)
        entry = chance.choice(entries)
        act = amended.restoring(entry.seq)
        if act is None and amended.is_undoable(entry):
            act = amended.undoing(entry)
        if act is None:
            continue
        found = consequences(system, entries, (numbered(entries, act),))
        if any(item.seq in found.lost for item in (act, *act.also)):
            continue  # what it brings back doesn't fit
        entries = (*entries, numbered(entries, with_undone(act, found)))
        after = fitted(system, entries)
        assert after.game == found.game
        assert all(misfit.is_partial for found in after.misfits.values() for misfit in found)
