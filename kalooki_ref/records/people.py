"""Who is who in a circle: each name of a game belongs to a person.

Names are only in the games. A circle keeps hashes of them, so that erasing a game erases its names.
"""

import hashlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from kalooki_ref.game.names import folded, spelled
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
        return tuple(person for person, result in both if result.place == 1)


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
    """Return the hash that a circle stores of a name; it is also the id of the person so named.

    ``which`` distinguishes players of one name in the same game.
    """
    return _hashed(circle, which, folded(name))


def seat_of(key: str, number: int) -> str:
    """Return the key of one game's player, who may be somebody else than the name says."""
    return f"{key}.{number}"


def bases_of(
    circle: str, players: Sequence[PlayerResult], known: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the spelling of each player's name in a game.

    Players with the same name are distinguished by their numbers, so that neither the result nor a
    correction of it changes anybody's spelling. ``known`` are the spellings that the circle has
    stored. Earlier versions hashed names with their invisible characters; a spelling of that form
    is returned only if it is among them.
    """
    seen = Counter[str]()
    found = {}
    forms = {player.number: (folded(player.name), spelled(player.name)) for player in players}
    for number, (name, earlier) in sorted(
        forms.items(), key=lambda each: (each[1][0] != each[1][1], each[0])
    ):
        seen[earlier] += 1
        found[number] = _hashed(circle, seen[earlier], earlier)
        if earlier != name and found[number] not in known:
            seen[name] += 1
            found[number] = _hashed(circle, seen[name], name)
    return tuple(found[player.number] for player in players)


def _hashed(circle: str, which: int, name: str) -> str:
    text = f"{circle} {which} {name}"
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:ID_DIGITS]


def people_of(
    key: str, result: Result, bases: tuple[str, ...], spellings: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the person of each player; never one person twice.

    ``spellings`` has the person of a spelling or of one game's player; without one, each spelling
    is a person. If two players of the game have the same person, only one keeps it: the player
    whose own spelling it is, otherwise the one with the lower number. The other is the person of
    their own spelling.
    """
    wanted = [
        spellings.get(seat_of(key, player.number)) or spellings.get(base, base)
        for player, base in zip(result.players, bases, strict=True)
    ]
    if len({*wanted}) == len(wanted):
        return tuple(wanted)
    people = [""] * len(wanted)
    numbers = [player.number for player in result.players]
    for index in sorted(
        range(len(wanted)), key=lambda index: (wanted[index] != bases[index], numbers[index])
    ):
        seat = seat_of(key, numbers[index])
        # Other players may be assigned to any of these but the last.
        fallbacks = (wanted[index], bases[index], seat, f"{seat}.")
        people[index] = next(person for person in fallbacks if person not in people)
    return tuple(people)


def persons(games: Iterable[tuple[Played, tuple[str, ...]]]) -> dict[str, Person]:
    """Return everybody in these games, newest game first, each with its players' spellings."""
    names: dict[str, dict[str, str]] = {}
    marks: dict[str, int] = {}
    counts = Counter[str]()
    for game, bases in games:
        for person, base, player in zip(game.people, bases, game.result.players, strict=True):
            names.setdefault(person, {}).setdefault(base, player.name)
            marks.setdefault(person, player.mark)
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
