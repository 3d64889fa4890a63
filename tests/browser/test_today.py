"""Today's hand on a phone: the phone's own date, and its days kept on it."""

import re

from playwright.sync_api import Page, expect

from tests.web.learn.test_today import DAY, laid


def test_days_are_kept_on_the_phone(page: Page) -> None:
    page.goto(laid(done=True))
    expect(page.get_by_role("heading", name="Best lay")).to_be_visible()
    expect(page.locator("[data-of=best] .number")).to_have_text("1")
    expect(page.locator(".week-best")).to_have_count(1)
    page.reload()
    expect(page.locator("[data-of=best] .number")).to_have_text("1")
    expect(page.get_by_role("button", name="Share")).to_be_visible()


def test_week_begins_with_the_first_day(page: Page) -> None:
    page.goto(laid(done=True))
    expect(page.locator("[data-week] li")).to_have_count(7)
    expect(page.get_by_role("list", name="This week").get_by_role("img")).to_have_count(1)
    expect(page.locator(".week-missed")).to_have_count(0)


def test_hand_is_that_of_the_phones_date(page: Page) -> None:
    page.clock.install(time=f"{DAY}T12:00:00")
    page.goto("/today")
    expect(page.locator("[data-day]")).to_have_attribute("data-day", re.compile(str(DAY)))


def test_cards_are_laid_by_taps(page: Page) -> None:
    page.goto(f"/today?day={DAY}")
    page.locator(".todays-hand a").first.tap()
    expect(page.locator(".todays-gone")).to_have_count(1)
    page.get_by_role("link", name="Undo").tap()
    expect(page.locator(".todays-gone")).to_have_count(0)
