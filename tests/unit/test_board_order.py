"""Board melds entered in any order, and games saved when the order mattered."""

from itertools import permutations

import pytest

from kalooki_ref.cards import cards_text, parse_cards
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import HandLeft, JokerMoved, MeldsLaid, RoundEnded, Tacked
from kalooki_ref.referee.meld import End
from tests.folded import ANN, BEN, CAI, game, round_of, run_of, set_of

OPENED = MeldsLaid(BEN, (run_of("KH QH AH JH"), run_of("5C 3C 4C")))
SETS = (set_of("KD KC KS"), set_of("9D 9C 9S"))


def test_natural_run_is_stored_in_order() -> None:
    played = game("kalooki40", OPENED)
    assert [cards_text(laid.meld.cards) for laid in round_of(played).board] == [
        "JH QH KH AH", "3C 4C 5C",
    ]  # fmt: skip


@pytest.mark.parametrize("cards", [" ".join(row) for row in permutations(("2C", "6C", "7C"))])
def test_natural_cards_can_be_tacked_in_any_order(cards: str) -> None:
    tacked = Tacked(BEN, 1, parse_cards(cards))
    assert judge_event(game("kalooki40", OPENED), tacked).legal
    board = round_of(game("kalooki40", OPENED, tacked)).board
    assert cards_text(board[1].meld.cards) == "2C 3C 4C 5C 6C 7C"


def test_joker_keeps_the_place_that_earlier_entries_refer_to() -> None:
    laid = MeldsLaid(BEN, (run_of("9H * 7H 6H"), *SETS))
    moved = JokerMoved(BEN, 0, 1, parse_cards("8H"))
    before = round_of(game("standard", laid)).board[0].meld.cards
    after = round_of(game("standard", laid, moved)).board[0].meld.cards
    assert cards_text(before) == "9H * 7H 6H"
    assert cards_text(after) == "6H 7H 8H 9H *"


def test_entries_overruled_for_order_fold_unchanged() -> None:
    lay = MeldsLaid(BEN, (run_of("AH 10H JH QH KH"), *SETS), overruled="10 to ace")
    tacked = Tacked(BEN, 0, parse_cards("* 8H"), overruled="the joker is the 9")
    moved = JokerMoved(BEN, 0, 1, parse_cards("9H"))
    ended = RoundEnded(BEN, hands=(HandLeft(ANN, 12), HandLeft(BEN), HandLeft(CAI, 30)))
    played = game("standard", lay, tacked, moved)
    place = round_of(played).place_of(BEN)
    assert place is not None
    assert (place.is_down, place.tacked) == (True, 3)
    scores = game("standard", lay, tacked, moved, ended).past[0].scores
    assert {score.player: sum(line.points for line in score.lines) for score in scores} == {
        ANN: 12, BEN: 0, CAI: 30,
    }  # fmt: skip


def test_given_end_is_respected() -> None:
    played = game("jamaican", MeldsLaid(BEN, (run_of("5H 6H 7H 8H"),)))
    assert judge_event(played, Tacked(BEN, 0, parse_cards("4H 3H"), End.LOW)).legal
    assert not judge_event(played, Tacked(BEN, 0, parse_cards("4H 9H"), End.LOW)).legal
