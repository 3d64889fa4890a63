"""Figures of a person, a pair and a circle, and the games that each figure comes from."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.records.people import Played
from kalooki_ref.records.result import PlayerResult

# Below this number of games an average says nothing, and nobody is ranked.
LEAST_GAMES = 3
Seats = Sequence[tuple[Played, PlayerResult]]


class Figure(StrEnum):
    """A figure that opens into its games."""

    GAMES = "games"
    WON = "won"
    ROUNDS_WON = "rounds-won"
    BEST = "best"
    WORST = "worst"
    BENT = "bent"
    SUFFERED = "suffered"
    OVERCALLS = "overcalls"
    STREAK = "streak"
    COMEBACKS = "comebacks"


@dataclass(frozen=True, slots=True)
class Figures:
    """A person's figures. ``games`` are those with a place, ``rounds`` those with a score.

    ``beaten`` is the average share of the others left behind, from 0 to 1; ``place`` the average
    place; ``edge`` how many points fewer than the table's average a round, on average. Those are
    None without a game or a round.
    """

    person: str
    games: int
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
        return self.games >= LEAST_GAMES and self.beaten is not None

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
        for person, one in zip(game.people, game.result.players, strict=True):
            seats[person].append((game, one))
    found = (_figures(person, played) for person, played in seats.items())
    return tuple(sorted(found, key=lambda one: (one.order, one.person)))


def games_behind(figure: Figure, person: str, games: Sequence[Played]) -> tuple[Played, ...]:
    """Return the games that a person's figure comes from, in the given order, oldest first."""
    seats = [(game, one) for game in games if (one := game.player(person))]
    if figure is Figure.STREAK:
        return _longest_streak(seats)
    best, worst = _extremes(seats)
    counts: dict[Figure, Callable[[PlayerResult], bool]] = {
        Figure.GAMES: lambda one: one.place is not None,
        Figure.WON: lambda one: one.place == 1,
        Figure.ROUNDS_WON: lambda one: one.rounds_won > 0,
        Figure.BEST: lambda one: one.best is not None and one.best == best,
        Figure.WORST: lambda one: one.worst is not None and one.worst == worst,
        Figure.BENT: lambda one: one.bent > 0,
        Figure.SUFFERED: lambda one: one.suffered > 0,
        Figure.OVERCALLS: lambda one: one.overcalls > 0,
        Figure.COMEBACKS: lambda one: one.came_back,
    }
    return tuple(game for game, one in seats if counts[figure](one))


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


def duels_of(person: str, games: Sequence[Played]) -> tuple[Duel, ...]:
    """Return a person's duels with everybody they met, most games first."""
    others = dict.fromkeys(
        other for game in games if person in game.people for other in game.people
    )
    found = (duel_of(person, other, games) for other in others if other != person)
    return tuple(
        sorted((one for one in found if one.games), key=lambda one: (-len(one.games), one.other))
    )


def _figures(person: str, seats: Seats) -> Figures:
    parts = [one for _game, one in seats]
    placed = [one for one in parts if one.place is not None]
    beaten = [one.beaten for one in placed if one.beaten is not None]
    places = [_place_with_ties(game, one) for game, one in seats if one.place is not None]
    rounds = sum(one.rounds for one in parts)
    best, worst = _extremes(seats)
    return Figures(
        person,
        games=len(placed),
        beaten=sum(beaten) / len(beaten) if beaten else None,
        place=sum(places) / len(places) if places else None,
        won=sum(one.place == 1 for one in placed),
        rounds=rounds,
        rounds_won=sum(one.rounds_won for one in parts),
        edge=sum(one.edge for one in parts) / rounds if rounds else None,
        best=best,
        worst=worst,
        bent=sum(one.bent for one in parts),
        suffered=sum(one.suffered for one in parts),
        called=sum(one.called for one in parts),
        calls=sum(one.calls for one in parts),
        overcalls=sum(one.overcalls for one in parts),
        streak=len(_longest_streak(seats)),
        comebacks=sum(one.came_back for one in parts),
    )


def _place_with_ties(game: Played, one: PlayerResult) -> float:
    """Return a place for an average: of two who share the first, each has one and a half."""
    tied = sum(other.place == one.place for other in game.result.players)
    return (one.place or 0) + (tied - 1) / 2


def _extremes(seats: Seats) -> tuple[int | None, int | None]:
    """Return the fewest and the most points of a round."""
    best = min((one.best for _game, one in seats if one.best is not None), default=None)
    worst = max((one.worst for _game, one in seats if one.worst is not None), default=None)
    return best, worst


def _longest_streak(seats: Seats) -> tuple[Played, ...]:
    """Return the longest run of games won one after the other; games left early don't end it."""
    longest: list[Played] = []
    run: list[Played] = []
    for game, one in seats:
        if one.place is None:
            continue
        run = [*run, game] if one.place == 1 else []
        longest = max(longest, run, key=len)
    return tuple(longest)
