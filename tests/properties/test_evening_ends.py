"""What is said of a finished game is true of every row of its score grid."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from kalooki_ref.game.awards import Award, Title, awards_of
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
from kalooki_ref.game.fold import fold
from kalooki_ref.game.ranking import race, standings
from kalooki_ref.game.state import Game, Place
from kalooki_ref.game.story import Plot, Story, story_of
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.award_words import award_words
from kalooki_ref.words.language import LANGUAGES, speaking
from kalooki_ref.words.story_words import story_words
from tests import folded

NAMES = ("Ann", "Ben", "Cai", "Dan", "Eve", "Fay")
SYSTEMS = ("jamaican", "kalooki40", "caribbean", "kooky", "standard")
# Points that often tie.
POINTS = (0, 0, 5, 10, 10, 20, 45)


def evening(random: Random) -> Game:
    """Return a finished game with people who come, go and return, void rounds, ties and bends."""
    system = system_of(random.choice(SYSTEMS))
    names = NAMES[: random.randint(2, 5)]
    entries: list[Event] = [GameStarted(names, dealer=1)]
    rounds = len(system.contracts) or random.randint(1, 6)
    while True:
        game = fold(system, folded.entries_of(*entries))
        if game.is_over or (len(game.scored) >= rounds or random.random() < 0.05):
            return fold(system, folded.entries_of(*entries, GameEnded()))
        entries += happenings(game, random)


def happenings(game: Game, random: Random) -> list[Event]:
    """Return what happens in one round, and its end."""
    seats = [player.number for player in game.at_table]
    away = [player for player in game.players if player.has_left]
    if random.random() < 0.25 and len(seats) > 2:
        return [PlayerLeft(random.choice(seats))]
    if random.random() < 0.1 and away:
        return [PlayerReturned(away[0].number, seats[0], random.choice(POINTS))]
    if random.random() < 0.05 and len(game.players) < len(NAMES):
        number = len(game.players) + 1
        points = random.choice(POINTS)
        return [PlayerJoined(NAMES[number - 1], seats[0], points, number=number)]
    calls: list[Event] = [
        CallAnswered(random.choice(seats), granted=random.random() < 0.9)
        for _ in range(random.randint(0, 3))
    ]
    if random.random() < 0.05:
        return [*calls, RoundEnded(None)]
    winner = random.choice(seats)
    hands = tuple(HandLeft(seat, count=random.choice(POINTS)) for seat in seats if seat != winner)
    return [*calls, RoundEnded(winner, random.random() < 0.2, hands)]


def points_after(game: Game, after: int) -> dict[int, int]:
    """Return the totals of everybody who has played until then."""
    played = {score.player for past in game.scored[:after] for score in past.scores}
    return {seat: race(game, seat)[after] for seat in played}


def place_after(game: Game, seat: int, after: int) -> tuple[int, int]:
    """Return a player's place after a round, with and without those who weren't in it."""
    totals = points_after(game, after)
    present = {score.player for score in game.scored[after - 1].scores}
    assert seat in present
    return (
        1 + sum(points < totals[seat] for points in totals.values()),
        1 + sum(totals[other] < totals[seat] for other in present),
    )


def was_ahead(game: Game, seat: int, after: int) -> bool:
    totals = points_after(game, after)
    others = [points for other, points in totals.items() if other != seat]
    return seat in totals and bool(others) and totals[seat] < min(others)


def times_ahead(game: Game, seat: int) -> int:
    return sum(was_ahead(game, seat, after) for after in range(1, len(game.scored) + 1))


def lost(game: Game, seat: int) -> dict[int, int]:
    """Return the points of a player's lost rounds, by number."""
    return {
        past.number: score.points
        for past in game.scored
        for score in past.scores
        if score.player == seat and past.winner != seat
    }


def seat_of(award: Award) -> int:
    return award.standing.player.number


def places_of(game: Game, seat: int) -> dict[int, tuple[int, int]]:
    """Return a player's places after each round played, by its number."""
    rounds = range(1, len(game.scored) + 1)
    played = [after for after in rounds if game.scored[after - 1].score_of(seat)]
    return {after: place_after(game, seat, after) for after in played}


def mine(game: Game, award: Award) -> list[Place]:
    found = (past.place_of(seat_of(award)) for past in game.past)
    return [place for place in found if place]


def came_back(game: Game, award: Award) -> bool:
    places = places_of(game, seat_of(award))
    was_behind = places[award.other] == (award.number,) * 2 and award.number > 1
    return was_behind and places[len(game.scored)] == (1, 1)


def went_out_most(game: Game, award: Award) -> bool:
    won = [past.winner for past in game.scored]
    return won.count(seat_of(award)) == award.number == max(map(won.count, won))


def bent(game: Game, award: Award) -> bool:
    numbers = [played.number for played in game.scored
               if played.winner == seat_of(award) and played.end and played.end.bent]  # fmt: skip
    return award.other == len(numbers) and award.round in {0, *numbers}


def was_close(game: Game, award: Award) -> bool:
    if award.other:
        led = times_ahead(game, seat_of(award))
        played = sum(past.score_of(seat_of(award)) is not None for past in game.scored)
        return award.number == led and award.other == played
    return 0 < award.standing.points - standings(game)[0].points == award.number <= 10


def was_steady(game: Game, award: Award) -> bool:
    places = places_of(game, seat_of(award)).values()
    with_all, without = ({pair[index] for pair in places} for index in (0, 1))
    every_round = len(places) == len(game.scored)
    return every_round and with_all == without and len(with_all) == award.number


def lost_cheaply(game: Game, award: Award) -> bool:
    others = [points for player in game.players for points in lost(game, player.number).values()]
    own = lost(game, seat_of(award))[award.round]
    return own == award.number <= 10 and award.is_record == (own == min(others))


def never_called(game: Game, award: Award) -> bool:
    recorded = all(any(p.calls or p.refused for p in past.places) for past in game.past)
    return recorded and not any(place.calls or place.refused for place in mine(game, award))


def scored_that(game: Game, award: Award) -> bool:
    scores = {past.number: past.score_of(seat_of(award)) for past in game.scored}
    score = scores.get(award.round)
    return award.round == 0 or (score is not None and score.points == award.number)


# Whether an award is true of the score grid and the recorded calls.
CHECKS = {
    Title.COMEBACK: came_back,
    Title.START_TO_FINISH: lambda game, award: (
        times_ahead(game, seat_of(award)) == len(game.scored)
    ),
    Title.FINISHER: went_out_most,
    Title.BENDER: bent,
    Title.SO_CLOSE: was_close,
    Title.STEADY_HAND: was_steady,
    Title.CLOSE_SHAVE: lost_cheaply,
    Title.FIRST_VOICE: lambda game, award: (
        sum(place.calls for place in mine(game, award)) == award.number
    ),
    Title.IRON_NERVES: never_called,
    Title.PHOTO_FINISH: lambda game, award: (
        [standing.points for standing in standings(game) if standing.place].count(award.number) > 1
    ),
    Title.GOOD_SPORT: scored_that,
}


def came_from_behind(game: Game, story: Story, winner: int) -> bool:
    before = place_after(game, winner, story.number) == (story.place, story.place)
    return before and place_after(game, winner, len(game.scored)) == (1, 1)


def took_the_lead(game: Game, story: Story, winner: int) -> bool:
    numbers = [past.number for past in game.scored]
    taken = 1 + numbers.index(story.number)
    kept = all(was_ahead(game, winner, after) for after in range(taken, len(numbers) + 1))
    return kept and not was_ahead(game, winner, taken - 1)


def won_by(game: Game, story: Story, _winner: int) -> bool:
    stayed = [standing.points for standing in standings(game) if standing.place]
    return stayed[1] - stayed[0] == story.margin > 0


STORIES = {
    Plot.COMEBACK: came_from_behind,
    Plot.LAST_ROUND: came_from_behind,
    Plot.LEAD_LOST: lambda game, story, winner: (
        story.player != winner and times_ahead(game, story.player) == story.number
    ),
    Plot.WIRE_TO_WIRE: lambda game, _story, winner: times_ahead(game, winner) == len(game.scored),
    Plot.TOOK_LEAD: took_the_lead,
    Plot.MOST_ROUNDS: lambda game, story, winner: (
        [past.winner for past in game.scored].count(winner) == story.number
    ),
    Plot.SHARED: lambda game, story, _winner: (
        [standing.points for standing in standings(game)[:2]] == [story.margin] * 2
    ),
    Plot.MARGIN: won_by,
}


@given(st.randoms(use_true_random=False))
def test_everybody_who_stayed_gets_one_true_card(random: Random) -> None:
    game = evening(random)
    awards = awards_of(game)
    placed = [row.player for row in standings(game) if row.place] if game.scored else []
    assert [award.standing.player for award in awards] == placed
    own = [award.title for award in awards if award.title is not Title.GOOD_SPORT]
    assert len(own) == len(set(own))
    for award in awards:
        assert CHECKS[award.title](game, award), award
    assert awards_of(game) == awards
    for language in LANGUAGES:
        with speaking(language):
            assert all(award_words(game, award) for award in awards)


@given(st.randoms(use_true_random=False))
def test_story_is_true_of_every_row(random: Random) -> None:
    game = evening(random)
    story = story_of(game)
    if story.plot in STORIES:
        winner = standings(game)[0].player.number
        assert STORIES[story.plot](game, story, winner), story
    for language in LANGUAGES:
        with speaking(language):
            assert bool(story_words(game)) == (story.plot is not Plot.NOTHING)
