"""Numbers in words: jokers, real cards and the melds of a contract."""

from flask_babel import gettext as _
from flask_babel import ngettext

from kalooki_ref.rules.model import RuleSystem


def joker_count(count: int, system: RuleSystem) -> str:
    """Return so many jokers, as the system calls them."""
    if system.words.joker == "Kooky Kard":
        return ngettext("%(num)s Kooky Kard", "%(num)s Kooky Kards", count)
    return ngettext("%(num)s joker", "%(num)s jokers", count)


def joker_plural(system: RuleSystem) -> str:
    """Return jokers in general, as the system calls them."""
    return _("Kooky Kards") if system.words.joker == "Kooky Kard" else _("jokers")


def natural_count(count: int) -> str:
    """Return so many natural cards."""
    return ngettext("%(num)s real card", "%(num)s real cards", count)


def melds_of(name: str, system: RuleSystem) -> str:
    """Return the melds of a contract by name, such as "334", as the system calls them."""
    counts = ((name.count("3"), system.words.set), (name.count("4"), system.words.run))
    parts = [_meld_count(count, word) for count, word in counts if count]
    return _(" and ").join(parts) if parts else _("nothing")


def _meld_count(count: int, word: str) -> str:
    if word == "three":
        return ngettext("%(num)s three", "%(num)s threes", count)
    if word == "four":
        return ngettext("%(num)s four", "%(num)s fours", count)
    if word == "run":
        return ngettext("%(num)s run", "%(num)s runs", count)
    return ngettext("%(num)s set", "%(num)s sets", count)
