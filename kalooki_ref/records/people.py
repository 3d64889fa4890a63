"""Who is who in a circle: each name of a game belongs to a person.

Names are only in the games. A circle keeps hashes of them, so that erasing a game erases its names.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from kalooki_ref.game.names import folded
from kalooki_ref.records.result import PlayerResult, Result

ID_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game of a circle; ``people`` are the persons of its players, in their order.

    ``key`` is the same in every copy of the game; ``title`` is the name of its rules.
    """

    key: str
    title: str
    at: str
    evening: date | None
    result: Result
    people: tuple[str, ...]

    def player(self, person: str) -> PlayerResult | None:
        """Return the person's part of the result; None if they weren't in the game."""
        if person not in self.people:
            return None
        return self.result.players[self.people.index(person)]

    @property
    def winners(self) -> tuple[str, ...]:
        """The persons in first place."""
        both = zip(self.people, self.result.players, strict=True)
        return tuple(person for person, one in both if one.place == 1)


@dataclass(frozen=True, slots=True)
class Person:
    """A person: the name and mark of their latest game, and the spellings of their name.

    ``name`` is the spelling that others were joined to, if it still occurs.
    """

    id: str
    name: str
    mark: int
    games: int
    spellings: tuple[tuple[str, str], ...] = ()


def spelling_of(circle: str, name: str, *, which: int = 1) -> str:
    """Return what a circle keeps of a name: a hash, which is also the person of that name.

    ``which`` distinguishes players of one name in the same game.
    """
    text = f"{circle} {which} {folded(name)}"
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:ID_DIGITS]


def seat_of(key: str, number: int) -> str:
    """Return what a circle keeps of one game's player, where the name isn't enough."""
    return f"{key}/{number}"


def bases_of(circle: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the spelling of each name of a game."""
    seen = Counter[str]()
    found = []
    for name in names:
        seen[folded(name)] += 1
        found.append(spelling_of(circle, name, which=seen[folded(name)]))
    return tuple(found)


def people_of(
    key: str, result: Result, bases: tuple[str, ...], spellings: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the person of each player; never one person twice.

    ``spellings`` has the person of a spelling or of one game's player; otherwise a spelling is a
    person of its own. Where two players would be one person, the one whose own name that is, or
    else the first, is that person, and the other is the person of their own name.
    """
    wanted = [
        spellings.get(seat_of(key, one.number)) or spellings.get(base, base)
        for one, base in zip(result.players, bases, strict=True)
    ]
    if len({*wanted}) == len(wanted):
        return tuple(wanted)
    people = [""] * len(wanted)
    for at in sorted(range(len(wanted)), key=lambda at: (wanted[at] != bases[at], at)):
        fallbacks = (wanted[at], bases[at], seat_of(key, result.players[at].number))
        people[at] = next(one for one in fallbacks if one not in people)
    return tuple(people)


def persons(games: Iterable[tuple[Played, tuple[str, ...]]]) -> dict[str, Person]:
    """Return everybody in these games, newest game first, each with its players' spellings."""
    names: dict[str, dict[str, str]] = {}
    marks: dict[str, int] = {}
    counts = Counter[str]()
    for game, bases in games:
        for person, base, one in zip(game.people, bases, game.result.players, strict=True):
            names.setdefault(person, {}).setdefault(base, one.name)
            marks.setdefault(person, one.mark)
            counts[person] += 1
    return {
        person: Person(
            person,
            spelled.get(person) or next(iter(spelled.values())),
            marks[person],
            counts[person],
            tuple(spelled.items()),
        )
        for person, spelled in names.items()
    }


def have_met(games: Iterable[Played], one: str, other: str) -> bool:
    """Whether two persons played in the same game, so that they can't be one."""
    return any(one in game.people and other in game.people for game in games)
