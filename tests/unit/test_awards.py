"""Titles at the end of a game, and what they are for."""

from kalooki_ref.game.awards import Title, awards_of
from kalooki_ref.game.events import (
    CallAnswered,
    Event,
    GameEnded,
    GameStarted,
    HandLeft,
    PlayerJoined,
    PlayerLeft,
    RoundEnded,
)
from kalooki_ref.game.state import Game
from kalooki_ref.words.award_words import award_words, awardee_words, title_words
from kalooki_ref.words.language import speaking
from tests import folded
from tests.folded import ANN, BEN, CAI

END = GameEnded()
MINA, THEO, ROSE, WINSTON, JO = range(1, 6)


def ended(points: dict[int, int], winner: int, *, bent: bool = False) -> RoundEnded:
    hands = tuple(HandLeft(seat, count=count) for seat, count in points.items() if seat != winner)
    return RoundEnded(winner, bent, hands)


def won(winner: int, *counts: int, bent: bool = False) -> RoundEnded:
    losers = [seat for seat in (ANN, BEN, CAI) if seat != winner]
    return ended(dict(zip(losers, counts, strict=True)), winner, bent=bent)


def titles(game: Game) -> dict[str, Title]:
    return {award.standing.player.name: award.title for award in awards_of(game)}


def words(game: Game) -> dict[str, str]:
    """Return each player's title and what it is for."""
    return {
        award.standing.player.name: f"{title_words(award)}: {award_words(game, award)}"
        for award in awards_of(game)
    }


def evening(*calls: Event) -> Game:
    """Return nine rounds of five: Rose fourth after eight of them, Mina bent the board in one."""
    totals = {
        ROSE: (0, 6, 19, 147, 196, 218, 230, 230, 230, 230),
        JO: (0, 0, 5, 57, 105, 141, 159, 176, 197, 240),
        MINA: (0, 51, 64, 64, 64, 64, 104, 165, 188, 247),
        WINSTON: (0, 48, 88, 132, 162, 192, 192, 195, 225, 273),
        THEO: (0, 8, 8, 114, 163, 222, 265, 327, 382, 418),
    }
    winners = (JO, THEO, MINA, MINA, MINA, WINSTON, ROSE, ROSE, ROSE)
    rounds: list[Event] = []
    for at, winner in enumerate(winners):
        bent = at == 2
        points = {
            seat: (own[at + 1] - own[at]) // (2 if bent else 1) for seat, own in totals.items()
        }
        rounds.append(ended(points, winner, bent=bent))
    started = GameStarted(("Mina", "Theo", "Rose", "Winston", "Jo"), dealer=1)
    return folded.game("jamaican", *calls, *rounds, started=started)


def test_evening_of_five_has_five_cards() -> None:
    assert words(evening(*[CallAnswered(THEO)] * 3)) == {
        "Rose": "The Comeback: Fourth after eight rounds, first in the end.",
        "Jo": "So Close: Only 10 points behind first place.",
        "Mina": "The Bender: Bent board in round 3. It cost the others 165 points.",
        "Winston": "Close Shave: Lost round 7 with 3 points. Nobody lost a round more cheaply.",
        "Theo": "First Voice: 3 calls in the game. Never one too many.",
    }


def test_awardees_are_named_with_place_and_total() -> None:
    names = [awardee_words(award) for award in awards_of(evening())]
    assert names[0] == "Rose, first with 230"
    assert names[2] == "Mina, third with 247"


def test_there_are_no_awards_before_the_end_or_without_a_round() -> None:
    assert awards_of(folded.game("jamaican", won(ANN, 5, 5))) == ()
    assert awards_of(folded.game("jamaican", END)) == ()


def test_winner_of_every_round_led_throughout() -> None:
    game = folded.game("jamaican", won(ANN, 5, 9), won(ANN, 5, 9), won(ANN, 5, 9), END)
    assert words(game)["Ann"] == "Start to Finish: Led after each of three rounds."


def test_players_who_left_get_no_card() -> None:
    game = folded.game("jamaican", won(ANN, 5, 9), won(ANN, 5, 9), PlayerLeft(CAI), END)
    assert set(titles(game)) == {"Ann", "Ben"}


def test_winner_without_a_title_of_the_winners_gets_another() -> None:
    """Ben went out more often, and Ann wasn't ahead from the first round on."""
    rounds = (won(BEN, 9, 9), won(ANN, 30, 40), won(BEN, 1, 9), won(CAI, 2, 3), END)
    assert titles(folded.game("jamaican", *rounds))["Ann"] is Title.STEADY_HAND


def test_nobody_has_iron_nerves_where_a_round_has_no_recorded_call() -> None:
    started = GameStarted(("Ann", "Ben", "Cai", "Dan", "Eve"), dealer=1)
    called: Event = CallAnswered(CAI)
    over: Event = ended({2: 5, 3: 9, 4: 20, 5: 30}, ANN)
    recorded = folded.game("jamaican", *[called, over] * 3, END, started=started)
    assert words(recorded)["Dan"] == "Iron Nerves: Not one call in three rounds."
    missing = folded.game("jamaican", *[called, over] * 2, over, END, started=started)
    assert Title.IRON_NERVES not in titles(missing).values()


def test_first_voice_goes_to_no_player_who_called_too_often() -> None:
    often = [CallAnswered(CAI)] * 4
    game = folded.game("jamaican", *often, CallAnswered(BEN), won(ANN, 5, 9), won(BEN, 5, 9), END)
    assert titles(game)["Cai"] is not Title.FIRST_VOICE


def test_good_sports_have_a_number_each() -> None:
    names = ("Ann", "Ben", "Cai", "Dan", "Eve", "Fay")
    rounds = (ended(dict.fromkeys(range(2, 7), 40) | {6: 50}, 1) for _ in range(2))
    game = folded.game("jamaican", *rounds, END, started=GameStarted(names, dealer=1))
    sports = [award.number for award in awards_of(game) if award.title is Title.GOOD_SPORT]
    assert sports
    assert len(set(sports)) == len(sports) or len(sports) > 2


def test_latecomer_without_a_round_gets_a_card() -> None:
    late = PlayerJoined("Dan", CAI, 14, number=4, next_round=True)
    game = folded.game("jamaican", won(ANN, 5, 90), late, END)
    assert "Dan" in titles(game)


def test_titles_in_other_languages() -> None:
    game = evening()
    with speaking("es"):
        assert words(game)["Rose"] == (
            "La remontada: Cuarto puesto tras ocho rondas y, al final, el primero."
        )
    with speaking("it"):
        assert words(game)["Rose"] == (
            "La rimonta: Quarto posto dopo otto mani e, alla fine, il primo."
        )
