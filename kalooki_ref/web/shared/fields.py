"""Form fields for what people type at a table: sums, whole numbers, cards.

Each keeps the typed text, so that a form with an error shows it again.
"""

import re
from collections.abc import Sequence
from typing import Any

from wtforms import Field
from wtforms.widgets import TextInput

from kalooki_ref.cards import CardError, parse_cards
from kalooki_ref.typed_numbers import plain_number
from kalooki_ref.web.shared.query import no_card, number_in
from kalooki_ref.words.amounts import signed
from kalooki_ref.words.language import gettext as _

MOST_CARDS = 60
MOST_TIMES = 20
MOST_POINTS = 99_999
MOST_SUMMANDS = 40
SUM = re.compile(r"\+?[0-9]+(?:\+[0-9]+)*", re.ASCII)
WHOLE = re.compile(r"[+-]?[0-9]{1,5}", re.ASCII)


class NumberError(ValueError):
    """The text isn't a number; the message says what to enter."""


class TypedField(Field):
    """A field whose ``text`` stays as typed; `read` converts it to ``data``."""

    widget = TextInput()
    data: Any
    text = ""

    def read(self, text: str) -> Any:
        """Return the value of the text; raises ValueError with an error message."""
        return text

    def process_formdata(self, valuelist: Sequence[str]) -> None:
        self.text = valuelist[0] if valuelist else ""
        self.data = self.read(self.text)

    def process_data(self, value: Any) -> None:
        """Set a value that wasn't typed, such as one from the record, which may be a text."""
        self.data = self.read(value) if isinstance(value, str) else value
        self.text = "" if value is None else self.written(value)

    def written(self, value: Any) -> str:
        return str(value)

    def _value(self) -> str:
        return self.text


class SumField(TypedField):
    """Points as a number or a sum such as `10+10+15`; blank is None, not zero."""

    def read(self, text: str) -> int | None:
        plain = plain_number(text)
        if not plain:
            return None
        if plain.startswith("-"):
            raise NumberError(_("Cards left are never below 0. Enter 0 or more."))
        if not SUM.fullmatch(plain):
            raise NumberError(_("Enter points as a number or a sum, such as 10+10+15."))
        parts = [number_in(part, most=MOST_POINTS) for part in plain.removeprefix("+").split("+")]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts) or len(parts) > MOST_SUMMANDS:
            raise NumberError(
                _(
                    "Enter points up to %(most)s, or a sum of up to %(count)s such numbers.",
                    most=MOST_POINTS,
                    count=MOST_SUMMANDS,
                )
            )
        return sum(known)

    @property
    def sum_text(self) -> str:
        """The sum without blanks, such as `10+10+15`; empty if the text is a single number."""
        plain = plain_number(self.text).removeprefix("+")
        return plain if "+" in plain else ""


class WholeField(TypedField):
    """An integer within ``bounds``, possibly negative; blank is 0."""

    def __init__(
        self, *args: Any, bounds: range = range(-MOST_POINTS, MOST_POINTS + 1), **kwargs: Any
    ) -> None:
        self.bounds = bounds
        super().__init__(*args, **kwargs)

    def read(self, text: str) -> int:
        plain = plain_number(text) or "0"
        if not WHOLE.fullmatch(plain) or int(plain) not in self.bounds:
            least, most = signed(self.bounds[0]), self.bounds[-1]
            raise NumberError(
                _("Enter a whole number from %(least)s to %(most)s.", least=least, most=most)
            )
        return int(plain)

    def written(self, value: Any) -> str:
        return str(value) if value else ""


class CountField(TypedField):
    """A count from 0 to 20; blank is 0."""

    def read(self, text: str) -> int:
        number = number_in(plain_number(text) or "0", most=MOST_TIMES)
        if number is None:
            raise NumberError(_("Enter a number from 0 to 20."))
        return number


class CardsField(TypedField):
    """Cards as text, such as `7H 10S *`; blank is None, unknown.

    ``no_card`` is the word that isn't a card.
    """

    no_card = ""

    def read(self, text: str) -> Any:
        try:
            cards = parse_cards(text)
        except CardError as error:
            self.no_card = error.word
            raise NumberError(no_card(error)) from error
        if len(cards) > MOST_CARDS:
            raise NumberError(_("That’s more cards than a hand can hold."))
        return cards or None

    def written(self, value: Any) -> str:
        return " ".join(str(card) for card in value)
