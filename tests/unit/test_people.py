"""Which person of a circle each name of a game is."""

import hashlib
from typing import Any

from kalooki_ref.cli.demo_games import ended
from kalooki_ref.game.events import GameEnded, GameStarted
from kalooki_ref.game.fold import fold
from kalooki_ref.records.people import Played, bases_of, people_of, persons, seat_of, spelling_of
from kalooki_ref.records.result import result_of
from kalooki_ref.rules.systems import system_of
from tests.folded import entries_of


def one_game(*names: str) -> Any:
    points = {number: 10 * number for number in range(2, len(names) + 1)}
    events = (GameStarted(names, dealer=1), ended(1, points), GameEnded())
    return result_of(fold(system_of("jamaican"), entries_of(*events)))


def test_seats_that_name_each_other_are_different_people() -> None:
    result = one_game("Ann", "Ben", "Cleo", "Dan")
    bases = bases_of("us", result.players)
    seats = [seat_of("~1", player.number) for player in result.players]
    crossed = {bases[0]: bases[3], bases[1]: "x", bases[2]: seats[3], bases[3]: "x"}
    assert len({*people_of("~1", result, bases, crossed)}) == 4


def test_two_joined_spellings_in_one_game_stay_two_people() -> None:
    result = one_game("Bobby", "Bob", "Cleo")
    bases = bases_of("us", result.players)
    bob = spelling_of("us", "Bob")
    joined = {spelling_of("us", "Bobby"): bob}
    people = people_of("~1", result, bases, joined)
    assert people == (spelling_of("us", "Bobby"), bob, spelling_of("us", "Cleo"))


def test_two_players_assigned_to_one_person_stay_two_people() -> None:
    result = one_game("Ann", "Ben")
    bases = bases_of("us", result.players)
    both = {seat_of("~1", 1): "x", seat_of("~1", 2): "x"}
    assert len({*people_of("~1", result, bases, both)}) == 2


def test_person_is_called_what_others_were_joined_to() -> None:
    result = one_game("Bobby", "Cleo")
    bases = bases_of("us", result.players)
    people = people_of("~1", result, bases, {bases[0]: spelling_of("us", "Bob")})
    newest = Played("~1", "Jamaican", "", None, result, people)
    older = one_game("Bob", "Cleo")
    older_bases = bases_of("us", older.players)
    before = Played("~0", "Jamaican", "", None, older, people_of("~0", older, older_bases, {}))
    found = persons([(newest, bases), (before, older_bases)])
    bob = found[spelling_of("us", "Bob")]
    assert (bob.name, bob.games) == ("Bob", 2)
    assert [name for _spelling, name in bob.spellings] == ["Bobby", "Bob"]


def test_players_of_one_name_are_told_apart_by_their_numbers() -> None:
    """Whichever Bob is ahead, and after a correction."""
    players = ("Ann", "Bob", "Bob")
    results = []
    for points in ({2: 10, 3: 20}, {2: 20, 3: 10}):
        events = (GameStarted(players, dealer=1), ended(1, points), GameEnded())
        results.append(result_of(fold(system_of("jamaican"), entries_of(*events))))
    by_number = [
        {player.number: base for player, base in zip(
            result.players, bases_of("us", result.players), strict=True)}
        for result in results if result
    ]  # fmt: skip
    assert by_number[0] == by_number[1]
    assert by_number[0][2] == spelling_of("us", "Bob")
    assert by_number[0][3] == spelling_of("us", "Bob", which=2)


def test_name_with_a_blank_nobody_sees_keeps_what_a_circle_stores_of_it() -> None:
    """Earlier versions hashed it with the blank, and somebody may have joined that to another."""
    earlier = hashlib.sha256(b"us 1 ann ").hexdigest()[:16]
    players = one_game("Ann\u00a0", "Ben").players
    ann, ben = (spelling_of("us", name) for name in ("Ann", "Ben"))
    assert bases_of("us", players, {earlier}) == (earlier, ben)
    assert bases_of("us", players) == (ann, ben)


def test_name_without_such_a_blank_comes_first() -> None:
    result = one_game("Ann\u00a0", "Ann")
    by_number = {player.number: base for player, base in zip(
        result.players, bases_of("us", result.players), strict=True)}  # fmt: skip
    assert by_number[2] == spelling_of("us", "Ann")
    assert by_number[1] == spelling_of("us", "Ann", which=2)
