"""Practising on a phone: taps alone, and the row of right answers kept on it."""

from playwright.sync_api import Page, expect

BEGIN = "/practise/legal?system=jamaican&seed=5"


def answer(page: Page, *, rightly: bool) -> None:
    """Tap the answer that is right, or a wrong one; their pages are fetched to find out."""
    options = page.locator("[data-option]")
    expect(options.first).to_be_visible()
    for option in options.all():
        shown = page.request.get(str(option.evaluate("link => link.href"))).text()
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


def test_answers_stay_where_they_were_on_green_felt(page: Page) -> None:
    page.goto(BEGIN)
    before = page.locator(".answers").bounding_box()
    answer(page, rightly=False)
    after = page.locator(".answers").bounding_box()
    assert before
    assert after
    assert (before["x"], before["y"]) == (after["x"], after["y"])
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(23, 80, 60)"
