"""Opening the circles of a file: what is added to those here, and adding it.

A circle with the same key is the same circle. Its games, people and seasons are added; what is
here stays as it is.
"""

import base64
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from kalooki_ref.server.settings import keyed_hash
from kalooki_ref.store.circles import (
    Change,
    Circle,
    CircleFull,
    change_circle,
    circles_with,
    create_circle,
    ids_by_key,
    in_circles,
    room_in,
    spellings_of,
)
from kalooki_ref.store.seasons import SeasonRow, seasons_of
from kalooki_ref.web.circles.remembering import MOST_CIRCLES, circles_here, no_room_words
from kalooki_ref.web.circles.season_form import MOST_SEASONS
from kalooki_ref.web.copies.circle_file import FileCircle
from kalooki_ref.web.copies.everything_games import Fate, FileGame
from kalooki_ref.web.shared.rights import viewer_of
from kalooki_ref.words.game_words import joined
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import ngettext

ADDRESS_BYTES = 16


@dataclass(frozen=True, slots=True)
class Match:
    """A circle of a file, and the same circle here; ``fault`` says why it isn't added."""

    file: FileCircle
    here: Circle | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True)
class CirclePlan:
    """A circle of a file in words: a heading, what is added, and what stays as it is here."""

    title: str
    adds: tuple[str, ...] = ()
    stays: tuple[str, ...] = ()
    is_new: bool = False


def matches(found: Iterable[FileCircle], *, key: str = "") -> list[Match]:
    """Return the circles of a file with those here.

    This phone may change those whose address it has, and those created by the form with this key,
    which may be sent twice.
    """
    circles = [*found]
    here = circles_with(file.id for file in circles)
    mine = {circle.id for circle in circles_here()}
    mine |= {circle.id for circle in here.values() if circle.changes == _address(circle.id, key)}
    room = MOST_CIRCLES - len(mine)
    result = []
    for file in circles:
        circle, fault = here.get(file.id), ""
        if circle is not None and circle.id not in mine:
            fault = _(
                "It is here, but this phone can’t change it. Open its address for that first."
            )
        elif circle is None and room < 1:
            fault = no_room_words()
        room -= circle is None
        result.append(Match(file, circle, fault))
    return result


def keys_of(found: Iterable[Match]) -> set[str]:
    """Return the keys of the games that are in a circle after it is opened."""
    return {key for match in found if not match.fault for key in _fitting(match.file, match.here)}


def _fitting(file: FileCircle, here: Circle | None) -> set[str]:
    held = ids_by_key(here.id) if here else {}
    new = [key for key in file.games if key not in held]
    return {*held, *new[: room_in(file.id)]}


def ids_of(found: Iterable[Match]) -> list[str]:
    """Return the games of these circles that are here."""
    open_ones = [match.here for match in found if match.here and not match.fault]
    return [game_id for circle in open_ones for game_id in ids_by_key(circle.id).values()]


def circle_plans(found: Iterable[Match], games: Iterable[FileGame]) -> list[CirclePlan]:
    """Return what opening the file does with its circles, in words."""
    by_key = {game.key: game for game in games if game.fate is not Fate.WRONG}
    ids = {key: game.here.id for key, game in by_key.items() if game.here}
    new = [key for key, game in by_key.items() if not game.here]
    return [_plan(match, ids, new) for match in found]


def games_elsewhere(found: Iterable[Match], ids: Mapping[str, str]) -> set[str]:
    """Return the games that circles of the file lack, because another circle here has them.

    ``ids`` are the games here by key.
    """
    return {game_id for match in found if not match.fault for game_id in _elsewhere(match, ids)}


def elsewhere_words(count: int) -> str:
    """Return how many games stay in another circle."""
    return ngettext(
        "%(num)s game stays in another circle.", "%(num)s games stay in another circle.", count
    )


def add_circles(found: Iterable[Match], ids: Mapping[str, str], *, key: str) -> Iterator[Circle]:
    """Add the circles of a file; yields those that this phone may change from now on.

    ``ids`` are the games by key, ``key`` is the form's: sent again, it creates no second circle.
    """
    for match in found:
        if not match.fault:
            yield add_circle(match.file, _free(ids), changes=_address(match.file.id, key))


def add_circle(file: FileCircle, ids: Mapping[str, str], *, changes: str = "") -> Circle:
    """Add a circle of a file, or what the same circle here lacks; return it.

    ``ids`` are the games that may be added, by key, ``changes`` is the address of a new circle.
    """
    name, zone = file.name, file.zone
    here = create_circle(file.id, name=name, zone=zone, games=(), changes=changes)
    change = _change(file, here, ids)
    if change != Change():
        with suppress(CircleFull):
            change_circle(here.id, change)
    return here


def _address(circle_id: str, key: str) -> str:
    """Return the address of a new circle, which is the same if the form is sent again."""
    digest = keyed_hash(f"circle {circle_id} {key}")[:ADDRESS_BYTES]
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def _free(ids: Mapping[str, str]) -> dict[str, str]:
    """Return the games that this phone may add to a circle, and that are in none."""
    taken = in_circles(ids.values())
    return {
        key: game_id
        for key, game_id in ids.items()
        if game_id not in taken and viewer_of(game_id).manages
    }


def _change(file: FileCircle, here: Circle | None, ids: Mapping[str, str]) -> Change:
    """Return what a circle lacks of the file's; ``ids`` are the games to choose from."""
    spellings, hidden = spellings_of(here.id) if here else ({}, frozenset[str]())
    joining = _joined_spellings(file.spellings, spellings)
    # Who was hidden by a name that is joined to another one stays hidden.
    both = {**spellings, **joining}
    ends = {_end(both, person) for person in file.hidden | hidden}
    seasons = seasons_of(here.id) if here else {}
    games = ids_by_key(here.id) if here else {}
    new: dict[str, SeasonRow | None] = {
        key: row for key, row in file.seasons.items() if key not in seasons
    }
    lacks = [ids[key] for key in file.games if key in ids and key not in games]
    return Change(
        joining,
        {person: person in ends for person in sorted(ends ^ hidden)},
        dict.fromkeys(lacks[: room_in(file.id)], True),
        seasons=dict([*new.items()][: MOST_SEASONS - len(seasons)]),
    )


def _joined_spellings(of_file: Mapping[str, str], here: Mapping[str, str]) -> dict[str, str]:
    """Return the spellings to add, so that one person in the file or here is one person."""
    both = dict(here)
    for name, person in of_file.items():
        end = _end(both, person)
        if name not in here and (end != name or person == name):
            both[name] = end
    ends = {name: _end(both, person) for name, person in both.items()}
    new = both.keys() - here.keys()
    return {name: end for name, end in ends.items()
            if name in new or (here[name] in new and here[name] != end)}  # fmt: skip


def _end(spellings: Mapping[str, str], person: str) -> str:
    """Return the person that spellings lead to, one after the other."""
    seen = {person}
    while (after := spellings.get(person, person)) not in seen:
        seen.add(after)
        person = after
    return person


def _plan(one: Match, ids: Mapping[str, str], new: Iterable[str]) -> CirclePlan:
    name = one.here.name if one.here else one.file.name
    if one.fault:
        return CirclePlan(_("Not added: %(name)s", name=name), stays=(one.fault,))
    free = _free(ids)
    change = _change(one.file, one.here, free)
    held = ids_by_key(one.here.id) if one.here else {}
    known = {*free, *new}
    lacks = sum(key in known and key not in held for key in one.file.games)
    count = min(lacks, room_in(one.file.id))
    adds = tuple(_adds(change, count))
    if one.here is None:
        title = _("%(name)s is added", name=name)
    elif adds:
        title = _("%(name)s here gets more", name=name)
    else:
        title = _("%(name)s is here already", name=name)
    return CirclePlan(
        title, adds, (*_stays(one, ids), *_full(lacks - count)), is_new=one.here is None
    )


def _full(left: int) -> Iterator[str]:
    if left:
        yield ngettext(
            "%(num)s game doesn’t fit: the circle is full.",
            "%(num)s games don’t fit: the circle is full.",
            left,
        )


def _adds(change: Change, games: int) -> Iterator[str]:
    if games:
        yield ngettext("%(num)s game", "%(num)s games", games)
    if change.spellings:
        count = len(change.spellings)
        yield ngettext("who %(num)s name is", "who %(num)s names are", count)
    count = sum(change.hidden.values())
    if count:
        yield ngettext("%(num)s person who isn’t named", "%(num)s people who aren’t named", count)
    names = [row.name for row in change.seasons.values() if row]
    if names:
        yield ngettext("Season: %(names)s", "Seasons: %(names)s", len(names), names=joined(names))


def _stays(one: Match, ids: Mapping[str, str]) -> Iterator[str]:
    """Yield what stays as it is here, though the file has it otherwise."""
    if one.here:
        yield from _stays_in(one.here, one.file)
    elif any(circle.name.casefold() == one.file.name.casefold() for circle in circles_here()):
        yield _("Another circle here has this name. Both stay.")
    if count := len(_elsewhere(one, ids)):
        yield elsewhere_words(count)


def _stays_in(here: Circle, file: FileCircle) -> Iterator[str]:
    """Yield what the file has otherwise than the circle here, which stays."""
    spellings, _hidden = spellings_of(here.id)
    seasons = seasons_of(here.id)
    if file.name != here.name:
        yield _("The file calls it %(name)s. It keeps its name.", name=file.name)
    if any(spellings.get(who, person) != person for who, person in file.spellings.items()):
        yield _("Who is who stays as it is here.")
    if any(seasons.get(key, row) != row for key, row in file.seasons.items()):
        yield _("Seasons stay as they are here.")


def _elsewhere(one: Match, ids: Mapping[str, str]) -> set[str]:
    """Return the games of a circle of the file that another circle here has."""
    mine = {*ids_by_key(one.file.id).values()}
    return in_circles(ids[key] for key in one.file.games if key in ids) - mine
