"""The cards of a phone's first game: swiped or put away by their button, once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import ROUND_OVER, begin_game, late_script, send, wait_for_script
from tests.browser.thumb import broken_words, cut_text

TOP = ".first-card:first-child"
CARD = ".first-card"


def swipe(page: Page, by: int) -> None:
    """Move a finger sideways over the card on top."""
    box = page.locator(TOP).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)
    steps = [("touchStart", x), *(("touchMove", x + by * step / 8) for step in range(1, 9))]
    for kind, place in steps:
        touch = {"type": kind, "touchPoints": [{"x": place, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_swiped_card_does_not_come_back(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    for left, by in ((2, 200), (1, -200), (0, 200)):
        with page.expect_response("**/first-game"):
            swipe(page, by)
        expect(page.locator(CARD)).to_have_count(left)
    page.reload()
    expect(page.locator(ROUND_OVER)).to_be_visible()
    expect(page.locator(CARD)).to_have_count(0)


def test_card_returns_after_a_short_swipe(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    before = page.locator(TOP).bounding_box()
    page.clock.install()
    page.mouse.move(200, before["y"] + 90)
    page.mouse.down()
    page.mouse.move(230, before["y"] + 90)
    page.clock.run_for("00:01")
    page.mouse.up()
    expect(page.locator(CARD)).to_have_count(3)
    expect(page.locator(TOP)).to_have_css("translate", "none")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_button_puts_one_card_away(open_phone: Callable[..., Page], script: bool) -> None:
    page = open_phone(script=script)
    begin_game(page)
    for left in (2, 1, 0):
        if script:
            wait_for_script(page)
        page.locator(TOP).get_by_role("button").tap()
        expect(page.locator(CARD)).to_have_count(left)
    page.goto(page.url)
    expect(page.locator(ROUND_OVER)).to_be_visible()
    expect(page.locator(CARD)).to_have_count(0)


def test_card_stays_away_while_the_server_does_not_know_it_yet(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    with late_script(page, "first-game"):
        page.locator(TOP).get_by_role("button").tap()
        expect(page.locator(CARD)).to_have_count(2)
        page.reload()
        expect(page.locator(CARD)).to_have_count(2)


def test_cards_are_put_away_before_their_script_has_loaded(page: Page) -> None:
    begin_game(page)
    with late_script(page, "first-game.js"):
        page.reload(wait_until="domcontentloaded")
        for left in (2, 1, 0):
            page.locator(TOP).get_by_role("button").tap()
            expect(page.locator(CARD)).to_have_count(left)


def test_long_unbroken_name_does_not_scroll_sideways(page: Page) -> None:
    begin_game(page, names=("A" * 40, "B" * 40, "Cleo"))
    assert not accessibility_faults(page)


def test_cards_cover_nothing_and_are_accessible(page: Page) -> None:
    begin_game(page)
    header = page.locator("header").bounding_box()
    strip = page.locator("[data-strip]").bounding_box()
    rows = page.locator(".table-rows").bounding_box()
    bar = page.locator("footer").bounding_box()
    pile = [card.bounding_box() for card in page.locator(CARD).all()]
    top, bottom = min(box["y"] for box in pile), max(box["y"] + box["height"] for box in pile)
    assert header["y"] + header["height"] <= strip["y"] + strip["height"] <= top
    assert bottom <= rows["y"]
    assert rows["y"] + rows["height"] <= bar["y"]
    assert not accessibility_faults(page)


def test_every_card_fits_a_small_screen_and_large_text(
    open_phone: Callable[..., Page],
) -> None:
    page = open_phone(viewport={"width": 320, "height": 844})
    game = begin_game(page)
    for card in range(3):
        send(page, f"{game}/first-game", [("card", str(card))])
        page.reload()
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not (*broken_words(page), *cut_text(page)), card
