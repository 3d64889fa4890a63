"""Pages on which nothing jumps: the bar has one height, and what was tapped stays where it was."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import begin_game, call_button, undo_button

# Sums up the layout shifts, including those right after a tap, which browsers forgive.
WATCH_SHIFTS = """() => {
  window.shifted = 0;
  const add = (entries) => entries.forEach(({ value }) => { window.shifted += value; });
  window.shifts = new PerformanceObserver((list) => add(list.getEntries()));
  window.shifts.observe({ type: 'layout-shift' });
  window.addShifts = () => add(window.shifts.takeRecords());
}"""
SHIFTED = """() => new Promise((done) => {
  const drawn = () => { window.addShifts(); done(window.shifted); };
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)));
})"""
TOPS = "rows => rows.map((row) => row.getBoundingClientRect().top + scrollY)"
MOST_SHIFT = 0.005


def places(page: Page) -> list[float]:
    """Return the bar's height, and where the button of the round's end and each row begin."""
    bar = page.locator("footer").bounding_box()
    end = page.locator("#round-over").bounding_box()
    rows = page.locator(".table-rows > .player").evaluate_all(TOPS)
    return [round(value) for value in (bar["height"], end["x"], *rows)]


def calls_left(page: Page, name: str, words: str) -> None:
    expect(page.locator(".player", has_text=name).locator(".calls-left")).to_have_text(words)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 568), (844, 390)])
def test_a_call_and_its_undo_move_nothing_on_the_table(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    begin_game(page)
    before = places(page)
    page.evaluate(WATCH_SHIFTS)
    call_button(page, "Ben").tap()
    calls_left(page, "Ben", "2 calls left")
    assert places(page) == before
    undo_button(page).tap()
    calls_left(page, "Ben", "3 calls left")
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    assert places(page) == before
    assert page.evaluate(SHIFTED) <= MOST_SHIFT


def test_two_wrong_calls_are_undone_by_two_taps_on_one_spot(page: Page) -> None:
    begin_game(page)
    call_button(page, "Ben").tap()
    calls_left(page, "Ben", "2 calls left")
    call_button(page, "Cleo").tap()
    calls_left(page, "Cleo", "2 calls left")
    expect(undo_button(page, "Cleo called")).to_be_visible()
    place = undo_button(page).bounding_box()
    spot = place["x"] + 20, place["y"] + place["height"] / 2
    page.touchscreen.tap(*spot)
    calls_left(page, "Cleo", "3 calls left")
    expect(page.get_by_role("button", name="Restore Cleo called")).to_be_visible()
    page.touchscreen.tap(*spot)
    calls_left(page, "Ben", "3 calls left")
