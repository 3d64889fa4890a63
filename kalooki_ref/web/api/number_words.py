"""Answers that are a number, as a sentence."""

from collections.abc import Callable

from flask_babel import ngettext

from kalooki_ref.web.api.asked import Asked


def number_words(number: int, kind: str, asked: Asked) -> str:
    """Return the sentence for a number that answers this kind of question."""
    named = asked.get("ask") or asked.get("event")
    words = _WORDS.get(named) if isinstance(named, str) else None
    return (words or _BY_KIND.get(kind, _points))(number)


def _points(number: int) -> str:
    return ngettext("%(num)s point.", "%(num)s points.", number)


def _granted(number: int) -> str:
    return ngettext("%(num)s call granted.", "%(num)s calls granted.", number)


def _left(number: int) -> str:
    return ngettext("%(num)s call left.", "%(num)s calls left.", number)


def _cards(number: int) -> str:
    return ngettext("%(num)s card.", "%(num)s cards.", number)


_WORDS: dict[str, Callable[[int], str]] = {
    "made": _granted,
    "calls_made_by_first": _granted,
    "total_calls": _granted,
    "refused_call_count": _granted,
    "left": _left,
    "calls_left_by_first": _left,
    "deal": _cards,
    "deck_size": _cards,
    "stock_after_deal": _cards,
    "overcall_penalty": _points,
    "decks": lambda number: ngettext("%(num)s pack.", "%(num)s packs.", number),
    "number_of_winners": lambda number: ngettext("%(num)s winner.", "%(num)s winners.", number),
}
_BY_KIND: dict[str, Callable[[int], str]] = {"calls": _granted}
