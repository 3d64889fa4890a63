"""A family writes its own rounds and card values by taps, with and without script."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import LATER, wait_for_script

ROUNDS = '[formaction$="/contracts"]'
LISTS = "header [popovertarget=lists]"
LARGER = '[formaction$="/larger-tables"]'
VALUES = '[formaction$="/card-values"]'


def chapter_with(button: str) -> str:
    """Return a selector of the line that opens the chapter with a button."""
    return f".chapter-line:has({button}) > summary"


def type_the_joker(page: Page, points: str) -> None:
    """Type a joker's points, the last of the card values, and save them with the keypad."""
    joker = page.locator("#joker-points")
    expect(joker).to_be_visible()
    wait_for_script(page)
    joker.tap()
    for key in (*points, "next"):
        page.locator(f'.keypad [data-key="{key}"]').tap()


@pytest.mark.parametrize("script", [True, False])
def test_own_rounds_and_values_are_tapped_together_and_played(
    page: Page, page_without_script: Page, *, script: bool
) -> None:
    page = page if script else page_without_script
    page.goto("./house-rules/new?base=jamaican")
    page.locator("#name").fill("Pearl’s")
    page.locator(chapter_with(ROUNDS)).tap()
    page.locator(ROUNDS).tap()
    page.locator(LISTS).tap()
    page.locator('[value="list:2"]').tap()
    expect(page.locator("#round-8")).to_have_count(0)
    page.locator("label", has_text="with all cards").tap()
    page.locator("#round-1").tap()
    page.locator("#set_size-more").tap()
    expect(page.locator("#set_size")).to_have_value("4")
    page.locator("#deal-fewer").tap()
    expect(page.locator(".round-open .round-words")).to_contain_text("2 sets of 4")
    expect(page.locator(".round-open .round-words")).to_contain_text("11 cards each")
    expect(page.get_by_label("with all cards")).to_be_checked()
    page.locator('[form="list"][value="save"]').tap()
    page.locator(chapter_with(VALUES)).tap()
    page.locator(VALUES).tap()
    if script:
        type_the_joker(page, "25")
    else:
        page.locator("#joker-points").fill("25")
        page.locator('[form="values"][value="save"]').tap()
    expect(page.locator("#name")).to_have_value("Pearl’s")
    page.locator('[form="house"]').tap()
    expect(page.locator("main")).to_contain_text("2 sets of 4; 34; 44; 333; 334; 344; 444")
    expect(page.locator("main")).to_contain_text("joker 25")
    expect(page.locator("main")).to_contain_text("with all cards")


def test_editors_are_accessible(open_phone: Callable[..., Page]) -> None:
    page = open_phone()
    page.goto("./house-rules/new?base=jamaican")
    page.locator(chapter_with(ROUNDS)).tap()
    page.locator(ROUNDS).tap()
    page.locator("#round-2").tap()
    expect(page.locator("#deal")).to_be_visible()
    assert not accessibility_faults(page)
    page.locator('[form="list"][value="save"]').tap()
    page.locator(chapter_with(VALUES)).tap()
    page.locator(VALUES).tap()
    page.get_by_role("button", name="Contract Rummy").tap()
    expect(page.locator("#joker-points")).to_have_value("25")
    assert not accessibility_faults(page)
    page.locator('[form="values"][value="save"]').tap()
    page.locator(chapter_with(LARGER)).tap()
    page.locator(LARGER).tap()
    expect(page.locator("#players-0")).to_be_visible()
    assert not accessibility_faults(page)


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("editor", [ROUNDS, VALUES, LARGER])
def test_back_keeps_the_half_made_rules(
    page: Page, page_without_script: Page, *, editor: str, script: bool
) -> None:
    page = page if script else page_without_script
    page.goto("./house-rules/new?base=jamaican")
    page.locator("#name").fill("Pearl’s")
    page.locator(chapter_with("#max_calls")).tap()
    page.locator("#max_calls").select_option("2")
    page.locator(chapter_with(editor)).tap()
    page.locator(editor).tap()
    page.locator("#back").tap()
    expect(page.locator("#name")).to_have_value("Pearl’s")
    expect(page.locator("#max_calls")).to_have_value("2")


@pytest.mark.parametrize("is_last", [False, True], ids=["in order", "editor's script last"])
def test_taps_during_a_redraw_act_on_the_new_list(page: Page, is_last: bool) -> None:
    scripts: list[Route] = []
    if is_last:
        page.route("**/contracts.js", lambda route: scripts.append(route))  # noqa: PLW0108
    page.goto("./house-rules/new?base=jamaican")
    page.locator(chapter_with(ROUNDS)).tap()
    page.locator(ROUNDS).tap()
    page.locator(LISTS).tap()
    page.evaluate(LATER)
    for script in scripts:
        script.continue_()
    wait_for_script(page)
    held: list[Route] = []

    page.route("**/house-rules/contracts", lambda route: held.append(route), times=1)  # noqa: PLW0108
    with page.expect_request("**/house-rules/contracts"):
        page.locator('[value="list:2"]').tap()
    page.locator("#round-1").tap()
    page.locator('[form="list"][value="save"]').tap()
    held[0].continue_()
    expect(page.locator(".differs")).to_contain_text("seven, 33 to 444")


def test_rounds_are_lines_of_one_height(page: Page) -> None:
    page.goto("./house-rules/new?base=jamaican")
    page.locator(chapter_with(ROUNDS)).tap()
    page.locator(ROUNDS).tap()
    page.wait_for_url("**/contracts")
    boxes = [line.bounding_box() for line in page.locator(".round-line").all()]
    assert len({round(box["height"]) for box in boxes if box}) == 1


def open_second_round(page: Page) -> None:
    """Open the contract editor with its second round."""
    page.goto("./house-rules/new?base=jamaican")
    page.locator(chapter_with(ROUNDS)).tap()
    page.locator(ROUNDS).tap()
    expect(page.locator("#rounds")).to_be_visible()
    wait_for_script(page)
    page.locator("#round-2").tap()


def test_quick_taps_all_count(page: Page) -> None:
    open_second_round(page)
    more = page.locator("#deal-more")
    more.tap(trial=True)
    box = more.bounding_box()
    assert box is not None
    for _ in range(4):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#deal")).to_have_value("14")


def test_number_typed_while_the_contracts_are_redrawn_is_kept(page: Page) -> None:
    open_second_round(page)
    deal = page.locator("#deal")
    expect(deal).to_be_visible()
    held: list[Route] = []
    page.route("**/house-rules/contracts", lambda route: held.append(route), times=1)  # noqa: PLW0108
    with page.expect_request("**/house-rules/contracts"):
        page.locator("#set_size-more").tap()
    deal.fill("13")
    held.pop().continue_()
    expect(page.locator("#set_size")).to_have_value("4")
    expect(deal).to_have_value("13")
