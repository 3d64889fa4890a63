"""What holds in a round that somebody leaves, and who plays on after it."""

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameStarted,
    HandLeft,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RoundEnded,
)
from kalooki_ref.game.fold import fold
from kalooki_ref.game.round_end import round_warnings
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.overrides import with_choices
from kalooki_ref.rules.systems import system_of
from tests.folded import ANN, BEN, CAI, DEE, entries_of, game, round_of, set_of

EVE, FAY = 5, 6
FIVE = GameStarted(("Ann", "Ben", "Cai", "Dee", "Eve"), dealer=ANN)
SIX = GameStarted((*FIVE.names, "Fay"), dealer=ANN)
EIGHT = GameStarted((*SIX.names, "Gus", "Hal"), dealer=ANN)
THREE_OF_A_KIND = MeldsLaid(BEN, (set_of("7H 7H 7H"), set_of("8H 8D 8S"), set_of("9H 9D 9S")))
EVE_LEFT = PlayerLeft(EVE, dealt=True)


def test_cards_of_a_player_who_left_after_the_deal_stay_in_the_pack() -> None:
    whole, smaller = game("jamaican", started=FIVE), game("jamaican", EVE_LEFT, started=FIVE)
    assert whole.pack.copies == 3
    assert smaller.pack == whole.pack
    assert Code.MORE_THAN_PACK not in judge_event(smaller, THREE_OF_A_KIND).codes
    undealt = game("jamaican", PlayerLeft(EVE), started=FIVE)
    assert Code.MORE_THAN_PACK in judge_event(undealt, THREE_OF_A_KIND).codes


@pytest.mark.parametrize(
    ("events", "copies"),
    [
        ((EVE_LEFT, PlayerLeft(DEE, dealt=True)), 3),
        ((EVE_LEFT, PlayerJoined("Fay", DEE, 0, number=FAY)), 3),
        ((EVE_LEFT, PlayerReturned(EVE, DEE)), 3),
        ((EVE_LEFT, EntryAmended(2, None)), 3),
        ((EVE_LEFT, RoundEnded(None)), 2),
    ],
)
def test_pack_is_that_of_the_deal_until_the_round_ends(
    events: tuple[Event, ...], copies: int
) -> None:
    assert game("jamaican", *events, started=FIVE).pack.copies == copies


def test_deal_stays_as_it_was_when_somebody_leaves() -> None:
    larger = [{"is": "LargerTable", "players": 6, "packs": 0, "jokers": None, "deals": [7]}]
    rules = with_choices(system_of("jamaican"), {"larger_tables": larger})
    left = PlayerLeft(FAY, dealt=True)
    seven = HandLeft(BEN, cards=parse_cards("2H 4D 6S 8C 10H QD KS"), is_down=False)
    others = tuple(HandLeft(seat, count=40, is_down=False) for seat in (CAI, DEE, EVE))
    ended = RoundEnded(ANN, hands=(HandLeft(ANN, is_down=True), seven, *others))
    playing = fold(rules, entries_of(SIX, left))
    assert playing.rules_in(round_of(playing)).deal_of(1) == 7
    assert round_warnings(playing, round_of(playing), ended) == ()
    after = fold(rules, entries_of(SIX, left, ended))
    assert after.rules_in(after.past[0]).deal_of(1) == 7
    assert after.rules_in(round_of(after)).deal_of(2) > 7


def test_corrected_round_is_judged_by_the_pack_it_was_played_with() -> None:
    losers = tuple(HandLeft(seat, count=40, is_down=False) for seat in (BEN, DEE, EVE))
    cards = parse_cards("7H 7H 7H 2C 4D 6S 8C 10H QD")
    ended = RoundEnded(
        ANN, hands=(HandLeft(ANN, is_down=True), HandLeft(CAI, cards=cards, is_down=False), *losers)
    )
    for later in ((), (PlayerLeft(EVE),)):
        after = game("jamaican", ended, *later, started=FIVE)
        assert round_warnings(after, after.past[0], ended) == ()


def test_player_who_came_back_stays_when_the_round_ends() -> None:
    ended = RoundEnded(ANN, hands=tuple(HandLeft(seat, count=0) for seat in (ANN, BEN, CAI)))
    events = (
        CallAnswered(BEN),
        PlayerLeft(DEE, after_round=True),
        PlayerLeft(DEE, dealt=True),
        PlayerReturned(DEE, CAI, next_round=True),
    )
    started = GameStarted(FIVE.names[:4], dealer=ANN)
    assert round_of(game("jamaican", *events, ended, started=started)).seats == (ANN, BEN, CAI, DEE)
    gone = game("jamaican", *events[:3], ended, started=started)
    assert round_of(gone).seats == (ANN, BEN, CAI)


def test_game_with_more_players_than_the_rules_have_packs_for_has_jokers_for_each_pack() -> None:
    crowded = (PlayerJoined("Ida", BEN, 0, number=9), PlayerJoined("Jon", BEN, 0, number=10))
    table = game("jamaican", *crowded, started=EIGHT)
    assert (table.pack.copies, table.pack.jokers) == (5, 10)
    assert table.system.stock_after_deal(10, 1) > 0
