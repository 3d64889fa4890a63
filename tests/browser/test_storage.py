"""Saving on a phone that is full, stores nothing, or drops what it has stored."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.evening import Evening
from tests.browser.phone import (
    KEPT,
    NO_NETWORK,
    UNSENT,
    Watch,
    begin_game,
    call_button,
    undo_button,
    wait_for_script,
)
from tests.games.whole_game import read

NO_STORAGE = "Object.defineProperty(self, 'indexedDB', { get() { throw new Error('none'); } })"
UNSAFE = "This browser can’t store anything: keep this page open."
# A phone without room, which browsers simulate only per page load.
FILL = """() => {
  const refuse = () => { throw new DOMException('full', 'QuotaExceededError'); };
  IDBObjectStore.prototype.add = IDBObjectStore.prototype.put = refuse;
  Storage.prototype.setItem = refuse;
}"""
FULL = "This phone is full: free some space, and keep this page open."


@pytest.mark.parametrize("is_full_before", [True, False])
def test_full_phone_says_so_and_saves(page: Page, watch: Watch, is_full_before: bool) -> None:
    watch.allow(NO_NETWORK)
    if is_full_before:
        page.add_init_script(f"({FILL})()")
    begin_game(page)
    wait_for_script(page)
    page.evaluate(FILL)
    call_button(page, "Ann").tap()
    expect(undo_button(page, "Ann called")).to_be_visible()
    expect(page.get_by_text(FULL)).to_be_visible()
    assert not accessibility_faults(page)
    page.context.set_offline(True)
    call_button(page, "Ben").tap()
    expect(page.get_by_text(UNSENT)).to_be_visible()
    expect(page.get_by_text(KEPT)).to_have_count(0)
    page.context.set_offline(False)
    expect(undo_button(page, "Ben called")).to_be_visible()


@pytest.mark.parametrize("silent", ["IDBFactory.prototype.open", "IDBObjectStore.prototype.getAll"])
def test_save_is_sent_though_the_storage_never_answers(page: Page, silent: str) -> None:
    page.add_init_script(f"{silent} = () => new EventTarget();")
    begin_game(page)
    wait_for_script(page)
    call_button(page, "Ann").tap()
    expect(undo_button(page, "Ann called")).to_be_visible()
    expect(page.get_by_text(UNSAFE)).to_be_visible()


def test_entry_that_waits_is_sent_though_the_phone_is_full_by_then(
    page: Page, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    begin_game(page)
    wait_for_script(page)
    page.context.set_offline(True)
    call_button(page, "Ann").tap()
    expect(page.get_by_text(KEPT)).to_be_visible()
    page.evaluate(FILL)
    call_button(page, "Ben").tap()
    expect(page.get_by_text(UNSENT)).to_be_visible()
    page.context.set_offline(False)
    expect(undo_button(page, "Ben called")).to_be_visible()
    for name in ("Ann", "Ben"):
        expect(page.locator(".player", has_text=name)).to_contain_text("2 calls left")
    expect(page.locator(".outbox")).to_have_count(0)
    expect(page.get_by_text(FULL)).to_be_visible()


def test_number_typed_on_a_full_phone_says_so(page: Page) -> None:
    game = begin_game(page)
    page.goto(f"{game}/round?winner=1")
    wait_for_script(page)
    page.evaluate(FILL)
    page.get_by_role("textbox", name="Ben", exact=True).fill("12")
    expect(page.get_by_text(FULL)).to_be_visible()


def test_phone_without_storage_warns_and_still_sends(page: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    table = Evening(page, read("jamaican")).begin()
    page.context.add_init_script(NO_STORAGE)
    page.goto(table)
    expect(page.get_by_text(UNSAFE)).to_be_visible()
    wait_for_script(page)
    page.context.set_offline(True)
    call_button(page, "Ann").tap()
    expect(page.locator(".outbox")).to_contain_text("Not sent yet: 1")
    page.context.set_offline(False)
    expect(undo_button(page, "Ann called")).to_be_visible()
    expect(page.locator(".outbox")).to_have_count(0)


def test_call_is_saved_while_the_browser_drops_its_storage(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    page.evaluate("""() => {
      const { transaction } = IDBDatabase.prototype;
      let closed = false;
      IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
        closed ||= mode === 'readwrite';
        if (closed) throw new DOMException('closing', 'InvalidStateError');
        return transaction.call(this, stores, mode, ...rest);
      };
    }""")
    call_button(page, "Ann").tap()
    expect(undo_button(page, "Ann called")).to_be_visible()


def test_call_is_saved_after_the_browser_dropped_its_storage(page: Page) -> None:
    table = Evening(page, read("jamaican")).begin()
    wait_for_script(page)
    clear = {"origin": table.split("/g/")[0], "storageTypes": "indexeddb"}
    page.context.new_cdp_session(page).send("Storage.clearDataForOrigin", clear)
    call_button(page, "Ben").tap()
    expect(page.locator(".player", has_text="Ben")).to_contain_text("2 calls left")
