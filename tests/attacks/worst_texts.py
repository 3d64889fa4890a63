"""The worst texts: each a few signs repeated up to a size, or a link that inflates."""

import json
from collections.abc import Callable
from functools import cache
from urllib.parse import quote_plus

from kalooki_ref.rules import house_text
from kalooki_ref.rules.link_text import link_text
from kalooki_ref.web.copies.game_links import MOST_BYTES, VERSION

# Beginning, repeated signs, end. Blanks and newlines begin like a link.
REPEATED = {
    "blanks": (VERSION, " ", "x"),
    "newlines": (VERSION, " \n", "x"),
    "accents": ("a", "\u0300\u0316", ""),
    "digits": ("", "9", ""),
    "digits of a button": ("open:", "9", ""),
    "brackets": ("", "[", ""),
    "nested JSON": ("", '{"a":[', ""),
    "cards": ("", "7H ", ""),
    "jokers": ("", "* ", ""),
    "separators": ("", "/=&#+,;:-", ""),
    "signs that grow when normalized": ("", "\ufdfa", ""),
    "families": ("", "\U0001f469\u200d\U0001f467", ""),
    "NUL": ("", "\0", ""),
}
CALL = ["CallAnswered", {"player": 1}, "", 1]
RULES = ["jamaican", 1, {}]


def link_of_entries() -> bytes:
    """Return the data of a link of as many entries as its inflated size allows."""
    entries = [CALL] * ((MOST_BYTES - 100) // len(json.dumps(CALL, separators=(",", ":")) + ","))
    return json.dumps([RULES, entries, "x", 0, ""], separators=(",", ":")).encode()


LINKS: dict[str, Callable[[], str]] = {
    "link of brackets": lambda: VERSION + link_text(b"[" * MOST_BYTES),
    "link of blanks": lambda: VERSION + link_text(b" " * MOST_BYTES),
    "link of 64 MB": lambda: VERSION + link_text(b" " * 64_000_000),
    "link of entries": lambda: VERSION + link_text(link_of_entries()),
    "rules of brackets": lambda: house_text.VERSION + link_text(b"[" * MOST_BYTES),
}
NAMES = (*REPEATED, *LINKS)


@cache
def worst_text(name: str, size: int, *, quoted: bool = False) -> str:
    """Return a text of this name that takes ``size`` bytes, in a URL if ``quoted``."""
    if name in LINKS:
        return LINKS[name]()
    first, sign, last = REPEATED[name]
    length = len(quote_plus(sign)) if quoted else len(sign.encode())
    times = (size - len(quote_plus(first + last))) // length
    return first + sign * times + last


def many_fields(size: int, *, end: str = "&") -> bytes:
    """Return the body of a form with as many fields as ``size`` allows."""
    return f"a{end}".encode() * (size // 2)


def many_keys(size: int) -> str:
    """Return a JSON object with as many keys as ``size`` allows."""
    pairs = []
    while size > 20:
        pairs.append(f'"{len(pairs):x}":0')
        size -= len(pairs[-1]) + 1
    return "{" + ",".join(pairs) + "}"
