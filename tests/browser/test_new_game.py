"""A new game: names, seats, marks; the next game of the same people."""

import re

from playwright.sync_api import Page, expect

from tests.browser.phone import (
    FIVE,
    FRAMES,
    START,
    begin_game,
    finger_on,
    save_round,
    wait_for_script,
)
from tests.browser.test_the_table import row


def test_seats_move_by_buttons(either: Page) -> None:
    either.goto("./games/new")
    for line, name in enumerate(("Ann", "Ben", "Cleo"), 1):
        either.locator(f"#name-{line}").fill(name)
    either.get_by_role("button", name="Move line 3").tap()
    expect(either.locator("#name-2")).to_have_value("Cleo")
    either.locator(START).tap()
    expect(either.locator(".player-name")).to_have_text(["Ann", "Cleo", "Ben"])


def test_tap_moves_a_seat_once_though_its_click_comes_late(page: Page) -> None:
    page.goto("./games/new")
    wait_for_script(page)
    for line, name in enumerate(("Ann", "Ben", "Cleo"), 1):
        page.locator(f"#name-{line}").fill(name)
    with finger_on(page.locator("[data-grip]").nth(2)):
        page.evaluate(FRAMES)
    page.evaluate(FRAMES)
    names = page.locator("input[name=names]")
    assert [names.nth(line).input_value() for line in range(3)] == ["Ann", "Cleo", "Ben"]


def test_seats_move_by_drag(page: Page) -> None:
    page.goto("./games/new")
    for line, name in enumerate(("Ann", "Ben", "Cleo"), 1):
        page.locator(f"#name-{line}").fill(name)
    grip = page.locator("[data-grip]").first.bounding_box()
    target = page.locator("[data-grip]").nth(2).bounding_box()
    page.mouse.move(grip["x"] + 20, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"] + 20, target["y"] + 10, steps=8)
    page.mouse.move(target["x"] + 20, target["y"] + 40, steps=4)
    page.mouse.up()
    expect(page.locator("#name-1")).to_have_value("Ben")
    expect(page.locator("#name-3")).to_have_value("Ann")


def test_enter_moves_to_the_next_name_and_adds_a_line(page: Page) -> None:
    page.goto("./games/new")
    page.locator("#name-1").focus()
    for name in ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    expect(page.locator("#name-6")).to_have_value("Fay")
    expect(page.locator("[data-deal-facts]")).to_contain_text("3 packs with 6 jokers")


def test_known_names_are_chips(either: Page) -> None:
    begin_game(either)
    either.goto("./games/new")
    for name in ("Cleo", "Ann", "Eve"):
        either.get_by_role("button", name=name, exact=True).tap()
        expect(either.get_by_role("button", name=name, exact=True)).to_be_hidden()
    either.locator(START).tap()
    expect(either.locator(".player-name")).to_have_text(["Cleo", "Ann", "Eve"])


def test_mark_changes_by_one_tap_and_comes_back_with_its_name(page: Page) -> None:
    page.goto("./games/new")
    for line, name in enumerate(("Ann", "Ben", "Cleo"), 1):
        page.locator(f"#name-{line}").fill(name)
    marks = page.locator('input[name="marks"]')
    expect(marks.nth(1)).to_have_value("2")
    page.locator(".name-line", has=page.locator("#name-2")).locator(".mark-button").tap()
    expect(page.locator(".name-line .mark").nth(1)).to_have_class(re.compile("mark-4"))
    expect(page.locator(".name-line .mark").nth(1)).to_have_text("B")
    page.locator(START).tap()
    expect(row(page, "Ben").locator(".mark").first).to_have_class(re.compile("mark-4"))
    page.goto("./games/new")
    page.locator("#name-1").fill("Dan")
    page.locator("#name-2").press_sequentially("ben")
    expect(marks.nth(1)).to_have_value("4")
    page.locator("#name-2").fill("Benita")
    expect(marks.nth(1)).to_have_value("2")
    page.get_by_role("button", name="Ben", exact=True).tap()
    expect(page.locator("#name-3")).to_have_value("Ben")
    expect(marks.nth(2)).to_have_value("4")


def test_known_table_is_one_tap(either: Page) -> None:
    address = begin_game(either)
    save_round(either, address, 1, (20, 0, 20, 20, 20), winner=2)
    either.goto(f"{address}/end")
    either.get_by_role("button", name="Stop here").tap()
    expect(either.get_by_role("heading", name="Ben wins")).to_be_visible()
    either.goto("./")
    either.get_by_role("button", name="Play again").first.tap()
    expect(either.locator(".player-name")).to_have_text(list(FIVE))


def test_current_game_is_resumed_in_one_tap(either: Page) -> None:
    address = begin_game(either)
    either.goto("./")
    either.get_by_role("link", name="Continue").first.tap()
    expect(either).to_have_url(address)
