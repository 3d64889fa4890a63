"""View models of the answer to a check: the verdict, and the cards to draw."""

from dataclasses import dataclass, replace

from kalooki_ref.cards import Card, Cards
from kalooki_ref.referee.meld import Meld
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import Ruling


@dataclass(frozen=True, slots=True)
class MeldRow:
    """A meld to draw: its kind, the cards at fault, and the field's text after the repair."""

    label: str
    cards: Cards
    reading: Cards
    wrong: tuple[int, ...]
    is_legal: bool
    instead: Cards = ()
    repair: Message = ()
    repaired: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A card as drawn: what a joker represents, and whether it is wrong, missing or moved."""

    card: Card
    as_card: Card | None = None
    state: str = ""
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Grown:
    """A meld of the board before and after a move."""

    target: Meld
    reading: Cards
    added: Cards
    after: Cards
    after_reading: Cards


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """The answer to a check: a ``word``, a sentence, the cards, and options to refine the question.

    ``state`` is legal, illegal or unclear; wait while the cards can still become legal; none
    without a ruling. ``row`` are the cards to draw, including missing ones; ``is_corrected`` is set
    if they are in a legal order instead of the entered one, ``is_sorted`` if they are sorted into
    melds. ``took`` is what the cards were taken for, as one of the choices, and ``fields`` the
    other choices for them; ``jokers`` is the number of jokers in the meld on the board,
    ``next_field`` the field whose cards are to be tapped next, if known.
    """

    state: str = "none"
    word: str = ""
    message: Message = ()
    row: tuple[Spot, ...] = ()
    is_corrected: bool = False
    is_sorted: bool = False
    ruling: Ruling | None = None
    took: str = ""
    took_words: str = ""
    rows: tuple[MeldRow, ...] = ()
    grown: Grown | None = None
    fields: tuple[str, ...] = ()
    jokers: int = 0
    next_field: str = ""

    @property
    def repair(self) -> MeldRow | None:
        """The first meld with a repair to offer; None if the cards are legal or just incomplete."""
        is_lost = self.state in ("illegal", "unclear") or self.is_corrected
        return next((row for row in self.rows if row.instead and is_lost), None)

    @property
    def alone(self) -> "CheckAnswer":
        """The verdict without hints: no legal order and no missing cards."""
        if self.ruling is None:
            row = tuple(spot for spot in self.row if spot.state != "missing")
            message = (_("Tap the rest."),) if self.state == "wait" else self.message
            return replace(self, row=row, message=message)
        row = tuple(replace(spot, state="") for spot in self.row if spot.state != "missing")
        return replace(
            self, state=self.ruling.answer, word=self.ruling.word, row=row, is_corrected=False
        )
