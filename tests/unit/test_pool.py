"""The pool of Kalooki 40: at least 75 percent to the winner, the rest to those below 100."""

import pytest

from kalooki_ref.api.judge import judge
from kalooki_ref.game.events import GameEnded, GameStarted, HandLeft, PlayerJoined, RoundEnded
from kalooki_ref.referee.pool import Share, ShareReason, share_pool
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.pool_words import PoolLine, pool_lines
from tests.folded import ANN, BEN, CAI, game

FORTY = system_of("002")


def paid_to(player: int, shares: tuple[Share, ...]) -> int:
    return sum(share.units for share in shares if share.player == player)


@pytest.mark.parametrize(
    ("pool", "totals", "paid"),
    [
        (100, (10, 40, 120), (75, 25, 0)),
        (100, (10, 40, 99), (76, 12, 12)),
        (100, (10, 100, 150), (100, 0, 0)),
        (10, (40, 10), (2, 8)),
        (7, (1, 2, 3), (7, 0, 0)),
        (40, (1, 2, 3, 4), (31, 3, 3, 3)),
        (100, (10, 10, 50), (38, 37, 25)),
        (100, (10, 10), (50, 50)),
        (3, (10, 10), (2, 1)),
        (100, (120, 130), (100, 0)),
        (12, (-5, 20, 99), (10, 1, 1)),
    ],
)
def test_shares_add_up(pool: int, totals: tuple[int, ...], paid: tuple[int, ...]) -> None:
    shares = share_pool(pool, totals, FORTY)
    assert tuple(paid_to(player, shares) for player in range(len(totals))) == paid
    assert sum(share.units for share in shares) == pool


@pytest.mark.parametrize("totals", [(5, 99, 99), (5, 5, 60, 99), (5, 100, 60), (5, 5, 5, 5)])
def test_shares_add_up_to_any_pool(totals: tuple[int, ...]) -> None:
    winners = [seat for seat, points in enumerate(totals) if points == 5]
    for pool in range(1, 120):
        shares = share_pool(pool, totals, FORTY)
        assert sum(share.units for share in shares) == pool
        assert sum(paid_to(seat, shares) for seat in winners) * 100 >= pool * 75


def test_share_reasons() -> None:
    assert share_pool(103, (10, 40, 99, 100), FORTY) == (
        Share(0, 79, ShareReason.WINNER, extra=1),
        Share(1, 12, ShareReason.BELOW_THRESHOLD),
        Share(2, 12, ShareReason.BELOW_THRESHOLD),
        Share(3, 0, ShareReason.TOO_MANY_POINTS),
    )
    assert share_pool(8, (10, 120), FORTY) == (
        Share(0, 8, ShareReason.WHOLE_POOL),
        Share(1, 0, ShareReason.TOO_MANY_POINTS),
    )
    assert share_pool(7, (1, 2, 3), FORTY) == (
        Share(0, 7, ShareReason.WHOLE_POOL),
        Share(1, 0, ShareReason.NOTHING_LEFT),
        Share(2, 0, ShareReason.NOTHING_LEFT),
    )


def test_shared_win_is_split_with_the_odd_unit_to_the_first() -> None:
    assert share_pool(28, (10, 10), FORTY) == (
        Share(0, 14, ShareReason.WHOLE_POOL, winners=2),
        Share(1, 14, ShareReason.WHOLE_POOL, winners=2),
    )
    assert share_pool(100, (50, 10, 10), FORTY) == (
        Share(0, 25, ShareReason.BELOW_THRESHOLD),
        Share(1, 38, ShareReason.WINNER, winners=2, extra=1),
        Share(2, 37, ShareReason.WINNER, winners=2),
    )


@pytest.mark.parametrize(("tie_break", "paid"), [("rounds", [23, 7, 0]), ("shared", [15, 15, 0])])
def test_pool_goes_to_who_wins_a_tie(tie_break: str, paid: list[int]) -> None:
    lost = {
        ANN: (HandLeft(BEN, count=10), HandLeft(CAI, count=60)),
        BEN: (HandLeft(ANN, count=20), HandLeft(CAI, count=60)),
    }
    rounds = [RoundEnded(winner, hands=lost[winner]) for winner in (ANN, ANN, BEN)]
    started = GameStarted(("Ann", "Ben", "Cai"), dealer=ANN, stake=10)
    over = game("kalooki40", *rounds, GameEnded(), started=started, tie_break=tie_break)
    assert [over.points_of(seat) for seat in (ANN, BEN, CAI)] == [20, 20, 180]
    assert [line.amount for line in pool_lines(over)] == paid


def test_nobody_wins_the_pool_without_a_round() -> None:
    hands = (HandLeft(BEN, count=120), HandLeft(CAI, count=60))
    started = GameStarted(("Ann", "Ben", "Cai"), dealer=ANN, stake=10)
    lost = RoundEnded(BEN, hands=(HandLeft(ANN, count=10), HandLeft(CAI, count=110)))
    late = PlayerJoined("Dee", CAI, 0, next_round=True)
    over = game("kalooki40", RoundEnded(ANN, hands=hands), lost, late, GameEnded(), started=started)
    lines = pool_lines(over)
    assert lines[0] == PoolLine("Ann wins at least 75% of the pool, rounded up", 30)
    assert lines[3].words == "Dee has fewer than 100 points: an equal part of the rest"


def test_every_player_has_one_share() -> None:
    for pool in range(1, 60):
        shares = share_pool(pool, (5, 5, 60, 120), FORTY)
        assert [share.player for share in shares] == [0, 1, 2, 3]


@pytest.mark.parametrize("sheet", ["000", "001", "003", "004"])
def test_no_pool_elsewhere(sheet: str) -> None:
    assert share_pool(100, (1, 2, 3), system_of(sheet)) == ()


def test_empty_pool_pays_nothing() -> None:
    assert share_pool(0, (1, 2), FORTY) == ()
    assert share_pool(10, (), FORTY) == ()


@pytest.mark.parametrize(("pool", "totals"), [(0, (10, 40)), (-5, (10, 40)), (100, ())])
def test_empty_pool_has_no_shares(pool: int, totals: tuple[int, ...]) -> None:
    assert share_pool(pool, totals, FORTY) == ()


def test_one_unit_is_a_pool() -> None:
    assert paid_to(0, share_pool(1, (10, 40), FORTY)) == 1


@pytest.mark.parametrize(
    ("sheet", "house", "why"),
    [
        ("002", {}, "150 points: only players below 100 get a share of the pool."),
        ("002", {"pool_share": "100"}, "The winner takes the whole pool."),
        ("000", {}, "There is no pool in Jamaican Kalooki."),
    ],
)
def test_player_without_a_share_gets_a_reason(sheet: str, house: dict[str, str], why: str) -> None:
    given = {"claim": "share_of_pool", "penalty_points": 150, "winner": False}
    answer = judge({"sheet": sheet, "kind": "end", "house": house, "input": given})
    assert answer["says"] == f"Not legal. {why}"
