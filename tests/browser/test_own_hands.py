"""Hands counted on players' own phones, and the feedback they get."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import (
    NO_NETWORK,
    OWN_POINTS,
    REVIEW,
    SAVE,
    SEND_HAND,
    Watch,
    labelled_like,
    wait_for_script,
)
from tests.browser.test_early_taps import WENT_OUT, change_winner
from tests.browser.test_phones import ann, count_own_hand, join, table_of

__all__ = ["ann"]
NewPhone = Callable[..., Page]


def points(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("textbox", name=name, exact=True)


def count(phone: Page, sent: str) -> None:
    phone.locator(OWN_POINTS).fill(sent)
    phone.keyboard.press("Escape")
    phone.locator(SEND_HAND).tap()


@pytest.fixture
def ben(ann: Page, open_phone: NewPhone) -> Page:
    """Ben's phone on *Count my hand*, while Ann's is on *Round over*."""
    phone = join(open_phone(), ann, "Ben")
    ann.goto(f"{table_of(ann)}/round?winner=1")
    wait_for_script(ann)
    count_own_hand(phone)
    return phone


def save(ann: Page, **counts: str) -> None:
    for name, typed in counts.items():
        points(ann, name).fill(typed)
    ann.keyboard.press("Escape")
    labelled_like(ann, REVIEW).tap()
    ann.locator(SAVE).tap()
    expect(ann.get_by_role("heading", name="Round 2 of 9")).to_be_visible()


def test_page_goes_to_the_table_once_the_round_is_saved(ann: Page, ben: Page) -> None:
    count(ben, "10+15")
    expect(ben.get_by_text("The scorekeeper has it.")).to_be_visible()
    expect(points(ann, "Ben")).to_have_value("10+15")
    save(ann, Cai="30", Dee="5", Eve="16")
    expect(ben.get_by_role("heading", name="Round 2 of 9")).to_be_visible()
    expect(ben.get_by_text("Round 1 of 9 saved. You: 25.")).to_be_visible()
    expect(ben.locator(".seat .player-total")).to_have_text("Total 25")


def test_overruled_count_is_shown_on_both_phones(ann: Page, ben: Page) -> None:
    count(ben, "50")
    expect(ann.get_by_text("From Ben’s phone")).to_be_visible()
    points(ann, "Ben").fill("12")
    expect(ann.get_by_text("Ben’s phone: 50")).to_be_visible()
    expect(ben.get_by_text("The scorekeeper has 12")).to_be_visible()
    assert not accessibility_faults(ann)
    assert not accessibility_faults(ben)
    for name, typed in {"Cai": "30", "Dee": "5", "Eve": "16"}.items():
        points(ann, name).fill(typed)
    ann.keyboard.press("Escape")
    labelled_like(ann, REVIEW).tap()
    expect(ann.locator(SAVE)).to_be_visible()
    expect(ann.get_by_text("Ben’s phone: 50")).to_be_visible()
    assert not accessibility_faults(ann)
    count(ben, "12")
    expect(ann.get_by_text("Ben’s phone:")).to_have_count(0)
    count(ben, "49")
    expect(ann.get_by_text("Ben’s phone: 49")).to_be_visible()
    ann.locator(SAVE).tap()
    expect(ben.get_by_text("The scorekeeper counted 12, you sent 49.")).to_be_visible()


def test_player_accepts_the_scorekeepers_count_with_a_tap(ann: Page, ben: Page) -> None:
    count(ben, "50")
    expect(ann.get_by_text("From Ben’s phone")).to_be_visible()
    points(ann, "Ben").fill("10+2")
    mine = ben.get_by_role("button", name="50 My count")
    expect(mine).to_have_attribute("aria-pressed", "true")
    ben.get_by_role("button", name="12 The scorekeeper’s").tap()
    expect(ben.get_by_text("The scorekeeper has it.")).to_be_visible()
    expect(ben.locator(OWN_POINTS)).to_have_value("12")
    expect(ann.get_by_text("Ben’s phone: 50")).to_be_hidden()


def test_count_of_a_phone_is_taken_after_another_lines_cards_were_open(
    ann: Page, ben: Page
) -> None:
    count(ben, "25")
    expect(points(ann, "Ben")).to_have_value("25")
    points(ann, "Ben").fill("12")
    ann.keyboard.press("Escape")
    ann.locator('[data-seat="5"] .hand-more > summary').tap()
    expect(ann.locator('[data-seat="5"] [data-card]').first).to_be_visible()
    ann.locator('[data-seat="2"] .hand-use').tap()
    expect(points(ann, "Ben")).to_have_value("25")


def test_count_of_a_phone_is_not_offered_to_whoever_went_out(ann: Page, ben: Page) -> None:
    count(ben, "25")
    expect(points(ann, "Ben")).to_have_value("25")
    points(ann, "Ben").fill("12")
    ann.keyboard.press("Escape")
    use = ann.locator('[data-seat="2"] .hand-use')
    expect(use).to_be_visible()
    change_winner(ann, "Ben")
    expect(ann.locator(WENT_OUT)).to_have_text("Ben went out")
    expect(use).to_be_hidden()
    change_winner(ann, "Cai")
    expect(use).to_be_visible()


def test_hand_sent_offline_arrives_with_its_last_value(ann: Page, ben: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    ben.context.set_offline(True)
    count(ben, "50")
    expect(ben.get_by_text("It’s kept on this phone and sent later by itself.")).to_be_visible()
    count(ben, "15")
    expect(ben.get_by_text("Not sent yet: 1")).to_be_visible()
    ben.context.set_offline(False)
    expect(points(ann, "Ben")).to_have_value("15")
    expect(ben.get_by_text("The scorekeeper has it.")).to_be_visible()
    expect(ben.get_by_text("Not sent yet")).to_have_count(0)


def test_own_hand_opens_on_drawn_cards(ben: Page) -> None:
    ben.locator('.picker-card[data-card="KS"]').tap()
    expect(ben.locator(OWN_POINTS)).to_have_value("10")


def test_typed_count_survives_a_reload(ann: Page, ben: Page) -> None:
    ben.locator(OWN_POINTS).fill("10+5")
    ben.reload()
    expect(ben.locator(OWN_POINTS)).to_have_value("10+5")
    expect(points(ann, "Ben")).to_have_value("")


def test_pages_show_since_when_they_are_offline(ben: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    table, phone = table_of(ben), ben.context
    phone.route("**/stream", lambda route: route.abort())
    pages = [phone.new_page() for _ in range(4)]
    for page, path in zip(pages, ["", "/scoreboard", "/hand?round=1", "/history"], strict=True):
        page.goto(f"{table}{path}")
    for page in pages:
        expect(page.locator(".lost")).to_contain_text("Not connected since")
        assert not accessibility_faults(page)
    phone.unroute("**/stream")
    for page in pages:
        expect(page.locator(".lost")).to_be_hidden()
