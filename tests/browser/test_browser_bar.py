"""What the browser adds to a page: the colour of its own bar, the flash of a tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import SETTLED
from tests.browser.phone import wait_for, wait_for_script

LEGAL, ILLEGAL = "9S+10S+*+QS", "5H+6H+6H+7H+8H"
FELT = """() => {
  const paint = (colour) => {
    document.body.style.color = colour;
    return getComputedStyle(document.body).color;
  };
  const bars = [...document.querySelectorAll('meta[name="theme-color"]')];
  const bar = bars.find(({ media }) => !media || matchMedia(media).matches);
  return [paint(bar.content), getComputedStyle(document.querySelector('html')).backgroundColor];
}"""
SAME = f"() => {{ const [bar, felt] = ({FELT})(); return bar === felt; }}"
FLASHES = """() => [...document.querySelectorAll('a, button, label, summary')].filter(
  (one) => getComputedStyle(one).webkitTapHighlightColor !== 'rgba(0, 0, 0, 0)').length"""
PATHS = {
    "home": "/",
    "legal": f"/check?system=jamaican&cards={LEGAL}",
    "illegal": f"/check?system=jamaican&cards={ILLEGAL}",
    "keep going": "/check?system=jamaican&cards=5C+6C+7C",
    "full screen": f"/check/full?system=jamaican&cards={LEGAL}",
    "hand": "/advice?system=jamaican&round=1&hand=7S+7D+7C+9S+9C+9D+4H+4S+4C+KC",
    "count": "/counts?system=jamaican&cards=13",
}


@pytest.mark.parametrize("colour", ["light", "dark"])
def test_bar_has_the_colour_of_the_felt(open_phone: Callable[..., Page], colour: str) -> None:
    page = open_phone(colour=colour, script=False)
    for name, path in PATHS.items():
        page.goto(path)
        page.evaluate(SETTLED)
        bar, felt = page.evaluate(FELT)
        assert bar == felt, name


def test_bar_has_the_chosen_theme(page: Page) -> None:
    page.goto("/settings")
    wait_for_script(page)
    page.get_by_role("button", name="Dark").tap()
    wait_for(page, SAME)
    page.reload()
    bar, felt = page.evaluate(FELT)
    assert bar == felt


def test_bar_follows_the_verdict(page: Page) -> None:
    page.goto("/check?system=jamaican")
    wait_for_script(page)
    for card in ("9S", "10S", "JS", "QS"):
        page.locator(f'.picker-card[data-card="{card}"]').tap()
    expect(page.locator(".ruling-legal")).to_be_visible()
    wait_for(page, SAME)


def test_taps_flash_nothing(page: Page) -> None:
    page.goto("/")
    assert page.evaluate(FLASHES) == 0
