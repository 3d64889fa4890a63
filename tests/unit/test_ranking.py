"""Places, ties and totals."""

import pytest

from kalooki_ref.game.events import (
    Event,
    GameEnded,
    HandLeft,
    PlayerJoined,
    PlayerLeft,
    RoundEnded,
)
from kalooki_ref.game.ranking import joining_points, leaders, race, rounds_won, standings
from kalooki_ref.game.state import Game
from kalooki_ref.records.result import result_of
from tests import folded
from tests.folded import ANN, BEN, CAI, DEE


def game(*events: Event, **house: str) -> Game:
    return folded.game("jamaican", *events, started=folded.STARTED, **house)


def won(winner: int, *counts: int) -> RoundEnded:
    losers = [seat for seat in (ANN, BEN, CAI) if seat != winner]
    hands = tuple(HandLeft(seat, count=count) for seat, count in zip(losers, counts, strict=True))
    return RoundEnded(winner, hands=hands)


def places(table: Game) -> list[tuple[str, int | None, int, int, bool]]:
    return [
        (one.player.name, one.place, one.points, one.won, one.is_shared) for one in standings(table)
    ]


def test_tied_players_share_the_better_place() -> None:
    assert places(game(won(BEN, 20, 20))) == [
        ("Ben", 1, 0, 1, False),
        ("Ann", 2, 20, 0, True),
        ("Cai", 2, 20, 0, True),
    ]


def test_place_after_a_shared_first_is_third() -> None:
    table = game(won(BEN, 10, 30), won(ANN, 10, 30))
    assert places(table) == [
        ("Ann", 1, 10, 1, True),
        ("Ben", 1, 10, 1, True),
        ("Cai", 3, 60, 0, False),
    ]
    assert [player.name for player in leaders(table)] == ["Ann", "Ben"]


@pytest.mark.parametrize(
    ("tie_break", "order", "shared"),
    [
        ("shared", ["Ann", "Cai", "Ben"], [True, True, False]),
        ("rounds", ["Cai", "Ann", "Ben"], [False, False, False]),
    ],
)
def test_more_rounds_won_may_break_a_tie(
    tie_break: str, order: list[str], shared: list[bool]
) -> None:
    rounds = (won(CAI, 10, 20), won(CAI, 10, 20), won(ANN, 20, 20), won(BEN, 20, 20))
    found = standings(game(*rounds, tie_break=tie_break))
    assert [one.points for one in found] == [40, 40, 60]
    assert [one.player.name for one in found] == order
    assert [one.is_shared for one in found] == shared


def test_totals_add_up_round_by_round() -> None:
    table = game(won(BEN, 20, 7), RoundEnded(None), won(CAI, 5, 9))
    assert race(table, ANN) == (0, 20, 25)
    assert race(table, BEN) == (0, 0, 9)
    assert race(table, CAI) == (0, 7, 7)
    assert [rounds_won(table, seat) for seat in (ANN, BEN, CAI)] == [0, 1, 1]


def test_player_who_left_comes_last_without_a_place() -> None:
    table = game(won(BEN, 20, 20), PlayerLeft(BEN))
    assert places(table) == [
        ("Ann", 1, 20, 0, True),
        ("Cai", 1, 20, 0, True),
        ("Ben", None, 0, 1, False),
    ]
    assert joining_points(table) == 20


def test_late_player_starts_with_the_agreed_points() -> None:
    table = game(won(BEN, 20, 35), PlayerJoined("Dee", CAI, 35))
    assert joining_points(table) == 35
    assert race(table, DEE) == (35, 35)


def test_late_player_without_a_round_is_behind_those_who_played() -> None:
    late = (won(BEN, 20, 35), PlayerJoined("Dee", CAI, 0, next_round=True))
    assert [player.name for player in leaders(game(*late))] == ["Ben"]
    over = game(*late, GameEnded())
    assert [player.name for player in leaders(over)] == ["Ben"]
    assert places(over)[-1] == ("Dee", 4, 0, 0, False)
    result = result_of(over)
    assert result
    assert [(one.name, one.place, one.beaten) for one in result.players] == [
        ("Ben", 1, 1.0),
        ("Ann", 2, 0.5),
        ("Cai", 3, 0.0),
        ("Dee", None, None),
    ]
    alone = game(*late, *(PlayerLeft(seat) for seat in (ANN, BEN, CAI)), GameEnded())
    assert [player.name for player in leaders(alone)] == ["Dee"]


def test_late_player_without_a_round_is_last_while_the_game_goes_on() -> None:
    table = game(won(BEN, 20, 35), won(ANN, 5, 9), PlayerJoined("Dee", CAI, 0))
    assert places(table) == [
        ("Ben", 1, 5, 1, False),
        ("Ann", 2, 20, 1, False),
        ("Cai", 3, 44, 0, False),
        ("Dee", 4, 0, 0, False),
    ]
    assert [row.player.name for row in standings(table) if row.is_late] == ["Dee"]
    assert [player.name for player in leaders(table)] == ["Ben"]


def test_nobody_leads_before_anything_is_scored() -> None:
    assert leaders(game()) == ()
    assert leaders(game(RoundEnded(None))) == ()
    assert joining_points(game()) == 0
