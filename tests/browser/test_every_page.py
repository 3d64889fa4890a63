"""Every page a link leads to: readable by all, tappable by thumb, quiet, and small."""

from collections import deque
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Request

from tests.browser.axe import axe
from tests.browser.thumb import slides_sideways, small_targets
from tests.server import Server

START = ("/", "/games/new", "/design")
MOST_PAGES = 30
MOST_REQUESTS = 4
LINKS = "[...document.querySelectorAll('a[href]:not([download])')].map(link => link.href)"


@pytest.fixture(scope="module")
def addresses(browser, live_server: Server) -> tuple[str, ...]:
    """Follow links from the start pages, breadth first, as far as a curious person would."""
    with browser.new_context(base_url=live_server.url, java_script_enabled=True) as context:
        return walk(context.new_page(), host=urlsplit(live_server.url).netloc)


def walk(page: Page, *, host: str) -> tuple[str, ...]:
    waiting, seen = deque(START), []
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.popleft()
        if path in seen:
            continue
        page.goto(path)
        seen.append(path)
        links = (urlsplit(link) for link in page.evaluate(LINKS))
        waiting.extend(link.path for link in links if link.netloc == host)
    return tuple(seen)


@pytest.mark.parametrize("colour", ["light", "dark"])
def test_shuts_nobody_out(
    open_phone: Callable[..., Page], addresses: tuple[str, ...], colour: str
) -> None:
    page = open_phone(colour=colour)
    wrong = {}
    for address in addresses:
        page.goto(address)
        wrong[address] = (*axe(page), *small_targets(page), *wide(page))
    assert not {address: found for address, found in wrong.items() if found}


def wide(page: Page) -> tuple[str, ...]:
    return ("slides sideways",) if slides_sideways(page) else ()


def test_asks_for_little(open_phone: Callable[..., Page], addresses: tuple[str, ...]) -> None:
    page = open_phone(service_workers="block")
    asked: list[Request] = []

    def note(request: Request) -> None:
        asked.append(request)

    page.on("request", note)
    counts = {}
    for address in addresses:
        asked.clear()
        page.goto(address)
        counts[address] = len([request for request in asked if counts_as_load(request)])
    assert not {address: count for address, count in counts.items() if count > MOST_REQUESTS}


def counts_as_load(request: Request) -> bool:
    """Icons and the manifest are fetched at leisure, by the browser and not by the page."""
    return request.resource_type in {"document", "stylesheet", "script", "fetch", "font"}


def test_works_without_script(page_without_script: Page, addresses: tuple[str, ...]) -> None:
    for address in addresses:
        answer = page_without_script.goto(address)
        assert answer is not None
        assert answer.status == 200, address
        assert page_without_script.locator("h1").count() == 1, address
