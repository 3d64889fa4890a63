"""After one visit the pocket works without its host.

KALOOKI_ROUNDS=9 plays the whole game.
"""

import os

from playwright.sync_api import Page, expect

from tests.browser.evening import Evening, first_rounds
from tests.browser.test_evening import PAGE_OBJECT
from tests.games.whole_game import points_after, read
from tests.pocket.phone import Host, PocketPhone
from tests.pocket.test_taken_along import shown_totals

ROUNDS = int(os.environ.get("KALOOKI_ROUNDS", "2"))


def test_game_without_a_host(phone: PocketPhone, host: Host) -> None:
    host.kill()
    with phone.switched_on() as page:
        evening = Evening(page, read("jamaican"), by_thumb=False)
        table = evening.begin()
        begun = first_rounds(evening.whole, 1)
        evening.play(begun)
    with phone.switched_on() as page:
        evening.page = page
        page.goto(table)
        evening.play(first_rounds(evening.whole, ROUNDS)[len(begun) :])
        assert shown_totals(page, table) == points_after(evening.whole, ROUNDS)
        page.goto(f"{table}/print")
        assert len(PAGE_OBJECT.findall(page.pdf(format="A4"))) == 1


ITALIAN = "Object.defineProperty(navigator, 'languages', { get: () => ['it-IT', 'it'] })"


def test_page_uses_the_browser_language(started: PocketPhone, page: Page) -> None:
    page.goto("./")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    started.worker().evaluate(ITALIAN)
    page.goto("./rules/")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    started.stop_workers(page)
