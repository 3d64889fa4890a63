"""Saving a round: questions without an answer, lines below the bar, and colours one can read."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import (
    FIVE,
    SAVE,
    begin_game,
    call_button,
    review_line,
    save_round,
    tap_who_went_out,
    wait_for,
    wait_for_script,
)
from tests.browser.test_paper import largest_game
from tests.browser.test_review import type_points

# The contrast of an element's text with the first background behind it, as WCAG defines it.
CONTRAST = """one => {
  const rgb = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const isClear = (colour) => rgb(colour)[3] === 0;
  let around = one;
  while (isClear(getComputedStyle(around).backgroundColor)) around = around.parentElement;
  const light = (colour) => {
    const [r, g, b] = rgb(colour).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const both = [getComputedStyle(one).color, getComputedStyle(around).backgroundColor].map(light);
  return Math.max(...both) / Math.min(...both);
}"""
READABLE = 4.5
LINES_END_ABOVE_THE_BAR = """() => {
  const edges = (selector, edge) => [...document.querySelectorAll(selector)]
    .map((part) => part.getBoundingClientRect()[edge]);
  return Math.max(...edges('.review-line', 'bottom')) <= edges('footer', 'top')[0] + 1;
}"""


def to_review(page: Page, game: str, winner: int, points: tuple[str, ...]) -> None:
    """Type the points of a round that this player won, up to its review."""
    page.goto(f"{game}/round?winner={winner}")
    wait_for_script(page)
    type_points(page, *points)
    wait_for_script(page)


def test_bent_board_of_a_correction_is_readable(page: Page) -> None:
    game = begin_game(page, "jamaican")
    save_round(page, game, 1, (15, 0, 27, 105, 8), winner=2, bent=True)
    page.goto(f"{game}/rounds/1/amend")
    wait_for_script(page)
    page.locator("#hands-0-points").fill("16")
    page.keyboard.press("Escape")
    page.locator("#review").tap()
    tile = page.locator(".tile:has(#bent)")
    expect(tile.locator("input")).to_be_checked()
    for colour in ("light", "dark"):
        page.emulate_media(color_scheme=colour)
        assert tile.locator(".tile-label").evaluate(CONTRAST) >= READABLE, colour
    assert not accessibility_faults(page)


@pytest.mark.parametrize("colour", ["light", "dark"])
def test_doubled_points_of_a_gold_row_are_readable(page: Page, colour: str) -> None:
    game = begin_game(page, "jamaican")
    save_round(page, game, 1, (200, 0, 60, 90, 90), winner=2)
    page.emulate_media(color_scheme=colour)
    to_review(page, game, 1, ("50", "1", "50", "50"))
    page.get_by_role("radio", name="Yes").check()
    leading = page.locator(".review-leads:visible")
    expect(leading).to_contain_text("×2")
    for part in leading.locator(".review-doubled, .review-doubled > small").all():
        assert part.evaluate(CONTRAST) >= READABLE


def test_save_asks_whether_it_bent_where_the_app_says_why_it_must_have(page: Page) -> None:
    game = begin_game(page, "jamaican")
    call_button(page, "Ann").tap()
    expect(page.locator(".player", has_text="Ann")).to_contain_text("2 calls left")
    tap_who_went_out(page, "Ben")
    wait_for_script(page)
    type_points(page, "15", "27", "105", "8")
    expect(page.get_by_text("No call by Ben is recorded")).to_be_visible()
    for answer in ("Yes", "No"):
        expect(page.get_by_role("radio", name=answer)).not_to_be_checked()
    wait_for_script(page)
    expect(page.locator(SAVE)).to_contain_text("Tap Yes or No first")
    page.locator(SAVE).tap()
    expect(page.locator("#bent")).to_be_focused()
    page.get_by_role("radio", name="Yes").check()
    expect(page.locator(SAVE)).to_have_text(re.compile(r"^\s*Save round\s*$"))
    page.locator(SAVE).tap()
    page.wait_for_url(game)
    expect(page.locator(".player", has_text="Dan").first).to_contain_text("210")


def test_save_leads_to_the_lines_below_it_first(page: Page) -> None:
    game = largest_game(page, rounds=0)
    to_review(page, game, 1, tuple(str(10 + number) for number in range(10)))
    below = page.locator(SAVE)
    expect(below).to_contain_text("more below")
    place = below.bounding_box()  # a tap of the locator would scroll by itself
    page.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    last = page.locator(".review-line:visible").last
    expect(last).to_be_in_viewport(ratio=1)
    expect(below).to_have_text(re.compile(r"^\s*Save round\s*$"))
    wait_for(page, LINES_END_ABOVE_THE_BAR)  # they glide there
    below.tap()
    page.wait_for_url(game)


def test_five_lines_are_saved_by_one_tap(page: Page) -> None:
    game = begin_game(page, "jamaican")
    to_review(page, game, 2, ("15", "27", "105", "8"))
    assert page.locator(".review-line:visible").count() == len(FIVE)
    expect(review_line(page, "Dan")).to_contain_text("+105")
    page.locator(SAVE).tap()
    page.wait_for_url(game)
