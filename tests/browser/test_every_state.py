"""Every screen and what it becomes by a tap: nothing that a person with a disability can't use.

Commits take turns with the screens, and with light and dark.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from kalooki_ref.cli.demo import make_games
from tests.browser.axe import SETTLED, axe
from tests.browser.phone import PATIENCE, PHONE, Watch, forget_taps, wait_for_script
from tests.browser.screens import LARGE_TABLE, SCREENS, STATES, addresses, large_table, show
from tests.browser.thumb import small_targets
from tests.commits import share_of_this_commit
from tests.faults.forked import forking
from tests.server import Server

SCREENS_AND_STATES = sorted((SCREENS | STATES | LARGE_TABLE).items())
ALL = [(*screen, colour) for colour in ("light", "dark") for screen in SCREENS_AND_STATES]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, dict[str, str]]]:
    """A server with the demo games, and their ids by title."""
    folder = tmp_path_factory.mktemp("demo") / "instance"
    games = make_games(folder)
    with forking(folder) as server:
        yield server, games


@pytest.fixture
def seen(
    browser: Browser, demo: tuple[Server, dict[str, str]], watch: Watch
) -> Iterator[tuple[Page, dict[str, str]]]:
    """A phone, and the addresses of the games."""
    server, games = demo
    watch.allow("status of 404")  # one of the screens is that of a wrong address
    settings = {**PHONE, "base_url": server.url, "reduced_motion": "reduce"}
    with browser.new_context(**settings) as context:
        context.set_default_timeout(PATIENCE)
        forget_taps(context)
        watch.over(context, host=urlsplit(server.url).netloc)
        page = context.new_page()
        yield page, addresses(games) | {"eleven": large_table(browser, url=server.url)}


def test_is_accessible_in_every_state(seen: tuple[Page, dict[str, str]]) -> None:
    page, ids = seen
    wrong = {}
    for name, screen, colour in share_of_this_commit(ALL, of=6):
        page.emulate_media(color_scheme=colour)
        show(page, screen, ids)
        expect(page.locator("main")).to_be_visible()
        wait_for_script(page)
        page.evaluate(SETTLED)
        wrong[name, colour] = (*axe(page), *small_targets(page))
    assert not {screen: found for screen, found in wrong.items() if found}
