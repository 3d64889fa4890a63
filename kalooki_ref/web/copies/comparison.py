"""View models of the difference between a game here and a copy of it.

The entries of a copy have the same keys, so the two are compared entry by entry.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile

from kalooki_ref.game.consequences import Misfits, consequences
from kalooki_ref.game.merging import Comparison, Difference, compare
from kalooki_ref.game.record import Entry
from kalooki_ref.web.results.history import HistoryEntry, history_entries
from kalooki_ref.web.results.score_grid import GridRow, ScoreGrid, score_grid
from kalooki_ref.web.shared.misfits import AffectedEntry, affected_entries
from kalooki_ref.web.shared.open_game import OpenGame, games_here, open_games

# Entries listed per side.
MOST_SHOWN = 8
NEAREST = (Difference.NONE, Difference.HERE, Difference.COPY, Difference.BOTH)


@dataclass(frozen=True, slots=True)
class Match:
    """The game here that a copy belongs to, and their difference."""

    opened: OpenGame
    comparison: Comparison

    @property
    def difference(self) -> str:
        return self.comparison.difference.name.lower()

    def lost(self) -> Misfits:
        """Return the entries that don't fit once the copy's are added."""
        here, missing = self.opened, self.comparison.missing
        return consequences(here.system, here.entries, missing).lost if missing else {}

    def lost_entries(self) -> tuple[AffectedEntry, ...]:
        """Return the entries that don't fit once the copy's are added, in words."""
        entries = self.opened.entries + self.comparison.missing
        return affected_entries(replace(self.opened, entries=entries), self.lost())


@dataclass(frozen=True, slots=True)
class Side:
    """What only one of two games has: its newest entries, the number of others, and its rounds."""

    newest: tuple[HistoryEntry, ...]
    more: int
    grid: ScoreGrid


def compared(here: OpenGame, copy: OpenGame) -> Comparison:
    """Compare a copy with a game; with different rules they are unrelated."""
    if here.system != copy.system:
        return Comparison(Difference.UNRELATED)
    return compare(here.entries, copy.entries)


def found_here(copy: OpenGame) -> Match | None:
    """Return the game of this phone that this is a copy of; None if there isn't one.

    Candidates are the games recently opened on this phone, and those it has a link to.
    """
    return nearest(copy, open_games(games_here()))


def nearest(copy: OpenGame, games: Iterable[OpenGame]) -> Match | None:
    """Return the game among these that a copy is closest to; None if it is a copy of none."""
    matches = [Match(opened, compared(opened, copy)) for opened in games]
    related = [match for match in matches if match.comparison.difference in NEAREST]
    return min(related, key=lambda match: NEAREST.index(match.comparison.difference), default=None)


def sides(found: Match, copy: OpenGame) -> tuple[Side, Side]:
    """Return what only the game here and what only the copy has."""
    here, comparison = found.opened, found.comparison
    shared = _shared_rounds(here, copy)
    return _side(here, comparison.here, shared), _side(copy, comparison.copy, shared)


def _side(opened: OpenGame, alone: tuple[Entry, ...], shared: int) -> Side:
    numbers = {entry.seq for entry in alone}
    entries = [
        entry for entry in history_entries(opened, most=opened.version) if entry.seq in numbers
    ]
    grid = score_grid(opened, opened.game.players)
    ends = [index for index, row in enumerate(grid.rounds, 1) if row.number]
    rounds = grid.rounds[ends[shared - 1] if shared else 0 :]
    since = replace(grid, rounds=tuple(map(_without_links, rounds)), ranks=())
    return Side(tuple(entries[:MOST_SHOWN]), len(entries[MOST_SHOWN:]), since)


def _without_links(row: GridRow) -> GridRow:
    """Return a row without links: a copy has no pages yet."""
    return replace(row, page=0)


def _shared_rounds(here: OpenGame, copy: OpenGame) -> int:
    """Return the number of rounds at the start that both have in common."""
    pairs = zip(_rounds(here), _rounds(copy), strict=False)
    alike = takewhile(lambda pair: pair[0] == pair[1], pairs)
    return sum(1 for _pair in alike)


def _rounds(opened: OpenGame) -> list[tuple[GridRow, str]]:
    """Return each round as its row without links, with the key of the entry that ended it."""
    ends = [opened.entries[past.seq - 1].key for past in opened.game.past]
    rows = score_grid(opened, opened.game.players).rounds
    rounds = [row for row in rows if row.number]
    return list(zip(map(_without_links, rounds), ends, strict=True))
