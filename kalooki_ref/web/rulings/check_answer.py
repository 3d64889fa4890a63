"""The answer to a check: the verdict, the cards to draw, and what else can be asked."""

from dataclasses import dataclass, replace

from kalooki_ref.web.rulings.drawn_melds import CardState, DrawnCard, DrawnMeld
from kalooki_ref.words.card_words import Message
from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.rulings import Ruling, State


@dataclass(frozen=True, slots=True)
class CheckAnswer:
    """The answer to a check: a ``word``, a sentence, the cards, and options to refine the question.

    ``row`` are the cards to draw, including missing ones; ``is_corrected`` is set if they are in a
    legal order instead of the entered one, ``is_sorted`` if they are sorted into melds. ``took`` is
    what the cards were taken for, as one of the choices, and ``fields`` the other choices for them;
    ``jokers`` is the number of jokers in the meld on the board, ``next_field`` the field whose
    cards are to be tapped next, if known. ``by_cards`` is the word on the cards alone, where their
    player's game changes it; ``asks_turn`` is whether it may have been a later turn.
    """

    state: State = State.NONE
    word: str = ""
    message: Message = ()
    row: tuple[DrawnCard, ...] = ()
    is_corrected: bool = False
    is_sorted: bool = False
    ruling: Ruling | None = None
    took: str = ""
    took_words: str = ""
    rows: tuple[DrawnMeld, ...] = ()
    fields: tuple[str, ...] = ()
    jokers: int = 0
    next_field: str = ""
    by_cards: str = ""
    asks_turn: bool = False

    @property
    def repair(self) -> DrawnMeld | None:
        """The first meld with a repair to offer; None if the cards are legal or just incomplete."""
        is_lost = self.state in (State.ILLEGAL, State.UNCLEAR) or self.is_corrected
        return next((row for row in self.rows if row.repaired and is_lost), None)

    @property
    def alone(self) -> "CheckAnswer":
        """The verdict without hints: no legal order and no missing cards."""
        shown = (card for card in self.row if card.state is not CardState.MISSING)
        if self.ruling is None:
            message = (_("Tap the rest."),) if self.state is State.WAIT else self.message
            return replace(self, row=tuple(shown), message=message)
        row = tuple(replace(card, state=CardState.PLAIN) for card in shown)
        state, word = self.ruling.state, self.ruling.word
        return replace(self, state=state, word=word, row=row, is_corrected=False)
