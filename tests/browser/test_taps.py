"""The taps that common tasks take; see bench/taps.py."""

from playwright.sync_api import Browser

from bench.taps import TASKS, taps_of
from tests.browser.phone import PHONE, forget_taps
from tests.server import Server


def test_tasks_take_no_more_taps_than_their_targets(browser: Browser, live_server: Server) -> None:
    for task in TASKS:
        with browser.new_context(base_url=live_server.url, **PHONE) as context:
            forget_taps(context)
            assert taps_of(task, context) <= task.target, task.name
