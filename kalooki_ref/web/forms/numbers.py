"""Whole numbers as thumbs type them: `42`, or a sum such as `10+10+15`."""

import re

from flask_babel import lazy_gettext as _

MOST_DIGITS = 5
_SUM = re.compile(r"[0-9]{1,5}(?:\+[0-9]{1,5}){0,39}", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,5}", re.ASCII)


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
