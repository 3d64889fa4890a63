"""Figures of a person, a pair and a circle, and the games that each figure comes from."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from kalooki_ref.records.people import Played
from kalooki_ref.records.result import PlayerResult

# Below this number of games an average says nothing, and nobody is ranked.
LEAST_GAMES = 3
# Decimal places: averages of halves and thirds that only differ beyond them are equal.
ROUNDED_TO = 9
Seats = Sequence[tuple[Played, PlayerResult]]


class Figure(StrEnum):
    """A figure that opens into its games."""

    GAMES = "games"
    BEATEN = "beaten"
    WON = "won"
    ROUNDS = "rounds"
    ROUNDS_WON = "rounds-won"
    BEST = "best"
    WORST = "worst"
    BENT = "bent"
    SUFFERED = "suffered"
    CALLS = "calls"
    OVERCALLS = "overcalls"
    STREAK = "streak"
    COMEBACKS = "comebacks"


@dataclass(frozen=True, slots=True)
class Figures:
    """A person's figures. ``games`` are those with a place, ``rounds`` those with a score.

    ``beaten`` is the average share of the others left behind, from 0 to 1, in the ``met`` games
    in which others stayed; ``place`` the average place; ``edge`` how many points fewer than the
    table's average a round, on average; ``best`` and ``worst`` the fewest and the most points of a
    round. Those are None without a game or a round; those of points also over games of several
    rules, whose points don't compare.
    """

    person: str
    games: int
    met: int
    beaten: float | None
    place: float | None
    won: int
    rounds: int
    rounds_won: int
    edge: float | None
    best: int | None
    worst: int | None
    bent: int
    suffered: int
    called: int
    calls: int
    overcalls: int
    streak: int
    comebacks: int

    @property
    def is_ranked(self) -> bool:
        """Whether there are enough games for an average to mean something."""
        return self.met >= LEAST_GAMES

    @property
    def order(self) -> tuple[bool, float, int]:
        """Sort key: ranked people first, then who leaves more of the others behind, then games."""
        return not self.is_ranked, -(self.beaten or 0), -self.games


@dataclass(frozen=True, slots=True)
class Duel:
    """Two people: how often each finished ahead; ``lead`` is the first one's after each game."""

    one: str
    other: str
    ahead: int
    behind: int
    lead: tuple[int, ...]
    games: tuple[Played, ...]


def figures_of(person: str, games: Iterable[Played]) -> Figures:
    """Return the figures of a person in these games, oldest first."""
    return _figures(person, [(game, one) for game in games if (one := game.player(person))])


def table_of(games: Iterable[Played]) -> tuple[Figures, ...]:
    """Return everybody's figures, best first; those with too few games last."""
    seats = defaultdict[str, list[tuple[Played, PlayerResult]]](list)
    for game in games:
        for person, result in zip(game.people, game.result.players, strict=True):
            seats[person].append((game, result))
    found = (_figures(person, played) for person, played in seats.items())
    return tuple(sorted(found, key=lambda figures: (figures.order, figures.person)))


def games_behind(figure: Figure, person: str, games: Sequence[Played]) -> tuple[Played, ...]:
    """Return the games that a person's figure comes from, in the given order, oldest first."""
    seats = [(game, one) for game in games if (one := game.player(person))]
    if figure is Figure.STREAK:
        return _longest_streak(seats)
    best, worst = _extremes(seats)
    counts: dict[Figure, Callable[[PlayerResult], bool]] = {
        Figure.GAMES: lambda result: result.place is not None,
        Figure.BEATEN: lambda result: result.beaten is not None,
        Figure.WON: lambda result: result.place == 1,
        Figure.ROUNDS: lambda result: result.rounds > 0,
        Figure.ROUNDS_WON: lambda result: result.rounds_won > 0,
        Figure.BEST: lambda result: result.best is not None and result.best == best,
        Figure.WORST: lambda result: result.worst is not None and result.worst == worst,
        Figure.BENT: lambda result: result.bent > 0,
        Figure.SUFFERED: lambda result: result.suffered > 0,
        Figure.CALLS: lambda result: result.called > 0,
        Figure.OVERCALLS: lambda result: result.overcalls > 0,
        Figure.COMEBACKS: lambda result: result.came_back,
    }
    return tuple(game for game, result in seats if counts[figure](result))


def duel_of(one: str, other: str, games: Iterable[Played]) -> Duel:
    """Return how two people finished against each other in these games, oldest first.

    Only games in which both have a place count; a shared place is nobody's.
    """
    ahead = behind = 0
    lead: list[int] = []
    met = []
    for game in games:
        mine, theirs = game.player(one), game.player(other)
        if not mine or not theirs or mine.place is None or theirs.place is None:
            continue
        ahead += mine.place < theirs.place
        behind += theirs.place < mine.place
        lead.append(ahead - behind)
        met.append(game)
    return Duel(one, other, ahead, behind, tuple(lead), tuple(met))


def duels_among(people: Iterable[str], games: Iterable[Played]) -> tuple[Duel, ...]:
    """Return the duels of these people with each other, in their order; only of those who met."""
    order = {person: index for index, person in enumerate(people)}
    met = defaultdict[tuple[str, str], list[Played]](list)
    for game in games:
        seats = zip(game.people, game.result.players, strict=True)
        placed = {person for person, result in seats if result.place is not None}
        for pair in combinations(sorted(placed & order.keys(), key=order.__getitem__), 2):
            met[pair].append(game)
    pairs = sorted(met, key=lambda pair: (order[pair[0]], order[pair[1]]))
    return tuple(duel_of(*pair, met[pair]) for pair in pairs)


def duels_of(person: str, games: Sequence[Played]) -> tuple[Duel, ...]:
    """Return a person's duels with everybody they met, most games first."""
    others = dict.fromkeys(
        other for game in games if person in game.people for other in game.people
    )
    found = (duel_of(person, other, games) for other in others if other != person)
    return tuple(
        sorted(
            (duel for duel in found if duel.games), key=lambda duel: (-len(duel.games), duel.other)
        )
    )


def _figures(person: str, seats: Seats) -> Figures:
    parts = [result for _game, result in seats]
    placed = [result for result in parts if result.place is not None]
    beaten = [result.beaten for result in placed if result.beaten is not None]
    places = [_place_with_ties(game, result) for game, result in seats if result.place is not None]
    rounds = sum(result.rounds for result in parts)
    best, worst = _extremes(seats)
    return Figures(
        person,
        games=len(placed),
        met=len(beaten),
        beaten=round(sum(beaten) / len(beaten), ROUNDED_TO) if beaten else None,
        place=sum(places) / len(places) if places else None,
        won=sum(result.place == 1 for result in placed),
        rounds=rounds,
        rounds_won=sum(result.rounds_won for result in parts),
        edge=sum(result.edge for result in parts) / rounds if best is not None else None,
        best=best,
        worst=worst,
        bent=sum(result.bent for result in parts),
        suffered=sum(result.suffered for result in parts),
        called=sum(result.called for result in parts),
        calls=sum(result.calls for result in parts),
        overcalls=sum(result.overcalls for result in parts),
        streak=len(_longest_streak(seats)),
        comebacks=sum(result.came_back for result in parts),
    )


def _place_with_ties(game: Played, mine: PlayerResult) -> float:
    """Return a place for an average: of two who share the first, each has one and a half."""
    tied = sum(other.place == mine.place for other in game.result.players)
    return (mine.place or 0) + (tied - 1) / 2


def _extremes(seats: Seats) -> tuple[int | None, int | None]:
    """Return the fewest and the most points of a round; None if they don't compare."""
    if len({game.result.rules for game, result in seats if result.rounds}) != 1:
        return None, None
    best = min((result.best for _game, result in seats if result.best is not None), default=None)
    worst = max((result.worst for _game, result in seats if result.worst is not None), default=None)
    return best, worst


def _longest_streak(seats: Seats) -> tuple[Played, ...]:
    """Return the longest run of games won one after the other; games left early don't end it."""
    longest: list[Played] = []
    run: list[Played] = []
    for game, result in seats:
        if result.place is None:
            continue
        run = [*run, game] if result.place == 1 else []
        longest = max(longest, run, key=len)
    return tuple(longest)
