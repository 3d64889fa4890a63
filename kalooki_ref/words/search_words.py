"""Synonyms and normalization for searching the rules."""

import re
import unicodedata
from collections.abc import Callable

from kalooki_ref.words.language import gettext as _
from kalooki_ref.words.language import lazy_gettext as _l
from kalooki_ref.words.language import pgettext

# Synonyms, a group per line; translations have groups of their own. What people ask for beyond
# single words is in the index (rule_index.py).
ALIKE = (
    _l("joker, wild card, wildcard, jolly, Kooky Kard"),
    _l("tack, lay off, add to a meld, add on, build, builder"),
    _l("bent board, bent table, bend, bent, in one turn, Kalooki, hunt"),
    _l("discard, throw, throw away"),
    _l("come down, comes down, lay down, lay, open, opening, put down"),
    _l("set, three, book, group, terzina, tris"),
    _l("run, four, sequence, straight, quartina, scala"),
    _l("call, buy, chiamata"),
    _l("stock, draw pile, deck, pack"),
    _l("upcard, top discard, discard pile"),
    _l("joker’s place, replace, swap, switch, exchange, take a joker"),
    _l("goes out, going out, go out, out, win, finish, close"),
    _l("points, score, penalty, penalties, count"),
    _l("dealer, deal, shuffle, mazziere"),
    _l("contract, requirement"),
    _l("cards left in your hand, cards in hand, deadwood, worth, value"),
    _l("jack, queen, king, royal, court card, picture card, face card"),
    _l("real card, natural, genuine"),
    _l("colour, color, suit"),
    _l("refuse, reject, deny, turn down"),
    _l("grant, allow, award"),
)


# Combining marks, which normalization separates from their letters.
ACCENTS = re.compile("[\u0300-\u036f]")


def words_sought() -> Callable[[str], list[str]]:
    """Return a function from a text to its search terms.

    They have no stop words, and plurals are reduced to the singular. An apostrophe separates words,
    as in Italian: l’asso is the ace. A text of stop words only, such as "may I", is kept whole.
    """
    fillers = folded(
        _(
            "a after an and are at be before can do does for get had happens has have he her "
            "him how i if in is it let many may me much must my need of on or other others s "
            "she should somebody someone t the their them there they to we what when which who "
            "with you your"
        )
    ).split()
    plural = pgettext("end of a word, as a regular expression", "s")
    ending = re.compile(f"(?:{plural})$")

    def sought(text: str) -> list[str]:
        words = re.findall(r"[\w.]+", folded(text))
        kept = [word for word in words if word not in fillers] or words
        return [ending.sub("", word) if len(word) > 3 else word for word in kept]

    return sought


def folded(text: str) -> str:
    """Normalize a text: lower case, no accents, one kind of apostrophe."""
    signs = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    return ACCENTS.sub("", signs)


def synonyms(word: re.Pattern[str]) -> list[str]:
    """Return the terms of every group of synonyms in which the word is found."""
    lines = (folded(str(line)) for line in ALIKE)
    return [term for line in lines if word.search(line) for term in line.split(", ")]
