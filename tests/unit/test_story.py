"""The one-line summary of how a game was won."""

import pytest

from kalooki_ref.game.events import (
    Event,
    GameEnded,
    HandLeft,
    PlayerJoined,
    PlayerLeft,
    PlayerReturned,
    RoundEnded,
)
from kalooki_ref.game.state import Game
from kalooki_ref.game.story import Plot, Story, story_of
from kalooki_ref.words.language import speaking
from kalooki_ref.words.story_words import lead_headline, next_line, story_words, winner_headline
from tests import folded
from tests.folded import ANN, BEN, CAI

END = GameEnded()


def won(winner: int, *counts: int) -> RoundEnded:
    losers = [seat for seat in (ANN, BEN, CAI) if seat != winner]
    hands = tuple(HandLeft(seat, count=count) for seat, count in zip(losers, counts, strict=True))
    return RoundEnded(winner, hands=hands)


def hands(*events: Event, **house: str) -> Game:
    """Return a game without a fixed number of rounds."""
    return folded.game("kalooki40", *events, started=folded.STARTED, **house)


EVEN = won(BEN, 10, 90)


@pytest.mark.parametrize(
    ("rounds", "story", "words"),
    [
        ((won(ANN, 20, 30), won(BEN, 5, 5)), Story(Plot.WIRE_TO_WIRE, 2, 15),
         "Led from start to finish."),
        ((won(BEN, 20, 30), won(ANN, 40, 5), won(CAI, 5, 5)), Story(Plot.TOOK_LEAD, 2, 10),
         "Took the lead in round 2 and kept it."),
        ((won(BEN, 20, 30), won(ANN, 21, 5)), Story(Plot.LAST_ROUND, 1, 1, place=2),
         "Second after one round. First after two."),
        ((won(BEN, 30, 20), won(CAI, 1, 29), won(ANN, 20, 15)),
         Story(Plot.COMEBACK, 2, 4, place=3), "Third after two rounds. First after three."),
        ((won(BEN, 30, 40), won(ANN, 5, 5), won(CAI, 5, 5), won(ANN, 40, 5)),
         Story(Plot.LEAD_LOST, 3, 15, player=BEN), "Ben led for three of four rounds."),
        ((won(ANN, 20, 20), won(BEN, 20, 10), won(ANN, 10, 10)), Story(Plot.MOST_ROUNDS, 2, 10),
         "Went out in two of three rounds."),
        ((won(BEN, 20, 30), won(ANN, 20, 5)), Story(Plot.SHARED, margin=20), "Level on 20."),
        ((won(BEN, 20, 30),), Story(Plot.MARGIN, margin=20), "Won by 20 points."),
        ((), Story(Plot.NOTHING), ""),
    ],
)  # fmt: skip
def test_game_summary_in_one_line(rounds: tuple[RoundEnded, ...], story: Story, words: str) -> None:
    game = hands(*rounds, END)
    assert story_words(game) == words
    assert story_of(game) == story


def test_stopped_game_names_its_last_round() -> None:
    game = folded.game("jamaican", won(ANN, 20, 30), won(ANN, 20, 30), END)
    assert story_of(game) == Story(Plot.STOPPED, 2)
    assert story_words(game) == "Stopped after round 2 of 9."


def test_nine_rounds_are_called_rounds() -> None:
    rounds = [won(BEN, 20, 30), won(ANN, 40, 30), *[won(CAI, 5, 5)] * 7]
    game = folded.game("jamaican", *rounds)
    assert story_words(game) == "Took the lead in round 2 and kept it."


def test_places_are_counted_in_rounds_of_the_last_third_only() -> None:
    """Ann was third after three of nine rounds, and first from the fourth on."""
    rounds = [*[won(CAI, 9, 8)] * 3, won(ANN, 20, 40), *[won(BEN, 2, 3), won(CAI, 2, 3)] * 2, EVEN]
    game = folded.game("jamaican", *rounds)
    assert "Third" not in story_words(game)


def test_rounds_won_break_a_tie() -> None:
    rounds = (won(CAI, 10, 20), won(CAI, 10, 20), won(ANN, 20, 20), won(BEN, 20, 20))
    game = hands(*rounds, END, tie_break="rounds")
    assert (winner_headline(game), lead_headline(game)) == ("Cai wins", "Cai leads")
    assert story_of(game) == Story(Plot.TIE_BREAK)


def test_no_lead_is_claimed_over_a_player_who_was_ahead_and_left() -> None:
    game = hands(won(BEN, 20, 30), won(ANN, 5, 40), PlayerLeft(BEN), END)
    assert story_words(game) == "Won by 50 points."


def test_no_lead_is_claimed_while_one_who_left_has_fewer_points() -> None:
    """Ben left in front, so that Ann was never ahead in the grid."""
    left = (won(BEN, 20, 30), won(BEN, 5, 40), PlayerLeft(BEN))
    alone = RoundEnded(ANN, hands=(HandLeft(CAI, count=10),))
    draw = RoundEnded(CAI, hands=(HandLeft(ANN, count=1),))
    assert story_words(hands(*left, alone, draw, draw, END)) == "Won by 53 points."


def test_nobody_leads_before_they_sit_down() -> None:
    """Dan starts with fewer points than Ann had, and is the first by the end of his first round."""
    dan = RoundEnded(4, hands=tuple(HandLeft(seat, count=10) for seat in (ANN, BEN, CAI)))
    joined = PlayerJoined("Dan", CAI, -5, number=4)
    game = hands(won(ANN, 20, 30), joined, dan, dan, END)
    assert "led from start" not in story_words(game).lower()


def test_nobody_leads_while_away() -> None:
    others = RoundEnded(BEN, hands=(HandLeft(CAI, count=10),))
    away = (PlayerLeft(ANN), others, PlayerReturned(ANN, CAI))
    game = hands(won(ANN, 20, 30), *away, won(CAI, 5, 5), END)
    assert story_words(game) == "Won by 20 points."


def test_rounds_that_the_leader_sat_out_are_not_counted() -> None:
    others = RoundEnded(ANN, hands=(HandLeft(CAI, count=1),))
    away = (PlayerLeft(BEN), others, PlayerReturned(BEN, CAI))
    game = hands(won(BEN, 30, 40), *away, won(BEN, 0, 0), won(ANN, 90, 5), END)
    assert story_words(game) == "Ben led for two of three rounds played."


def test_rounds_that_the_winner_sat_out_are_not_counted() -> None:
    others = RoundEnded(CAI, hands=(HandLeft(BEN, count=40),))
    away = (PlayerLeft(ANN), others, PlayerReturned(ANN, CAI))
    game = hands(won(ANN, 20, 20), *away, won(BEN, 5, 10), won(ANN, 10, 10), END)
    assert story_words(game) == "Went out in two of three rounds played."


def test_void_round_changes_no_lead() -> None:
    game = hands(won(ANN, 20, 30), RoundEnded(None), won(BEN, 10, 5), END)
    assert story_words(game) == "Led from start to finish."


def test_story_in_other_languages() -> None:
    game = hands(won(BEN, 20, 30), won(ANN, 21, 5), END)
    with speaking("es"):
        assert story_words(game) == "Segundo puesto tras una ronda. Primer puesto tras dos."
    with speaking("it"):
        assert story_words(game) == "Secondo posto dopo una mano. Primo posto dopo due."


DEE_WAITS = PlayerJoined("Dee", CAI, 0, next_round=True)


@pytest.mark.parametrize(
    ("rounds", "headline", "following"),
    [
        ((won(ANN, 20, 26),), "Ann leads by 20", "Ben is next, then Cai, 26 behind"),
        ((won(ANN, 20, 26), won(BEN, 20, 30)), "Ann and Ben lead with 20",
         "Cai is next, 36 behind"),
        ((won(ANN, 20, 20), won(BEN, 20, 0), won(CAI, 20, 20)), "Cai leads by 20",
         "Ann and Ben are next, 20 behind"),
        ((), "", ""),
        ((won(ANN, 20, 26), won(BEN, 5, 5), DEE_WAITS), "Ann leads by 15",
         "Ben is next, then Cai, 26 behind"),
    ],
)  # fmt: skip
def test_headline_names_leader_and_runner_up(
    rounds: tuple[Event, ...], headline: str, following: str
) -> None:
    game = hands(*rounds)
    assert (lead_headline(game), next_line(game)) == (headline, following)


def test_runner_up_with_the_same_points_is_not_said_to_be_behind() -> None:
    level = hands(won(ANN, 20, 10), won(BEN, 20, 10), tie_break="rounds")
    assert (lead_headline(level), next_line(level)) == ("Ann and Ben lead with 20", "Cai is next")


def test_shared_first_place_has_two_winners() -> None:
    assert winner_headline(hands(won(ANN, 20, 26), won(BEN, 20, 30), END)) == "Ann and Ben win"


def test_story_is_about_those_who_played() -> None:
    late = PlayerJoined("Dee", CAI, 0, next_round=True)
    game = hands(won(BEN, 20, 30), won(ANN, 40, 5), won(CAI, 5, 5), late, END)
    assert winner_headline(game) == "Ann wins"
    assert story_of(game) == Story(Plot.TOOK_LEAD, 2, 10)
