"""Changing the language, which is remembered on the phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import MENU


def test_language_is_chosen_in_the_settings_and_remembered(page: Page) -> None:
    page.goto("./")
    page.locator(MENU).click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Italiano").click()
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.goto("./rules/")
    expect(page.locator("html")).to_have_attribute("lang", "it")


def test_settings_change_the_language_and_keep_the_look(page: Page) -> None:
    page.goto("./rules/")
    page.locator(MENU).click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="4 colours").click()
    page.get_by_role("button", name="Español").click()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator("html")).to_contain_class("four-colours")


def test_browser_language_is_used(open_phone: Callable[..., Page]) -> None:
    phone = open_phone(locale="es-MX")
    phone.goto("./")
    expect(phone.locator("html")).to_have_attribute("lang", "es")


@pytest.mark.parametrize("locale", ["es-ES", "it-IT"])
def test_long_verdict_leaves_room_for_its_question(
    open_phone: Callable[..., Page], locale: str
) -> None:
    """Two jokers side by side at 320 pixels: the verdict beside *Why?*."""
    phone = open_phone(locale=locale, viewport={"width": 320, "height": 568})
    phone.goto("./check?system=standard&cards=7H+8H+*+*")
    word, why = (phone.locator(part).bounding_box() for part in (".verdict-word", ".ruling-why"))
    assert word["x"] + word["width"] <= why["x"] + 1
