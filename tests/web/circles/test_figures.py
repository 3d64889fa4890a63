"""The figures of a person: each says of how many, and opens into exactly its games."""

import re

import pytest
from flask import Flask

from kalooki_ref.cli.demo_games import ended
from kalooki_ref.game.events import CallAnswered, HandLeft, PlayerLeft, RoundEnded
from kalooki_ref.rules.overrides import HouseRules
from tests.web.circles.evenings import (
    ANN_WINS,
    BEN_WINS,
    href,
    knowing,
    make_circle,
    person_page,
    send,
    stored,
)
from tests.web.phone import Phone

BENT_BY_ANN = ended(1, {2: 20, 3: 40}, bent=True)
BENT_BY_BEN = ended(2, {1: 20, 3: 40}, bent=True)
OVERCALLED = RoundEnded(2, hands=(HandLeft(1, count=30, overcalls=1), HandLeft(3, count=25)))


@pytest.fixture
def ann(app: Flask, phone: Phone) -> str:
    """The page of Ann, who left the last of six games; calls are recorded in the first only."""
    games = [
        stored(app, CallAnswered(1), CallAnswered(3), CallAnswered(1), ANN_WINS),
        stored(app, BENT_BY_ANN, week=1),
        stored(app, BENT_BY_BEN, BENT_BY_BEN, week=2),
        stored(app, OVERCALLED, ANN_WINS, week=3),
        stored(app, BEN_WINS, week=4),
        stored(app, BENT_BY_BEN, PlayerLeft(1), ended(2, {3: 5}), week=5),
    ]
    return phone.get(person_page(phone, make_circle(knowing(phone, *games), *games), "Ann")).text


def shown(page: str) -> dict[str, str]:
    """Return the figures of a page with their labels, and the link of each."""
    facts = re.search(r'class="circle-facts">(.*?)</div>', page, re.DOTALL)
    assert facts
    links = re.findall(r'<a href="([^"]*)">(.*?)</a>', facts[1], re.DOTALL)
    return {
        " ".join(re.sub(r"<[^>]*>", " ", inside).split()): to.replace("&amp;", "&")
        for to, inside in links
    }


@pytest.mark.parametrize(
    ("figure", "games"),
    [
        ("2 of 5 games won", "Ann: Games won All time · 2 games"),
        ("of the table beaten, 5 games", "Ann: Games against others All time · 5 games"),
        ("average place, 5 games", "Ann: Games All time · 5 games"),
        ("the table’s average, 8 rounds", "Ann: Games with a round played All time · 6 games"),
        ("3 rounds won of 8", "Ann: Games with a round won All time · 3 games"),
        ("0 fewest points in one of 8 rounds", "Ann: Fewest points in a round All time · 3 games"),
        ("most points in one of 8 rounds", "Ann: Most points in a round All time · 2 games"),
        ("1 board bent in 8 rounds", "Ann: Bent the board All time · 1 game "),
        ("3 bent boards suffered in 8 rounds", "Ann: Suffered a bent board All time · 2 games"),
        ("2 calls in 1 recorded round", "Ann: Games with recorded calls All time · 1 game "),
        ("1 call too many in 8 rounds", "Ann: Games with an overcall All time · 1 game "),
        ("2 of 5 games won in a row", "Ann: Longest streak All time · 2 games"),
    ],
)
def test_figure_opens_into_the_games_it_is_of(
    phone: Phone, ann: str, figure: str, games: str
) -> None:
    found = [to for words, to in shown(ann).items() if words.endswith(figure)]
    assert len(found) == 1, [*shown(ann)]
    assert games in phone.words(phone.get(found[0]))


def test_evenings_of_a_person_are_those_with_a_round_played(app: Flask, phone: Phone) -> None:
    """Ann leaves the second game before its first round is over."""
    left = (PlayerLeft(1), ended(2, {3: 10}))
    games = [stored(app, ANN_WINS), stored(app, *left, week=1)]
    page = phone.get(person_page(phone, make_circle(knowing(phone, *games), *games), "Ann"))
    assert "1 evening, 1 game, 1 won" in phone.words(page)


def test_circle_of_a_single_evening_names_no_number(app: Flask, phone: Phone) -> None:
    game = stored(app, ANN_WINS)
    circle = make_circle(knowing(phone, game), game)
    assert "The only evening" in phone.words(phone.get(circle))


def test_person_who_left_the_only_game_early_has_not_won_0_of_0(app: Flask, phone: Phone) -> None:
    game = stored(app, ANN_WINS, PlayerLeft(3))
    circle = make_circle(knowing(phone, game), game)
    for page in (f"{circle}/people", phone.get(f"/g/{game}/tonight").location):
        assert "Cleo left early" in phone.words(phone.get(page))


TWO_CALLS = HouseRules("Sunday rules", "jamaican", (("max_calls", "2"),))
RENAMED = HouseRules("Pearl’s rules", "jamaican", (("max_calls", "2"),))
ONE_CALL = HouseRules("Pearl’s rules", "jamaican", (("max_calls", "1"),))


@pytest.fixture
def mixed(app: Flask, phone: Phone) -> str:
    """A circle with three games of each of three kinds of rules, two of them of one name.

    The last game of the second kind is under another name.
    """
    played = (None,) * 3 + (TWO_CALLS, TWO_CALLS, RENAMED) + (ONE_CALL,) * 3
    games = [
        stored(app, {2: 10 + week, 3: 25}, week=week, house=house)
        for week, house in enumerate(played)
    ]
    return make_circle(knowing(phone, *games), *games)


@pytest.mark.parametrize(
    ("language", "won"),
    [("en", "1 of 1 game won"), ("es", "1 de 1 partida ganada"), ("it", "1 di 1 partita vinta")],
)
def test_one_game_is_said_in_the_singular(
    app: Flask, phone: Phone, language: str, won: str
) -> None:
    game = stored(app, {2: 10, 3: 25})
    circle = make_circle(knowing(phone, game), game)
    ann = person_page(phone, circle, "Ann")
    phone.post("/settings", language=language, base="")
    assert won in shown(phone.get(ann).text)


def test_points_of_different_rules_are_not_compared(phone: Phone, mixed: str) -> None:
    ann = phone.get(person_page(phone, mixed, "Ann"))
    words = phone.words(ann)
    assert "9 of 9 games won" in words
    assert "average place, 9 games" in words
    assert "points" not in " ".join(shown(ann.text))
    assert "Better than the table" not in words
    assert "Points of different rules don’t compare. Choose rules above to see them." in words
    for label in ("Jamaican", "Pearl’s rules", "Pearl’s rules (2)"):
        alike = phone.get(href(ann.text, label))
        words = phone.words(alike)
        assert f"All time, {label} " in words
        assert "points a round fewer than the table’s average, 3 rounds" in words
        assert "fewest points in one of 3 rounds" in words
        assert "Better than the table" in words
        assert "don’t compare" not in words


@pytest.mark.parametrize("cleos", [[20] * 3, [20] * 14 + [18], [20] * 14 + [22]])
def test_person_with_the_average_of_the_table_has_as_many_points(
    app: Flask, phone: Phone, cleos: list[int]
) -> None:
    games = [stored(app, {2: 10, 3: points}, week=week) for week, points in enumerate(cleos)]
    circle = make_circle(knowing(phone, *games[:12]), *games[:12])
    for game in games[12:]:
        knowing(phone, game)
        send(phone, phone.get(f"{circle}/add").text, "/games", games=game)
    words = phone.words(phone.get(person_page(phone, circle, "Ben")))
    assert f"as many points a round as the table’s average, {len(cleos)} rounds" in words


def test_each_rules_have_their_own_records(phone: Phone, mixed: str) -> None:
    words = phone.words(phone.get(f"{mixed}/records?year=all"))
    for label in ("Jamaican", "Pearl’s rules", "Pearl’s rules (2)"):
        assert f"Most points in a round, {label} Cleo" in words
    assert words.count("Most points in a round") == 3
    assert words.count("Most games won in a row") == 1


def test_counting_says_what_compares(phone: Phone, mixed: str) -> None:
    words = phone.words(phone.get(f"{mixed}/counting"))
    assert "Points of different rules don’t compare" in words
    assert "Rules are the same if they are played alike, whatever their name." in words


def test_streak_opens_into_its_games(phone: Phone, mixed: str) -> None:
    page = phone.get(f"{mixed}/records?year=all").text
    words = phone.words(phone.get(href(page, "Most games won in a row")))
    assert "Ann: Longest streak All time · 9 games" in words


def test_wins_are_of_the_games_that_each_person_played(app: Flask, phone: Phone) -> None:
    games = [stored(app, ANN_WINS, week=week) for week in range(3)]
    games.append(stored(app, {1: 10, 2: 20}, names=("Ann", "Ben", "Dan"), week=3))
    words = phone.words(phone.get(make_circle(knowing(phone, *games), *games)))
    assert "3 of 4 Ann 0 of 4 Ben 0 of 3 Cleo 1 of 1 Dan" in words
    assert "Games won of those each played to the end." in words
