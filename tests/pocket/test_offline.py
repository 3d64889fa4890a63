"""After one visit the pocket works without its host.

KALOOKI_ROUNDS=9 plays the whole game.
"""

import os

from playwright.sync_api import Page, expect

from tests.browser.evening import Evening, first_rounds
from tests.browser.test_evening import PAGE_OBJECT
from tests.browser.test_learn import tap_the_right_one
from tests.browser.test_practise import answer
from tests.games.whole_game import points_after, read
from tests.pocket.phone import Host, PocketPhone
from tests.pocket.test_taken_along import shown_totals
from tests.web.learn.test_today import laid

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


def test_learning_practising_and_todays_hand_without_a_host(phone: PocketPhone, host: Host) -> None:
    host.kill()
    with phone.switched_on() as page:
        page.goto("./learn/1?system=jamaican")
        tap_the_right_one(page)
        page.goto("./practise/legal?system=jamaican&seed=5")
        for _ in range(10):
            answer(page, rightly=True)
            page.get_by_role("link", name="Next").tap()
        expect(page.get_by_text("10 of 10 right first time")).to_be_visible()
        page.goto(f".{laid()}")
        page.get_by_role("link", name="Come down").tap()
        expect(page.get_by_role("heading", name="Best lay")).to_be_visible()
        expect(page.locator("[data-of=best] .number")).to_have_text("1")


ITALIAN = "Object.defineProperty(navigator, 'languages', { get: () => ['it-IT', 'it'] })"


def test_page_uses_the_browser_language(started: PocketPhone, page: Page) -> None:
    page.goto("./")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    started.worker().evaluate(ITALIAN)
    page.goto("./rules/")
    expect(page.locator("html")).to_have_attribute("lang", "it")
    started.stop_workers(page)
