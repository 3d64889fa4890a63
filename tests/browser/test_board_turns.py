"""Turns on the board: taken jokers, melds after a tack, barred lays."""

import re
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import (
    REVIEW,
    SAVE_MELDS,
    begin_game,
    call_button,
    choose_player,
    labelled_like,
    late_script,
    review_line,
    show_early,
)
from tests.browser.test_check import Thumb
from tests.browser.test_the_table import calls_left

FOUR = ("Ann", "Ben", "Cleo", "Dan")


def send_lay(page: Page, game: str, player: int, *melds: str) -> None:
    """Submit a lay from a prefilled form."""
    page.goto(f"{game}/check?{urlencode({'player': player, 'cards': ' / '.join(melds)})}")
    page.locator(SAVE_MELDS).tap()


def write_lay(page: Page, game: str, player: int, *melds: str) -> None:
    """Save a legal lay and wait until it is on the board."""
    send_lay(page, game, player, *melds)
    expect(page.locator(".flash")).to_contain_text("lays")


def test_taken_joker_is_replayed_by_thumb(page: Page) -> None:
    begin_game(page, "kalooki40", FOUR)
    game = page.url
    write_lay(page, game, 2, "10H * QH KH")
    page.get_by_role("link", name="Joker").tap()
    expect(page.get_by_text("Played again at once")).to_be_visible()
    assert not accessibility_faults(page)
    page.locator(".fit-yes button").first.tap()
    expect(page.get_by_text("Ben has a joker to play again")).to_be_visible()
    assert not accessibility_faults(page)
    page.get_by_role("link", name="On a meld").tap()
    page.get_by_role("button", name="High end").tap()
    expect(page.get_by_role("img", name="Joker as Ace of hearts")).to_be_visible()
    expect(page.get_by_text("to play again")).to_have_count(0)


def test_player_chosen_before_the_script_has_loaded_has_fitting_melds(page: Page) -> None:
    game = begin_game(page, "kalooki40", FOUR)
    write_lay(page, game, 2, "10H * QH KH")
    with late_script(page, "check.js"):
        show_early(page, f"{game}/check?add=1&move=joker&player=1")
        choose_player(page, "Ben")
    expect(page.locator(".fit-yes button")).to_be_visible()


def test_joker_is_laid_in_a_new_meld_by_thumb(page: Page) -> None:
    begin_game(page, "kalooki40", FOUR)
    game = page.url
    write_lay(page, game, 2, "10H * QH KH")
    page.goto(f"{game}/check?add=1&move=joker&player=2")
    page.locator(".fit-yes button").first.tap()
    page.get_by_role("link", name="In a new meld").tap()
    Thumb(page).cards("4H 4D")
    page.locator(SAVE_MELDS).tap()
    expect(page.locator(".board-meld")).to_have_count(2)
    expect(page.get_by_text("to play again")).to_have_count(0)


def test_meld_after_a_tack_needs_confirmation(page: Page) -> None:
    begin_game(page, "caribbean", FOUR)
    game = page.url
    write_lay(page, game, 2, "7H 7D 7C", "KH KC *", "4D 4S 4C")
    page.goto(f"{game}/check?add=1&player=2&cards=7S")
    page.locator(".fit-yes button").first.tap()
    expect(page.locator(".flash")).to_contain_text("tacks")
    send_lay(page, game, 2, "9H 9D 9C")
    later = page.get_by_role("button", name="It was a later turn")
    expect(later).to_be_visible()
    expect(page.locator(".verdict-word")).to_have_text("Can’t tell")
    assert not accessibility_faults(page)
    later.tap()
    expect(page.locator(".board-meld")).to_have_count(4)
    page.goto(f"{game}/history")
    expect(page.get_by_text("in a later turn").first).to_be_visible()


def test_barred_lay_counts_at_the_end_of_the_round(page: Page) -> None:
    begin_game(page, names=FOUR)
    game = page.url
    for calls in range(1, 4):
        call_button(page, "Cleo").tap()
        left = ("2 calls left", "1 call left", "No calls left")[calls - 1]
        expect(calls_left(page, "Cleo")).to_have_text(left)
    newest = page.locator('.undo:has(.undo-button) [name="seq"]')
    before = newest.input_value()
    page.locator(".player", has_text="Cleo").locator(".call-over").tap()
    page.locator("#player-3").get_by_role("button", name="Overcall").tap()
    expect(newest).not_to_have_value(before)
    send_lay(page, game, 3, "7H 7D 7C", "KH KC *", "4D 4S 4C")
    page.locator("#word").fill("seen too late")
    page.get_by_role("button", name="Save it anyway").tap()
    expect(page.locator(".flash")).to_contain_text("lays")
    page.goto(f"{game}/round?winner=2")
    page.locator("#hands-2-points").fill("12")
    expect(page.locator(".hand-more[open]")).to_have_count(0)
    expect(page.locator('[data-seat="3"] .hand-notes')).to_contain_text("laid while barred")
    page.locator('[data-seat="3"] .hand-more > summary').tap()
    expect(page.get_by_text("Cleo called too often and came down anyway")).to_be_visible()
    assert not accessibility_faults(page)
    for seat in (0, 3):
        page.locator(f"#hands-{seat}-points").fill("20")
    page.keyboard.press("Escape")
    labelled_like(page, REVIEW).tap()
    expect(review_line(page, "Cleo")).to_contain_text("total 115")
    assert not accessibility_faults(page)


def test_other_systems_page_is_accessible(page: Page) -> None:
    for path in (
        "/check?system=kooky&round=2&cards=7R+7B+7G+/+9R+9E+*+/+4G+5G+6G+7G",
        "/check?system=jamaican&on=7H+7H+7D&cards=7H",
        "/check?system=caribbean&on=7H+*+9H+10H&cards=8H&by=own",
    ):
        page.goto(path)
        page.locator("#other-rules summary").tap()
        expect(page.locator("#other-rules li")).to_have_count(5)
        assert not accessibility_faults(page)
    page.locator("#other-rules a", has_text=re.compile("Kooky")).tap()
    expect(page.locator("#cards")).to_have_value("8R")
