"""Choices of games: all, those of a year, a season or an evening, those of the same rules."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from kalooki_ref.records.people import Played


@dataclass(frozen=True, slots=True)
class Span:
    """A choice of games: of these rules, and of a year, some days, an evening, all time.

    ``days`` are the first and the last one of a season.
    """

    year: int | None = None
    evening: date | None = None
    days: tuple[date, date] | None = None
    rules: str = ""

    def of(self, games: Iterable[Played]) -> tuple[Played, ...]:
        """Return the games among these."""
        return tuple(game for game in games if self._has(game))

    def _has(self, game: Played) -> bool:
        if self.rules and game.result.rules != self.rules:
            return False
        if self.evening:
            return game.evening == self.evening
        if self.days:
            return game.evening is not None and self.days[0] <= game.evening <= self.days[1]
        return self.year is None or (game.evening is not None and game.evening.year == self.year)


def years_of(games: Iterable[Played]) -> tuple[int, ...]:
    """Return the years in which games were played, newest first."""
    return tuple(sorted({game.evening.year for game in games if game.evening}, reverse=True))


def rules_of(games: Iterable[Played]) -> tuple[str, ...]:
    """Return the rules that were played, most often first."""
    return tuple(
        rules for rules, _games in Counter(game.result.rules for game in games).most_common()
    )
