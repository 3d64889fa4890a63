"""Numbers of late players."""

from kalooki_ref.game.events import EntryAmended, Event, PlayerJoined
from kalooki_ref.game.numbers import next_number
from tests.folded import CAI, STARTED, game

DAN = PlayerJoined("Dan", CAI, 40)
EVE = PlayerJoined("Eve", CAI, 0)


def people(*events: Event) -> dict[str, int]:
    return {player.name: player.number for player in game("jamaican", *events).players[3:]}


def test_number_stays_when_an_earlier_joining_is_undone() -> None:
    numbered = PlayerJoined("Dan", CAI, 40, number=4), PlayerJoined("Eve", CAI, 0, number=5)
    assert people(*numbered, EntryAmended(2, None)) == {"Eve": 5}


def test_games_of_earlier_versions_are_numbered_as_before() -> None:
    assert people(DAN, EVE) == {"Dan": 4, "Eve": 5}
    assert people(DAN, EVE, EntryAmended(2, None)) == {"Eve": 4}


def test_second_player_with_a_number_is_ignored() -> None:
    assert people(DAN, PlayerJoined("Eve", CAI, 0, number=4)) == {"Dan": 4}


def test_next_number_counts_undone_joinings() -> None:
    assert next_number((STARTED, DAN, EntryAmended(2, None))) == 5
    assert next_number((STARTED, PlayerJoined("Eve", CAI, 0, number=9), DAN)) == 11
