"""Somebody who has never played learns what a round asks for, by taps alone."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser.phone import (
    NO_NETWORK,
    Watch,
    begin_game,
    send,
    undo_button,
    wait_for_script,
)
from tests.browser.test_phones import ann, join

__all__ = ["ann"]
# The page behind a link.
PAGE_OF = "async ({ href }) => (await fetch(href)).text()"
STEPS = 8
# The tile, the game, a right answer and Next for each step, and New game.
MOST_TAPS = 2 + 2 * STEPS + 1
COUNT_TAPS = """addEventListener('click', ({ isTrusted, detail }) => {
  if (isTrusted && detail) sessionStorage.taps = Number(sessionStorage.taps ?? 0) + 1;
}, true)"""


def tap_the_right_one(page: Page) -> None:
    """Tap the option that is right; their pages are fetched to find out."""
    options = page.locator("a.answer")
    expect(options.first).to_be_visible()
    for option in options.all():
        shown = str(option.evaluate(PAGE_OF))
        if "That’s it" in shown:
            option.tap()
            break
    expect(page.get_by_role("heading", name="That’s it")).to_be_visible()


def test_from_the_first_opening_to_the_first_round(page: Page) -> None:
    page.add_init_script(COUNT_TAPS)
    page.goto("/")
    page.locator(".home-tiles").get_by_role("link", name="Learn").tap()
    page.get_by_role("button", name="Jamaican Kalooki").tap()
    for step in range(1, STEPS + 1):
        expect(page.get_by_role("img", name=f"Step {step} of {STEPS}")).to_be_visible()
        if step == 4:
            expect(page.get_by_text("Round 1: 3 sets")).to_be_visible()
            expect(page.get_by_text("A 3 is a set, a 4 is a run.")).to_be_visible()
        tap_the_right_one(page)
        page.locator(".actions .button-primary").tap()
    page.get_by_role("link", name="New game").tap()
    expect(page.get_by_role("textbox", name="Player 1")).to_be_visible()
    assert page.evaluate("Number(sessionStorage.taps)") == MOST_TAPS
    for number, name in enumerate(("Ann", "Ben", "Cleo"), 1):
        page.get_by_role("textbox", name=f"Player {number}").fill(name)
    page.get_by_role("button", name="Deal round 1").tap()
    expect(page.get_by_text("Round 1 of 9").first).to_be_visible()


def test_learning_at_a_table_leads_back_to_the_game(page: Page) -> None:
    table = begin_game(page)
    page.goto(f"{table}/rules")
    page.get_by_role("link", name="Learn").tap()
    for step in range(1, STEPS + 1):
        expect(page.get_by_role("img", name=f"Step {step} of {STEPS}")).to_be_visible()
        page.locator(".actions .button-primary").tap()
    page.get_by_role("link", name="Back to the game").tap()
    page.wait_for_url(table)
    expect(page.get_by_text("Round 1 of 9").first).to_be_visible()


def shows_example(page: Page | Locator) -> None:
    expect(page.get_by_role("heading", name="Comes down")).to_be_visible()
    expect(page.get_by_role("heading", name="Just doesn’t")).to_be_visible()
    expect(page.locator(".example-no .card-wrong")).to_have_count(1)


def test_contract_at_the_table_opens_its_example_over_it(page: Page) -> None:
    table = begin_game(page)
    wait_for_script(page)
    page.locator(".strip-contract").tap()
    shows_example(page.locator("#example"))
    assert page.url == table
    send(page, f"{table}/calls", [("player", "2"), ("base", "1")])
    expect(undo_button(page, "Ben")).to_be_visible()
    shows_example(page.locator("#example"))
    page.locator("#example").get_by_role("button", name="Close").tap()
    expect(page.get_by_role("heading", name="Comes down")).to_be_hidden()


def test_example_is_a_page_without_script(page_without_script: Page) -> None:
    begin_game(page_without_script)
    page_without_script.locator(".strip-contract").tap()
    page_without_script.wait_for_url("**/learn/contract?game=*")
    shows_example(page_without_script)


def test_example_without_a_connection_has_the_link_to_its_page(page: Page, watch: Watch) -> None:
    begin_game(page)
    wait_for_script(page)
    watch.allow(NO_NETWORK)
    page.context.set_offline(True)
    page.locator(".strip-contract").tap()
    expect(page.locator("#example").get_by_role("link")).to_be_visible()


def test_example_opens_on_a_players_own_phone(ann: Page, open_phone: Callable[..., Page]) -> None:
    ben = join(open_phone(), ann, "Ben")
    wait_for_script(ben)
    ben.get_by_role("link", name="Example of this contract").first.tap()
    shows_example(ben.locator("#example"))
