"""Messages have a place of their own: none covers the header, a row or the bar."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.phone import (
    FIVE,
    NO_NETWORK,
    START,
    Watch,
    begin_game,
    wait_for_script,
)

COVERED = """() => {
  const messages = [...document.querySelectorAll('.flash, .outbox, .lost')];
  const parts = document.querySelectorAll(
    'header > :not(.lost, .outbox), .player, .history-entry, .game-line, .actions-row > *');
  const box = (part) => part.getBoundingClientRect();
  const meet = (one, other) => one.left < other.right - 0.5 && other.left < one.right - 0.5
    && one.top < other.bottom - 0.5 && other.top < one.bottom - 0.5;
  return messages.filter((message) => box(message).width > 1).flatMap((message) => [...parts]
    .filter((part) => meet(box(message), box(part)))
    .map((part) => `${message.textContent} covers ${part.textContent.trim()}`));
}"""


def start(page: Page) -> str:
    """Start a game of five; return its URL."""
    table = begin_game(page)
    wait_for_script(page)
    return table


def call(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Call by {name}").tap()


def cut_off(page: Page, watch: Watch) -> None:
    """Make every form and all live updates fail."""
    watch.allow(NO_NETWORK)
    page.route("**/*", lambda route: route.abort())


def test_another_phones_entry_replaces_the_contract_strip(
    page: Page, open_phone: Callable[..., Page]
) -> None:
    page.clock.install()
    table = start(page)
    other = open_phone()
    other.goto(table)
    call(other, "Dan")
    expect(page.locator(".flash-note")).to_contain_text("Dan called")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)  # the message goes after a while
    expect(page.locator(".strip")).to_be_hidden()
    assert page.evaluate(COVERED) == []
    page.clock.resume()
    expect(page.locator(".strip")).to_be_visible()


def test_call_without_network_covers_nothing(page: Page, watch: Watch) -> None:
    start(page)
    cut_off(page, watch)
    call(page, "Ben")
    expect(page.locator(".flashes")).to_contain_text("It’s kept on this phone")
    expect(page.locator(".outbox")).to_be_visible()
    assert page.evaluate(COVERED) == []
    page.locator(".outbox summary").tap()
    assert page.evaluate(COVERED) == []


def test_lost_connection_takes_the_place_of_the_title(page: Page, watch: Watch) -> None:
    table = start(page)
    watch.allow(NO_NETWORK)
    page.route("**/stream", lambda route: route.abort())
    page.goto(f"{table}/history")
    title = page.locator("h1").bounding_box()
    below = page.locator("main").bounding_box()
    expect(page.locator(".lost")).to_contain_text("Not connected since")
    assert page.evaluate(COVERED) == []
    assert page.locator("main").bounding_box() == below
    lost = page.locator(".lost").bounding_box()
    assert (lost["x"], lost["width"]) == (title["x"], title["width"])
    assert page.get_by_role("heading", level=1).count() == 1


def test_failed_form_shows_an_error_in_its_bar(page: Page, watch: Watch) -> None:
    page.goto("./games/new")
    for line, name in enumerate(FIVE, 1):
        page.locator(f"#name-{line}").fill(name)
    wait_for_script(page)
    cut_off(page, watch)
    page.locator(START).tap()
    expect(page.locator(".actions .flash-error")).to_be_in_viewport()
    assert page.evaluate(COVERED) == []


def test_undoing_in_history_is_confirmed_above_its_lines(page: Page) -> None:
    table = start(page)
    call(page, "Ben")
    expect(page.locator(".undo-what")).to_contain_text("Ben called")
    page.goto(f"{table}/history")
    page.locator("summary.history-line").first.tap()
    page.get_by_role("button", name="Undo Ben called").tap()
    expect(page.locator(".flash-success")).to_be_visible()
    expect(page.locator(".history-undone")).to_have_count(1)
    assert page.evaluate(COVERED) == []
