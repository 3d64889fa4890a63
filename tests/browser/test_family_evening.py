"""A family's whole evening by taps: own rules, eleven players, seven rounds, a printout."""

import re

from playwright.sync_api import Page, expect

from tests.browser.phone import (
    REVIEW,
    SAVE,
    START,
    labelled_like,
    tap_who_went_out,
)
from tests.browser.test_evening import PAGE_OBJECT, standings_shown
from tests.browser.test_own_rounds import LARGER, ROUNDS, VALUES, chapter_with, type_the_joker

FAMILY = ("Pearl", "Winston", "Joy", "Desmond", "Bea", "Errol", "Fay", "Gil", "Hope", "Ivor", "Jo")
# Packs and jokers, from a number of players on.
PACKS = {5: (3, 6), 7: (4, 8), 9: (5, 15)}
# 1 + 2 + … + 7
ALL_ROUNDS = 28


def points(seat: int, number: int) -> int:
    """Return a player's points left: the first seven go out in turn, the others never do."""
    return 0 if seat == number else 10 * seat + number


def total(seat: int) -> int:
    """Return a player's total: seven rounds, less the one that the player won."""
    won = 10 * seat + seat if seat <= 7 else 0
    return 70 * seat + ALL_ROUNDS - won


def write_the_rules(page: Page) -> None:
    """Write seven rounds, jokers at 25 and packs by number of players; save them."""
    page.goto("./house-rules/new?base=jamaican")
    page.locator("#name").fill("Pearl’s")
    page.locator(chapter_with(ROUNDS)).tap()
    page.locator(ROUNDS).tap()
    page.locator("header [popovertarget=lists]").tap()
    page.locator('[value="list:2"]').tap()
    expect(page.locator("#round-8")).to_have_count(0)
    page.locator("#round-1").tap()
    page.locator("#runs-more").tap()
    page.locator('[form="list"][value="save"]').tap()
    page.locator(chapter_with(VALUES)).tap()
    page.locator(VALUES).tap()
    type_the_joker(page, "25")
    page.locator(chapter_with("#max_players")).tap()
    page.locator("#max_players").select_option("11")
    page.locator(LARGER).tap()
    for line, (players, (packs, jokers)) in enumerate(PACKS.items()):
        for field, number in (("players", players), ("packs", packs), ("jokers", jokers)):
            page.locator(f"#{field}-{line}").fill(str(number))
    page.locator('[form="tables"][value="save"]').tap()
    page.locator('[form="house"]').tap()


def sit_down(page: Page) -> str:
    """Start a game of eleven from the page of the rules; return its address."""
    page.locator('form[action$="/play"] button').tap()
    for line, name in enumerate(FAMILY, 1):
        if line > 5:
            page.locator("[data-add]").tap()
        page.locator(f"#name-{line}").fill(name)
    page.locator(START).tap()
    page.wait_for_url("**/g/*")
    return page.url


def play_round(page: Page, game: str, number: int) -> None:
    """Save a round; the points are typed."""
    tap_who_went_out(page, FAMILY[number - 1])
    for seat in range(1, len(FAMILY) + 1):
        if seat != number:
            page.locator(f"#hands-{seat - 1}-points").fill(str(points(seat, number)))
    labelled_like(page, REVIEW).tap()
    page.locator(SAVE).tap()
    page.wait_for_url(game)


def test_familys_evening_of_eleven(page: Page) -> None:
    write_the_rules(page)
    expect(page.locator("main")).to_contain_text("now 334, 34, 44, 333, 334, 344, 444")
    expect(page.locator("main")).to_contain_text("joker 25")
    game = sit_down(page)
    for number in range(1, 8):
        play_round(page, game, number)
    expected = [(str(seat), name, total(seat)) for seat, name in enumerate(FAMILY, 1)]
    page.goto(f"{game}/standings")
    expect(page.get_by_role("heading", name="Pearl wins")).to_be_visible()
    assert standings_shown(page) == expected
    page.goto(f"{game}/print")
    assert len(PAGE_OBJECT.findall(page.pdf(format="A4"))) == 1
    page.emulate_media(media="print")
    for _place, name, points in expected:
        expect(page.locator(".paper-name", has_text=re.compile(f"^{name}$"))).to_be_visible()
        expect(page.locator(".paper")).to_contain_text(str(points))
    page.emulate_media(media="screen")
