"""The numbered rules that describe a system, each with its source."""

from dataclasses import dataclass
from enum import StrEnum

from kalooki_ref.cards import Suit
from kalooki_ref.rules.choices import JokerWord
from kalooki_ref.rules.codes import Code


class Provenance(StrEnum):
    """The source of a clause: stated in the sheet, implied by it, our reading, or a house rule."""

    STATED = "stated"
    IMPLIED = "implied"
    OURS = "ours"
    # A house rule, chosen with a switch.
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class OwnSentence:
    """A sentence about a value entered by players.

    ``message`` is an English msgid with ``%(value)s`` for the value. ``suits`` are the pack's
    suits, whose order ``PointTable.aces`` follows; ``joker`` is the system's word for a joker.
    """

    message: str
    value: object
    suits: tuple[Suit, ...]
    joker: JokerWord
    # Whether the value of a joker is part of card values, since a pack has one.
    has_jokers: bool = True


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered rule in our own words.

    ``number`` is chapter and place ("4.7"); ``cites`` are the faults it forbids; ``ruling`` names
    our reading where one is needed: "R-003-7" is the seventh of sheet 003, "R-ALL-1" the first of
    those that all sheets leave open.
    """

    number: str
    text: str
    provenance: Provenance
    cites: tuple[Code, ...] = ()
    ruling: str = ""
    # The sentences of a house rule, for translation; empty where ``text`` is a single msgid.
    sentences: tuple[str | OwnSentence, ...] = ()
