"""Games of Ann, Ben and Cai, folded from the events that follow their start."""

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.events import Event, GameStarted
from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry
from kalooki_ref.game.state import Game, Round
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import system_of

ANN, BEN, CAI, DEE = 1, 2, 3, 4
STARTED = GameStarted(("Ann", "Ben", "Cai"), dealer=ANN)


def entries_of(*events: Event) -> tuple[Entry, ...]:
    """Return the events as entries, numbered from 1; their numbers are their keys."""
    return tuple(Entry(seq, event, key=str(seq)) for seq, event in enumerate(events, 1))


def game(slug: str, *events: Event, started: GameStarted = STARTED, **house: str) -> Game:
    """Return a game with these events after its start, under these house rules."""
    return fold(with_changes(system_of(slug), house), entries_of(started, *events))


def round_of(played: Game) -> Round:
    """Return the current round of a game that isn't over."""
    assert played.current is not None
    return played.current


def set_of(text: str) -> Meld:
    return Meld(MeldKind.SET, parse_cards(text))


def run_of(text: str) -> Meld:
    return Meld(MeldKind.RUN, parse_cards(text))
