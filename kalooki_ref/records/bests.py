"""The records of a circle: the most and the least that anybody did, and in which game.

Each set of rules has its own, since points and rounds of different rules don't compare. Only games
won in a row count over all rules.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.records.figures import LEAST_GAMES, Figure, games_behind
from kalooki_ref.records.people import Played
from kalooki_ref.records.result import PlayerResult
from kalooki_ref.records.span import rules_of


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

    Totals are of whole games only, by people who played every round.
    """

    kind: Kind
    value: int
    person: str
    game: Played

    @property
    def rules(self) -> str:
        """The rules it was reached under; empty if those don't matter."""
        return "" if self.kind is Kind.LONGEST_STREAK else self.game.result.rules


@dataclass(frozen=True, slots=True)
class _Seat:
    game: Played
    person: str
    result: PlayerResult


# What counts, and the least that is a record.
_MOST: tuple[tuple[Kind, Callable[[PlayerResult], int | None], int], ...] = (
    (Kind.MOST_ROUNDS_WON, lambda result: result.rounds_won, 2),
    (Kind.MOST_BENT, lambda result: result.bent, 1),
    (Kind.HIGHEST_ROUND, lambda result: result.worst, 1),
)


def bests_of(games: Sequence[Played]) -> tuple[Best, ...]:
    """Return the records of these games, the rules played most often first.

    ``games`` are oldest first; the first to reach a record keeps it.
    """
    bests: list[Best] = []
    for rules in rules_of(games):
        seats = [
            _Seat(game, person, result)
            for game in games
            if game.result.rules == rules
            for person, result in zip(game.people, game.result.players, strict=True)
        ]
        bests += (*_lowest_total(seats), *_most(seats))
    return (*bests, *_longest_streak(games))


def broken_in(key: str, games: Sequence[Played]) -> tuple[Best, ...]:
    """Return the records that the game with this key broke; ``games`` are oldest first.

    That takes at least three earlier games of its rules, for a lowest total whole ones.
    """
    index = next((number for number, game in enumerate(games) if game.key == key), 0)
    earlier = games[:index]

    def is_broken(best: Best) -> bool:
        alike = [
            game
            for game in earlier
            if best.rules in {"", game.result.rules}
            and (best.kind is not Kind.LOWEST_TOTAL or game.result.is_whole)
        ]
        return best.game.key == key and len(alike) >= LEAST_GAMES

    return tuple(filter(is_broken, bests_of(games[: index + 1])))


def _lowest_total(seats: Iterable[_Seat]) -> Iterator[Best]:
    whole = [
        seat
        for seat in seats
        if seat.game.result.is_whole
        and seat.result.place is not None
        and seat.result.rounds == seat.game.result.rounds
    ]
    lowest = min(whole, key=lambda seat: seat.result.total, default=None)
    if lowest:
        yield Best(Kind.LOWEST_TOTAL, lowest.result.total, lowest.person, lowest.game)


def _most(seats: Sequence[_Seat]) -> Iterator[Best]:
    for kind, count, least in _MOST:
        counted = [(value, seat) for seat in seats if (value := count(seat.result)) is not None]
        value, seat = max(counted, key=lambda pair: pair[0], default=(0, None))
        if seat is not None and value >= least:
            yield Best(kind, value, seat.person, seat.game)


def _longest_streak(games: Sequence[Played]) -> Iterator[Best]:
    people = dict.fromkeys(person for game in games for person in game.people)
    streaks = [(games_behind(Figure.STREAK, person, games), person) for person in people]
    number = {game.key: index for index, game in enumerate(games)}

    def longest_then_first(pair: tuple[tuple[Played, ...], str]) -> tuple[int, int]:
        streak, _person = pair
        return len(streak), -number[streak[-1].key] if streak else 0

    streak, person = max(streaks, key=longest_then_first, default=((), ""))
    if len(streak) > 1:
        yield Best(Kind.LONGEST_STREAK, len(streak), person, streak[-1])
