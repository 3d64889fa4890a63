"""The figures of circles, compared with an independent calculation from the points alone.

`told` says what a game was like in plain numbers; the game's record is made from that, and the
figures are calculated once by the app, from the record, and once here, from the numbers.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from kalooki_ref.cli.demo_games import ended
from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameEnded,
    GameStarted,
    HandLeft,
    PlayerJoined,
    PlayerLeft,
    RoundEnded,
)
from kalooki_ref.game.fold import fold
from kalooki_ref.records.figures import (
    LEAST_GAMES,
    Figure,
    duel_of,
    figures_of,
    games_behind,
    table_of,
)
from kalooki_ref.records.people import Played, bases_of, people_of, persons, seat_of, spelling_of
from kalooki_ref.records.result import as_rows, from_rows, result_of
from kalooki_ref.records.span import Span
from kalooki_ref.rules.systems import system_of
from tests.commits import seed_of_this_run
from tests.folded import entries_of

CIRCLES = int(os.environ.get("KALOOKI_CIRCLES", "200"))
PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
LAST_ROUND = 9


@dataclass
class Told:
    """A game in plain numbers: who sat where, and the points of each round by name.

    ``start`` are points agreed on for late players; ``left`` who went before the end; ``bent``
    has the winners of rounds with a bent board, ``calls`` the calls of each round by name.
    """

    day: date
    names: list[str]
    rounds: list[dict[str, int]] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    bent: list[bool] = field(default_factory=list)
    calls: list[dict[str, int]] = field(default_factory=list)
    overcalls: list[dict[str, int]] = field(default_factory=list)
    start: dict[str, int] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    events: list[Event] = field(default_factory=list)


def told(draw: Random, day: date) -> Told:
    """Make up a game: corrections, void rounds, late players and leavers included."""
    names = draw.sample(PEOPLE, draw.randint(2, 5))
    game = Told(day, names)
    game.events.append(GameStarted(tuple(names), dealer=1))
    numbers = {name: number for number, name in enumerate(names, 1)}
    for _round in range(draw.choice([1, 2, 3, 5, LAST_ROUND])):
        if draw.random() < 0.1:
            game.events.append(RoundEnded(None))
        if draw.random() < 0.08 and len(numbers) < len(PEOPLE):
            name = next(one for one in PEOPLE if one not in numbers)
            numbers[name] = max(numbers.values()) + 1
            game.start[name] = draw.randint(0, 60)
            game.names.append(name)
            joined = PlayerJoined(
                name, after=numbers[names[0]], points=game.start[name], number=numbers[name]
            )
            game.events.append(joined)
        at_table = [name for name in game.names if name not in game.left]
        if draw.random() < 0.08 and len(at_table) > 2:
            gone = draw.choice([name for name in at_table if name != names[0]])
            game.left.add(gone)
            game.events.append(PlayerLeft(numbers[gone]))
            at_table.remove(gone)
        _play_round(draw, game, at_table, numbers)
    if len(game.rounds) < LAST_ROUND:
        game.events.append(GameEnded())
    return game


def _play_round(draw: Random, game: Told, at_table: list[str], numbers: dict[str, int]) -> None:
    calls = {}
    if draw.random() < 0.5:
        calls = {name: draw.randint(0, 2) for name in at_table}
        for name, count in calls.items():
            game.events += [CallAnswered(numbers[name])] * count
    game.calls.append(calls)
    winner = draw.choice(at_table)
    # Few different points, so that there are ties.
    points = {name: draw.choice([5, 10, 20]) for name in at_table if name != winner}
    bent = draw.random() < 0.3
    game.bent.append(bent)
    game.winners.append(winner)
    game.overcalls.append({})
    game.rounds.append(
        {winner: 0} | {name: held * (2 if bent else 1) for name, held in points.items()}
    )
    right = ended(
        numbers[winner], {numbers[name]: held for name, held in points.items()}, bent=bent
    )
    if draw.random() < 0.15:
        wrong = ended(numbers[winner], {numbers[name]: held + 7 for name, held in points.items()})
        game.events.append(wrong)
        game.events.append(EntryAmended(len(game.events), right))
    else:
        game.events.append(right)


def played(game: Told, number: int) -> Played | None:
    """Return the game as the app sees it, by way of its stored result."""
    made = result_of(fold(system_of("jamaican"), entries_of(*game.events)))
    if made is None:
        return None
    result = from_rows(as_rows(made))
    bases = bases_of("us", [one.name for one in result.players])
    key = f"~{number}"
    at = f"{game.day.isoformat()}T20:00:00Z"
    return Played(key, "Jamaican", at, game.day, result, people_of(key, result, bases, {}))


def totals(game: Told, rounds: int) -> dict[str, int]:
    return {
        name: game.start.get(name, 0) + sum(one.get(name, 0) for one in game.rounds[:rounds])
        for name in game.names
    }


def expected(name: str, games: list[Told]) -> dict[str, Any]:
    """Return a person's figures, counted from the numbers."""
    mine = [game for game in games if name in game.names]
    rounds = [
        (game, at) for game in mine for at in range(len(game.rounds)) if name in game.rounds[at]
    ]
    places: list[float] = []
    shares: list[float] = []
    won: list[bool] = []
    comebacks = 0
    for game in mine:
        if name in game.left:
            continue
        stayed = {
            one: total
            for one, total in totals(game, len(game.rounds)).items()
            if one not in game.left
        }
        own = stayed.pop(name)
        better = sum(total < own for total in stayed.values())
        ties = sum(total == own for total in stayed.values())
        places.append(1 + better + ties / 2)
        if stayed:
            shares.append((len(stayed) - better - ties / 2) / len(stayed))
        won.append(better == 0)
        half = totals(game, len(game.rounds) // 2)
        trailed = all(half[name] > half[one] for one in stayed)
        comebacks += better == 0 and len(game.rounds) > 1 and len(stayed) > 1 and trailed
    longest = run = 0
    for one in won:
        run = run + 1 if one else 0
        longest = max(longest, run)
    points = [game.rounds[at][name] for game, at in rounds]
    average = [sum(game.rounds[at].values()) / len(game.rounds[at]) for game, at in rounds]
    called = [(game, at) for game, at in rounds if any(game.calls[at].values())]
    return {
        "games": len(places),
        "place": sum(places) / len(places) if places else None,
        "beaten": sum(shares) / len(shares) if shares else None,
        "won": sum(won),
        "rounds": len(rounds),
        "rounds_won": sum(game.winners[at] == name for game, at in rounds),
        "edge": (sum(average) - sum(points)) / len(points) if points else None,
        "best": min(points, default=None),
        "worst": max(points, default=None),
        "bent": sum(game.bent[at] and game.winners[at] == name for game, at in rounds),
        "suffered": sum(game.bent[at] and game.winners[at] != name for game, at in rounds),
        "called": len(called),
        "calls": sum(game.calls[at].get(name, 0) for game, at in called),
        "overcalls": 0,
        "streak": longest,
        "comebacks": comebacks,
    }


def circle(seed: str) -> Iterator[tuple[Told, Played]]:
    draw = Random(seed)
    for number in range(draw.randint(1, 14)):
        game = told(draw, date(2026, 1, 1) + timedelta(days=draw.randint(3, 9) * number))
        seen = played(game, number)
        if seen is not None:
            yield game, seen


def test_figures_agree_with_an_independent_calculation() -> None:
    seed = seed_of_this_run()
    for number in range(CIRCLES):
        games = list(circle(f"{seed} {number}"))
        numbers, seen = [one for one, _ in games], [one for _, one in games]
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
            final = totals(game, len(game.rounds))
            if {"Ann", "Ben"} <= {*game.names} - game.left:
                met += 1
                ahead += final["Ann"] < final["Ben"]
                behind += final["Ben"] < final["Ann"]
        one, other = (spelling_of("us", name) for name in ("Ann", "Ben"))
        duel = duel_of(one, other, [seen for _, seen in games])
        assert (duel.ahead, duel.behind, len(duel.games)) == (ahead, behind, met), (seed, number)
        assert len(duel.lead) == met
        assert all(abs(after - before) <= 1 for before, after in pairwise((0, *duel.lead)))


def test_each_figure_is_the_number_of_its_games_or_in_them() -> None:
    seed = seed_of_this_run()
    for number in range(20):
        seen = [one for _, one in circle(f"{seed} {number}")]
        for figures in table_of(seen):
            behind = {one: games_behind(one, figures.person, seen) for one in Figure}
            assert len(behind[Figure.GAMES]) == figures.games
            assert len(behind[Figure.WON]) == figures.won
            assert len(behind[Figure.STREAK]) == figures.streak
            assert len(behind[Figure.COMEBACKS]) == figures.comebacks
            best = [game.player(figures.person) for game in behind[Figure.BEST]]
            assert all(one and one.best == figures.best for one in best)


def test_table_ranks_by_the_share_beaten_and_leaves_too_few_games_last() -> None:
    seen = [one for _, one in circle("ranked 3")]
    rows = table_of(seen)
    ranked = [row.beaten or 0 for row in rows if row.games >= LEAST_GAMES]
    assert ranked == sorted(ranked, reverse=True)
    assert [row.games >= LEAST_GAMES for row in rows] == sorted(
        (row.games >= LEAST_GAMES for row in rows), reverse=True
    )


def one_game(*names: str) -> Any:
    points = {number: 10 * number for number in range(2, len(names) + 1)}
    events = (GameStarted(names, dealer=1), ended(1, points), GameEnded())
    return result_of(fold(system_of("jamaican"), entries_of(*events)))


def test_two_joined_spellings_in_one_game_stay_two_people() -> None:
    result = one_game("Bobby", "Bob", "Cleo")
    bases = bases_of("us", [one.name for one in result.players])
    bob = spelling_of("us", "Bob")
    joined = {spelling_of("us", "Bobby"): bob}
    people = people_of("~1", result, bases, joined)
    assert people == (spelling_of("us", "Bobby"), bob, spelling_of("us", "Cleo"))


def test_two_players_assigned_to_one_person_stay_two_people() -> None:
    result = one_game("Ann", "Ben")
    bases = bases_of("us", ["Ann", "Ben"])
    both = {seat_of("~1", 1): "x", seat_of("~1", 2): "x"}
    assert len({*people_of("~1", result, bases, both)}) == 2


def test_person_is_called_what_others_were_joined_to() -> None:
    result = one_game("Bobby", "Cleo")
    bases = bases_of("us", ["Bobby", "Cleo"])
    people = people_of("~1", result, bases, {bases[0]: spelling_of("us", "Bob")})
    newest = Played("~1", "Jamaican", "", None, result, people)
    older = one_game("Bob", "Cleo")
    older_bases = bases_of("us", ["Bob", "Cleo"])
    before = Played("~0", "Jamaican", "", None, older, people_of("~0", older, older_bases, {}))
    found = persons([(newest, bases), (before, older_bases)])
    bob = found[spelling_of("us", "Bob")]
    assert (bob.name, bob.games) == ("Bob", 2)
    assert [name for _spelling, name in bob.spellings] == ["Bobby", "Bob"]


def test_year_evening_and_rules_choose_games() -> None:
    result = one_game("Ann", "Ben")
    days = (date(2025, 12, 31), date(2026, 1, 1), None)
    games = [Played(f"~{day}", "Jamaican", "", day, result, ("a", "b")) for day in days]
    assert Span(year=2026).of(games) == (games[1],)
    assert Span(evening=days[0]).of(games) == (games[0],)
    assert Span(title="Standard").of(games) == ()
    assert Span().of(games) == tuple(games)


def test_overcalls_count_where_they_were_recorded() -> None:
    hands = (HandLeft(1, is_down=True), HandLeft(2, count=10, overcalls=2))
    events = (GameStarted(("Ann", "Ben"), dealer=1), RoundEnded(1, False, hands), GameEnded())
    made = result_of(fold(system_of("jamaican"), entries_of(*events)))
    assert made
    assert [one.overcalls for one in made.players] == [0, 2]


def test_game_without_a_scored_round_is_no_result() -> None:
    events = (GameStarted(("Ann", "Ben"), dealer=1), RoundEnded(None), GameEnded())
    assert result_of(fold(system_of("jamaican"), entries_of(*events))) is None
