"""Thousands of entries of each kind, made from the fields of their types.

So a new kind, and a new field, is tried without being listed.
"""

from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, dataclass, fields
from typing import Any, get_args

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.events import (
    Coaching,
    EntryAmended,
    Event,
    GameStarted,
    HandLeft,
    RoundEnded,
)
from kalooki_ref.referee.meld import Meld, MeldKind
from tests.web.phone import FIVE

THREE = Meld(MeldKind.SET, parse_cards("9H 9S 9D"))
HANDS = tuple(HandLeft(seat, count=seat * 5) for seat in range(2, 6))
# Entries until the round is void, so that the cards on the board fit into the pack.
ROUND = 50
VOID = RoundEnded(None)
# What fields contain, by name; other numbers are small, and other fields have their default.
Made = Callable[[int], Any]
NUMBERS: dict[str, Made] = {
    "player": lambda number: number % 5 + 1,
    "dealer": lambda number: number % 5 + 1,
    "after": lambda number: number % 5 + 1,
    "mark": lambda number: 10 + number % 6,
    "points": lambda number: number % 50,
    "meld": lambda _number: 0,
    "place": lambda _number: 0,
}
OTHERS: dict[str, Made] = {
    "winner": lambda _number: 1,
    "name": lambda number: f"Ben {number}",
    "names": lambda _number: FIVE,
    "order": lambda number: (1, 3, 2, 4, 5) if number % 2 else (1, 2, 3, 4, 5),
    "hands": lambda _number: HANDS,
    "melds": lambda _number: (THREE,),
    "cards": lambda _number: parse_cards("9C"),
    "advice": lambda number: list(Coaching)[number % len(Coaching)],
}


@dataclass(frozen=True, slots=True)
class Kind:
    """Entries of one type, all with the same fields filled in, and one of them the other way.

    ``other`` is a field that is true, or keeps its default though the others are filled in.
    """

    type: type[Event]
    other: str = ""

    def __str__(self) -> str:
        return f"{self.type.__name__} {self.other}".strip()

    def event(self, number: int) -> Event:
        return self.type(**dict(self._fields(number)))

    def _fields(self, number: int) -> Iterator[tuple[str, Any]]:
        for field in fields(self.type):
            is_other = field.name == self.other
            if field.type is bool:
                yield field.name, is_other
            elif is_filled(field) and not is_other:
                yield field.name, made_for(field)(number)


def is_filled(field: Field[Any]) -> bool:
    return field.default is MISSING or field.name in {*NUMBERS, *OTHERS}


def made_for(field: Field[Any]) -> Made:
    if field.type is int:
        return NUMBERS.get(field.name, lambda number: number % 9)
    return OTHERS[field.name]


def kinds() -> Iterator[Kind]:
    """Yield each type of entry, and once more for each field that may be otherwise.

    Amendments are made of all of them (`amended`).
    """
    for made in get_args(Event):
        if made is not EntryAmended:
            yield Kind(made)
            for field in fields(made):
                if field.type is bool or (is_filled(field) and field.default is not MISSING):
                    yield Kind(made, field.name)


def alone(kind: Kind) -> Iterator[Event]:
    """Yield entries of one kind."""
    return beside(kind, kind)


def beside(kind: Kind, other: Kind) -> Iterator[Event]:
    """Yield entries of two kinds in turn."""
    number = 0
    while True:
        number += 1
        yield VOID if number % ROUND == 0 else (kind, other)[number % 2].event(number)


def undone(kind: Kind) -> Iterator[Event]:
    """Yield entries of a kind that are undone at once."""
    number = 1
    while True:
        yield kind.event(number)
        yield EntryAmended(number + 1, None)
        number += 2


def corrected(kind: Kind, *, is_taken_back: bool = False) -> Iterator[Event]:
    """Yield one entry and its corrections; each second one goes back to the one before."""
    seq = 1 if kind.type is GameStarted else 2
    if seq > 1:
        yield kind.event(0)
    number = 0
    while True:
        number += 1
        is_back = is_taken_back and number % 2 == 0
        yield EntryAmended(seq, kind.event(0 if is_back else number), back=is_back)


def taken_back(kind: Kind) -> Iterator[Event]:
    return corrected(kind, is_taken_back=True)
