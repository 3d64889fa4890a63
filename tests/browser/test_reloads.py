"""Half-made forms survive a reload, Back, and a change saved beside them."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import (
    FIVE,
    REVIEW,
    SAVE,
    begin_game,
    labelled_like,
    save_round,
    wait_for_script,
)
from tests.browser.test_early_taps import WENT_OUT, WINNER, change_winner, points_of


def test_changed_winner_survives_a_reload(page: Page) -> None:
    page.goto(f"{begin_game(page, 'jamaican')}/round?winner=2")
    change_winner(page, "Cleo")
    expect(page.locator(WENT_OUT)).to_have_text("Cleo went out")
    page.reload()
    expect(page.locator(WENT_OUT)).to_have_text("Cleo went out")
    expect(page.locator(WINNER)).to_have_value("3")


def test_changed_winner_survives_back_from_the_review(page: Page) -> None:
    page.goto(f"{begin_game(page, 'jamaican')}/round?winner=2")
    change_winner(page, "Cleo")
    for index, points in ((0, "15"), (1, "20"), (3, "5"), (4, "6")):
        points_of(page, index).fill(points)
    page.keyboard.press("Escape")
    labelled_like(page, REVIEW).tap()
    expect(page.locator(SAVE)).to_be_visible()
    page.go_back()
    expect(page.locator(WENT_OUT)).to_have_text("Cleo went out")
    expect(page.locator(WINNER)).to_have_value("3")
    expect(points_of(page, 1)).to_be_enabled()


def test_new_game_survives_a_reload_but_not_a_new_visit(page: Page) -> None:
    page.goto("./games/new")
    wait_for_script(page)
    page.locator("[data-add]").tap()
    for line, name in enumerate((*FIVE, "Fay"), 1):
        page.locator(f"#name-{line}").fill(name)
    page.reload()
    expect(page.locator("#name-1")).to_have_value("Ann")
    expect(page.locator("#name-6")).to_have_value("Fay")
    page.goto("./")
    page.goto("./games/new")
    expect(page.locator("#name-1")).to_have_value("")


@pytest.mark.parametrize("again", ["reload", "go_back"])
def test_correction_survives_a_reload_and_back(page: Page, again: str) -> None:
    game = begin_game(page, "jamaican")
    save_round(page, game, 1, (15, 0, 27, 105, 8), winner=2)
    page.goto(f"{game}/rounds/1/amend")
    wait_for_script(page)
    points_of(page, 0).fill("51")
    page.keyboard.press("Escape")
    if again == "go_back":
        labelled_like(page, REVIEW).tap()
        expect(page.locator(SAVE)).to_be_visible()
    getattr(page, again)()
    expect(points_of(page, 0)).to_have_value("51")
    page.goto(f"{game}/rounds/1/amend")
    expect(points_of(page, 0)).to_have_value("15")
    wait_for_script(page)
    page.reload()
    wait_for_script(page)
    expect(points_of(page, 0)).to_have_value("15")


def test_house_rules_survive_a_reload(page: Page) -> None:
    page.goto("./house-rules/new?base=jamaican")
    page.get_by_label("Name of your rules").fill("Sunday")
    page.get_by_role("heading", name="Sets and runs").click()
    page.get_by_label("Where may an ace stand in a run?").select_option("high")
    page.reload()
    expect(page.get_by_label("Name of your rules")).to_have_value("Sunday")
    expect(page.locator(".differs")).to_contain_text("Ace")


def test_counts_survive_a_reload(page: Page) -> None:
    page.goto(f"{begin_game(page)}/counts")
    wait_for_script(page)
    page.locator("#cards-2").fill("9")
    page.reload()
    expect(page.locator("#cards-2")).to_have_value("9")


def test_new_order_of_seats_survives_a_new_mark(page: Page) -> None:
    page.goto(f"{begin_game(page)}/players")
    wait_for_script(page)
    names = page.locator(".name-text")
    page.locator("[data-grip]").nth(2).tap()
    expect(names.nth(1)).to_have_text("Cleo")
    page.locator(".mark-button").first.tap()
    expect(page.get_by_text("Ann has a new mark.")).to_be_visible()
    expect(names.nth(1)).to_have_text("Cleo")
