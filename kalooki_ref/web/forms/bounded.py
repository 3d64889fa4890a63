"""Integers in fields with bounds, and the error message for a number out of bounds."""

from kalooki_ref.web.forms.query import number_in
from kalooki_ref.words.language import gettext as _


def number_within(text: str, bounds: range) -> int | None:
    """Parse an integer within bounds; None if the text is not one.

    >>> number_within(" 7", range(3, 9)), number_within("2", range(3, 9))
    (7, None)
    """
    number = number_in(text, most=bounds[-1])
    return number if number in bounds else None


def out_of(field: str, bounds: range) -> str:
    """Return the error message for a field, with the numbers it accepts."""
    return _(
        "%(field)s: enter a number from %(first)s to %(last)s.",
        field=field,
        first=bounds[0],
        last=bounds[-1],
    )
