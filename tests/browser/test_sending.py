"""Sending forms without a connection: nothing typed is lost, and each is saved once."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from kalooki_ref.game.events import RoundEnded
from tests.browser.axe import accessibility_faults
from tests.browser.evening import Evening
from tests.browser.phone import (
    KEPT,
    NO_NETWORK,
    REVIEW,
    SAVE,
    START,
    UNSENT,
    Watch,
    begin_game,
    call_button,
    labelled_like,
    review_line,
    save_round,
    tap_who_went_out,
    undo_button,
    wait_for_script,
)
from tests.faults.forked import forking, start_forked
from tests.games.whole_game import read
from tests.server import Server

COUNTS = {"Ann": "42", "Cai": "65", "Dee": "35", "Eve": "16"}


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    """A server of its own, which the test may kill."""
    with forking(tmp_path / "instance") as server:
        yield server


@pytest.fixture
def at_the_end(open_phone: Callable[..., Page], own_server: Server, watch: Watch) -> Page:
    """A phone with the first round filled in but not sent."""
    watch.allow(NO_NETWORK)
    page = open_phone(base_url=own_server.url)
    table = Evening(page, read("jamaican")).begin()
    page.goto(f"{table}/round?winner=2")
    for name, digits in COUNTS.items():
        page.get_by_role("textbox", name=name, exact=True).fill(digits)
    page.keyboard.press("Escape")
    labelled_like(page, REVIEW).tap()
    expect(page.locator(SAVE)).to_be_visible()
    wait_for_script(page)
    return page


def rounds_written(page: Page) -> int:
    page.goto(f"{re.match(r'.*/g/[^/?]+', page.url)[0]}/history")  # type: ignore[index]
    return page.locator(".history-words", has_text="Ben went out").count()


def test_round_saved_offline_is_sent_later(at_the_end: Page, own_server: Server) -> None:
    page = at_the_end
    own_server.kill()
    page.locator(SAVE).tap()
    expect(page.get_by_text(KEPT)).to_be_visible()
    expect(review_line(page, "Ann")).to_contain_text("+42 total 42")
    page.locator(".outbox summary").tap()
    expect(page.locator(".outbox li")).to_have_text("Save round · Round 1 of 9")
    assert not accessibility_faults(page)
    again = start_forked(own_server.instance, urlsplit(own_server.url).port)
    try:
        expect(page.get_by_text("Round 1 of 9 saved.")).to_be_visible()
        assert rounds_written(page) == 1
    finally:
        again.kill()


def test_lost_answer_counts_once(at_the_end: Page) -> None:
    page = at_the_end
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.fetch(max_redirects=0).status)
        route.abort()

    page.route("**/round", lose)
    page.route("**/round?*", lose)
    page.locator(SAVE).tap()
    page.wait_for_url(re.compile(r"/g/[^/]+$"))
    assert lost == [204]
    assert rounds_written(page) == 1


def test_form_without_an_entry_reports_failure_and_can_be_resent(
    open_phone: Callable[..., Page], own_server: Server, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    page = open_phone(base_url=own_server.url)
    page.goto("/games/new")
    for line, name in enumerate(("Ann", "Ben", "Cleo"), 1):
        page.locator(f"#name-{line}").fill(name)
    wait_for_script(page)
    own_server.kill()
    page.locator(START).tap()
    expect(page.get_by_text(UNSENT)).to_be_visible()
    again = start_forked(own_server.instance, urlsplit(own_server.url).port)
    try:
        page.get_by_role("button", name="Try again").tap()
        expect(call_button(page, "Ann")).to_be_visible()
    finally:
        again.kill()


def test_refused_form_shows_its_error_page(page: Page) -> None:
    page.goto("/games/new")
    page.locator(START).tap()
    expect(page.get_by_role("alert")).to_be_visible()


def test_redirect_to_the_same_page_reloads_it(page: Page) -> None:
    table = Evening(page, read("jamaican")).begin()
    call_button(page, "Ann").tap()
    expect(undo_button(page, "Ann called")).to_be_visible()
    page.goto(f"{table}/history")
    page.locator(".history-entry summary").first.tap()
    page.locator(".history-do form button").first.tap()
    expect(page.get_by_role("button", name="Restore")).to_be_visible()


LATE = "The game has moved on, or something isn’t valid. Open it to see why."


@pytest.fixture
def too_late(page: Page, open_phone: Callable[..., Page], watch: Watch) -> Page:
    """A phone whose call arrives after another phone has ended the round."""
    watch.allow(NO_NETWORK)
    whole = read("jamaican")
    table = Evening(page, whole).begin()
    other = open_phone()
    other.goto(table)
    wait_for_script(page)
    page.context.set_offline(True)
    call_button(page, "Ann").tap()
    expect(page.locator(".outbox")).to_contain_text("Not sent yet: 1")
    ended = next(event for event in whole.events if isinstance(event, RoundEnded))
    Evening(other, whole, by_thumb=False).end_round(ended)
    page.context.set_offline(False)
    expect(page.locator(".outbox")).to_contain_text("Not saved: 1")
    page.locator(".outbox summary").tap()
    return page


def test_stale_entry_is_kept_and_can_be_saved_after_review(too_late: Page) -> None:
    page, table = too_late, too_late.url
    expect(page.locator(".outbox li")).to_contain_text("Call by Ann · Round 1 of 9")
    expect(page.get_by_text(LATE)).to_be_visible()
    assert not accessibility_faults(page)
    page.reload()
    expect(page.locator(".outbox")).to_contain_text("Not saved: 1")
    page.locator(".outbox summary").tap()
    page.get_by_role("button", name="Open", exact=True).tap()
    expect(page.get_by_role("heading", name="Someone saved first").first).to_be_visible()
    expect(page.get_by_text("You’re now in Round 2 of 9")).to_be_visible()
    page.get_by_role("button", name="Save mine as well").tap()
    page.wait_for_url(table)
    expect(undo_button(page, "Ann called")).to_be_visible()
    expect(page.locator(".outbox")).to_have_count(0)


def test_stale_entry_is_discarded_only_by_hand(too_late: Page) -> None:
    page = too_late
    page.get_by_role("button", name="Discard", exact=True).tap()
    page.get_by_role("button", name="Leave it").tap()
    expect(page.locator(".outbox")).to_contain_text("Not saved: 1")
    page.get_by_role("button", name="Discard", exact=True).tap()
    page.get_by_role("button", name="Discard for good").tap()
    expect(page.locator(".outbox")).to_have_count(0)
    expect(undo_button(page, "Ann called")).to_have_count(0)


def test_refused_call_stays_a_call_of_its_round(page: Page) -> None:
    """The page is updated to the next round while the call is on its way."""
    table = begin_game(page)
    wait_for_script(page)
    held: dict[str, Route] = {}

    def hold_first(route: Route) -> None:
        if held.setdefault(route.request.method, route) is not route:
            route.continue_()

    page.route(f"{table}**", hold_first)
    page.route(f"{table}/stream", lambda route: route.continue_())
    with page.expect_request(table):
        save_round(page, table, 1, (0, 5, 5, 5, 5))
    with page.expect_request("**/calls"):
        call_button(page, "Ben").tap()
    held["GET"].continue_()
    expect(page.get_by_role("heading", name="Round 2 of 9").first).to_be_visible()
    held["POST"].continue_()
    expect(page.get_by_role("heading", name="Someone saved first").first).to_be_visible()
    expect(page.get_by_text("You’re now in Round 2 of 9")).to_be_visible()
    page.goto(f"{table}/history")
    expect(page.locator(".history-words", has_text="Ben called")).to_have_count(0)


def test_calls_of_two_phones_need_no_confirmation(
    page: Page, open_phone: Callable[..., Page], watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    table = Evening(page, read("jamaican")).begin()
    other = open_phone()
    other.goto(table)
    wait_for_script(page)
    page.context.set_offline(True)
    call_button(page, "Ann").tap()
    expect(page.locator(".outbox")).to_contain_text("Not sent yet: 1")
    call_button(other, "Ben").tap()
    expect(undo_button(other, "Ben called")).to_be_visible()
    page.context.set_offline(False)
    expect(undo_button(other, "Ann called")).to_be_visible()
    expect(page.locator(".outbox")).to_have_count(0)
    page.goto(f"{table}/history")
    expect(page.locator(".history-words", has_text="called")).to_have_count(2)


def test_submit_before_the_script_has_loaded_keeps_typing(page: Page, watch: Watch) -> None:
    """Without sending.js the browser submits the form and shows its offline page.

    After Back, the reopened round form has every number.
    """
    watch.allow(NO_NETWORK)
    table = Evening(page, read("jamaican")).begin()
    page.route("**/sending.js", lambda route: route.abort())
    page.goto(f"{table}/round?winner=2", wait_until="domcontentloaded")
    for name, digits in COUNTS.items():
        page.get_by_role("textbox", name=name, exact=True).fill(digits)
    page.keyboard.press("Escape")
    page.context.set_offline(True)
    labelled_like(page, REVIEW).tap()
    expect(page.locator("main")).to_have_count(0)
    page.context.set_offline(False)
    page.unroute("**/sending.js")
    page.go_back(wait_until="commit")
    tap_who_went_out(page, "Ben")
    for name, digits in COUNTS.items():
        expect(page.get_by_role("textbox", name=name, exact=True)).to_have_value(digits)
    labelled_like(page, REVIEW).tap()
    page.locator(SAVE).tap()
    page.wait_for_url(table)
    assert rounds_written(page) == 1
