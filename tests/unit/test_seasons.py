"""The league of a season, compared with an independent calculation from the places alone."""

from datetime import date, timedelta
from itertools import groupby

import pytest

from kalooki_ref.records.people import Played, spelling_of
from kalooki_ref.records.season import (
    Rule,
    Scoring,
    Season,
    evening_leaders,
    evening_places,
    league,
    places_by_evening,
)
from tests.commits import seed_of_this_run
from tests.unit.test_people import one_game
from tests.unit.test_records import CIRCLES
from tests.unit.told_circles import PEOPLE, Told, circle

RULES = (
    Rule(),
    Rule(points=(5, 3, 1), best=3),
    Rule(least=3),
    Rule(Scoring.AVERAGE),
    Rule(Scoring.AVERAGE, best=2, least=2),
    Rule(Scoring.WINS, best=4),
)


def shares(games: list[Told], people: set[str]) -> dict[str, float]:
    """Return by name the average share of the others beaten over the games of an evening."""
    found: dict[str, list[float]] = {}
    for game in games:
        here = {player: place for player, place in game.final().items() if player in people}
        for name, own in here.items():
            others = [total for player, total in here.items() if player != name]
            beaten = (
                sum(total > own for total in others) + sum(total == own for total in others) / 2
            )
            found.setdefault(name, []).append(beaten / len(others) if others else 1.0)
    return {name: sum(every) / len(every) for name, every in found.items()}


def expected(rule: Rule, evenings: list[list[Told]]) -> dict[str, tuple[int, float]]:
    """Return everybody's place and score, from the numbers."""
    came = {name: sum(name in shares(games, {*PEOPLE}) for games in evenings) for name in PEOPLE}
    least = max(1, min(rule.least, len(evenings)))
    members = {name for name, count in came.items() if count >= least}
    scores: dict[str, list[float]] = {name: [] for name in members}
    for games in evenings:
        beaten = {name: round(share, 6) for name, share in shares(games, members).items()}
        for name, own in beaten.items():
            above = sum(share > own for share in beaten.values())
            level = [share for share in beaten.values() if share == own]
            if rule.scoring is Scoring.POINTS:
                places = range(above, above + len(level))
                earned = [rule.points[place] if place < len(rule.points) else 0 for place in places]
                scores[name].append(sum(earned) / len(earned))
            elif rule.scoring is Scoring.AVERAGE:
                scores[name].append(above + 1 + (len(level) - 1) / 2)
            else:
                scores[name].append(sum(won_part(name, game) for game in games))
    less = rule.scoring is Scoring.AVERAGE
    final = {}
    for name, every in scores.items():
        kept = sorted(every, reverse=not less)[: rule.best or None]
        final[name] = sum(kept) / len(kept) if less else sum(kept)
    return {
        name: (
            1
            + sum(
                (other < own - 1e-5) if less else (other > own + 1e-5) for other in final.values()
            ),
            own,
        )
        for name, own in final.items()
    }


def won_part(name: str, game: Told) -> float:
    here = game.final()
    if name not in here or here[name] > min(here.values()):
        return 0.0
    return 1 / sum(total == here[name] for total in here.values())


@pytest.mark.parametrize("rule", RULES)
def test_league_agrees_with_an_independent_calculation(rule: Rule) -> None:
    seed = seed_of_this_run()
    for number in range(CIRCLES // len(RULES)):
        games = list(circle(f"league {seed} {number}"))
        # Two games an evening now and then.
        days = {id(told): told.day - timedelta(days=told.day.toordinal() % 14) for told, _ in games}
        moved = [
            (told, Played(seen.key, seen.title, seen.at, days[id(told)], seen.result, seen.people))
            for told, seen in games
        ]
        moved.sort(key=lambda pair: pair[1].evening or date.min)
        season = Season("Autumn", date(2025, 12, 1), date(2026, 12, 31), rule)
        evenings = season.evenings([seen for _, seen in moved])
        by_day = [
            [told for told, _ in group]
            for _day, group in groupby(moved, key=lambda pair: pair[1].evening)
        ]
        wanted = expected(rule, by_day)
        found = {row.person: (row.place, row.score) for row in league(rule, evenings)}
        assert found.keys() == {spelling_of("us", name) for name in wanted}
        for name, (place, score) in wanted.items():
            shown = found[spelling_of("us", name)]
            assert shown[0] == place, (seed, number, name, rule)
            assert shown[1] == pytest.approx(score, abs=1e-5), (seed, number, name, rule)


def evening(day: int, *names: str) -> list[Played]:
    """Return an evening of one game with these people, in the order of their places."""
    result = one_game(*names)
    return [Played(f"~{day}", "Jamaican", f"2026-01-{day:02}", date(2026, 1, day), result, names)]


def test_tied_places_share_their_points() -> None:
    games = evening(1, "Ann", "Ben", "Cleo") + evening(1, "Ben", "Ann", "Cleo")
    places = evening_places(games, {"Ann", "Ben", "Cleo"})
    assert places == {"Ann": (1, 2), "Ben": (1, 2), "Cleo": (3, 1)}
    rows = {row.person: row.score for row in league(Rule(), [games])}
    assert rows == {"Ann": 8.5, "Ben": 8.5, "Cleo": 5}


def test_evening_goes_to_who_beats_most_of_the_table_not_to_who_wins_most_games() -> None:
    usual = evening(1, "Ann", "Ben", "Cleo", "Dan", "Eve")
    games = [*usual, *usual, *evening(1, "Cleo", "Ben", "Dan", "Eve", "Ann")]
    assert evening_leaders(games) == ("Ben",)
    assert evening_leaders([]) == ()


def test_only_the_best_evenings_count() -> None:
    evenings = [evening(1, "Ann", "Ben"), evening(2, "Ben", "Ann"), evening(3, "Ann", "Ben")]
    rows = {row.person: row for row in league(Rule(best=2), evenings)}
    assert rows["Ann"].score == 20
    assert rows["Ben"].counted == (0, 1)
    assert rows["Ben"].score == 17


def test_guests_have_no_place_and_take_none() -> None:
    evenings = [
        evening(1, "Guest", "Ann", "Ben"),
        evening(2, "Ann", "Ben"),
        evening(3, "Ben", "Ann"),
    ]
    rows = {row.person: row.score for row in league(Rule(least=2), evenings)}
    assert rows == {"Ann": 10 + 10 + 7, "Ben": 7 + 7 + 10}


def test_movement_is_since_the_evening_before() -> None:
    evenings = [evening(1, "Ann", "Ben"), evening(2, "Ben", "Ann"), evening(3, "Ben", "Ann", "Dan")]
    rows = {row.person: row.moved for row in league(Rule(), evenings)}
    assert rows == {"Ben": 0, "Ann": -1, "Dan": None}


def test_places_are_those_of_the_league_after_each_evening() -> None:
    evenings = [evening(1, "a", "b"), evening(8, "b", "a", "c"), evening(15, "c", "b")]
    places = places_by_evening(Rule(), evenings, last=2)
    assert places == {
        count: {row.person: row.place for row in league(Rule(), evenings[:count])}
        for count in (2, 3)
    }


def test_season_without_evenings_has_an_empty_league() -> None:
    season = Season("Winter", date(2027, 1, 1), date(2027, 3, 1))
    assert season.evenings(evening(1, "Ann", "Ben")) == ()
    assert league(season.rule, ()) == ()
