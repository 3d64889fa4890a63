"""The core journey in Firefox and WebKitGTK: a game, a call, a round, a verdict."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.browser.webdriver import RemoteBrowser, firefox, firefox_path, webkit, webkit_path
from tests.server import Server

LOST = {"Ann": "15", "Cleo": "10+17"}
# Text on the table page once the round is saved.
SAVED = '//li[@class="player"][contains(., "Cleo")][contains(., "27")]'
BROWSERS = [
    pytest.param(firefox, firefox_path, id="firefox"),
    pytest.param(webkit, webkit_path, id="webkitgtk"),
]


@pytest.mark.parametrize(("launch", "path"), BROWSERS)
def test_evening(
    launch: Callable, path: Callable[[], str | None], tmp_path: Path, live_server: Server
) -> None:
    if path() is None:
        pytest.skip("This browser is not installed here.")
    with launch(tmp_path) as send:
        browser = RemoteBrowser(send, url=live_server.url)
        begin(browser)
        call_and_undo(browser)
        save_a_round(browser)
        ask_for_a_verdict(browser)


def begin(browser: RemoteBrowser) -> None:
    browser.go("/")
    browser.tap('//footer//a[contains(., "New game")]')
    for line, name in enumerate(("Ann", "Ben", "Cleo"), 1):
        browser.type(f'//input[@id="name-{line}"]', name)
    browser.tap('//button[@id="start"]')
    browser.find('//h2[contains(., "Who went out?")]')


def call_and_undo(browser: RemoteBrowser) -> None:
    browser.tap('//li[contains(., "Ben")]//button[contains(., "Call")]')
    browser.find('//li[contains(., "Ben")][contains(., "2 calls left")]')
    browser.tap('//button[contains(@class, "undo-button")]')
    browser.find('//li[contains(., "Ben")][contains(., "3 calls left")]')


def save_a_round(browser: RemoteBrowser) -> None:
    """Type points on the big keys; the last one leads to the review."""
    browser.tap('//button[@id="round-over"]')
    browser.tap('//ul[contains(@class, "people")]//a[contains(., "Ben")]')
    for name, points in LOST.items():
        browser.find(f'//input[@data-keypad-label="{name}"][contains(@class, "points-now")]')
        for sign in points:
            browser.tap(f'//button[@data-key="{sign}"]')
        browser.tap('//button[@data-key="next"]')
    browser.tap('//button[@id="save"]')
    browser.find(SAVED)


def ask_for_a_verdict(browser: RemoteBrowser) -> None:
    browser.go("/check?system=standard")
    for card in ("7S", "7H", "7D"):
        browser.tap(f'//button[@data-card="{card}"]')
    browser.find('//*[@id="ruling"]//*[starts-with(., "Legal")]')
