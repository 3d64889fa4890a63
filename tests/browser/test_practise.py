"""Practising on a phone: taps alone, and the row of right answers kept on it."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_learn import PAGE_OF

# The boxes of answers without what lifts the right one.
LAID_OUT = """answers => answers.map(
  (one) => [one.offsetLeft, one.offsetTop, one.offsetWidth, one.offsetHeight])"""
BEGIN = "/practise/legal?system=jamaican&seed=5"


def answer(page: Page, *, rightly: bool) -> None:
    """Tap the answer that is right, or a wrong one; their pages are fetched to find out."""
    options = page.locator("[data-option]")
    expect(options.first).to_be_visible()
    for option in options.all():
        shown = str(option.evaluate(PAGE_OF))
        if f'data-right="{int(rightly)}"' in shown:
            option.tap()
            break
    expect(page.locator(".reason")).to_be_visible()


def test_row_of_right_answers_is_kept_on_the_phone(page: Page) -> None:
    page.goto(BEGIN)
    for rightly in (True, True, True, False):
        answer(page, rightly=rightly)
        page.get_by_role("link", name="Next").tap()
    answer(page, rightly=True)
    expect(page.get_by_text("best in a row: 3")).to_be_visible()
    page.reload()
    expect(page.get_by_text("best in a row: 3")).to_be_visible()


def test_practice_goes_on_where_it_stopped(page: Page) -> None:
    page.goto(BEGIN)
    answer(page, rightly=False)
    page.get_by_role("link", name="Next").tap()
    answer(page, rightly=True)
    page.goto("/practise?system=jamaican")
    expect(page.locator("[data-topic] small:not([hidden])")).to_have_count(1)
    page.get_by_role("link", name="Is it legal?").tap()
    expect(page.get_by_text("3/10")).to_be_visible()
    expect(page.locator(".ten-wrong")).to_have_count(1)
    page.goto("/practise?system=kooky")
    expect(page.locator("[data-topic] small:not([hidden])")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("topic", ["legal", "cost", "down", "lay"])
@pytest.mark.parametrize("rightly", [True, False])
def test_no_answer_moves_under_the_eye(
    page: Page, topic: str, width: int, *, rightly: bool
) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"/practise/{topic}?system=jamaican&seed=5")
    before = page.locator(".answer").evaluate_all(LAID_OUT)
    answer(page, rightly=rightly)
    assert page.locator(".answer").evaluate_all(LAID_OUT) == before


def test_answers_stay_where_they_were_on_green_felt(page: Page) -> None:
    page.goto(BEGIN)
    before = page.locator(".answers").bounding_box()
    answer(page, rightly=False)
    after = page.locator(".answers").bounding_box()
    assert before
    assert after
    assert (before["x"], before["y"]) == (after["x"], after["y"])
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 80, 60)"
