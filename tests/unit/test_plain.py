"""Conversion of frozen values to JSON and back; invalid data raises ValueError."""

import json

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.events import (
    EntryAmended,
    Event,
    GameStarted,
    HandLeft,
    MeldsLaid,
    PlayerJoined,
    PlayerMarked,
    RoundEnded,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.game.record import event_data, event_from
from kalooki_ref.plain import from_plain, to_plain
from kalooki_ref.referee.meld import End, Meld, MeldKind
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import SYSTEMS

EVENTS = (
    GameStarted(("Ann", "Ben", "Cai"), dealer=2, stake=50),
    GameStarted(("Ann", "Ben", "Cai"), dealer=2, marks=(7, 2, 16)),
    PlayerJoined("Dee", after=2, points=40, mark=9),
    PlayerMarked(2, 12),
    RoundEnded(
        1,
        bent=True,
        hands=(
            HandLeft(1),
            HandLeft(2, cards=parse_cards("7H *"), is_down=False),
            HandLeft(3, count=25, sum_text="10+15", fine=50),
        ),
    ),
    RoundEnded(None),
    MeldsLaid(1, (Meld(MeldKind.RUN, parse_cards("4S 5S * 7S")),), overruled="Ann said so"),
    Tacked(1, 0, parse_cards("8S"), End.HIGH),
    EntryAmended(2, None),
    EntryAmended(2, StockReshuffled()),
)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_event_round_trips(event: Event) -> None:
    kind, data = event_data(event)
    assert event_from(kind, json.loads(json.dumps(data))) == event


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
def test_system_round_trips(system: RuleSystem) -> None:
    assert from_plain(RuleSystem, json.loads(json.dumps(to_plain(system)))) == system


def test_defaults_are_left_out() -> None:
    assert event_data(MeldsLaid(3)) == ("MeldsLaid", {"player": 3})


def test_data_of_a_later_version_can_be_read() -> None:
    assert event_from("StockReshuffled", {"weather": "rain"}) == StockReshuffled()


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("Nonsense", {}),
        ("Tacked", {"player": 1}),
        ("Tacked", {"player": "1", "meld": 0, "cards": ["7H"]}),
        ("Tacked", {"player": True, "meld": 0, "cards": ["7H"]}),
        ("Tacked", {"player": 1, "meld": 0, "cards": ["7X"]}),
        ("Tacked", {"player": 1, "meld": 0, "cards": "7H"}),
        ("EntryAmended", {"seq": 1, "event": {"is": "Nonsense"}}),
    ],
)
def test_invalid_data_raises_value_error(kind: str, data: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        event_from(kind, data)
