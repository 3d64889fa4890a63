"""Form fields for what people type at a table: sums, whole numbers, cards.

Each keeps the text as it was typed, so that a page that comes back with an error shows it again.
"""

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _
from wtforms import Field
from wtforms.widgets import TextInput

from kalooki_ref.cards import CardError, parse_cards
from kalooki_ref.web.forms.query import NumberError, sum_of, whole

MOST_CARDS = 60


class TypedField(Field):
    """Text that is read into ``data``; ``text`` stays as typed, and what is wrong is said."""

    widget = TextInput()
    data: Any
    text = ""

    def read(self, text: str) -> Any:
        """Return what the text means; raises ValueError with a sentence for people."""
        return text

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        """Keep the text and read it."""
        self.text = valuelist[0] if valuelist else ""
        self.data = self.read(self.text)

    def process_data(self, value: Any) -> None:
        """Show a value that was not typed, such as one from the record."""
        self.data = value
        self.text = "" if value is None else self.written(value)

    def written(self, value: Any) -> str:
        """Return the value as one would type it."""
        return str(value)

    def _value(self) -> str:
        return self.text


class SumField(TypedField):
    """Points as a number or a sum; blank is None and not zero."""

    def read(self, text: str) -> int | None:
        """Return the sum."""
        return sum_of(text)


class WholeField(TypedField):
    """A whole number that may be below 0; blank is 0."""

    def read(self, text: str) -> int:
        """Return the number."""
        return whole(text)

    def written(self, value: Any) -> str:
        """Leave 0 blank: nothing was agreed."""
        return str(value) if value else ""


class CountField(TypedField):
    """How often something happened, 0 to 20; blank is 0."""

    def read(self, text: str) -> int:
        """Return the count; raises NumberError when it is none, below 0 or above 20."""
        plain = text.strip() or "0"
        if not (plain.isascii() and plain.isdigit() and len(plain) < 3 and int(plain) <= 20):
            raise NumberError(_("Enter a number from 0 to 20."))
        return int(plain)


class CardsField(TypedField):
    """Cards in letters, such as `7H 10S *`; blank is None: nobody said."""

    def read(self, text: str) -> Any:
        """Return the cards; names the word that is none."""
        try:
            cards = parse_cards(text)
        except CardError as error:
            raise NumberError(
                _("“%(word)s” is not a card; write one like 7H, 10S or *.", word=error.word[:20])
            ) from error
        if len(cards) > MOST_CARDS:
            raise NumberError(_("That’s more cards than a hand can hold."))
        return cards or None

    def written(self, value: Any) -> str:
        """Write the cards apart."""
        return " ".join(str(card) for card in value)
