"""Fixtures: the real app, and a real Chromium at phone size.

`page` has scripts and the light theme; `open_phone` opens others. A test fails on any console
message, content security policy report or request to another host, unless `watch.allow(pattern)`
expects it.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import chromium, fonts
from tests.browser.phone import LAUNCH, PATIENCE, PHONE, Watch, forget_taps
from tests.browser.recorded import recorded
from tests.faults.forked import forking
from tests.server import Server

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def browser_path() -> Path:
    path = chromium.find()
    if path is None and os.environ.get("CI"):
        pytest.fail(chromium.MISSING)
    if path is None:
        pytest.skip(chromium.MISSING)
    return path


@pytest.fixture(scope="session")
def browser(browser_path: Path) -> Iterator[Browser]:
    browser = chromium.driver().chromium.launch(executable_path=browser_path, **LAUNCH)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def browser_of_one_font(
    request: pytest.FixtureRequest, browser_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Browser]:
    """A browser with only one font, the parameter: narrow or wide."""
    environ = fonts.only(request.param, tmp_path_factory.mktemp("fonts"))
    launch = chromium.driver().chromium.launch
    browser = launch(executable_path=browser_path, env=environ, **LAUNCH)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all journeys: `.url`, `.instance`; each journey has its own game."""
    # All come from one address, and one process may run every test of the folder within an hour.
    many = {"KALOOKI_MOST_GAMES": "5000/hour"}
    with forking(tmp_path_factory.mktemp("live") / "instance", **many) as server:
        yield server


@pytest.fixture
def watch() -> Iterator[Watch]:
    watch = Watch()
    yield watch
    complaints = list(watch.unexpected())
    assert not complaints, "The page complained:\n" + "\n".join(complaints)


@pytest.fixture
def open_context(
    browser: Browser, live_server: Server, watch: Watch, request: pytest.FixtureRequest
) -> Iterator[Callable[..., BrowserContext]]:
    """Factory for browser contexts: `colour` "light" or "dark", `script` on or off.

    Only with `doubles`, a quick second tap may have no effect.
    """
    with ExitStack() as contexts:

        def open_context(
            *,
            colour: str = "light",
            script: bool = True,
            base_url: str = "",
            doubles: bool = False,
            **more: Any,
        ) -> BrowserContext:
            url = base_url or live_server.url
            phone = {**PHONE, "color_scheme": colour, "java_script_enabled": script, **more}
            context = contexts.enter_context(browser.new_context(base_url=url, **phone))
            context.set_default_timeout(PATIENCE)
            if not doubles:
                forget_taps(context)
            contexts.enter_context(recorded(context, request.node, watch))
            watch.over(context, host=urlsplit(url).netloc)
            return context

        yield open_context


@pytest.fixture
def open_phone(open_context: Callable[..., BrowserContext]) -> Callable[..., Page]:
    """Factory for pages in a context of their own; takes the arguments of `open_context`."""

    def open_phone(**settings: Any) -> Page:
        return open_context(**settings).new_page()

    return open_phone


@pytest.fixture
def page(open_phone: Callable[..., Page]) -> Page:
    return open_phone()


@pytest.fixture
def page_without_script(open_phone: Callable[..., Page]) -> Page:
    return open_phone(script=False)


@pytest.fixture(params=[True, False], ids=["script", "no-script"])
def either(request: pytest.FixtureRequest, open_phone: Callable[..., Page]) -> Page:
    """A page with script, and one without."""
    return open_phone(script=request.param)
