"""Counts of several phones in one form: what differs, and what was typed and not sent."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import OWN_POINTS, SEND_HAND, save_round, send, wait_for_script
from tests.browser.test_own_hands import points, save
from tests.browser.test_phones import ann, count_own_hand, join, later, table_of

__all__ = ["ann", "later"]
Open = Callable[..., Page]
# Where each line and its parts are.
PLACES = """() => [...document.querySelectorAll('.hand-left')].flatMap((line) => {
  const parts = ['label', '.points-input', '.hand-new'].map((part) => line.querySelector(part));
  const boxes = [line, ...parts].map((part) => part.getBoundingClientRect());
  return boxes.flatMap(({ left, top, width, height }) => [left, top + scrollY, width, height]);
})"""
LONG = "Bartholomew-Maximilian"
USE = {"en": "Use {}", "it": "Usa {}"}


def speak(phone: Page, language: str) -> None:
    send(phone, "/settings", [("language", language), ("back", "/")])


@pytest.mark.parametrize("keypad", [True, False], ids=["typing", "looking"])
@pytest.mark.parametrize(
    ("width", "text", "language"),
    [(320, "100%", "en"), (390, "100%", "en"), (390, "200%", "en"), (320, "200%", "it")],
)
def test_form_keeps_its_places_where_counts_differ(
    ann: Page, open_phone: Open, width: int, text: str, language: str, keypad: bool
) -> None:
    ben = join(open_phone(), ann, "Ben")
    table = table_of(ann)
    send(ann, f"{table}/players/2/name", [("base", "1"), ("name", LONG)])
    speak(ann, language)
    ann.set_viewport_size({"width": width, "height": 844})
    ann.goto(f"{table}/round?winner=1")
    wait_for_script(ann)
    ann.evaluate(f"document.documentElement.style.fontSize = '{text}'")
    with ann.expect_response(lambda answer: answer.request.method == "PATCH"):
        points(ann, LONG).fill("111")
    count_own_hand(ben)
    points(ann, LONG).focus()
    if not keypad:
        ann.keyboard.press("Escape")
    before = ann.evaluate(PLACES)
    ben.locator(OWN_POINTS).fill("150")
    ben.keyboard.press("Escape")
    ben.locator(SEND_HAND).tap()
    # What isn't being typed gives way to the player's own count, and can be had back.
    here, other = ("111", "150") if keypad else ("150", "111")
    use = ann.get_by_role("button", name=USE[language].format(other))
    expect(use).to_be_visible()
    expect(points(ann, LONG)).to_have_value(here)
    expect(ann.locator(".field-other")).to_have_count(0)
    assert ann.evaluate(PLACES) == pytest.approx(before, abs=1)
    use.tap()
    expect(points(ann, LONG)).to_have_value(other)
    assert ann.evaluate(PLACES) == pytest.approx(before, abs=1)
    points(ann, LONG).fill("12")
    expect(ann.get_by_role("button", name=USE[language].format(150))).to_be_visible()
    assert not accessibility_faults(ann)


def test_count_that_was_typed_and_not_sent_is_told(ann: Page, open_phone: Open) -> None:
    ben = join(open_phone(), ann, "Ben")
    ann.goto(f"{table_of(ann)}/round?winner=1")
    wait_for_script(ann)
    count_own_hand(ben)
    ben.locator(OWN_POINTS).fill("10+11")
    save(ann, Ben="6", Cai="30", Dee="5", Eve="16")
    told = ben.get_by_text(re.compile("You had typed 21 and not sent it; .* saved with 6."))
    expect(told).to_be_visible()


def test_count_left_unsent_is_told_at_the_table(ann: Page, open_phone: Open) -> None:
    ben, table = join(open_phone(), ann, "Ben"), table_of(ann)
    count_own_hand(ben)
    ben.locator(OWN_POINTS).fill("10+11")
    ben.goto(table)
    link = ben.get_by_role("link", name="Count my hand 10+11 typed, not sent")
    expect(link).to_be_visible()
    assert not accessibility_faults(ben)
    ben.goto("about:blank")
    ann.goto(f"{table}/round?winner=1")
    wait_for_script(ann)
    save(ann, Ben="6", Cai="30", Dee="5", Eve="16")
    ben.goto(table)
    told = ben.get_by_text(re.compile("You had typed 21 and not sent it; .* saved with 6."))
    expect(told).to_be_visible()
    expect(link).to_have_count(0)
    ben.reload()
    wait_for_script(ben)
    expect(told).to_have_count(0)


def test_unsent_count_of_whoever_went_out_is_told_in_their_language(
    ann: Page, open_phone: Open
) -> None:
    ben, table = join(open_phone(), ann, "Ben"), table_of(ann)
    count_own_hand(ben)
    ben.locator(OWN_POINTS).fill("10+11")
    speak(ben, "es")
    ben.goto(table)
    wait_for_script(ben)
    ann.goto("about:blank")
    save_round(ann, table, base=1, points=(30, 0, 5, 16, 20), winner=2)
    expect(ben.get_by_text("Habías escrito 21")).to_contain_text("0")


def test_count_that_was_sent_is_not_told_as_unsent(ann: Page, open_phone: Open) -> None:
    ben, table = join(open_phone(), ann, "Ben"), table_of(ann)
    count_own_hand(ben)
    ben.locator(OWN_POINTS).fill("21")
    ben.keyboard.press("Escape")
    ben.locator(SEND_HAND).tap()
    expect(ben.locator("#sent")).to_contain_text("The scorekeeper")
    ben.goto(table)
    wait_for_script(ben)
    expect(ben.get_by_role("link", name="Count my hand", exact=True)).to_be_visible()
