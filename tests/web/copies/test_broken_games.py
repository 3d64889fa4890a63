"""Games whose entries don't fit, as earlier versions could save them, open and can be mended."""

from typing import Any

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameEnded,
    HandLeft,
    JokerMoved,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    PlayerRenamed,
    RoundEnded,
    SeatsChanged,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.web.copies.imports import restored
from tests.folded import set_of
from tests.web.copies.test_imports import exported, with_entries
from tests.web.phone import Phone
from tests.web.results.test_undo import confirmed, every_page_opens

DAN = PlayerJoined("Dan", 3, 40)
DAN_WON = RoundEnded(4, hands=tuple(HandLeft(player, count=10) for player in (1, 2, 3, 4)))
ANN_WON = RoundEnded(1, hands=tuple(HandLeft(player, count=10) for player in (1, 2, 3)))
SEVENS = MeldsLaid(4, (set_of("7H 7D 7S"),))
NOBODY = tuple(PlayerLeft(player) for player in (1, 2, 3))

BROKEN: dict[str, tuple[Event, ...]] = {
    "winner": (DAN, DAN_WON, EntryAmended(2, None)),
    "lays": (DAN, SEVENS, Tacked(2, 0, parse_cards("7C")), EntryAmended(2, None)),
    "one player": (ANN_WON, DAN, PlayerLeft(1), PlayerLeft(2), EntryAmended(3, None)),
    "nobody": (ANN_WON, *NOBODY),
    "nobody in the first round": NOBODY,
    "nobody plays on": (*NOBODY, CallAnswered(1), ANN_WON, StockReshuffled()),
    "dealer": (DAN, SeatsChanged((1, 2, 3, 4), 4), EntryAmended(2, None), ANN_WON),
    "no round": (ANN_WON, GameEnded(), CallAnswered(1), ANN_WON, DAN, PlayerLeft(1)),
    "no meld": (Tacked(1, 3, parse_cards("7C")), JokerMoved(1, 3, 0, parse_cards("7C"))),
    "one name": (PlayerRenamed(1, "Bob"), PlayerJoined("Bob", 1, 5)),
    "ended at once": (GameEnded(),),
}


@pytest.mark.parametrize("written", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("system", ["jamaican", "kalooki40", "kooky"])
def test_broken_game_opens(phone: Phone, system: str, written: tuple[Event, ...]) -> None:
    open_broken(phone, *written, system=system)
    every_page_opens(phone)
    assert "Doesn’t fit: " in phone.words(phone.get("history"))


def open_broken(phone: Phone, *written: Event, system: str = "jamaican") -> None:
    """Open a copy of a game of Ann, Bob and Cat with these events."""
    phone.begin("Ann", "Bob", "Cat", system=system, starter="2")
    data: Any = with_entries(exported(phone), *written)
    with phone.client.application.app_context():
        phone.table = f"/g/{restored(data)}"


def test_broken_game_can_be_mended(phone: Phone) -> None:
    open_broken(phone, DAN, DAN_WON, EntryAmended(2, None))
    assert "Doesn’t fit: Someone isn’t playing." in phone.words(phone.get("history"))
    confirmed(phone, phone.post("undo", seq="3", back="history"))
    assert "Doesn’t fit" not in phone.words(phone.get("history"))
    every_page_opens(phone)
