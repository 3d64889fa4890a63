"""Pages in the pocket never show a game of before: after a tap, in a second tab, at a start."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import (
    MENU,
    begin_game,
    call_button,
    undo_button,
    wait_for_script,
)
from tests.pocket.phone import POST, SAVED, PocketPhone, app_is_up
from tests.pocket.table import Table
from tests.pocket.test_lasting import NOISE
from tests.pocket.test_what_browsers_delete import delete_games

# Sends a call without waiting for its answer, as a tap does. What the worker answers after it,
# without Python, shows that the call has reached it.
TAP = f"""async (sent) => {{
  ({POST})(sent);
  await fetch(document.querySelector('link[rel="stylesheet"]').href);
}}"""


@pytest.fixture
def table(phone: PocketPhone) -> Iterator[Table]:
    """A game with one call, on a phone of its own."""
    phone.watch.allow(NOISE)
    with phone.switched_on() as page:
        phone.open(page)
        table = Table(phone, page, seed=1)
        table.send()
        page.goto(table.game)
        expect(undo_button(page, "Ann called")).to_be_visible()
        yield table


def test_reload_after_a_call_shows_the_call(table: Table) -> None:
    page = table.page
    page.goto(f"{table.game}/history")
    calls = page.locator(".history-words", has_text="Ann called")
    expect(calls).to_have_count(1)
    table.wait_until_kept()
    table.stop_worker()
    call = table.call()
    page.evaluate(TAP, call)
    page.reload()
    assert calls.count() != 1
    expect(calls).to_have_count(2)
    table.saved += 1
    table.check()


def test_reload_after_an_undo_shows_the_game_without_the_call(table: Table) -> None:
    page = table.page
    row = page.locator(".player", has_text="Ann")
    left = row.locator(".calls-left").inner_text()
    table.wait_until_kept()
    table.stop_worker()
    undo_button(page, "Ann called").tap()
    page.reload()
    app_is_up(page)
    expect(undo_button(page, "Ann called")).to_have_count(0)
    expect(row.locator(".calls-left")).not_to_have_text(left)


def test_message_does_not_come_back_at_the_next_start(table: Table) -> None:
    page = table.page
    renamed = [
        f"{table.game}/players/2/name",
        [("base", "2"), ("key", table.key()), ("name", "Bea")],
    ]
    assert page.evaluate(POST, renamed)[0] == SAVED
    table.saved += 1
    page.goto(table.game)
    expect(page.get_by_text("Ben is now called Bea.")).to_be_visible()
    table.wait_until_kept()
    table.stop_worker()
    page.goto("./?start")
    expect(call_button(page, "Bea")).to_be_visible()
    assert not page.get_by_text("Ben is now called Bea.").count()


def test_second_tab_hears_of_a_save(table: Table) -> None:
    first, second = table.page, table.phone.context.new_page()
    second.goto("./")
    third = table.phone.context.new_page()
    third.goto(table.game)
    expect(undo_button(third, "Ann called")).to_be_visible()
    call_button(first, "Ben").tap()
    expect(undo_button(third, "Ben called")).to_be_visible()
    renamed = [
        f"{table.game}/players/3/name",
        [("base", "3"), ("key", table.key()), ("name", "Cora")],
    ]
    assert first.evaluate(POST, renamed)[0] == SAVED
    expect(third.locator(".pocket-waiting")).to_have_count(1)  # outlasts the updates of the page
    expect(second.locator(".mini-name", has_text="Cora")).to_be_visible()


def test_second_tab_with_fields_says_what_the_first_one_saved(table: Table) -> None:
    second = table.phone.context.new_page()
    second.goto(f"{table.game}/round?winner=1")
    second.get_by_role("textbox", name="Ben", exact=True).fill("10+15")
    renamed = [
        f"{table.game}/players/3/name",
        [("base", "2"), ("key", table.key()), ("name", "Cora")],
    ]
    assert table.page.evaluate(POST, renamed)[0] == SAVED
    expect(second.locator(".moved")).to_contain_text("Cora")
    expect(second.get_by_role("textbox", name="Ben", exact=True)).to_have_value("10+15")


def test_notice_of_deleted_games_is_seen_after_a_cold_call(table: Table) -> None:
    phone, page = table.phone, table.page
    phone.watch.allow("status of 404")
    delete_games(phone, page)
    phone.stop_workers(page)
    call_button(page, "Ben").tap()
    expect(page.get_by_text("This game isn’t on this phone.")).to_be_visible()
    expect(page.get_by_text("Your browser has deleted the games on this phone.")).to_be_visible()


def test_notice_of_deleted_games_is_seen_after_a_cold_tap(table: Table) -> None:
    phone, page = table.phone, table.page
    phone.watch.allow("status of 404")
    page.goto("./")
    link = page.get_by_role("link", name="Continue")
    expect(link).to_be_visible()
    delete_games(phone, page)
    phone.stop_workers(page)
    link.tap()
    expect(page.get_by_text("This game isn’t on this phone.")).to_be_visible()
    expect(page.get_by_text("Your browser has deleted the games on this phone.")).to_be_visible()


def test_bar_stays_as_it_is_when_a_call_is_saved(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    menu = page.locator(MENU).element_handle()
    call_button(page, "Ben").tap()
    expect(page.locator(".player", has_text="Ben")).to_contain_text("2 calls left")
    assert menu.evaluate("one => one.isConnected")


def test_theme_lasts_where_form_data_knows_no_button(page: Page) -> None:
    """As in Safari before 16.4."""
    page.add_init_script(
        "window.FormData = class extends FormData { constructor(form) { super(form); } };"
    )
    page.goto("./settings")
    wait_for_script(page)
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator('[name="theme"][value="dark"]').tap()
    page.goto("./rules")
    expect(page.locator("html")).to_have_class(re.compile("theme-dark"))
