"""Reads numbers, choices and cards from a query string or a form."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import TypeVar

from kalooki_ref.cards import (
    KOOKY_SUITS,
    STANDARD_SUITS,
    CardError,
    Cards,
    Pack,
    Suit,
    cards_text,
    parse_cards,
)
from kalooki_ref.referee.calls import largest_hand
from kalooki_ref.referee.inventory import most_of_each
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.typed_numbers import plain_number
from kalooki_ref.words.language import gettext as _

Chosen = TypeVar("Chosen", bound=StrEnum)

# Cards in one field that has no whole hand.
MOST_CARDS = 30
LONGEST_TEXT = 300
# Separates the melds of a lay in the text field.
NEXT_MELD = "/"
LONGEST_DATE = len("2026-11-21")
# Larger than the number of any entry, or of any player.
MOST_ENTRIES, MOST_PLAYERS = 10**8, 999


def whole_number(sent: Mapping[str, str], name: str, *, most: int) -> int | None:
    """Return the integer sent under a name, from 0 to ``most``, or None."""
    return number_in(sent.get(name), most=most)


def number_in(text: str | None, *, most: int) -> int | None:
    """Parse an integer from 0 to ``most``; None if the text is not one.

    >>> [number_in(text, most=99) for text in ("7", "+07", "-1", "250", None)]
    [7, 7, None, None, None]
    """
    plain = plain_number(text or "").removeprefix("+")
    if not (plain.isascii() and plain.isdigit()) or len(plain) > len(str(most)):
        return None
    number = int(plain)
    return number if number <= most else None


def number_within(text: str, bounds: range) -> int | None:
    """Parse an integer within bounds; None if the text is not one.

    >>> number_within(" 7", range(3, 9)), number_within("2", range(3, 9))
    (7, None)
    """
    number = number_in(text, most=bounds[-1])
    return number if number in bounds else None


def day_in(text: str) -> date | None:
    """Return a day written in ISO 8601; None if the text isn't one.

    >>> day_in("2026-02-29"), day_in("2026-02-28")
    (None, datetime.date(2026, 2, 28))
    """
    try:
        return date.fromisoformat(text) if len(text) == LONGEST_DATE else None
    except ValueError:
        return None


def out_of(field: str, bounds: range) -> str:
    """Return the error message for a field, with the numbers it accepts."""
    return _(
        "%(field)s: enter a number from %(first)s to %(last)s.",
        field=field,
        first=bounds[0],
        last=bounds[-1],
    )


def choice(sent: Mapping[str, str], name: str, choices: type[Chosen]) -> Chosen | None:
    """Return the enum member sent under a name; None if it is missing or unknown."""
    text = sent.get(name, "")
    return choices(text) if text in list(choices) else None


@dataclass(frozen=True, slots=True)
class TypedCards:
    """Cards as typed, as parsed, and the error message."""

    text: str = ""
    cards: Cards = ()
    fault: str = ""


def cards_read(
    text: str, suits: Sequence[Suit] = STANDARD_SUITS, *, most: int = MOST_CARDS
) -> TypedCards:
    """Parse at most ``most`` typed cards; the error message names the word that isn't a card."""
    try:
        cards = parse_cards(text, suits)
    except CardError as error:
        return TypedCards(text[:LONGEST_TEXT], fault=no_card(error))
    if len(cards) > most:
        fault = _("You can check at most %(most)s cards at a time.", most=most)
        return TypedCards(text[:LONGEST_TEXT], fault=fault)
    return TypedCards(text, cards)


def melds_read(
    text: str, suits: Sequence[Suit], *, most: int
) -> tuple[TypedCards, tuple[Cards, ...]]:
    """Parse cards with separators; return all of them, and the melds they are divided into."""
    whole = cards_read(text.replace(NEXT_MELD, " "), suits, most=most)
    typed = replace(whole, text=text[: len(whole.text)] if whole.fault else text)
    if whole.fault:
        return typed, ()
    parts = (cards_read(part, most=most).cards for part in text.split(NEXT_MELD))
    return typed, tuple(cards for cards in parts if cards)


def melds_text(parts: Iterable[Cards]) -> str:
    """Format melds as the text of a field."""
    return f" {NEXT_MELD} ".join(cards_text(part) for part in parts)


def no_card(error: CardError) -> str:
    """Return the error message: which word isn't a card, and what one looks like."""
    seven, ten = error.examples
    return _("“%(word)s” is not a card; write one like %(seven)s, %(ten)s or *.",
             word=error.word[:20], seven=seven, ten=ten)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PickerFacts:
    """The pack's suits, copies, jokers and an example, and the most cards in a hand."""

    suits: str
    copies: int
    jokers: int
    example: str
    most: int


def picker_facts(system: RuleSystem, pack: Pack | None) -> PickerFacts:
    most = pack or most_of_each(system)
    suit = most.suits[1]
    example = f"7{suit} 8{suit} *" if most.jokers else f"7{suit} 8{suit} 9{suit}"
    suits = "".join(most.suits)
    return PickerFacts(suits, most.copies, most.jokers, example, largest_hand(system))


def has_colours(system: RuleSystem) -> bool:
    """Whether the pack has Kooky's colours instead of suits."""
    return system.suits == KOOKY_SUITS
