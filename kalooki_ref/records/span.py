"""What figures are of: all games, or those of a year, an evening, or of the same rules."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from kalooki_ref.records.people import Played


@dataclass(frozen=True, slots=True)
class Span:
    """A choice of games: of a year or an evening, or of all time, and by rules with this name."""

    year: int | None = None
    evening: date | None = None
    title: str = ""

    def of(self, games: Iterable[Played]) -> tuple[Played, ...]:
        """Return the games among these."""
        return tuple(game for game in games if self._has(game))

    def by(self, title: str) -> "Span":
        """Return the same span for the rules with this name; empty for all."""
        return replace(self, title=title)

    def _has(self, game: Played) -> bool:
        if self.title and game.title != self.title:
            return False
        if self.evening:
            return game.evening == self.evening
        return self.year is None or (game.evening is not None and game.evening.year == self.year)


def years_of(games: Iterable[Played]) -> tuple[int, ...]:
    """Return the years in which games were played, newest first."""
    return tuple(sorted({game.evening.year for game in games if game.evening}, reverse=True))


def titles_of(games: Iterable[Played]) -> tuple[str, ...]:
    """Return the names of the rules that were played, most often first."""
    titles = [game.title for game in games]
    return tuple(sorted(dict.fromkeys(titles), key=lambda title: -titles.count(title)))
