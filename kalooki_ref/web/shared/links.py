"""Finds the game or the house rules in a link that somebody pasted, tapped or forwarded.

Messengers and mail programs wrap a link, quote its lines, escape its signs, insert characters that
nobody sees, and put brackets and other words around it.
"""

import re
from urllib.parse import unquote

from kalooki_ref.words.import_words import ExportError
from kalooki_ref.words.language import gettext as _

# Of a pasted link, with wrapped lines and other words around it.
LONGEST_LINK = 400_000
# What may separate two letters of a link: wrapped and quoted lines, the soft line breaks of
# quoted-printable text, blanks, zero-width characters, soft hyphens and marks of direction.
JOINTS = re.compile("=\r?\n|[\\s>|\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]+")
# A link may have been escaped twice.
ESCAPES = 2
GAME = re.compile(r"(?:^|#)([1-9][\w-]*)", re.ASCII)
HOUSE = re.compile(r"(?:[/?&;]house=|/house-rules/)([\w-]+)", re.ASCII)
# A "#3" in a message is no game.
SHORTEST_GAME = 10
LETTERS = re.compile(r"[\w-]*", re.ASCII)


def plain_link(text: str) -> str:
    """Return a text without what separates and escapes the letters of a link; linear in time.

    Raises ExportError if it is longer than any link.
    """
    if len(text) > LONGEST_LINK:
        raise too_long()
    for _time in range(ESCAPES):
        text = unquote(JOINTS.sub("", text))
    # "=3D" is how quoted-printable text writes "=".
    return JOINTS.sub("", text).replace("&amp;", "&").replace("=3D", "=")


def too_long() -> ExportError:
    return ExportError(_("it is longer than any game"))


def letters_of(part: str) -> str:
    """Return the letters at the beginning of a part of a link, such as the value of a query."""
    found = LETTERS.match(plain_link(part[:LONGEST_LINK]))
    return found[0] if found else ""


def game_in_link(plain: str) -> str:
    """Return the packed game of a plain link; empty if it has none.

    Letters of the words behind the link may follow. The text may be of the game alone.
    """
    found = max(GAME.findall(plain), key=len, default="")
    return found if len(found) >= SHORTEST_GAME else ""


def house_in_link(plain: str) -> str:
    """Return the packed house rules of a plain link, as `game_in_link`."""
    return max(HOUSE.findall(plain), key=len, default="")
