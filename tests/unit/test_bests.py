"""The records of circles, compared with an independent calculation from the points alone."""

from collections.abc import Iterator

from kalooki_ref.records.bests import Best, Kind, bests_of, broken_in
from kalooki_ref.records.people import Played, spelling_of
from tests.commits import seed_of_this_run
from tests.unit.test_records import CIRCLES
from tests.unit.told_circles import PEOPLE, Told, circle

# What a record is about and of which rules: its value, the number of its game, and who has it.
Found = dict[tuple[Kind, object], tuple[int, int, set[str]]]


def first_of(values: list[tuple[int, dict[str, int]]], least: int) -> tuple[int, int, set[str]]:
    """Return the most of these values, which game had it first, and whose it is there.

    ``values`` are by name, each with the number of the game.
    """
    most = max((value for _game, by_name in values for value in by_name.values()), default=0)
    for game, by_name in values:
        if most >= least and most in by_name.values():
            return most, game, {name for name, value in by_name.items() if value == most}
    return 0, 0, set()


def expected(games: list[Told]) -> Found:
    """Return the records, counted from the numbers."""
    found: Found = {}
    for rules in {game.rules.same for game in games}:
        alike = [(at, game) for at, game in enumerate(games) if game.rules.same == rules]
        totals = [
            (
                at,
                {
                    name: -game.totals(len(game.rounds))[name]
                    for name in game.final()
                    if all(name in points for points in game.rounds)
                },
            )
            for at, game in alike
            if game.is_whole
        ]
        value, at, who = first_of(totals, -(10**6))
        found[Kind.LOWEST_TOTAL, rules] = -value, at, who
        won = [(at, {name: game.winners.count(name) for name in game.names}) for at, game in alike]
        found[Kind.MOST_ROUNDS_WON, rules] = first_of(won, 2)
        bent = [(at, {name: bent_by(name, game) for name in game.names}) for at, game in alike]
        found[Kind.MOST_BENT, rules] = first_of(bent, 1)
        highest = [
            (
                at,
                {name: most for name in game.names if (most := highest_of(name, game)) is not None},
            )
            for at, game in alike
        ]
        found[Kind.HIGHEST_ROUND, rules] = first_of(highest, 1)
    found[Kind.LONGEST_STREAK, ""] = first_of([*streaks(games)], 2)
    return {what: record for what, record in found.items() if record[2]}


def bent_by(name: str, game: Told) -> int:
    both = zip(game.winners, game.bent, strict=True)
    return sum(bent and winner == name for winner, bent in both)


def highest_of(name: str, game: Told) -> int | None:
    return max((points[name] for points in game.rounds if name in points), default=None)


def streaks(games: list[Told]) -> Iterator[tuple[int, dict[str, int]]]:
    """Yield after each game how many each of its players has won in a row."""
    run = dict.fromkeys(PEOPLE, 0)
    for at, game in enumerate(games):
        final = game.final()
        for name, own in final.items():
            run[name] = run[name] + 1 if own == min(final.values()) else 0
        yield at, {name: run[name] for name in final}


def seen_in(bests: tuple[Best, ...], games: list[tuple[Told, Played]]) -> Found:
    """Return the app's records in the same form."""
    at = {seen.key: number for number, (_told, seen) in enumerate(games)}
    same = {seen.result.rules: told.rules.same for told, seen in games}
    names = {spelling_of("us", name): name for name in PEOPLE}
    assert len({(best.kind, best.rules) for best in bests}) == len(bests)
    return {
        (best.kind, same[best.rules] if best.rules else ""): (
            best.value,
            at[best.game.key],
            {names[best.person]},
        )
        for best in bests
    }


def test_records_agree_with_an_independent_calculation() -> None:
    seed = seed_of_this_run()
    for number in range(CIRCLES):
        games = list(circle(f"bests {seed} {number}"))
        wanted = expected([told for told, _ in games])
        found = seen_in(bests_of([seen for _, seen in games]), games)
        assert found.keys() == wanted.keys(), (seed, number)
        for what, (value, game, who) in wanted.items():
            assert found[what][:2] == (value, game), (seed, number, what)
            assert found[what][2] <= who, (seed, number, what)


def test_record_is_broken_in_its_game_after_three_of_its_rules() -> None:
    seed = seed_of_this_run()
    for number in range(CIRCLES // 10):
        games = list(circle(f"broken {seed} {number}"))
        for at, (told, seen) in enumerate(games):
            here = games[: at + 1]
            wanted = {
                (kind, rules)
                for (kind, rules), (_value, game, _who) in expected(
                    [one for one, _ in here]
                ).items()
                if game == at
                and sum(
                    (not rules or one.rules.same == rules)
                    and (kind is not Kind.LOWEST_TOTAL or one.is_whole)
                    for one, _ in here[:-1]
                )
                >= 3
            }
            found = broken_in(seen.key, [one for _, one in games])
            assert seen_in(found, games).keys() == wanted, (seed, number, at, told)
