"""The round form and its review: no guesses, cards add up, the field visible above the keypad."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import (
    MENU,
    NO_NETWORK,
    PHONE,
    REVIEW,
    SAVE,
    Watch,
    begin_game,
    call_button,
    labelled_like,
    late_script,
    review_line,
    save_round,
    show_early,
    tap_who_went_out,
    wait_for,
)
from tests.browser.thumb import slides_sideways

KEY = '.keypad [data-key="{}"]'
IN_SIGHT = """() => {
  const field = document.querySelector('.points-now').getBoundingClientRect();
  const pad = document.querySelector('.keypad').getBoundingClientRect();
  const inside = field.top >= 0 && field.bottom <= innerHeight && field.left >= 0;
  return inside && (field.bottom <= pad.top || field.right <= pad.left);
}"""


def type_points(page: Page, *points: str) -> None:
    for digits in points:
        for digit in digits:
            page.locator(KEY.format(digit)).tap()
        page.locator(KEY.format("next")).tap()
    expect(page.locator(SAVE)).to_be_visible()


def test_table_without_recorded_calls_is_saved_as_typed(page: Page) -> None:
    game = begin_game(page, "jamaican")
    tap_who_went_out(page, "Ben")
    type_points(page, "15", "27", "105", "8")
    expect(page.get_by_role("radio", name="No")).to_be_checked()
    expect(review_line(page, "Dan")).to_contain_text("+105 total 105")
    page.get_by_role("radio", name="Yes").check()
    expect(review_line(page, "Dan")).to_contain_text("105, doubled 210 ×2 +210 total 210")
    assert not accessibility_faults(page)
    page.get_by_role("radio", name="No").check()
    page.locator(SAVE).tap()
    page.wait_for_url(game)
    page.goto(f"{game}/standings")
    expect(page.locator("thead th", has_text="Dan").locator(".rounds-total")).to_have_text("105")


def test_caribbean_asks_once_and_infers_nothing(page: Page) -> None:
    game = begin_game(page, "caribbean")
    page.goto(f"{game}/round?winner=2")
    expect(page.get_by_text("Who never came down? +50 each")).to_be_visible()
    assert not accessibility_faults(page)
    for index in (0, 2, 3, 4):
        page.locator(f"#hands-{index}-points").fill("60")
    page.keyboard.press("Escape")
    labelled_like(page, REVIEW).tap()
    expect(page.get_by_role("alert")).to_contain_text("Choose who never came down")
    page.get_by_label("Everybody came down").check()
    page.get_by_role("checkbox", name="Dan").check()
    expect(page.get_by_label("Everybody came down")).not_to_be_checked()
    labelled_like(page, REVIEW).tap()
    expect(review_line(page, "Dan")).to_contain_text("never came down 50 +110 total 110")
    expect(review_line(page, "Eve")).to_contain_text("+60 total 60")


def test_tapped_cards_add_up_and_fill_the_points(page: Page) -> None:
    game = begin_game(page, "jamaican")
    page.goto(f"{game}/round?winner=2")
    ann = page.get_by_role("region", name="Ann", exact=True)
    ann.locator(".hand-more > summary").tap()
    for card in ("KS", "AS", "AH", "*"):
        ann.locator(f'[data-card="{card}"]').tap()
    expect(ann.locator(".cards-sum")).to_have_text("76")
    expect(page.locator("#hands-0-points")).to_have_value("76")
    for index in (2, 3, 4):
        page.locator(f"#hands-{index}-points").fill("20")
    page.keyboard.press("Escape")
    labelled_like(page, REVIEW).tap()
    expect(page.get_by_role("img", name="King of spades")).to_be_visible()
    expect(page.get_by_text("KS AS")).to_have_count(0)


def test_back_and_reload_never_send_a_round_again(page: Page) -> None:
    table = begin_game(page, "jamaican")
    tap_who_went_out(page, "Ben")
    type_points(page, "15", "27", "105", "8")
    page.wait_for_load_state()  # a reload before its script would send the form again
    page.reload()
    expect(page.get_by_role("textbox", name="Ann", exact=True)).to_have_value("15")
    labelled_like(page, REVIEW).tap()
    page.locator(SAVE).tap()
    expect(page.get_by_role("heading", name="Round 2 of 9")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(table)
    expect(page.get_by_role("heading", name="Round 2 of 9")).to_be_visible()


SCREENS: dict[str, dict[str, Any]] = {
    "upright": {},
    "on its side": {"viewport": {"width": 844, "height": 390}},
    "narrow": {"viewport": {"width": 320, "height": 640}},
    "large text": {},
}


@pytest.mark.parametrize("screen", SCREENS)
def test_field_is_in_sight_of_the_keypad(open_phone: Callable[..., Page], screen: str) -> None:
    page = open_phone(**{**PHONE, **SCREENS[screen]})
    game = begin_game(page, "jamaican")
    page.goto(f"{game}/round?winner=2")
    if screen in {"narrow", "large text"}:
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        page.locator("#hands-0-points").blur()
    for index in (0, 2, 3, 4):
        page.locator(f"#hands-{index}-points").focus()
        wait_for(page, IN_SIGHT)
    assert not slides_sideways(page)


def test_overcalling_winner_is_questioned(page: Page) -> None:
    game = begin_game(page, "jamaican")
    ben = page.locator(".player", has_text="Ben")
    for left in ("2 calls left", "1 call left", "No calls left"):
        call_button(page, "Ben").tap()
        expect(ben).to_contain_text(left)
    ben.locator(".call-over").tap()
    ben.get_by_role("button", name="Overcall").tap()
    expect(ben).to_contain_text("Overcall")
    tap_who_went_out(page, "Ben")
    type_points(page, "15", "27", "105", "8")
    expect(page.get_by_text("Ben: Called too often, so may not come down")).to_be_visible()
    expect(page.get_by_role("link", name="Rule 11.1")).to_be_visible()
    assert not accessibility_faults(page)
    page.locator(SAVE).tap()
    expect(page.get_by_role("alert")).to_contain_text("Check the question")
    page.get_by_label("Reason").fill("we let it pass")
    page.locator("#back").tap()
    page.locator(REVIEW).tap()
    expect(page.get_by_label("Reason")).to_have_value("we let it pass")
    page.get_by_text("It’s right: save it as it is").tap()
    page.locator(SAVE).tap()
    page.wait_for_url(game)


def test_late_players_start_takes_one_visible_tap(page: Page) -> None:
    game = begin_game(page, "jamaican")
    save_round(page, game, 1, (15, 0, 27, 105, 8), winner=2)
    page.goto(f"{game}/players")
    page.get_by_text("Add a late player").tap()
    page.get_by_label("Name", exact=True).fill("Fay")
    page.get_by_role("button", name="Add player").tap()
    expect(page.get_by_text("Choose how many points the late player starts with.")).to_be_visible()
    assert not accessibility_faults(page)
    page.get_by_text("The highest total, so coming late is no advantage.").tap()
    page.get_by_role("button", name="Add player").tap()
    expect(page.get_by_role("status").filter(has_text="Fay joined the game.")).to_be_visible()
    page.goto(game)
    expect(page.locator(".player", has_text="Fay")).to_contain_text("105")


def test_first_digit_replaces_and_plus_continues(page: Page) -> None:
    game = begin_game(page, "jamaican")
    page.goto(f"{game}/round?winner=2")
    ann = page.locator("#hands-0-points")
    for key in ("1", "0", "5"):
        page.locator(KEY.format(key)).tap()
    page.locator("#hands-2-points").tap()
    ann.tap()
    page.locator(KEY.format("5")).tap()
    page.locator(KEY.format("1")).tap()
    expect(ann).to_have_value("51")
    ann.tap()
    page.locator(KEY.format("+")).tap()
    page.locator(KEY.format("9")).tap()
    expect(ann).to_have_value("51+9")
    ann.tap()
    page.locator(KEY.format("erase")).tap()
    expect(ann).to_have_value("")
    page.keyboard.type("30")
    ann.tap()
    page.keyboard.type("42")
    expect(ann).to_have_value("42")


def test_correction_of_the_last_round_is_in_the_menu_and_shows_what_it_does(page: Page) -> None:
    game = begin_game(page, "jamaican")
    save_round(page, game, 1, (6, 0, 27, 105, 8), winner=2)
    save_round(page, game, 2, (105, 0, 1, 2, 3), winner=2)
    page.goto(game)
    page.locator(MENU).tap()
    page.get_by_role("link", name="Correct the last round").tap()
    page.locator("#hands-0-points").tap()
    page.locator(KEY.format("5")).tap()
    page.locator(KEY.format("1")).tap()
    page.locator(KEY.format("next")).tap()
    expect(review_line(page, "Ann")).to_contain_text("before 105 +51 total 111 57")
    expect(page.locator(".review-same:visible")).to_have_count(4)
    expect(review_line(page, "Cleo")).to_contain_text("total 28")
    assert not accessibility_faults(page)
    page.locator(SAVE).tap()
    page.wait_for_url(game)
    expect(
        page.locator(".player", has_text="Ann").locator(".player-total .number").first
    ).to_have_text("57")


def test_digits_typed_before_the_keypad_has_loaded_are_kept(page: Page) -> None:
    game = begin_game(page, "jamaican")
    save_round(page, game, 1, (15, 0, 27, 105, 8), winner=2)
    ann = page.locator("#hands-0-points")
    with late_script(page, "keypad.js"):
        show_early(page, f"{game}/rounds/1/amend")
        ann.fill("4")
    page.locator(KEY.format("2")).tap()
    expect(ann).to_have_value("42")


def test_saved_points_of_a_field_tapped_before_the_keypad_has_loaded_are_replaced(
    page: Page,
) -> None:
    game = begin_game(page, "jamaican")
    save_round(page, game, 1, (15, 0, 27, 105, 8), winner=2)
    ann = page.locator("#hands-0-points")
    with late_script(page, "keypad.js"):
        show_early(page, f"{game}/rounds/1/amend")
        ann.tap()
    page.locator(KEY.format("2")).tap()
    expect(ann).to_have_value("2")


def test_draft_in_a_field_tapped_before_the_keypad_has_loaded_is_replaced(
    page: Page, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    ending = f"{begin_game(page, 'jamaican')}/round?winner=2"
    page.route("**/drafts/**", lambda route: route.abort())
    page.goto(ending)
    ann = page.locator("#hands-0-points")
    ann.tap()
    page.locator(KEY.format("1")).tap()
    page.locator(KEY.format("5")).tap()
    with late_script(page, "keypad.js"):
        show_early(page, ending)
        expect(ann).to_have_value("15")
        ann.tap()
    page.locator(KEY.format("4")).tap()
    expect(ann).to_have_value("4")


def test_cards_tapped_before_their_values_have_loaded_fill_the_points(page: Page) -> None:
    page.goto(f"{begin_game(page, 'jamaican')}/round?winner=2")
    ann = page.get_by_role("region", name="Ann", exact=True)
    with late_script(page, "worth.js"):
        ann.locator(".hand-more > summary").tap()
        for card in ("KS", "AS"):
            ann.locator(f'[data-card="{card}"]').tap()
    expect(page.locator("#hands-0-points")).to_have_value("25")
