"""Numbers and choices in a query string or a form, read in one place."""

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

Choice = TypeVar("Choice", bound=StrEnum)


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
