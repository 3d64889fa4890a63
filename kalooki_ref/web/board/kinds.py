"""The two kinds of act on a meld of the board, and what a page must know of each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from kalooki_ref.cards import Card
from kalooki_ref.game.events import JokerMoved, Tacked
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.meld import End, Meld
from kalooki_ref.rules.model import RuleSystem

Added = Tacked | JokerMoved
Goal = tuple[JokerTo, str]
"""Where a joker goes, and the words for it."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where cards go: a meld, and the joker in it that makes way, both from 0; the end chosen.

    ``to`` is where a joker that leaves its meld goes.
    """

    meld: int
    place: int | None = None
    end: End | None = None
    to: JokerTo | None = None

    @property
    def name(self) -> str:
        """What a button of the form calls it, its end left out: "2", or "0.1" for a joker."""
        return str(self.meld) if self.place is None else f"{self.meld}.{self.place}"


@dataclass(frozen=True, slots=True)
class Said:
    """What the pages of a kind say: what is missing from the form, what is asked, what is done."""

    no_player: str
    no_spot: str
    asked: str
    no_cards: str = ""
    """Empty where a spot brings its own cards."""


class Kind(Protocol):
    """What sets a tack and a joker's move apart; ``noun`` names its address and templates."""

    noun: str
    field: str
    """What its form calls the spot."""

    def spots(self, number: int, meld: Meld) -> Iterator[Spot]:
        """Yield the spots this meld, the ``number``-th from 0, offers."""

    def cards_for(self, meld: Meld, spot: Spot, system: RuleSystem) -> tuple[Card, ...]:
        """Return the cards a spot takes where nobody told any; none where they must be told."""

    def event(self, player: int, spot: Spot, cards: tuple[Card, ...], overruled: str = "") -> Added:
        """Return the act as the book keeps it."""

    def goals(self, system: RuleSystem) -> tuple[Goal, ...]:
        """Return where a joker may go that leaves its meld, the usual first; none where none do."""

    def said(self) -> Said:
        """Return its words."""

    def done(self, name: str, event: Added, system: RuleSystem) -> str:
        """Return what is said once it is written down."""
