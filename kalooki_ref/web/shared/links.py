"""Finds the game or the house rules in a link that somebody pasted, tapped or forwarded.

Messengers and mail programs wrap a link, quote its lines, escape its signs, insert characters that
nobody sees, and put brackets and other words around it.
"""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import unquote

from kalooki_ref.typed_numbers import UNSEEN
from kalooki_ref.words.import_words import ExportError
from kalooki_ref.words.language import gettext as _

# Of a pasted link, with wrapped lines and other words around it.
LONGEST_LINK = 400_000
# What may separate two letters of a link: wrapped and quoted lines, the soft line breaks of
# quoted-printable text, blanks, and characters that nobody sees. A line may end with "house=", too.
JOINTS = re.compile(f"(?<!house)=[ \t]*\r?\n|[\\s>|{UNSEEN}]+")
# At the end of a line, the hyphen may be of the link or of the program that divided it.
HYPHENATED = re.compile("[-\u2010][ \t]*\r?\n")
# How web pages write "#" and other signs.
REFERENCES = re.compile(r"&(?:#[0-9]{1,5}|#x[0-9a-f]{1,5}|[a-z]{2,8});", re.IGNORECASE)
# How quoted-printable text writes "=", and "#" or "?" behind the address of the app.
QUOTED = {"=3D": "=", "/=23": "/#", "/=3F": "/?"}
# Programs that set text put a hyphen, or one that doesn't break a line, in place of "-".
HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011"), "-")
# A link may have been escaped twice.
ESCAPES = 2
# A browser that taps "/open/&#35;5…" takes "35;5…" for what follows the "#".
GAME = re.compile(r"(?:^(?:35|x23);|^|#)([1-9][\w-]*)", re.ASCII)
HOUSE = re.compile(r"(?:[/?&;]house=+|/house-rules/)([\w-]+)", re.ASCII)
# The address of a table to join, with its code or a personal token.
INVITATION = re.compile(r"/join/([\w-]+)", re.ASCII)
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
        text = REFERENCES.sub(lambda found: unescape(found[0]), unquote(JOINTS.sub("", text)))
    text = JOINTS.sub("", text).translate(HYPHENS)
    for quoted, sign in QUOTED.items():
        text = text.replace(quoted, sign)
    return text


def plain_links(text: str) -> Iterator[str]:
    """Yield a text as `plain_link` returns it, and without the hyphens at its line ends, if any.

    The last of them may be the last letter of the link, so one text keeps it. Only the checksum of
    a link tells which it was.
    """
    yield plain_link(text)
    hyphens = len(HYPHENATED.findall(text))
    if hyphens:
        yield plain_link(HYPHENATED.sub("", text))
    if hyphens > 1:
        yield plain_link(HYPHENATED.sub("", text, count=hyphens - 1))


def too_long() -> ExportError:
    return ExportError(_("it is longer than any game"))


def letters_of(part: str) -> str:
    """Return the letters at the beginning of a part of a link, such as the value of a query."""
    return leading_letters(plain_link(part[:LONGEST_LINK]))


def leading_letters(part: str) -> str:
    """Return the letters before any other sign, such as a bracket or a blank behind a link."""
    found = LETTERS.match(part)
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
