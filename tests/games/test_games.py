"""Whole games from text files, with every score, dealer, starter and standing."""

import pytest

from kalooki_ref.game.events import GameEnded, RoundEnded
from kalooki_ref.game.fold import fold
from kalooki_ref.game.ranking import standings
from kalooki_ref.game.record import Entry
from kalooki_ref.game.state import Game
from kalooki_ref.referee.pool import share_pool
from kalooki_ref.rules.systems import SYSTEMS, system_of
from tests.games.whole_game import WholeGame, games, read


def played(whole: WholeGame, events: int | None = None) -> Game:
    return fold(
        system_of(whole.system), entries_of(whole)[: None if events is None else events + 1]
    )


def entries_of(whole: WholeGame) -> tuple[Entry, ...]:
    happened = (whole.started(), *whole.events)
    return tuple(Entry(seq, event) for seq, event in enumerate(happened, 1))


def test_every_system_has_a_whole_game() -> None:
    assert {read(name).system for name in games()} == {system.slug for system in SYSTEMS}


@pytest.mark.parametrize("name", games())
def test_rounds_match_the_text(name: str) -> None:
    whole = read(name)
    ends = [index for index, event in enumerate(whole.events) if isinstance(event, RoundEnded)]
    assert len(ends) == len(whole.rounds)
    for end, (contract, dealer, starter), scores in zip(
        ends, whole.rounds, whole.scores, strict=True
    ):
        before, after = played(whole, end), played(whole, end + 1)
        current = before.current
        assert current is not None
        opens = before.contract.name if before.contract else str(before.system.opening)
        seats = {number: before.player(number).name for number in current.seats}
        assert (opens, seats[current.dealer], seats[current.starter or 0]) == (
            contract,
            dealer,
            starter,
        )
        got = {seats[score.player]: score.points for score in after.past[-1].scores}
        assert got == scores


@pytest.mark.parametrize("name", games())
def test_standings_match_the_text(name: str) -> None:
    whole = read(name)
    game = played(whole)
    assert game.is_over
    got = [(standing.place, standing.player.name, standing.points) for standing in standings(game)]
    assert got == whole.standings


def test_pool_shares_match_the_text() -> None:
    whole = read("kalooki40")
    game = played(whole)
    assert isinstance(whole.events[-1], GameEnded)
    totals = tuple(game.points_of(player.number) for player in game.players)
    shares = share_pool(whole.stake * len(totals), totals, game.system)
    paid = {
        player.name: sum(share.units for share in shares if share.player == number)
        for number, player in enumerate(game.players)
    }
    assert paid == whole.pool
