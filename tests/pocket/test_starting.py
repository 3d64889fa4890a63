"""Behaviour while Python starts: the last page is shown, and taps wait visibly."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, expect

from tests.browser.phone import START, call_button, undo_button, wait_for_script
from tests.pocket.phone import ADDRESS, PocketPhone, app_is_up
from tests.pocket.table import Table

# Deletes files that Python needs to start.
CUT = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  const kept = (await cache.keys()).filter(({ url }) => /snapshot|app-/.test(url));
  await Promise.all(kept.map((request) => cache.delete(request)));
}"""
# Makes every script of a page fail at once.
FAILS = """
  const fail = () => { throw new Error('planted'); };
  EventTarget.prototype.addEventListener = fail;
  Object.defineProperty(navigator, 'serviceWorker', { get: fail });
"""
SAFARI = """
  Object.defineProperty(navigator, 'vendor', { value: 'Apple Computer, Inc.' });
  navigator.storage.persist = async () => { (window.asked ??= []).push('persist'); return false; };
"""
# The worker gets no message, and what the page would have told it is kept.
SILENT = "ServiceWorker.prototype.postMessage = (message) => { window.told = message; };"
# Its reply to a message: the newest one, or with `taps` an earlier one.
REPLY = """(earlier) => {
  const build = localStorage.getItem(`pocket:build ${document.body.dataset.folder}`);
  const data = { build, notice: '', ...window.told, ...earlier };
  navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }));
}"""
# What a browser does that can ask whether to add the app to the home screen.
CAN_INSTALL = """() => {
  const event = new Event('beforeinstallprompt', { cancelable: true });
  event.prompt = () => { window.wasAsked = true; };
  dispatchEvent(event);
}"""
# Makes the next page the first one after installing: before its script, as the worker may write.
FORGET_ALL = """
  if (!sessionStorage.forgotten) localStorage.clear();
  sessionStorage.forgotten = true;
"""
NOISE = "Service Worker|ERR_FAILED"


def at_the_table(phone: PocketPhone, page: Page) -> Table:
    phone.watch.allow(NOISE)
    phone.open(page)
    table = Table(phone, page, seed=1)
    page.goto(table.game)
    return table


@pytest.fixture
def table(started: PocketPhone, page: Page) -> Table:
    """A game on the shared phone, with its page open."""
    return at_the_table(started, page)


def test_tap_with_a_stopped_worker_is_saved(table: Table, page: Page) -> None:
    call = call_button(page, "Ann")
    call.tap(trial=True)
    table.stop_worker()
    call.tap()
    expect(undo_button(page, "Ann called")).to_be_visible()
    table.saved += 1
    table.check()


@pytest.mark.usefixtures("table")
def test_tap_says_that_it_waits_for_the_worker(page: Page) -> None:
    waiting = page.get_by_text("Your tap is next")
    page.add_init_script(SILENT)
    page.reload()
    wait_for_script(page)
    page.get_by_role("button", name="Menu").tap()
    expect(waiting).to_be_visible()
    page.evaluate(REPLY, {"taps": 0})
    expect(waiting).to_be_visible()
    page.evaluate(REPLY)
    expect(waiting).to_be_hidden()


def test_link_works_if_the_worker_is_stopped_while_starting(table: Table, page: Page) -> None:
    table.phone.watch.allow(
        "/assets/"
    )  # if a worker is stopped while responding, Chromium asks the host
    table.stop_worker()
    page.goto(f"{table.game}/history", wait_until="commit")
    table.phone.stop_running_worker(page)
    title = page.get_by_role("heading", name="History")
    # A worker that was about to respond leaves Chromium waiting; people reload then.
    with suppress(AssertionError):
        expect(title).to_be_visible(timeout=20_000)
        return
    # The response may still arrive and take the place of the reload.
    with suppress(Error):
        page.reload(wait_until="commit")
    expect(title).to_be_visible()


def test_last_page_is_shown_before_python_and_failed_start_is_reported(
    phone: PocketPhone,
) -> None:
    with phone.switched_on() as page:
        table = at_the_table(phone, page)
        call_button(page, "Ann").tap()
        undo = undo_button(page, "Ann called")
        expect(undo).to_be_visible()
        page.evaluate(CUT)
        phone.host.kill()
        phone.stop_workers(page)
        page.goto("./?start")
        expect(page).to_have_url(re.compile(f"{re.escape(table.game)}$"))
        expect(undo).to_be_visible()
        page.goto(f"{table.game}/history")
        expect(page.get_by_role("button", name="Try again")).to_be_visible()
        expect(page.get_by_text("The browser has deleted part of the app.")).to_be_visible()


def test_back_forward_and_a_reload_of_a_deep_page(table: Table, page: Page) -> None:
    page.goto(f"{table.game}/round?winner=2")
    page.get_by_role("textbox", name="Ann", exact=True).fill("10+15")
    table.stop_worker()
    page.reload()
    typed = page.get_by_role("textbox", name="Ann", exact=True)
    expect(typed).to_have_value("10+15")
    page.go_back()
    expect(call_button(page, "Ann")).to_be_visible()
    table.stop_worker()
    page.go_forward()
    expect(typed).to_have_value("10+15")


def test_forms_and_redirects_work_without_script(page_without_script: Page) -> None:
    page = page_without_script
    page.goto("./games/new")
    app_is_up(page)
    for at, name in enumerate(("Ann", "Ben", "Cai"), 1):
        page.get_by_label(f"Player {at}", exact=True).fill(name)
    page.locator(START).click()
    page.wait_for_url(f"{ADDRESS}g/*")
    call_button(page, "Ann").click()
    expect(undo_button(page, "Ann called")).to_be_visible()


def test_page_with_a_failing_script_still_saves(started: PocketPhone, page: Page) -> None:
    page.add_init_script(FAILS)
    table = at_the_table(started, page)
    started.watch.allow("planted")
    table.stop_worker()
    call_button(page, "Ann").tap()
    expect(undo_button(page, "Ann called")).to_be_visible()
    table.stop_worker()
    page.reload()
    expect(undo_button(page, "Ann called")).to_be_visible()
    table.saved += 1
    table.check()


def test_first_page_has_one_welcome_and_offers_the_home_screen(phone: PocketPhone) -> None:
    with phone.switched_on() as page:
        phone.watch.allow(NOISE)
        phone.open(page)
        page.add_init_script(FORGET_ALL)
        page.reload()
        expect(page.get_by_role("heading", name="It’s on this phone now")).to_be_visible()
        assert page.locator(".moment:visible").count() == 1
        assert page.get_by_role("link", name="New game").count() == 1
        sentence, button = page.locator("[data-how]"), page.get_by_role("button", name="Add to")
        expect(sentence).to_be_visible()
        expect(button).to_be_hidden()
        page.evaluate(CAN_INSTALL)
        expect(sentence).to_be_hidden()
        button.tap()
        assert page.evaluate("window.wasAsked")


def test_persistent_storage_is_requested_with_a_single_safari_warning(
    started: PocketPhone, page: Page
) -> None:
    page.add_init_script(SAFARI)
    warning = page.get_by_text("Safari deletes your games")
    started.open(page)
    assert not page.evaluate("window.asked")
    page.goto(Table(started, page, seed=1).game)
    expect(warning).to_be_visible()
    assert page.evaluate("window.asked") == ["persist"]
    page.reload()
    expect(call_button(page, "Ann")).to_be_visible()
    expect(warning).to_have_count(0)


def test_safari_explains_opening_a_game_in_the_home_screen_app(
    started: PocketPhone, page: Page
) -> None:
    page.add_init_script(SAFARI)
    started.open(page)
    page.goto(f"{Table(started, page, seed=1).game}/send")
    link = page.locator("textarea[readonly]").input_value()
    page.goto("./")
    page.goto(link)
    expect(page.get_by_text("the app on the home screen keeps its own games")).to_be_visible()
