"""The figures of circles, compared with an independent calculation from the points alone.

`told_circles` says what a game was like in plain numbers, and makes its record from that. The
figures are calculated once by the app, from the record, and once here, from the numbers.
"""

import os
from datetime import date
from itertools import combinations, pairwise
from typing import Any

import pytest

from kalooki_ref.cli.demo_games import ended
from kalooki_ref.game.events import GameEnded, GameStarted, HandLeft, PlayerJoined, RoundEnded
from kalooki_ref.game.fold import fold
from kalooki_ref.records.figures import (
    LEAST_GAMES,
    Figure,
    duel_of,
    duels_among,
    figures_of,
    games_behind,
    table_of,
)
from kalooki_ref.records.people import Played, spelling_of
from kalooki_ref.records.result import result_of
from kalooki_ref.records.span import Span, rules_of
from kalooki_ref.rules.systems import system_of
from tests.commits import seed_of_this_run
from tests.folded import entries_of
from tests.unit.test_people import one_game
from tests.unit.told_circles import PEOPLE, Told, circle

CIRCLES = int(os.environ.get("KALOOKI_CIRCLES", "200"))


def expected(name: str, games: list[Told]) -> dict[str, Any]:
    """Return a person's figures, counted from the numbers."""
    mine = [game for game in games if name in game.names]
    rounds = [
        (game, index)
        for game in mine
        for index in range(len(game.rounds))
        if name in game.rounds[index]
    ]
    places: list[float] = []
    shares: list[float] = []
    won: list[bool] = []
    comebacks = 0
    for game in mine:
        stayed = game.final()
        if name not in stayed:
            continue
        own = stayed.pop(name)
        better = sum(total < own for total in stayed.values())
        ties = sum(total == own for total in stayed.values())
        places.append(1 + better + ties / 2)
        if stayed:
            shares.append((len(stayed) - better - ties / 2) / len(stayed))
        won.append(better == 0)
        first_half = game.rounds[: len(game.rounds) // 2]
        half = game.totals(len(first_half))
        there = {person for points in first_half for person in points}
        trailed = name in there and all(half[name] > half[person] for person in there - {name})
        comebacks += better == 0 and len(there) > 2 and trailed
    longest = run = 0
    for is_won in won:
        run = run + 1 if is_won else 0
        longest = max(longest, run)
    points = [game.rounds[index][name] for game, index in rounds]
    is_alike = len({game.rules.same for game, _index in rounds}) == 1
    average = [sum(game.rounds[index].values()) / len(game.rounds[index]) for game, index in rounds]
    called = [(game, index) for game, index in rounds if any(game.calls[index].values())]
    return {
        "games": len(places),
        "met": len(shares),
        "place": sum(places) / len(places) if places else None,
        "beaten": sum(shares) / len(shares) if shares else None,
        "won": sum(won),
        "rounds": len(rounds),
        "rounds_won": sum(game.winners[index] == name for game, index in rounds),
        "edge": (sum(average) - sum(points)) / len(points) if is_alike else None,
        "best": min(points) if is_alike else None,
        "worst": max(points) if is_alike else None,
        "bent": sum(game.bent[index] and game.winners[index] == name for game, index in rounds),
        "suffered": sum(game.bent[index] and game.winners[index] != name for game, index in rounds),
        "called": len(called),
        "calls": sum(game.calls[index].get(name, 0) for game, index in called),
        "overcalls": sum(game.overcalls[index].get(name, 0) for game, index in rounds),
        "streak": longest,
        "comebacks": comebacks,
    }


def test_figures_agree_with_an_independent_calculation() -> None:
    seed = seed_of_this_run()
    for number in range(CIRCLES):
        games = list(circle(f"{seed} {number}"))
        numbers, seen = [game for game, _ in games], [game for _, game in games]
        for name in PEOPLE:
            found = figures_of(spelling_of("us", name), seen)
            for what, value in expected(name, numbers).items():
                shown = getattr(found, what)
                assert shown == (value if value is None else pytest.approx(value)), (
                    seed,
                    number,
                    name,
                    what,
                )


def test_duels_agree_with_an_independent_calculation() -> None:
    seed = seed_of_this_run()
    for number in range(CIRCLES):
        games = list(circle(f"{seed} {number}"))
        ahead = behind = met = 0
        for game, _seen in games:
            final = game.final()
            if {"Ann", "Ben"} <= final.keys():
                met += 1
                ahead += final["Ann"] < final["Ben"]
                behind += final["Ben"] < final["Ann"]
        ann, ben = (spelling_of("us", name) for name in ("Ann", "Ben"))
        duel = duel_of(ann, ben, [seen for _, seen in games])
        assert (duel.ahead, duel.behind, len(duel.games)) == (ahead, behind, met), (seed, number)
        assert len(duel.lead) == met
        assert all(abs(after - before) <= 1 for before, after in pairwise((0, *duel.lead)))


def test_duels_of_everybody_are_those_of_each_pair() -> None:
    games = [seen for _, seen in circle("everybody")]
    people = sorted({person for game in games for person in game.people})
    pairs = (duel_of(person, other, games) for person, other in combinations(people, 2))
    assert duels_among(people, games) == tuple(duel for duel in pairs if duel.games)


# The figures on the page of a person, by what they open into.
OPENS = {
    Figure.GAMES: ("games", "place"),
    Figure.BEATEN: ("met", "beaten"),
    Figure.WON: ("won",),
    Figure.ROUNDS: ("rounds", "edge"),
    Figure.ROUNDS_WON: ("rounds_won",),
    Figure.BEST: ("best",),
    Figure.WORST: ("worst",),
    Figure.BENT: ("bent",),
    Figure.SUFFERED: ("suffered",),
    Figure.CALLS: ("called", "calls"),
    Figure.OVERCALLS: ("overcalls",),
    Figure.STREAK: ("streak",),
    Figure.COMEBACKS: ("comebacks",),
}


def test_each_figure_is_that_of_the_games_it_opens_into() -> None:
    """And each of those games has a part in it."""
    assert {*OPENS} == {*Figure}
    seed = seed_of_this_run()
    for number in range(20):
        games = list(circle(f"{seed} {number}"))
        seen = [game for _, game in games]
        by_key = {game.key: numbers for numbers, game in games}
        for name in PEOPLE:
            every = expected(name, [numbers for numbers, _ in games])
            for figure, parts in OPENS.items():
                behind = games_behind(figure, spelling_of("us", name), seen)
                numbers = [by_key[game.key] for game in behind]
                for part in parts:
                    assert expected(name, numbers)[part] == every[part], (seed, number, name, part)
                for game in numbers:
                    alone = expected(name, [game])[parts[0]]
                    extreme = figure in {Figure.BEST, Figure.WORST}
                    assert alone == every[parts[0]] if extreme else alone, (seed, number, name)


def test_table_ranks_by_the_share_beaten_and_leaves_too_few_games_last() -> None:
    seen = [game for _, game in circle("ranked 3")]
    rows = table_of(seen)
    ranked = [row.beaten or 0 for row in rows if row.games >= LEAST_GAMES]
    assert ranked == sorted(ranked, reverse=True)
    assert [row.games >= LEAST_GAMES for row in rows] == sorted(
        (row.games >= LEAST_GAMES for row in rows), reverse=True
    )


def test_equal_people_are_equal_in_the_table() -> None:
    """Each of four is first, second, third and last once."""
    orders = [(1, 2, 3, 4), (2, 3, 4, 1), (3, 4, 1, 2), (4, 1, 2, 3)]
    games = []
    for number, order in enumerate(orders):
        points = {seat: 10 * place for place, seat in enumerate(order) if place}
        events = (GameStarted(("Ann", "Ben", "Cleo", "Dan"), dealer=1), ended(order[0], points))
        result = result_of(fold(system_of("jamaican"), entries_of(*events, GameEnded())))
        assert result
        people = tuple(player.name for player in result.players)
        games.append(Played(f"~{number}", "Jamaican", "", None, result, people))
    assert {row.beaten for row in table_of(games)} == {0.5}


def test_nobody_comes_back_from_before_they_came() -> None:
    """Dot joins after half of the rounds with the highest total, and wins."""
    late = PlayerJoined("Dot", after=3, points=99, number=4)
    start = GameStarted(("Ann", "Ben", "Cleo"), dealer=1)
    lost = [ended(1, {2: 30, 3: 20})] * 3
    won = [ended(4, {1: 60, 2: 60, 3: 60})] * 4
    entries = entries_of(start, *lost, late, *won, GameEnded())
    result = result_of(fold(system_of("jamaican"), entries))
    assert result
    first = result.players[0]
    assert (first.name, first.place, first.came_back) == ("Dot", 1, False)


def test_year_evening_and_rules_choose_games() -> None:
    result = one_game("Ann", "Ben")
    days = (date(2025, 12, 31), date(2026, 1, 1), None)
    games = [Played(f"~{day}", "Jamaican", "", day, result, ("a", "b")) for day in days]
    assert Span(year=2026).of(games) == (games[1],)
    assert Span(evening=days[0]).of(games) == (games[0],)
    assert Span(days=(days[0], days[0])).of(games) == (games[0],)
    assert Span(days=(days[0], days[1])).of(games) == tuple(games[:2])
    assert Span(rules="standard").of(games) == ()
    assert Span(rules="jamaican").of(games) == tuple(games)
    assert Span().of(games) == tuple(games)


def test_rules_are_the_same_if_they_are_played_alike() -> None:
    games = [game for number in range(20) for game in circle(f"rules {number}")]
    numbers = [numbers for numbers, _ in games]
    same = {(numbers.rules.same, seen.result.rules) for numbers, seen in games}
    assert len(same) == len({game.rules.same for game in numbers}) == 7
    assert len(rules_of(seen for _, seen in games)) == 7


def test_overcalls_count_where_they_were_recorded() -> None:
    hands = (HandLeft(1, is_down=True), HandLeft(2, count=10, overcalls=2))
    events = (GameStarted(("Ann", "Ben"), dealer=1), RoundEnded(1, False, hands), GameEnded())
    made = result_of(fold(system_of("jamaican"), entries_of(*events)))
    assert made
    assert [player.overcalls for player in made.players] == [0, 2]


def test_game_without_a_scored_round_is_no_result() -> None:
    events = (GameStarted(("Ann", "Ben"), dealer=1), RoundEnded(None), GameEnded())
    assert result_of(fold(system_of("jamaican"), entries_of(*events))) is None
