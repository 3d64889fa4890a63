"""Who is in a round: late players, players who leave, and those who come back."""

import pytest

from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameEnded,
    GameStarted,
    HandLeft,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RoundEnded,
    SeatsChanged,
)
from kalooki_ref.game.ranking import leaders, race
from kalooki_ref.game.state import Game, Place, is_under_way
from tests.folded import ANN, BEN, CAI, DEE, game, round_of

EVE = 5
STARTED = GameStarted(("Ann", "Ben", "Cai", "Dee"), dealer=BEN)


def four(*events: Event, slug: str = "standard") -> Game:
    return game(slug, *events, started=STARTED)


def won(winner: int, **points: int) -> RoundEnded:
    """Return a round's end with a hand of the winner and of everybody named."""
    seats = {"ann": ANN, "ben": BEN, "cai": CAI, "dee": DEE, "eve": EVE}
    held = tuple(HandLeft(seats[name], count=count, is_down=True) for name, count in points.items())
    return RoundEnded(winner, hands=(HandLeft(winner, is_down=True), *held))


def test_late_player_is_in_the_round_the_table_says() -> None:
    at_once = four(PlayerJoined("Eve", BEN, 0))
    assert round_of(at_once).seats == (ANN, BEN, EVE, CAI, DEE)
    later = four(PlayerJoined("Eve", BEN, 0, next_round=True))
    assert round_of(later).seats == (ANN, BEN, CAI, DEE)
    assert [player.name for player in later.waiting] == ["Eve"]
    assert later.pack == four().pack
    ended = four(PlayerJoined("Eve", BEN, 30, next_round=True), won(ANN, ben=5, cai=5, dee=5))
    assert round_of(ended).seats == (ANN, BEN, EVE, CAI, DEE)
    assert ended.past[0].score_of(EVE) is None
    assert ended.points_of(EVE) == 30


def test_nobody_is_charged_for_a_kalooki_in_a_round_they_wait_for() -> None:
    bent = RoundEnded(ANN, bent=True, hands=won(ANN, ben=10, cai=0, dee=0).hands)
    state = four(PlayerJoined("Eve", BEN, 0, next_round=True), bent, slug="kalooki40")
    assert state.points_of(BEN) > 10
    assert state.points_of(EVE) == 0


def test_player_who_leaves_after_the_round_counts_in_it() -> None:
    leaving = four(PlayerLeft(CAI, after_round=True))
    assert round_of(leaving).seats == (ANN, BEN, CAI, DEE)
    ended = four(PlayerLeft(CAI, after_round=True), won(ANN, ben=5, cai=15, dee=5))
    assert round_of(ended).seats == (ANN, BEN, DEE)
    assert ended.points_of(CAI) == 15
    assert ended.player(CAI).has_left


def test_player_who_leaves_after_the_last_round_played_the_whole_game() -> None:
    rounds = [won(ANN, ben=5, cai=5, dee=5)] * 8
    over = four(*rounds, PlayerLeft(CAI, after_round=True), won(ANN, ben=5, cai=5, dee=5))
    assert over.is_over
    assert not over.player(CAI).has_left


def test_player_who_leaves_after_what_becomes_the_last_round_played_the_whole_game() -> None:
    last = (PlayerLeft(CAI, after_round=True), won(ANN, ben=5, cai=0, dee=5))
    over = four(*last, GameEnded(), slug="kalooki40")
    assert not over.player(CAI).has_left
    assert [player.number for player in leaders(over)] == [ANN, CAI]
    assert four(*last, slug="kalooki40").player(CAI).has_left


@pytest.mark.parametrize(
    "later",
    [
        (CallAnswered(DEE),),
        (won(ANN, ben=5, dee=5),),
        (PlayerReturned(CAI, BEN, points=0), PlayerLeft(CAI)),
    ],
)
def test_player_who_left_before_the_others_played_on_has_left(later: tuple[Event, ...]) -> None:
    last = (PlayerLeft(CAI, after_round=True), won(ANN, ben=5, cai=0, dee=5))
    assert four(*last, *later, GameEnded()).player(CAI).has_left


def test_dealer_who_leaves_after_the_deal_dealt_the_round() -> None:
    called = four(CallAnswered(DEE), PlayerLeft(BEN, dealt=True))
    assert (round_of(called).dealer, round_of(called).starter) == (BEN, CAI)
    ended = four(CallAnswered(DEE), PlayerLeft(BEN, dealt=True), won(DEE, ann=5, cai=5))
    assert ended.past[0].dealer == BEN
    assert (round_of(ended).dealer, round_of(ended).starter) == (CAI, DEE)


@pytest.mark.parametrize(
    "event", [PlayerLeft(DEE, dealt=True), PlayerJoined("Eve", ANN, 0, next_round=True)]
)
def test_round_stays_dealt_if_nothing_else_shows_it(event: Event) -> None:
    assert not is_under_way(round_of(four()))
    assert is_under_way(round_of(four(CallAnswered(DEE), event)))
    assert is_under_way(round_of(four(event)))


def test_starter_who_leaves_after_the_deal_started_the_round() -> None:
    assert round_of(four(PlayerLeft(CAI, dealt=True))).starter == CAI
    assert round_of(four(PlayerLeft(CAI))).starter == DEE


def test_newcomer_left_of_the_dealer_starts_a_round_that_is_not_dealt_yet() -> None:
    assert round_of(four(PlayerJoined("Eve", BEN, 0))).starter == EVE
    assert round_of(four(CallAnswered(DEE), PlayerJoined("Eve", BEN, 0))).starter == CAI
    assert round_of(four(PlayerLeft(CAI), PlayerReturned(CAI, BEN, points=0))).starter == CAI


def test_dealer_who_comes_back_before_the_deal_deals() -> None:
    back = round_of(four(PlayerLeft(BEN), PlayerReturned(BEN, ANN, points=0)))
    assert (back.dealer, back.starter) == (BEN, CAI)


def test_next_player_deals_until_the_dealer_comes_back() -> None:
    events = (
        won(ANN, ben=5, cai=5, dee=5),
        PlayerLeft(CAI),
        PlayerLeft(DEE),
        PlayerReturned(DEE, BEN, points=0),
        PlayerReturned(CAI, BEN, points=0),
    )
    dealers = [round_of(four(*events[:count])).dealer for count in range(1, 6)]
    assert dealers == [CAI, DEE, ANN, DEE, CAI]


def test_next_player_has_dealt_if_the_dealer_comes_back_after_the_deal() -> None:
    back = PlayerReturned(BEN, ANN, points=0)
    assert round_of(four(PlayerLeft(BEN), CallAnswered(DEE), back)).dealer == CAI


def test_dealer_the_table_chose_deals_whoever_comes_back() -> None:
    moved = SeatsChanged((ANN, CAI, DEE), dealer=DEE)
    assert round_of(four(PlayerLeft(BEN), moved, PlayerReturned(BEN, ANN, points=0))).dealer == DEE


def test_newcomer_left_of_the_dealer_starts_a_round_that_is_dealt_again() -> None:
    waiting = PlayerJoined("Eve", BEN, 0, next_round=True)
    again = round_of(four(waiting, RoundEnded(None)))
    assert (again.number, again.dealer, again.starter) == (1, BEN, EVE)


def test_player_who_comes_back_in_the_same_round_keeps_calls_and_lays() -> None:
    before = (CallAnswered(CAI), CallAnswered(CAI), MeldsLaid(CAI, ()), CallAnswered(DEE))
    back = PlayerReturned(CAI, BEN, points=0)
    once = four(*before, PlayerLeft(CAI, dealt=True), back)
    assert round_of(once).places == round_of(four(*before)).places
    again = (CallAnswered(CAI), PlayerLeft(CAI, dealt=True), back)
    twice = four(*before, PlayerLeft(CAI, dealt=True), back, *again)
    assert round_of(twice).place_of(CAI) == Place(CAI, calls=3, is_down=True, put_down=None)
    ended = four(*before, PlayerLeft(CAI, dealt=True), won(ANN, ben=5, dee=5), back)
    assert round_of(ended).place_of(CAI) == Place(CAI)


def test_calls_of_a_player_who_left_the_round_count_in_it_once() -> None:
    calls = (CallAnswered(CAI), CallAnswered(CAI), CallAnswered(DEE), PlayerLeft(CAI, dealt=True))
    ended = (*calls, won(ANN, ben=5, dee=5))
    assert four(*ended).past[0].calls == 3
    back = (*calls, PlayerReturned(CAI, BEN, points=0), CallAnswered(CAI))
    assert round_of(four(*back)).calls == 4


def test_next_player_deals_a_void_round_again_if_the_dealer_left() -> None:
    again = round_of(four(PlayerLeft(BEN, dealt=True), RoundEnded(None)))
    assert (again.number, again.dealer, again.starter) == (1, CAI, DEE)


def test_somebody_at_the_table_starts_a_void_round_again_if_the_starter_left() -> None:
    again = round_of(four(CallAnswered(DEE), PlayerLeft(CAI, dealt=True), RoundEnded(None)))
    assert (again.number, again.dealer, again.starter) == (1, BEN, DEE)


def test_loser_deals_even_if_the_dealer_has_left() -> None:
    ended = four(PlayerLeft(BEN, dealt=True), won(DEE, ann=5, cai=9), slug="kooky")
    assert round_of(ended).dealer == CAI


def test_next_worst_deals_whether_the_loser_left_after_the_round_or_before_the_deal() -> None:
    ended = won(DEE, ann=30, ben=10, cai=40)
    after_round = four(PlayerLeft(CAI, after_round=True), ended, slug="kooky")
    before_deal = four(ended, PlayerLeft(CAI), slug="kooky")
    assert round_of(after_round).dealer == round_of(before_deal).dealer == ANN
    back = four(ended, PlayerLeft(CAI), PlayerReturned(CAI, BEN, points=0), slug="kooky")
    assert round_of(back).dealer == CAI


def test_next_player_deals_if_the_first_dealer_of_kooky_leaves() -> None:
    assert round_of(four(PlayerLeft(BEN), slug="kooky")).dealer == CAI


def test_next_player_deals_if_all_losers_left() -> None:
    events: tuple[Event, ...] = (
        PlayerJoined("Eve", DEE, 0, next_round=True),
        *(PlayerLeft(seat, after_round=True) for seat in (ANN, BEN, CAI, DEE)),
        won(DEE, ann=5, ben=5, cai=9),
    )
    assert round_of(four(*events, slug="kooky")).dealer == EVE


def test_youngest_starts_only_while_at_the_table() -> None:
    started = GameStarted(("Ann", "Ben", "Cai", "Dee"), dealer=ANN, starter=CAI)
    assert round_of(game("kooky", started=started)).starter == CAI
    assert round_of(game("kooky", PlayerLeft(CAI), started=started)).starter is None


AWAY = (
    won(ANN, ben=5, cai=40, dee=10),
    PlayerLeft(CAI),
    won(ANN, ben=5, dee=10),
    won(ANN, ben=5, dee=10),
)


def test_returning_player_keeps_number_mark_and_points() -> None:
    away, back = four(*AWAY), four(*AWAY, PlayerReturned(CAI, BEN, points=20))
    assert len(back.players) == 4
    assert back.player(CAI).mark == away.player(CAI).mark
    assert round_of(back).seats == (ANN, BEN, CAI, DEE)
    assert (away.points_of(CAI), back.points_of(CAI)) == (40, 60)
    later = four(*AWAY, PlayerReturned(CAI, ANN, next_round=True), won(ANN, ben=5, dee=5))
    assert later.past[-1].score_of(CAI) is None
    assert round_of(later).seats == (ANN, CAI, BEN, DEE)


def test_race_counts_points_for_the_rounds_between_from_the_return_on() -> None:
    back = four(*AWAY, PlayerReturned(CAI, BEN, points=20), won(ANN, ben=5, cai=7, dee=5))
    assert race(back, CAI) == (0, 40, 40, 40, 67)
    assert race(four(*AWAY, PlayerReturned(CAI, BEN, points=20)), CAI) == (0, 40, 40, 60)


def test_player_at_the_table_cannot_return() -> None:
    assert four(PlayerReturned(CAI, ANN, points=20)) == four()
    assert four(PlayerReturned(99, ANN, points=20)) == four()


def test_player_without_a_hand_has_no_score_in_a_round() -> None:
    stayed = four(*AWAY, EntryAmended(3, None))
    assert stayed.past[0].score_of(CAI) is not None
    assert stayed.past[1].score_of(CAI) is None
    assert stayed.points_of(CAI) == 40


@pytest.mark.parametrize("hands", [(), (HandLeft(BEN, count=9), HandLeft(CAI, count=0))])
def test_rounds_recorded_without_hands_keep_their_zeros(hands: tuple[HandLeft, ...]) -> None:
    ended = game("standard", RoundEnded(ANN, hands=hands)).past[0]
    assert [score.player for score in ended.scores] == [ANN, BEN, CAI]


def test_new_seats_include_who_waits_and_skip_who_left() -> None:
    joined = PlayerJoined("Eve", ANN, 0, next_round=True)
    moved = SeatsChanged((DEE, EVE, ANN, CAI), dealer=CAI)
    state = four(PlayerLeft(BEN), joined, moved)
    assert round_of(state).seats == (DEE, ANN, CAI)
    assert [player.number for player in state.at_table] == [DEE, EVE, ANN, CAI]
    assert round_of(four(PlayerLeft(BEN), joined, moved, won(DEE, ann=5, cai=5))).seats == (
        DEE,
        EVE,
        ANN,
        CAI,
    )


def test_late_player_of_an_unplayed_round_is_at_the_table_when_the_game_is_stopped() -> None:
    over = four(won(ANN, ben=5, cai=5, dee=5), PlayerJoined("Eve", DEE, 5), GameEnded())
    assert [player.name for player in over.at_table] == ["Ann", "Ben", "Cai", "Dee", "Eve"]


def test_game_is_over_if_everybody_leaves_after_the_round() -> None:
    leave = [PlayerLeft(seat, after_round=True) for seat in (ANN, BEN, CAI, DEE)]
    assert four(*leave, won(ANN, ben=5, cai=5, dee=5)).is_over
