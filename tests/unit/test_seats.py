"""Dealer and starter of each round, by system."""

import pytest

from kalooki_ref.game.events import (
    Event,
    GameStarted,
    HandLeft,
    PlayerJoined,
    PlayerLeft,
    RoundEnded,
    SeatsChanged,
)
from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry
from kalooki_ref.game.state import Game
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import system_of
from tests.folded import ANN, BEN, CAI, DEE, game, round_of

STARTED = GameStarted(("Ann", "Ben", "Cai", "Dee"), dealer=ANN)


def four(slug: str, *events: Event) -> Game:
    return game(slug, *events, started=STARTED)


def won(winner: int, **points: int) -> RoundEnded:
    seats = {"ann": ANN, "ben": BEN, "cai": CAI, "dee": DEE}
    hands = tuple(HandLeft(seats[name], count=count) for name, count in points.items())
    return RoundEnded(winner, hands=hands)


@pytest.mark.parametrize("slug", ["jamaican", "caribbean", "kalooki40", "standard"])
def test_deal_passes_left_and_dealers_left_starts(slug: str) -> None:
    first = four(slug).current
    assert first is not None
    assert (first.dealer, first.starter) == (ANN, BEN)
    second = four(slug, won(DEE, ann=10, ben=20, cai=30)).current
    assert second is not None
    assert (second.number, second.dealer, second.starter) == (2, BEN, CAI)


def test_void_round_is_dealt_again_by_the_same_dealer() -> None:
    again = four("standard", RoundEnded(None)).current
    assert again is not None
    assert (again.number, again.dealer, again.starter) == (1, ANN, BEN)


def test_kooky_loser_deals_and_winner_starts() -> None:
    second = four("kooky", won(CAI, ann=10, ben=40, dee=30)).current
    assert second is not None
    assert (second.dealer, second.starter) == (BEN, CAI)


def test_kooky_youngest_starts_round_one_if_named() -> None:
    unsaid = four("kooky").current
    assert unsaid is not None
    assert unsaid.starter is None
    state = fold(
        system_of("kooky"), (Entry(1, GameStarted(("Ann", "Ben", "Cai"), dealer=1, starter=3)),)
    )
    assert state.current is not None
    assert state.current.starter == CAI


def test_kooky_tied_losers_higher_total_deals() -> None:
    rounds = (won(CAI, ann=10, ben=40, dee=30), won(CAI, ann=50, ben=20, dee=50))
    third = four("kooky", *rounds).current
    assert third is not None
    assert third.dealer == DEE  # 30 + 50 against Ann's 10 + 50


def test_kooky_fully_tied_loser_nearest_dealers_left_deals() -> None:
    second = four("kooky", won(CAI, ann=40, ben=40, dee=40)).current
    assert second is not None
    assert second.dealer == BEN


def test_house_rule_lets_the_tied_loser_nearest_the_dealer_deal() -> None:
    system = with_changes(system_of("kooky"), {"loser_tie": "left"})
    rounds = (won(CAI, ann=10, ben=40, dee=30), won(CAI, ann=50, ben=20, dee=50))
    played: tuple[Event, ...] = (STARTED, *rounds)
    events = tuple(Entry(number, event) for number, event in enumerate(played, 1))
    third = fold(system, events).current
    assert third is not None
    assert third.dealer == DEE  # Ben dealt, and Dee sits before Ann on Ben's left


def test_deal_skips_a_player_who_left() -> None:
    second = four("standard", PlayerLeft(BEN), won(DEE, ann=10, cai=30)).current
    assert second is not None
    assert (second.seats, second.dealer, second.starter) == ((ANN, CAI, DEE), CAI, DEE)


def test_next_player_deals_when_the_dealer_leaves() -> None:
    current = four("standard", PlayerLeft(ANN)).current
    assert current is not None
    assert (current.dealer, current.starter) == (BEN, CAI)


def test_late_player_sits_in_the_chosen_seat() -> None:
    joined = four("standard", PlayerJoined("Eve", after=BEN, points=55))
    assert joined.current is not None
    assert joined.current.seats == (ANN, BEN, 5, CAI, DEE)
    assert joined.points_of(5) == 55


def test_new_seats_and_a_new_dealer() -> None:
    current = four("standard", SeatsChanged((DEE, CAI, BEN, ANN), dealer=CAI)).current
    assert current is not None
    assert (current.seats, current.dealer, current.starter) == ((DEE, CAI, BEN, ANN), CAI, BEN)


def test_ninth_round_is_the_last() -> None:
    over = four("standard", *[won(ANN, ben=5, cai=5, dee=5)] * 9)
    assert over.is_over
    assert len(over.scored) == 9


def test_kalooki_40_continues_until_ended() -> None:
    assert not four("kalooki40", *[won(ANN, ben=5, cai=5, dee=5)] * 12).is_over


@pytest.mark.parametrize(("gone", "starter"), [(BEN, CAI), (CAI, BEN)])
def test_void_round_is_dealt_again_and_started_by_somebody_at_the_table(
    gone: int, starter: int
) -> None:
    void = RoundEnded(winner=None)
    again = round_of(game("jamaican", PlayerLeft(gone, after_round=True), void))
    assert (again.number, again.dealer, again.starter) == (1, ANN, starter)
