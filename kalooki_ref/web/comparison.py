"""How a copy of a game and the game here differ: what each has alone.

A copy has its game's entries with their keys, so the two are compared entry by entry.
"""

from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from kalooki_ref.game.merging import Comparison, Difference, compare
from kalooki_ref.game.record import Entry
from kalooki_ref.web.device import this_device
from kalooki_ref.web.history import HistoryEntry, history_entries
from kalooki_ref.web.open_game import OpenGame, open_games
from kalooki_ref.web.rights import games_held
from kalooki_ref.web.standings import grid

# Entries of each side that are named one by one.
MOST_SHOWN = 8
NEAREST = (Difference.NONE, Difference.HERE, Difference.COPY, Difference.BOTH)


@dataclass(frozen=True, slots=True)
class Match:
    """The game here that a copy belongs to, and how the two differ."""

    opened: OpenGame
    comparison: Comparison

    @property
    def difference(self) -> str:
        return self.comparison.difference.name.lower()


@dataclass(frozen=True, slots=True)
class Side:
    """What one of two games has alone: its newest entries, how many more, and its rounds."""

    newest: tuple[HistoryEntry, ...]
    more: int
    grid: dict[str, Any]


def compared(here: OpenGame, copy: OpenGame) -> Comparison:
    """Return how a copy differs from a game; one of other rules is another game."""
    if here.system != copy.system:
        return Comparison(Difference.UNRELATED)
    return compare(here.entries, copy.entries)


def found_here(copy: OpenGame) -> Match | None:
    """Return the game of this phone that this is a copy of, the nearest of several; else None.

    It is one that was open here of late, or whose phones are known and this one belongs to.
    """
    ids = tuple(dict.fromkeys((*this_device().games, *games_held())))
    games = [Match(one, compared(one, copy)) for one in open_games(ids)]
    related = [one for one in games if one.comparison.difference in NEAREST]
    return min(related, key=lambda one: NEAREST.index(one.comparison.difference), default=None)


def sides(found: Match, copy: OpenGame) -> tuple[Side, Side]:
    """Return what the game here and the copy have alone."""
    here, comparison = found.opened, found.comparison
    grids = _bare_grid(here), _bare_grid(copy)
    shared = _shared(*(one["rounds"] for one in grids))
    return (
        _side(here, comparison.here, grids[0], shared),
        _side(copy, comparison.copy, grids[1], shared),
    )


def _side(opened: OpenGame, alone: tuple[Entry, ...], whole: dict[str, Any], shared: int) -> Side:
    numbers = {entry.seq for entry in alone}
    entries = [one for one in history_entries(opened, most=opened.version) if one.seq in numbers]
    since = whole | {"rounds": whole["rounds"][shared:]}
    return Side(tuple(entries[:MOST_SHOWN]), len(entries[MOST_SHOWN:]), since)


def _bare_grid(opened: OpenGame) -> dict[str, Any]:
    """Return the score grid without links: a copy has no pages yet."""
    shown, ends = grid(opened), (opened.entries[past.seq - 1] for past in opened.game.past)
    rows = zip(shown["rounds"], ends, strict=True)
    return shown | {"rounds": [_bare_row(row, end.key) for row, end in rows]}


def _bare_row(row: dict[str, Any], key: str) -> dict[str, Any]:
    """Return a row without links, with the key of what ended its round."""
    cells = [cell and cell | {"href": ""} for cell in row["cells"]]
    return row | {"href": "", "cells": cells, "key": key}


def _shared(here: list[dict[str, Any]], copy: list[dict[str, Any]]) -> int:
    """Return how many rounds both have, from the first on."""
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(here, copy, strict=False))
    return sum(1 for _pair in alike)
