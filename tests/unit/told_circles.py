"""Random circles told in plain numbers, with the games that the app makes of the same.

Points are counted here from the sheets of the rules, not by the app.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
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
from kalooki_ref.records.people import Played, bases_of, people_of
from kalooki_ref.records.result import as_rows, from_rows, result_of
from kalooki_ref.rules.overrides import HouseRules
from tests.folded import entries_of

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo")
ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Rules:
    """What counts in a game. ``bend`` doubles all points, those of cards, or adds some."""

    name: str
    slug: str
    changes: tuple[tuple[str, str], ...] = ()
    bend: str = ""
    winner: int = 0
    not_down: int = 0
    overcall: int = 0
    # For each overcall, or once a round.
    each: bool = False
    has_calls: bool = True
    has_end: bool = True
    # Whether more rounds won break a tie.
    counts_won: bool = False

    @property
    def same(self) -> tuple[str, tuple[tuple[str, str], ...]]:
        """What is equal for the same rules under different names."""
        return self.slug, self.changes


TWO_CALLS = (("max_calls", "2"),)
RULES = (
    Rules("Jamaican", "jamaican", bend="all"),
    Rules("Caribbean", "caribbean", winner=-50, not_down=50),
    Rules("Standard", "standard", bend="cards", overcall=50, each=True),
    Rules("Kalooki 40", "kalooki40", bend="25", has_calls=False, has_end=False),
    Rules("Kooky", "kooky", overcall=100),
    Rules("Jamaican", "jamaican", TWO_CALLS, bend="all"),
    Rules("Sunday rules", "jamaican", TWO_CALLS, bend="all"),
    Rules("Sunday rules", "jamaican", (("tie_break", "rounds"),), bend="all", counts_won=True),
)


@dataclass
class Told:
    """A game in plain numbers: who sat where, and the points of each round by name.

    ``start`` are points agreed on for late players; ``left`` who went before the end; ``returns``
    who came back, after how many rounds and with how many points. ``bent`` says which boards were
    bent; ``calls`` and ``overcalls`` are those of each round by name.
    """

    day: date
    rules: Rules
    names: list[str]
    rounds: list[dict[str, int]] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    bent: list[bool] = field(default_factory=list)
    calls: list[dict[str, int]] = field(default_factory=list)
    overcalls: list[dict[str, int]] = field(default_factory=list)
    start: dict[str, int] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)
    returns: list[tuple[str, int, int]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names, 1)}

    @property
    def at_table(self) -> list[str]:
        return [name for name in self.names if name not in self.left]

    @property
    def is_whole(self) -> bool:
        return self.rules.has_end and len(self.rounds) == ROUNDS

    def totals(self, rounds: int) -> dict[str, int]:
        """Return everybody's points after this many rounds.

        The points of a player who comes back count from the next round, if one follows.
        """
        totals = {
            name: self.start.get(name, 0) + sum(one.get(name, 0) for one in self.rounds[:rounds])
            for name in self.names
        }
        for name, before, points in self.returns:
            if before < rounds or rounds == len(self.rounds):
                totals[name] += points
        return totals

    def final(self) -> dict[str, tuple[int, int]]:
        """Return what decides the places of those who have one; less is better."""
        points = self.totals(len(self.rounds))
        won = self.winners if self.rules.counts_won else []
        placed = {name for points in self.rounds for name in points} - self.left
        return {name: (points[name], -won.count(name)) for name in self.names if name in placed}


def told(draw: Random, day: date, rules: Rules) -> Told:
    """Make up a game: corrections, void rounds, late players and leavers included."""
    names = draw.sample(PEOPLE, draw.randint(2, 5))
    game = Told(day, rules, names)
    game.events.append(GameStarted(tuple(names), dealer=1))
    for _round in range(draw.choice([1, 2, 3, 5, ROUNDS])):
        if draw.random() < 0.1:
            game.events.append(RoundEnded(None))
        _come_and_go(draw, game)
        _play_round(draw, game)
    if not game.is_whole:
        _come_and_go(draw, game)
        game.events.append(GameEnded())
    return game


def _come_and_go(draw: Random, game: Told) -> None:
    if draw.random() < 0.08:
        _join(draw, game)
    if draw.random() < 0.08:
        _leave(draw, game)
    elif draw.random() < 0.3:
        _return(draw, game)


def _join(draw: Random, game: Told) -> None:
    """Let somebody come late, if anybody is left and there is room."""
    name = next((person for person in PEOPLE if person not in game.names), None)
    if name is None or len(game.at_table) > 4:
        return
    game.start[name] = draw.randint(0, 60)
    game.names.append(name)
    number = game.numbers[name]
    game.events.append(PlayerJoined(name, after=1, points=game.start[name], number=number))


def _leave(draw: Random, game: Told) -> None:
    """Let somebody but the first player leave, if enough stay."""
    if len(game.at_table) > 2:
        gone = draw.choice([name for name in game.at_table if name != game.names[0]])
        game.left.add(gone)
        game.events.append(PlayerLeft(game.numbers[gone]))


def _return(draw: Random, game: Told) -> None:
    """Let somebody who left come back, if there is room."""
    if not game.left or len(game.at_table) > 4:
        return
    name = draw.choice(sorted(game.left))
    game.left.remove(name)
    points = draw.randint(0, 60)
    game.returns.append((name, len(game.rounds), points))
    game.events.append(PlayerReturned(game.numbers[name], after=1, points=points))


def _play_round(draw: Random, game: Told) -> None:
    rules, numbers, at_table = game.rules, game.numbers, game.at_table
    calls = {}
    if rules.has_calls and draw.random() < 0.5:
        calls = {name: draw.randint(0, 2) for name in at_table}
        for name, count in calls.items():
            game.events += [CallAnswered(numbers[name])] * count
    winner = draw.choice(at_table)
    # Few different points, so that there are ties.
    held = {name: draw.choice([5, 10, 20]) for name in at_table if name != winner}
    over = {name: draw.choice([0, 0, 0, 1, 2]) if rules.has_calls else 0 for name in at_table}
    up = {name for name in held if rules.not_down and draw.random() < 0.3}
    said_bent = draw.random() < 0.3
    # Who made too many calls bends no board; not all rules know of bent ones.
    bent = bool(said_bent and rules.bend and not over[winner])
    points = {
        name: _points(rules, held.get(name), over[name], is_up=name in up, bent=bent)
        for name in at_table
    }
    game.calls.append(calls)
    game.winners.append(winner)
    game.overcalls.append(over)
    game.bent.append(bent)
    game.rounds.append(points)

    def ended(more: int = 0) -> RoundEnded:
        hands = [HandLeft(numbers[winner], is_down=True, overcalls=over[winner])]
        hands += [
            HandLeft(
                numbers[name], count=count + more, overcalls=over[name], is_down=name not in up
            )
            for name, count in held.items()
        ]
        return RoundEnded(numbers[winner], said_bent, tuple(hands))

    corrected = draw.random()
    if corrected < 0.2:
        game.events.append(ended(7))
        # Corrected, or undone and written again.
        right = ended() if corrected < 0.1 else None
        game.events.append(EntryAmended(len(game.events), right))
    if corrected >= 0.1:
        game.events.append(ended())


def _points(rules: Rules, held: int | None, over: int, *, is_up: bool, bent: bool) -> int:
    """Return a player's points; ``held`` is None for the winner."""
    fines = rules.overcall * (over if rules.each else min(over, 1)) + rules.not_down * is_up
    if held is None:
        return rules.winner + fines
    if bent and rules.bend in {"all", "cards"}:
        held *= 2
    return held + fines + (int(rules.bend) if bent and rules.bend.isdigit() else 0)


def played(game: Told, number: int) -> Played | None:
    """Return the game as the app sees it, by way of its stored result."""
    house = HouseRules(game.rules.name, game.rules.slug, game.rules.changes)
    made = result_of(fold(house.system(), entries_of(*game.events)))
    if made is None:
        return None
    result = from_rows(as_rows(made))
    bases = bases_of("us", result.players)
    key, played_at = f"~{number}", f"{game.day.isoformat()}T20:00:00Z"
    people = people_of(key, result, bases, {})
    return Played(key, game.rules.name, played_at, game.day, result, people)


def circle(seed: str) -> Iterator[tuple[Told, Played]]:
    """Yield the games of a random circle, oldest first: of one kind of rules or of several."""
    draw = Random(seed)
    rules = draw.sample(RULES, draw.choice([1, 1, 2, len(RULES)]))
    for number in range(draw.randint(1, 14)):
        day = date(2026, 1, 1) + timedelta(days=draw.randint(3, 9) * number)
        game = told(draw, day, draw.choice(rules))
        seen = played(game, number)
        if seen is not None:
            yield game, seen
