"""The records of a circle: the most and the least that anybody did, and in which game."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.records.figures import Figure, games_behind
from kalooki_ref.records.people import Played
from kalooki_ref.records.result import PlayerResult


class Kind(StrEnum):
    """What a record is about."""

    LOWEST_TOTAL = "lowest-total"
    MOST_ROUNDS_WON = "most-rounds-won"
    MOST_BENT = "most-bent"
    HIGHEST_ROUND = "highest-round"
    LONGEST_STREAK = "longest-streak"


@dataclass(frozen=True, slots=True)
class Best:
    """A record: who has it, and the game it is from, the last one of a streak.

    Totals are of whole games only, a record for each name of rules, ``title``.
    """

    kind: Kind
    value: int
    person: str
    game: Played
    title: str = ""


@dataclass(frozen=True, slots=True)
class _Seat:
    game: Played
    person: str
    result: PlayerResult


# What counts, and the least that is a record.
_MOST: tuple[tuple[Kind, Callable[[PlayerResult], int | None], int], ...] = (
    (Kind.MOST_ROUNDS_WON, lambda one: one.rounds_won, 2),
    (Kind.MOST_BENT, lambda one: one.bent, 1),
    (Kind.HIGHEST_ROUND, lambda one: one.worst, 1),
)


def bests_of(games: Sequence[Played]) -> tuple[Best, ...]:
    """Return the records of these games, oldest first. Who reached a record first keeps it."""
    seats = [
        _Seat(game, person, one)
        for game in games
        for person, one in zip(game.people, game.result.players, strict=True)
    ]
    return (*_lowest_totals(seats), *_most(seats), *_longest_streak(games))


def _lowest_totals(seats: Iterable[_Seat]) -> Iterator[Best]:
    lowest: dict[str, _Seat] = {}
    for seat in seats:
        if not seat.game.result.is_whole or seat.result.place is None:
            continue
        best = lowest.setdefault(seat.game.title, seat)
        if seat.result.total < best.result.total:
            lowest[seat.game.title] = seat
    for title, seat in lowest.items():
        yield Best(Kind.LOWEST_TOTAL, seat.result.total, seat.person, seat.game, title)


def _most(seats: Sequence[_Seat]) -> Iterator[Best]:
    for kind, count, least in _MOST:
        counted = [(value, seat) for seat in seats if (value := count(seat.result)) is not None]
        value, seat = max(counted, key=lambda pair: pair[0], default=(0, None))
        if seat is not None and value >= least:
            yield Best(kind, value, seat.person, seat.game)


def _longest_streak(games: Sequence[Played]) -> Iterator[Best]:
    people = dict.fromkeys(person for game in games for person in game.people)
    streaks = [(games_behind(Figure.STREAK, person, games), person) for person in people]
    streak, person = max(streaks, key=lambda pair: len(pair[0]), default=((), ""))
    if len(streak) > 1:
        yield Best(Kind.LONGEST_STREAK, len(streak), person, streak[-1])
