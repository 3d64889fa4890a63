"""After one visit the pocket works without its host."""

from playwright.sync_api import Page, expect

from tests.browser.evening import Evening
from tests.browser.test_evening import PAGE_OBJECT, expected, standings_shown
from tests.games.whole_game import read
from tests.pocket.phone import Host, PocketPhone


def test_game_without_a_host(phone: PocketPhone, host: Host) -> None:
    host.kill()
    with phone.switched_on() as page:
        evening = Evening(page, read("jamaican"), by_thumb=False)
        table = evening.begin()
        middle = len(evening.whole.events) // 2
        evening.play(evening.whole.events[:middle])
    with phone.switched_on() as page:
        evening.page = page
        page.goto(table)
        evening.play(evening.whole.events[middle:])
        page.goto(f"{table}/standings")
        assert standings_shown(page) == expected(evening.whole)
        expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
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
