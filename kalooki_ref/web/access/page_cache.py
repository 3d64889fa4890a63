"""Pages of a table kept as they were made, as long as nothing new is in its book.

A page is made of a game at a version, of the address, and of how this phone shows things; all of
that is in the name it is kept under. Every form gets a key of its own each time the page is sent,
so two phones never share one. A page with news for one phone alone is never kept.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import chain, zip_longest
from threading import Lock

from flask import Flask, current_app, g, request, session
from flask_babel import get_babel

from kalooki_ref.web.access.append import KEY_BYTES
from kalooki_ref.web.access.open_game import Table
from kalooki_ref.web.access.theme import CHOICES

Name = tuple[object, ...]
MOST = 64
HOLE = secrets.token_hex(24)
"""Stands in a kept page where a form's key belongs; nobody outside can know it or write it."""


class Pages:
    """The pages asked for of late, each cut where its keys belong."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Name, tuple[str, ...]] = OrderedDict()
        self._lock = Lock()

    def get(self, name: Name) -> tuple[str, ...] | None:
        with self._lock:
            if name in self._kept:
                self._kept.move_to_end(name)
            return self._kept.get(name)

    def keep(self, name: Name, pieces: tuple[str, ...]) -> tuple[str, ...]:
        with self._lock:
            self._kept[name] = pieces
            while len(self._kept) > MOST:
                self._kept.popitem(last=False)
        return pieces


def init_app(app: Flask) -> None:
    app.extensions["kalooki_pages"] = Pages()


def kept(table: Table, make: Callable[[], str]) -> str:
    """Return the page at hand, made now or kept from before, with fresh keys in its forms."""
    if request.query_string or current_app.debug or _has_news():
        return make()
    pages: Pages = current_app.extensions["kalooki_pages"]
    name = _name(table)
    pieces = pages.get(name) or pages.keep(name, _made(make))
    keys = _fresh_keys(len(pieces) - 1)
    return "".join(chain.from_iterable(zip_longest(pieces, keys, fillvalue="")))


def _fresh_keys(count: int) -> Iterator[str]:
    """Yield so many keys that nobody had before, drawn at once."""
    drawn, size = secrets.token_hex(KEY_BYTES * count), KEY_BYTES * 2
    return (drawn[at : at + size] for at in range(0, len(drawn), size))


def _has_news() -> bool:
    """Whether this phone is to be told something; without a session there is nothing to tell."""
    return current_app.config["SESSION_COOKIE_NAME"] in request.cookies and "_flashes" in session


def _name(table: Table) -> Name:
    cookies, language = request.cookies, get_babel().locale_selector
    shown = (*(cookies.get(choice) for choice in CHOICES), language and language())
    return (table.id, table.version, request.script_root, request.path, *shown)


def _made(make: Callable[[], str]) -> tuple[str, ...]:
    """Return the page cut where its keys belong."""
    g.form_key = HOLE
    try:
        return tuple(make().split(HOLE))
    finally:
        del g.form_key
