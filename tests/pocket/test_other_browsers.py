"""The pocket in Firefox and WebKitGTK: installation, the core journey, then offline.

A push tests one of them, selected by its commit's hash.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.browser.test_other_browsers import (
    BROWSERS,
    SAVED,
    ask_for_a_verdict,
    begin,
    call_and_undo,
    save_a_round,
)
from tests.browser.webdriver import RemoteBrowser, firefox, firefox_version
from tests.commits import share_of_this_commit
from tests.pocket.phone import FOLDER, Host

TRIES = 200
# The first Firefox that supports module service workers.
WITH_MODULES = 147
# What the first start says; the next page doesn't say it again.
READY = '//*[contains(@class, "pocket-ready")]'
IS_UP = "setTimeout(arguments[0], 300, document.getElementById('main') !== null)"


@pytest.mark.parametrize(("launch", "path"), share_of_this_commit(BROWSERS, of=len(BROWSERS)))
def test_evening(
    launch: Callable, path: Callable[[], str | None], tmp_path: Path, host: Host
) -> None:
    if path() is None:
        pytest.skip("This browser is not installed here.")
    with launch(tmp_path) as send:
        address = f"http://localhost:{host.port}/{FOLDER}"
        browser = RemoteBrowser(send, url=address.rstrip("/"))
        browser.go("/")
        if launch is firefox and firefox_version() < WITH_MODULES:
            browser.find('//*[contains(., "This browser is too old to keep the app.")]')
            return
        install(browser)
        begin(browser)
        call_and_undo(browser)
        save_a_round(browser)
        host.kill()
        browser.reload()
        browser.find(SAVED)
        ask_for_a_verdict(browser)


def install(browser: RemoteBrowser) -> None:
    """Wait for the installation, after which the page reloads and says that the app is there."""
    for _ in range(TRIES):
        with suppress(RuntimeError, TimeoutError):  # the page was left meanwhile
            if browser.send("ExecuteAsyncScript", script=IS_UP, args=[]):
                browser.find(READY)
                return
    pytest.fail("The app was not there in time.")
