"""Coming down with builders that count towards the 40 points."""

import re

from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import SAVE_MELDS, START


def begin(page: Page) -> str:
    """Save rules that count builders, start a game with them, and return its URL."""
    page.goto("/house-rules/new?base=kalooki40")
    page.get_by_label("Name of your rules").fill("Friday rules")
    page.get_by_role("heading", name="Coming down").tap()
    page.get_by_label("Do builders of the same turn count").select_option("yes")
    page.get_by_role("button", name="Save rules").tap()
    page.get_by_role("button", name="Start a game with these rules").tap()
    for number, name in enumerate(("Ann", "Ben"), 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    page.locator(START).tap()
    page.wait_for_url("**/g/*")
    return page.url


def tap_cards(page: Page, field: str, cards: str) -> None:
    for card in cards.split():
        page.locator(f'.field:has(#{field}) [data-card="{card}"]').tap()


def test_builder_opens_with_the_melds(page: Page) -> None:
    game = begin(page)
    page.goto(f"{game}/check?player=2")
    tap_cards(page, "cards", "8H 9H 10H JH 7S 7C 7D")
    page.locator(SAVE_MELDS).tap()
    page.wait_for_url("**/board")
    page.goto(f"{game}/check?player=1")
    tap_cards(page, "cards", "4D 5D 6D 7D 5H 5C 5S")
    expect(page.locator("#ruling .verdict-word")).to_have_text("Not enough: 37 of 40")
    page.get_by_text("Builders of the same turn").tap()
    builder = page.locator("[name^=builder-]").first.get_attribute("name")
    tap_cards(page, str(builder), "QH")
    expect(page.locator("#ruling .verdict-word")).to_have_text("Legal")
    assert not accessibility_faults(page)
    page.locator(SAVE_MELDS).tap()
    page.wait_for_url("**/board")
    expect(page.get_by_text(re.compile("37 in melds and 10 in builders make 47"))).to_be_visible()
    expect(page.get_by_label("Queen of hearts")).to_be_visible()
