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
    PlayerReturned,
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
    for index, winner in enumerate(winners):
        bent = index == 2
        points = {
            seat: (own[index + 1] - own[index]) // (2 if bent else 1)
            for seat, own in totals.items()
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


def test_nobody_comes_back_because_the_leader_left() -> None:
    rounds = (won(BEN, 20, 30), won(BEN, 20, 30), won(BEN, 20, 30))
    game = folded.game("jamaican", *rounds, PlayerLeft(BEN), END)
    assert awards_of(game)[0].standing.player.name == "Ann"
    assert Title.COMEBACK not in titles(game).values()


def test_second_place_on_equal_points_is_not_so_close() -> None:
    rounds = (won(BEN, 10, 90), won(ANN, 20, 90), won(ANN, 0, 90), won(CAI, 10, 0), END)
    game = folded.game("jamaican", *rounds, tie_break="rounds")
    assert [award.standing.points for award in awards_of(game)] == [20, 20, 270]
    assert words(game)["Ben"] == "Steady Hand: First or second after each of four rounds."


def test_costly_round_was_no_close_shave() -> None:
    game = folded.game("jamaican", won(ANN, 120, 180), won(ANN, 125, 190), END)
    assert words(game)["Ben"] == "Good Sport: 125 points in round 2. Stayed to the end."


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


def test_iron_nerves_are_of_scored_rounds() -> None:
    started = GameStarted(("Ann", "Ben", "Cai", "Dan", "Eve"), dealer=1)
    over = ended({2: 5, 3: 9, 4: 20, 5: 30}, ANN)
    rounds: list[Event] = [CallAnswered(CAI), RoundEnded(None), CallAnswered(CAI), over]
    game = folded.game("jamaican", *rounds * 3, END, started=started)
    assert words(game)["Dan"] == "Iron Nerves: Not one call in three rounds."


def test_first_voice_goes_to_no_player_who_called_too_often() -> None:
    often = [CallAnswered(CAI)] * 4
    game = folded.game("jamaican", *often, CallAnswered(BEN), won(ANN, 5, 9), won(BEN, 5, 9), END)
    assert titles(game)["Cai"] is not Title.FIRST_VOICE


def left_and_back(calls: int, later: int) -> Game:
    """Return a game in which Dan called and left in round 1, and was in four rounds after that."""
    started = GameStarted(("Ann", "Ben", "Cai", "Dan", "Eve"), dealer=1)
    dan: list[Event] = [CallAnswered(4)]
    first: list[Event] = [*dan * calls, CallAnswered(CAI), PlayerLeft(4, dealt=True)]
    one: list[Event] = [*dan * later, CallAnswered(CAI), ended({2: 5, 3: 9, 4: 20, 5: 30}, ANN)]
    back: list[Event] = [ended({2: 5, 3: 9, 5: 30}, ANN), PlayerReturned(4, CAI, points=0)]
    return folded.game("jamaican", *first, *back, *one * 4, END, started=started)


def test_calls_in_a_round_that_the_player_left_count() -> None:
    voice = "First Voice: 10 calls in the game. Never one too many."
    assert words(left_and_back(calls=2, later=2))["Dan"] == voice
    assert titles(left_and_back(calls=4, later=2))["Dan"] is not Title.FIRST_VOICE
    assert titles(left_and_back(calls=1, later=0))["Dan"] is not Title.IRON_NERVES


def test_good_sports_have_a_number_each() -> None:
    names = ("Ann", "Ben", "Cai", "Dan", "Eve", "Fay")
    rounds = (ended(dict.fromkeys(range(2, 7), 40) | {6: 50}, 1) for _ in range(2))
    game = folded.game("jamaican", *rounds, END, started=GameStarted(names, dealer=1))
    sports = [award.number for award in awards_of(game) if award.title is Title.GOOD_SPORT]
    assert sports
    assert len(set(sports)) == len(sports) or len(sports) > 2


def test_who_came_back_and_played_no_more_did_not_stay() -> None:
    """Ben was in the first round only: he left, came back waiting, and no further round was his."""
    left, back = PlayerLeft(BEN), PlayerReturned(BEN, ANN, 0, next_round=True)
    later = ended({ANN: 0, CAI: 190}, ANN)
    game = folded.game("jamaican", won(ANN, 120, 180), left, later, back, END)
    assert words(game)["Ben"] == "Good Sport: 120 points in round 1."
    assert words(game)["Cai"].endswith("Stayed to the end.")


def test_latecomer_without_a_round_gets_a_card() -> None:
    late = PlayerJoined("Dan", CAI, 90, number=4, next_round=True)
    game = folded.game("jamaican", won(ANN, 5, 90), late, END)
    assert words(game)["Dan"] == "Good Sport: There at the end, with 90."
    assert words(game)["Cai"] == "Good Sport: 90 points in round 1. Stayed to the end."


def test_latecomer_without_a_round_takes_no_title_from_those_who_played() -> None:
    late = PlayerJoined("Dan", CAI, 0, number=4, next_round=True)
    game = folded.game("jamaican", won(ANN, 5, 90), won(ANN, 4, 90), late, END)
    assert words(game)["Ann"] == "Start to Finish: Led after each of two rounds."
    assert words(game)["Ben"] == "So Close: Only 9 points behind first place."
    assert words(game)["Dan"] == "Good Sport: There at the end, with 0."


def test_lead_is_counted_in_the_rounds_that_the_player_was_in() -> None:
    others = RoundEnded(ANN, hands=(HandLeft(CAI, count=1),))
    away = (PlayerLeft(BEN), others, PlayerReturned(BEN, CAI))
    rounds = (won(BEN, 30, 40), *away, won(BEN, 0, 0), won(ANN, 90, 5))
    game = folded.game("kalooki40", *rounds, END)
    assert words(game)["Ben"] == "So Close: Led for two of three rounds played."


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
