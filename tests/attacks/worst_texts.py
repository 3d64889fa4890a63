"""The worst texts: each a few signs repeated up to a size, or a link that inflates."""

import base64
import json
import zlib
from collections.abc import Callable
from functools import cache
from urllib.parse import quote_plus

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


def inflating(text: str) -> str:
    """Return the text of a link that inflates to this."""
    return base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")


def link_of_entries() -> str:
    """Return a link of as many entries as its inflated size allows."""
    entries = [CALL] * ((MOST_BYTES - 100) // len(json.dumps(CALL, separators=(",", ":")) + ","))
    return json.dumps([RULES, entries, "x", 0, ""], separators=(",", ":"))


LINKS: dict[str, Callable[[], str]] = {
    "link of brackets": lambda: VERSION + inflating("[" * MOST_BYTES),
    "link of blanks": lambda: VERSION + inflating(" " * MOST_BYTES),
    "link of 64 MB": lambda: VERSION + inflating(" " * 64_000_000),
    "link of entries": lambda: VERSION + inflating(link_of_entries()),
    "rules of brackets": lambda: inflating("[" * MOST_BYTES),
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
