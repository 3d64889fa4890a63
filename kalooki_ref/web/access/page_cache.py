"""Pages of a game, cached until anything that shows of it changes.

The cache key (`_cache_key`) holds all that may look otherwise to somebody else: the game and its
number of changes, the address, the viewer (rights, seat, whether the table is guarded), theme,
suits, verdicts, language. A page that shows anything else is not cached. What belongs to one phone
alone is filled in each time a page is sent: its messages, and a key for every form, so two phones
never share one. A page that brings itself up to date makes its own keys; what it fetches is
compressed once for all phones that may see the same.
"""

import gzip
import hashlib
import re
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest
from threading import RLock
from typing import Any

from flask import (
    Flask,
    Response,
    current_app,
    g,
    get_flashed_messages,
    make_response,
    request,
)
from markupsafe import Markup

from kalooki_ref.store.event_store import Numbers
from kalooki_ref.store.fold_cache import LastUsed
from kalooki_ref.web.access.append import KEY_BYTES
from kalooki_ref.web.access.device import CHOICES, language
from kalooki_ref.web.access.open_game import OpenGame, open_at
from kalooki_ref.web.access.roles import numbers_seen, viewer_of
from kalooki_ref.web.middleware.responses import LEVEL, LIVE, SENT_BY

CacheKey = tuple[object, ...]
Make = Callable[[OpenGame], str]
MOST, MOST_LIVE = 64, 512
PAGES = "kalooki_pages"
HOLE, MESSAGES = secrets.token_hex(24), secrets.token_hex(24)
"""Stand in a cached page for a form's key and for messages; nobody outside can know them."""
OF_ITS_OWN = re.compile(r' data-changes="\d+"|name="key" value="\w*"')
"""What differs in a page each time it is sent, though nothing on it changed."""


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page for script, compressed, and its ETag: the same for all who may see the same."""

    tag: str
    packed: bytes

    def with_messages(self, messages: str) -> str:
        """Return the page, unpacked, with messages where it has none."""
        return gzip.decompress(self.packed).decode().replace(flashes([]), messages, 1)


class CachedPage:
    """A page with its holes."""

    def __init__(self, text: str) -> None:
        self.text = text

    def filled(self, messages: str) -> str:
        """Return the page with these messages, and a new key in each form."""
        pieces = self.text.replace(MESSAGES, messages).split(HOLE)
        keys = _fresh_keys(len(pieces) - 1)
        return "".join(chain.from_iterable(zip_longest(pieces, keys, fillvalue="")))

    def keyless(self, messages: str) -> str:
        return self.text.replace(MESSAGES, messages).replace(HOLE, "")

    def live(self) -> LivePage:
        """Return the page as script fetches it while its phone has no message."""
        packed = gzip.compress(self.keyless(flashes([])).encode(), LEVEL, mtime=0)
        return LivePage(tag_of(self.keyless("")), packed)


class Pages:
    """All caches of an app: whole pages, and live ones."""

    def __init__(self) -> None:
        self.whole: LastUsed[CacheKey, CachedPage] = LastUsed(MOST)
        self.live: LastUsed[CacheKey, LivePage] = LastUsed(MOST_LIVE)
        self.making = RLock()
        """One page at a time: several at once would be no sooner, and would slow every save."""


def init_app(app: Flask) -> None:
    app.extensions[PAGES] = Pages()
    app.jinja_env.globals["flashes_here"] = flashes_here


def cached(game_id: str, make: Make) -> Response:
    """Return a page of a game, made now or from the cache; raises UnknownGame."""
    numbers = numbers_seen(game_id)
    if request.query_string or current_app.debug:
        return make_response(make(open_at(game_id, numbers)))
    key, messages = _cache_key(game_id, numbers), get_flashed_messages(with_categories=True)
    if request.headers.get(SENT_BY) == LIVE:
        return _answered(_live_page(key, lambda: make(open_at(game_id, numbers))), messages)
    page = _whole_page(key, lambda: make(open_at(game_id, numbers)))
    return make_response(page.filled(flashes(messages)))


def cached_text(game_id: str, make: Make) -> str:
    """Return a text without forms and messages, made now or from the cache; raises UnknownGame."""
    numbers = numbers_seen(game_id)
    key = _cache_key(game_id, numbers)
    return _whole_page(key, lambda: make(open_at(game_id, numbers))).text


def flashes_here() -> str:
    """Return this phone's messages, or what stands for them in a page that is being cached."""
    if "form_key" in g:
        return Markup(MESSAGES)  # noqa: S704
    return flashes(get_flashed_messages(with_categories=True))


def flashes(messages: object) -> str:
    notice: Any = current_app.jinja_env.get_template("components/notice.html").module
    return Markup(notice.flashes(messages))  # noqa: S704


def tag_of(page: str) -> str:
    """Return an ETag that moves only with what people see of a page."""
    return hashlib.sha256(OF_ITS_OWN.sub("", page).encode()).hexdigest()[:16]


def _whole_page(key: CacheKey, make: Callable[[], str]) -> CachedPage:
    pages: Pages = current_app.extensions[PAGES]
    if page := pages.whole.get(key):
        return page
    with pages.making:
        return pages.whole.get(key) or pages.whole.put(key, CachedPage(_made(make)))


def _live_page(key: CacheKey, make: Callable[[], str]) -> LivePage:
    """Return a page for script, made now or from the cache."""
    pages: Pages = current_app.extensions[PAGES]
    return pages.live.get(key) or pages.live.put(key, _whole_page(key, make).live())


def _answered(page: LivePage, messages: list[Any]) -> Response:
    """Answer with a page for script, or 304; messages are sent whatever page the phone has."""
    if messages or not request.accept_encodings["gzip"]:
        answer = make_response(page.with_messages(flashes(messages)))
    else:
        answer = make_response(page.packed)
        answer.headers["Content-Encoding"] = "gzip"
    answer.set_etag(page.tag, weak=True)
    if not messages:
        answer.make_conditional(request)
    return answer


def _cache_key(game_id: str, numbers: Numbers) -> CacheKey:
    shown = (*(request.cookies.get(choice) for choice in CHOICES), language())
    return (game_id, numbers[1], viewer_of(game_id), request.script_root, request.path, *shown)


def _made(make: Callable[[], str]) -> str:
    """Return a page with holes where something belongs to each phone."""
    g.form_key = HOLE
    try:
        return make()
    finally:
        del g.form_key


def _fresh_keys(count: int) -> Iterator[str]:
    """Yield so many keys that nobody had before, drawn at once."""
    drawn, size = secrets.token_hex(KEY_BYTES * count), KEY_BYTES * 2
    return (drawn[at : at + size] for at in range(0, len(drawn), size))
