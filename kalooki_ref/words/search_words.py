"""Synonyms and normalization for searching the rules."""

import re
import unicodedata
from collections.abc import Callable

from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.language import pgettext

# Synonyms, a group per line; translations have groups of their own.
ALIKE = (
    _l("joker, jokers, wild card, wildcard, jolly, Kooky Kard"),
    _l("tack, lay off, add to a meld, add on, build, builder"),
    _l("bent board, bent table, bend, bent, in one turn, Kalooki, hunt"),
    _l("discard, throw, throw away"),
    _l("come down, comes down, lay down, lay, open, opening, put down"),
    _l("set, three, book, group, terzina, terzine, tris"),
    _l("run, four, sequence, straight, quartina, quartine, scala, scale"),
    _l("call, calls, chiamata, buy, may I"),
    _l("stock, draw pile, deck, pack"),
    _l("upcard, top discard, discard pile"),
    _l("joker’s place, replace, swap, switch, exchange, take a joker"),
    _l("goes out, going out, go out, out, win, finish, close"),
    _l("points, score, penalty, penalties, count"),
    _l("dealer, deal, deals, shuffle, mazziere"),
    _l("contract, requirement"),
    _l("3344, half and half"),
    _l("granted call too many, overcall, granted calls than, beyond the limit, penalty for them"),
    _l("cards left in your hand, cards in hand, deadwood, worth, value, card values"),
    _l("jack, queen, king, royal, court card, picture card, face card"),
)


# Combining marks, which normalization separates from their letters.
ACCENTS = re.compile("[\u0300-\u036f]")


def fillers() -> str:
    """Return the stop words, which a search ignores."""
    return folded(_("a an the of to in on is my can i you and or s t what how much does do"))


def plural_ending() -> str:
    """Return a regular expression for plural endings, which a search ignores."""
    return pgettext("end of a word, as a regular expression", "s")


def sought_words(text: str) -> list[str]:
    """Return the search terms: without stop words, plurals reduced to singular.

    An apostrophe separates words, as in Italian: l’asso is the ace.
    """
    passed = fillers().split()
    words = [word for word in folded(text).replace("'", " ").split() if word not in passed]
    return [re.sub(f"{plural_ending()}$", "", word) if len(word) > 3 else word for word in words]


def folded(text: str) -> str:
    """Normalize a text: lower case, no accents, one kind of apostrophe."""
    signs = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    return ACCENTS.sub("", signs)


def synonyms() -> Callable[[str], str]:
    """Return a function from a text to the synonyms of the terms in it."""
    lines = [folded(str(line)) for line in ALIKE]
    terms = [re.compile(rf"\b(?:{'|'.join(map(re.escape, one.split(', ')))})") for one in lines]

    def other_words(text: str) -> str:
        message = folded(text)
        pairs = zip(lines, terms, strict=True)
        return " ".join(line for line, any_of in pairs if any_of.search(message))

    return other_words
