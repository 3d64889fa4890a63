"""Pages of a game, cached until anything that shows of it changes.

The cache key holds the game, its number of changes, the address, what this phone may do there and
how it shows things. Every form gets a key of its own each time the page is sent, so two phones
never share one. A page with a message for one phone alone is never cached.
"""

import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator
from itertools import chain, zip_longest
from threading import Lock

from flask import Flask, current_app, g, request, session

from kalooki_ref.web.access.append import KEY_BYTES
from kalooki_ref.web.access.device import CHOICES, language
from kalooki_ref.web.access.open_game import OpenGame
from kalooki_ref.web.access.roles import viewer_of

CacheKey = tuple[object, ...]
MOST = 64
HOLE = secrets.token_hex(24)
"""Stands in a cached page where a form's key belongs; nobody outside can know it or write it."""


class PageCache:
    """The pages used last, each cut where its form keys belong."""

    def __init__(self) -> None:
        self._pages: OrderedDict[CacheKey, tuple[str, ...]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: CacheKey) -> tuple[str, ...] | None:
        with self._lock:
            if key in self._pages:
                self._pages.move_to_end(key)
            return self._pages.get(key)

    def put(self, key: CacheKey, pieces: tuple[str, ...]) -> tuple[str, ...]:
        with self._lock:
            self._pages[key] = pieces
            while len(self._pages) > MOST:
                self._pages.popitem(last=False)
        return pieces


def init_app(app: Flask) -> None:
    app.extensions["kalooki_pages"] = PageCache()


def cached(opened: OpenGame, make: Callable[[], str]) -> str:
    """Return the page, made now or from the cache, with fresh keys in its forms."""
    if request.query_string or current_app.debug or _has_message():
        return make()
    pages: PageCache = current_app.extensions["kalooki_pages"]
    key = _cache_key(opened)
    pieces = pages.get(key) or pages.put(key, _made(make))
    keys = _fresh_keys(len(pieces) - 1)
    return "".join(chain.from_iterable(zip_longest(pieces, keys, fillvalue="")))


def _fresh_keys(count: int) -> Iterator[str]:
    """Yield so many keys that nobody had before, drawn at once."""
    drawn, size = secrets.token_hex(KEY_BYTES * count), KEY_BYTES * 2
    return (drawn[at : at + size] for at in range(0, len(drawn), size))


def _has_message() -> bool:
    """Whether this phone has a message waiting; without a session there is none."""
    return current_app.config["SESSION_COOKIE_NAME"] in request.cookies and "_flashes" in session


def _cache_key(opened: OpenGame) -> CacheKey:
    shown = (*(request.cookies.get(choice) for choice in CHOICES), language())
    seen_by = viewer_of(opened.id)
    return (opened.id, opened.changes, seen_by, request.script_root, request.path, *shown)


def _made(make: Callable[[], str]) -> tuple[str, ...]:
    """Return the page cut where its keys belong."""
    g.form_key = HOLE
    try:
        return tuple(make().split(HOLE))
    finally:
        del g.form_key
