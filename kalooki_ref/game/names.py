"""Whether two names are the same to people at a table."""

import re
import unicodedata
from typing import Literal

LONGEST_NAME = 40
# No name within the limit is longer before it is composed: a letter has at most 3 combining marks.
LONGEST_TYPED = 4 * LONGEST_NAME
# Letters and symbols that are drawn as a blank: the Hangul fillers and the blank Braille pattern.
BLANK_SIGNS = "\u115f\u1160\u2800\u3164\uffa0"
_BLANKS = re.compile(f"[{BLANK_SIGNS}]")
# Signs without a look of their own: variation selectors (❤ and ❤️ are the same name), others that
# Unicode asks programs not to draw, and tags without a flag before them.
_UNDRAWN = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180f\u2065\ufe00-\ufe0f\ufff0-\ufff8\U0001d159"
    "\U000e0000-\U000e001f\U000e0080-\U000e0fff]"
    "|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007f]+"
)
# Zero-width joiners and non-joiners, except between two signs of a script or emoji that they may
# change: not at an end or beside a blank, nor beside Latin, Greek, Cyrillic or Armenian letters.
_PLAIN = "\\u0000-\\u058f\\u1e00-\\u1fff"
_JOINERS = re.compile(f"(?<![^{_PLAIN}])[\\u200c\\u200d]+|[\\u200c\\u200d]+(?![^{_PLAIN}])")


def is_same(one: str, other: str) -> bool:
    """Whether two names look equal, ignoring case."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    r"""Return a name in the form in which equal ones are compared.

    Blanks, joiners and other signs that nobody sees make no difference.

    >>> folded("Mary \u00a0Ann\u200d"), folded("\u3000Ann\ufe0f\u3164")
    ('mary ann', 'ann')
    """
    compared = spelled(name)
    if len(name) <= LONGEST_TYPED:
        compared = _JOINERS.sub("", _BLANKS.sub(" ", _UNDRAWN.sub("", compared)))
    return " ".join(compared.split())


def spelled(name: str) -> str:
    """Return a name in the form that distinguishes players of a stored game.

    Games of earlier versions may have two names that differ only in what nobody sees.
    """
    return normalized("NFKC", name).casefold()


def normalized(form: Literal["NFC", "NFKC"], name: str) -> str:
    """Normalize unless the name is too long: a run of combining marks takes quadratic time."""
    return unicodedata.normalize(form, name) if len(name) <= LONGEST_TYPED else name
