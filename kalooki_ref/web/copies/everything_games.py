"""The games of a file with everything: what opening it does with each, and doing it."""

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from kalooki_ref.game.importing import ImportFault, ImportRefused
from kalooki_ref.game.merging import Comparison, Difference
from kalooki_ref.store.event_store import first_keys, games, import_game
from kalooki_ref.web.copies.bringing_back import add_entries
from kalooki_ref.web.copies.comparison import NEAREST, compared
from kalooki_ref.web.copies.everything_file import entry_keys, first_key
from kalooki_ref.web.copies.imports import IsOver, read_game, read_import, time_limit
from kalooki_ref.web.shared.device import most_games, this_device
from kalooki_ref.web.shared.open_game import OpenGame, open_games
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.words.import_words import ExportError, refusal_words
from kalooki_ref.words.time_words import date_words

# Of the processor; what isn't done then is left for a further tap.
SECONDS = {"server": 6.0, "pocket": 15.0}


class Fate(StrEnum):
    """What opening the file does with one of its games."""

    NEW = "new"
    # It is here with fewer entries.
    GROWS = "grows"
    HERE = "here"
    # It went on here and there.
    DIFFERS = "differs"
    # It is here with fewer entries, and only its scorekeeper's phone may add to it.
    KEEPERS = "keepers"
    WRONG = "wrong"
    NO_ROOM = "no_room"
    # There was no time to look at it yet.
    LATER = "later"


# What isn't here after opening the file.
LEFT = {Fate.DIFFERS, Fate.KEEPERS, Fate.WRONG, Fate.NO_ROOM}


@dataclass(frozen=True, slots=True)
class FileGame:
    """A game of the file: as opened, the same game here, their difference, and its fault."""

    data: Any
    fate: Fate
    opened: OpenGame | None = None
    here: OpenGame | None = None
    comparison: Comparison | None = None
    fault: str = ""

    @property
    def key(self) -> str:
        """The key of its first entry, by which it is known; empty without one."""
        return first_key(self.data)

    @property
    def names(self) -> str:
        """Its players; empty if it couldn't be read."""
        players = self.opened.game.players if self.opened else ()
        return ", ".join(player.name for player in players)

    @property
    def date(self) -> str:
        return date_words(self.opened.evening) if self.opened else ""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game of the file after opening it: its key, and its id if it is here.

    ``is_refused`` if a page of it can't be shown, ``is_left`` if the plan had left it out.
    """

    key: str
    id: str = ""
    is_new: bool = False
    is_refused: bool = False
    is_left: bool = False


def planned(found: Iterable[Any], *, ids: Iterable[str], of_circles: Collection[str]
            ) -> Iterator[FileGame]:  # fmt: skip
    """Yield each game of a file with what opening it would do, until time runs out.

    ``ids`` are the games here that may be the same; those with a key ``of_circles`` need no room
    in the list of this phone.
    """
    is_over = time_limit(SECONDS)
    # How many more games this phone's list takes.
    room = most_games() - len(open_games(this_device().games))
    known = by_first_key(ids)
    for game in found:
        one = FileGame(game, Fate.LATER) if is_over() else _file_game(game, known, is_over=is_over)
        if one.fate is Fate.NEW and one.key not in of_circles:
            one = one if room > 0 else replace(one, fate=Fate.NO_ROOM)
            room -= 1
        yield one


def keep_games(
    found: Iterable[Any], *, ids: Iterable[str], of_circles: Collection[str], key: str
) -> Iterator[Kept]:
    """Store games until time runs out, as `planned`; ``key`` is that of the form."""
    for number, game in enumerate(planned(found, ids=ids, of_circles=of_circles)):
        if game.fate is Fate.LATER:
            return
        try:
            if game.fate is Fate.NEW:
                stored = read_import(game.data).stored
                game_id = import_game(stored, key=f"{key[:56]}.{number}")
                yield Kept(game.key, game_id, is_new=True)
                continue
            if game.fate is Fate.GROWS and game.here and game.comparison:
                read_import(game.data)
                add_entries(game.here, game.comparison.missing, by=this_device().label)
        except ExportError:
            yield Kept(game.key, is_refused=True)
        else:
            here = game.here.id if game.here else ""
            yield Kept(game.key, here, is_left=game.fate in LEFT)


def size_of_new(found: Iterable[Any], *, ids: Iterable[str]) -> int:
    """Return the characters of the games of a file that aren't here with all their entries.

    ``ids`` are the games here that may be the same.
    """
    held = {row.id: row.version for row in games(ids)}
    known = {
        key: max(held[game_id] for game_id in same) for key, same in by_first_key(held).items()
    }
    new = (
        data
        for data in found
        if (key := first_key(data)) not in known or known[key] < len(data["entries"])
    )
    return sum(len(json.dumps(data)) for data in new)


def by_first_key(ids: Iterable[str]) -> dict[str, list[str]]:
    """Return the ids of games by the key of their first entry."""
    known: dict[str, list[str]] = {}
    for game_id, key in first_keys(ids).items():
        known.setdefault(key, []).append(game_id)
    return known


def _file_game(game: Any, known: dict[str, list[str]], *, is_over: IsOver) -> FileGame:
    key = first_key(game)
    if not key:
        return FileGame(game, Fate.WRONG, fault=refusal_words(ImportRefused(ImportFault.KEYS)))
    twins = open_games(tuple(known.get(key, ())))
    same = [twin for twin in twins if [row.key for row in twin.entries] == entry_keys(game)]
    if same:
        return FileGame(game, Fate.HERE, same[0], same[0])
    try:
        opened = read_game(game, is_over=is_over).opened
    except ExportError as error:
        return FileGame(game, Fate.LATER if is_over() else Fate.WRONG, fault=str(error))
    pairs = [(twin, compared(twin, opened)) for twin in twins]
    related = [pair for pair in pairs if pair[1].difference in NEAREST]
    if not related:
        return FileGame(game, Fate.NEW, opened)
    here, comparison = min(related, key=lambda pair: NEAREST.index(pair[1].difference))
    return FileGame(game, _fate(here, comparison), opened, here, comparison)


def _fate(here: OpenGame, comparison: Comparison) -> Fate:
    if comparison.difference in {Difference.NONE, Difference.HERE}:
        return Fate.HERE
    if comparison.difference is not Difference.COPY:
        return Fate.DIFFERS
    return Fate.GROWS if viewer_of(here.id).manages else Fate.KEEPERS
