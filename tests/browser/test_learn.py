"""Somebody who has never played learns what a round asks for, by taps alone."""

from playwright.sync_api import Page, expect

STEPS = 8
# The tile, the game, a card and Next for each step, and New game.
MOST_TAPS = 2 + 2 * STEPS + 1


def tap_the_right_one(page: Page) -> None:
    """Tap the option that is right; their pages are fetched to find out."""
    options = page.locator("a.answer")
    expect(options.first).to_be_visible()
    for option in options.all():
        shown = page.request.get(str(option.evaluate("link => link.href"))).text()
        if "That’s it" in shown:
            option.tap()
            break
    expect(page.get_by_role("heading", name="That’s it")).to_be_visible()


def test_from_the_first_opening_to_the_first_round(page: Page) -> None:
    page.goto("/")
    taps = 1
    page.locator(".home-tiles").get_by_role("link", name="Learn").tap()
    page.get_by_role("button", name="Jamaican Kalooki").tap()
    taps += 1
    for step in range(1, STEPS + 1):
        expect(page.get_by_role("img", name=f"Step {step} of {STEPS}")).to_be_visible()
        if step == 4:
            expect(page.get_by_text("Round 1: 3 sets")).to_be_visible()
            expect(page.get_by_text("A 3 is a set, a 4 is a run.")).to_be_visible()
        tap_the_right_one(page)
        page.locator(".actions .button-primary").tap()
        taps += 2
    page.get_by_role("link", name="New game").tap()
    taps += 1
    expect(page.get_by_role("textbox", name="Player 1")).to_be_visible()
    assert taps <= MOST_TAPS


def test_contract_at_the_table_opens_its_example(page: Page) -> None:
    page.goto("/learn/contract?system=jamaican&round=2")
    expect(page.get_by_role("heading", name="Comes down")).to_be_visible()
    expect(page.get_by_role("heading", name="Just doesn’t")).to_be_visible()
    assert page.locator(".example-no .card-wrong").count() == 1
