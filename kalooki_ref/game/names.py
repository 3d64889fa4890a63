"""Whether two names are the same to people at a table."""

import unicodedata
from typing import Literal

LONGEST_NAME = 40
# No name within the limit is longer before it is composed: a letter has at most 3 combining marks.
LONGEST_TYPED = 4 * LONGEST_NAME


def is_same(one: str, other: str) -> bool:
    """Whether two names are equal, ignoring case."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """Return a name in the form in which equal ones are compared."""
    return normalized("NFKC", name).casefold()


def normalized(form: Literal["NFC", "NFKC"], name: str) -> str:
    """Normalize unless the name is too long: a run of combining marks takes quadratic time."""
    return unicodedata.normalize(form, name) if len(name) <= LONGEST_TYPED else name
