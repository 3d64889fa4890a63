"""What a query string or a form holds, read in one place: numbers, sums, choices, cards."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from flask_babel import gettext as _

from kalooki_ref.cards import KOOKY_SUITS, Card, CardError, Pack, parse_cards
from kalooki_ref.rules.model import RuleSystem

Choice = TypeVar("Choice", bound=StrEnum)

MOST_CARDS = 30
"""As many cards as one field is judged for."""
LONGEST_TEXT = 300
_SUM = re.compile(r"[0-9]{1,5}(?:\+[0-9]{1,5}){0,39}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,5}", re.ASCII)


def whole_number(sent: Mapping[str, str], name: str, *, most: int = 99) -> int | None:
    """Return the whole number sent under a name, 0 to ``most``; None where there is none."""
    return number_in(sent.get(name), most=most)


def number_in(text: str | None, *, most: int = 99) -> int | None:
    """Return the whole number a text is, 0 to ``most``; None where it is none.

    >>> number_in("7"), number_in("07"), number_in("-1"), number_in("250"), number_in(None)
    (7, 7, None, None, None)
    """
    if not text or not (text.isascii() and text.isdigit()) or len(text) > len(str(most)):
        return None
    number = int(text)
    return number if number <= most else None


def choice(sent: Mapping[str, str], name: str, choices: type[Choice]) -> Choice | None:
    """Return the choice sent under a name; None where there is none, or none of these."""
    text = sent.get(name, "")
    return choices(text) if text in list(choices) else None


class NumberError(ValueError):
    """The text is no number; the message says what to type instead."""


def sum_of(text: str) -> int | None:
    """Return the sum that was typed; None for a blank, which is not zero.

    >>> sum_of("10 + 10+15"), sum_of("0"), sum_of("  ")
    (35, 0, None)
    """
    plain = re.sub(r"\s+", "", text)
    if not plain:
        return None
    if plain.startswith("-"):
        raise NumberError(_("Cards left are never below 0. Enter 0 or more."))
    if not _SUM.fullmatch(plain):
        raise NumberError(_("Enter points as a number or a sum, such as 10+10+15."))
    return sum(int(part) for part in plain.split("+"))


def whole(text: str) -> int:
    """Return a whole number, which may be below 0; a blank counts as 0.

    >>> whole("-50"), whole("")
    (-50, 0)
    """
    plain = text.strip()
    if not plain:
        return 0
    if not _NUMBER.fullmatch(plain):
        raise NumberError(_("Enter a whole number, such as 50 or −50."))
    return int(plain)


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as typed, as read, and what is wrong with the text."""

    text: str = ""
    cards: tuple[Card, ...] = ()
    fault: str = ""


def cards_read(text: str) -> Cards:
    """Return the cards that were typed; a fault names the word that is none."""
    try:
        cards = parse_cards(text)
    except CardError as error:
        said = _("“%(word)s” is not a card; write one like 7H, 10S or *.", word=error.word[:20])
        return Cards(text[:LONGEST_TEXT], fault=said)
    if len(cards) > MOST_CARDS:
        most = _("You can check at most %(most)s cards at a time.", most=MOST_CARDS)
        return Cards(text[:LONGEST_TEXT], fault=most)
    return Cards(text, cards)


def picker_facts(system: RuleSystem, pack: Pack | None) -> dict[str, object]:
    """Return what a field of cards must know: suits, copies, jokers, and how cards are written."""
    most = pack or system.pack_for(system.max_players)
    return {
        "suits": "".join(most.suits),
        "copies": most.copies,
        "jokers": most.jokers,
        "example": "7{suit} 8{suit} *".format(suit=most.suits[1]),
    }


def has_colours(system: RuleSystem) -> bool:
    """Whether the pack has Kooky's colours instead of suits."""
    return system.suits == KOOKY_SUITS
