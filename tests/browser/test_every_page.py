"""Every linked page: accessibility, layout at every size and language, number of requests.

Depending on its hash, each commit opens a fifth of the pages with script and a fifth without, and
each of them in one language with a narrow or a wide font. `KALOOKI_WHOLE=1` opens all of them in
every way.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from itertools import product

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, Request, Route

from kalooki_ref.words.language import LANGUAGES
from tests.browser.axe import accessibility_faults
from tests.browser.fonts import FACES
from tests.browser.phone import PHONE, save_round, send
from tests.browser.thumb import broken_words, cut_text, slides_sideways
from tests.commits import share_of_this_commit
from tests.server import Server
from tests.web.learn.test_today import laid

pytestmark = pytest.mark.share(of=1)

START = (
    "/", "/games/new", "/design", "/learn/4?system=jamaican&said=0",
    "/practise?system=jamaican", "/practise/legal?system=jamaican&seed=5&said=0",
    "/practise/lay?system=jamaican&seed=5&said=0",
    "/practise/legal?system=jamaican&seed=5&was=rrrwrrrrrrr",
    "/today?day=2026-11-27", laid(done=True),
    "/learn/contract?system=jamaican", "/learn/done?system=jamaican",
)  # fmt: skip
NAMES = ("Ann", "Grandmother", "Cleo", "Dan", "Eve")
MOST_PAGES = 54
MOST_REQUESTS = 3
LINK = re.compile(r'<a [^>]*?href="([^"#?]+)[^"]*"(?![^>]* download)')
# Width in pixels, and text size.
SIZES = ((320, "100%"), (390, "200%"), (320, "200%"))
# A font, a language, and which pages are opened with them.
WAYS = [(*way, at) for at, way in enumerate(product(FACES, LANGUAGES))]
# Words too long for any line: the longest names of the style guide, and URLs.
UNBREAKABLE = re.compile(r"Featherstonehaugh|Cholmondeley|[\d.]+:\d+")


@pytest.fixture(scope="module")
def addresses(browser, live_server: Server) -> Iterator[tuple[str, ...]]:
    """Crawl links from the start pages and a game, breadth first."""
    with browser.new_context(base_url=live_server.url) as context:
        table = begun_game(context.new_page())
        yield walk(context.request, [table, f"{table}/round?winner=2", *START])


def begun_game(page: Page) -> str:
    """Start a game, play one round of it, record a call, and return its address."""
    names = [("names", name) for name in NAMES]
    table = send(page, "/games", [("system", "jamaican"), ("dealer", "1"), *names])
    save_round(page, table, 1, (0, 10, 20, 30, 40))
    send(page, f"{table}/calls", [("player", "2"), ("base", "2")])
    return table


def walk(request: APIRequestContext, start: list[str]) -> tuple[str, ...]:
    waiting, seen = deque(start), []
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.popleft()
        if path in seen:
            continue
        page = request.get(path)
        if "text/html" not in page.headers["content-type"]:
            continue
        seen.append(path)
        waiting.extend(link for link in LINK.findall(page.text()) if link.startswith("/"))
    return tuple(seen)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without"])
def test_is_accessible(
    open_phone: Callable[..., Page], addresses: tuple[str, ...], script: bool
) -> None:
    """Without script, script files are blocked; scripting stays enabled for axe itself."""
    page = open_phone(service_workers="block", reduced_motion="reduce")
    if not script:
        page.route("**/*.js*", without_script)
    requests = requests_of(page)
    wrong = {}
    for address in share_of_this_commit(addresses, of=5, at=script):
        requests.clear()
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        found = list(accessibility_faults(page))
        if len(requests) > MOST_REQUESTS:
            found.append(f"asks {len(requests)} times")
        if page.locator("h1").count() != 1:
            found.append("has no title, or two")
        wrong[address] = found
    assert not {address: found for address, found in wrong.items() if found}


def without_script(route: Route) -> None:
    route.fulfill(body="", content_type="text/javascript")


def requests_of(page: Page) -> list[Request]:
    """Return a list that collects the page's render-blocking requests.

    Icons, the manifest and scripts don't block rendering. A redirect counts as the page it leads
    to: links are followed without their query, and some pages then ask for the game first.
    """
    requests: list[Request] = []
    page.on("request", lambda request: requests.append(request) if is_part(request) else None)
    return requests


def is_part(request: Request) -> bool:
    is_first = request.redirected_from is None
    return is_first and request.resource_type in {"document", "stylesheet", "fetch", "font"}


@pytest.mark.parametrize(
    ("browser_of_one_font", "language", "at"), WAYS, indirect=["browser_of_one_font"]
)
def test_fits_a_small_screen_and_large_text(
    browser_of_one_font: Browser,
    live_server: Server,
    addresses: tuple[str, ...],
    language: str,
    at: int,
) -> None:
    phone = {**PHONE, "locale": language, "base_url": live_server.url}
    page = browser_of_one_font.new_context(**phone).new_page()
    wrong = {}
    for address in share_of_this_commit(addresses, of=len(WAYS), at=at):
        page.goto(address)
        wrong |= {f"{address} {size}": found for size in SIZES if (found := misfits(page, *size))}
    page.context.close()
    assert not wrong, "\n".join(f"{where}: {found}" for where, found in wrong.items())


def misfits(page: Page, width: int, text: str) -> list[str]:
    page.set_viewport_size({"width": width, "height": 844})
    page.evaluate(f"document.documentElement.style.fontSize = '{text}'")
    broken = [word for word in broken_words(page) if not UNBREAKABLE.fullmatch(word)]
    sideways = ["slides sideways"] if slides_sideways(page) else []
    return [*sideways, *broken, *cut_text(page)]
