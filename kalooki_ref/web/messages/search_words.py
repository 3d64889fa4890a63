"""Players' own words for things, so that a search of the rules finds them too."""

import re
import unicodedata
from collections.abc import Callable

from flask_babel import gettext as _
from flask_babel import pgettext

ALIKE: tuple[Callable[[], str], ...] = (
    lambda: _("joker, jokers, wild card, wildcard, jolly, Kooky Kard"),
    lambda: _("tack, lay off, add to a meld, add on, build, builder"),
    lambda: _("bent board, bent table, bend, bent, in one turn, Kalooki"),
    lambda: _("discard, throw, throw away"),
    lambda: _("come down, comes down, lay down, lay, open, opening, put down"),
    lambda: _("set, three, book, group, terzina"),
    lambda: _("run, four, sequence, straight, quartina"),
    lambda: _("call, calls, chiamata, buy, may I"),
    lambda: _("stock, draw pile, deck, pack"),
    lambda: _("upcard, top discard, discard pile"),
    lambda: _("joker’s place, replace, swap, switch, exchange, take a joker"),
    lambda: _("goes out, going out, go out, out, win, finish, close"),
    lambda: _("points, score, penalty, penalties, count"),
    lambda: _("dealer, deal, deals, shuffle, mazziere"),
    lambda: _("contract, requirement"),
)
"""Words that mean the same, a line each; a translation lists those of its own language."""


def fillers() -> str:
    """Return the words that a search passes over."""
    return folded(_("a an the of to in on is my can i you and or s t"))


def plural_ending() -> str:
    """Return the end of a word that a search passes over, as a regular expression."""
    return pgettext("end of a word, as a regular expression", "s")


def sought_words(text: str) -> list[str]:
    """Return the words that must all be found: without fillers, plurals as their singular.

    An apostrophe parts words, because Italian joins them by it: l’asso is the ace.
    """
    passed = fillers().split()
    words = [word for word in folded(text).replace("'", " ").split() if word not in passed]
    return [re.sub(f"{plural_ending()}$", "", word) if len(word) > 3 else word for word in words]


def folded(text: str) -> str:
    """Return the text as it is searched: small letters, no accents, one kind of apostrophe."""
    signs = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    return "".join(sign for sign in signs if not unicodedata.combining(sign))


def other_words(text: str) -> str:
    """Return what else players say for things this text speaks of."""
    said = folded(text)
    lines = [folded(line()) for line in ALIKE]
    return " ".join(line for line in lines if _speaks_of_any(said, line))


def _speaks_of_any(text: str, line: str) -> bool:
    return any(re.search(rf"\b{re.escape(term)}", text) for term in line.split(", "))
