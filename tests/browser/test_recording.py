"""Recording melds and tacks in the check of a game."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import MENU, SAVE_MELDS, Watch, begin_game, choose_player
from tests.browser.test_check import WORD, Thumb
from tests.commits import share_of_this_commit


def lay(page: Page, who: str, cards: str) -> None:
    """Choose a player and tap the cards of a lay."""
    choose_player(page, who)
    Thumb(page).cards(cards)


# Replaces the melds, and the tapped button with them, during a submit.
GONE_WHEN_TAPPED = """addEventListener('submit', () => {
  setTimeout(() => document.querySelector('.fit-list').remove());
}, { once: true })"""


def test_board_is_recorded_by_thumb(page: Page) -> None:
    begin_game(page, names=("Ann", "Ben", "Cleo", "Dan"))
    game = page.url
    page.locator(MENU).tap()
    page.get_by_role("link", name="The board").tap()
    page.get_by_role("link", name="Record melds").tap()
    lay(page, "Ben", "7H 7S * KH KC KD 3D 3H")
    expect(page.locator(WORD)).to_have_text("Keep going")
    page.locator(SAVE_MELDS).tap()
    expect(page.get_by_text("Nothing is saved yet.")).to_be_visible()
    Thumb(page).cards("3S")
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(page.get_by_text("Nothing is saved yet.")).to_have_count(0)
    page.locator(SAVE_MELDS).tap()
    expect(page.locator(".board-meld")).to_have_count(3)

    page.locator(".actions").get_by_role("link", name="Tack").tap()
    Thumb(page).cards("7C")
    page.locator(".fit-yes button").tap()
    page.wait_for_url(f"{game}/board")
    expect(page.get_by_role("img", name="7 of clubs")).to_be_visible()

    page.goto(f"{game}/check?add=1")
    choose_player(page, "Ann")
    Thumb(page).cards("8C")
    expect(page.locator(WORD)).to_have_text("Fits no meld")
    page.evaluate(GONE_WHEN_TAPPED)
    page.locator(".fit-no button").first.tap()
    expect(page.locator(WORD)).to_have_text("Not legal")
    page.locator("#word").fill("we always do")
    page.get_by_role("button", name="Save it anyway").tap()
    expect(page.get_by_text("we always do")).to_be_visible()
    page.goto(f"{game}/history")
    expect(page.get_by_text("we always do")).to_be_visible()


def test_melds_are_judged_and_recorded_without_script(page_without_script: Page) -> None:
    page = page_without_script
    game = begin_game(page, names=("Ann", "Ben", "Cleo", "Dan"))
    page.goto(f"{game}/check")
    page.locator("#cards").fill("7h 7s * / kh kc kd / 3d 3h 3s")
    page.get_by_role("button", name="Check", exact=True).tap()
    expect(page.locator(WORD)).to_have_text("Legal")
    choose_player(page, "Ben")
    page.locator(SAVE_MELDS).tap()
    expect(page.locator(".board-meld")).to_have_count(3)
    page.get_by_role("link", name="Tack").last.tap()
    page.locator("#cards").fill("7c")
    page.get_by_role("button", name="Check", exact=True).tap()
    page.locator(".fit-yes button").tap()
    expect(page.get_by_role("img", name="7 of clubs")).to_be_visible()


def test_lay_saved_without_a_network_says_that_it_is_not_judged(page: Page, watch: Watch) -> None:
    watch.allow("ERR_INTERNET_DISCONNECTED")
    game = begin_game(page, names=("Ann", "Ben", "Cleo", "Dan"))
    page.goto(f"{game}/check")
    page.context.set_offline(True)
    lay(page, "Ben", "7H 7S * KH KC KD 3D 3H 3S")
    expect(page.locator(WORD)).to_have_text("Not checked yet")
    expect(page.locator("#ruling")).to_contain_text("You can save it all the same")
    page.locator(SAVE_MELDS).tap()
    expect(page.locator(".outbox")).to_contain_text("Save the melds")
    # In another tab, since this one goes on by itself as soon as the melds are sent.
    board = page.context.new_page()
    page.context.set_offline(False)
    board.goto(f"{game}/board")
    expect(board.locator(".board-meld")).to_have_count(3)


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_meld_that_takes_a_card_is_in_sight(page: Page, size: tuple[int, int]) -> None:
    game = begin_game(page, names=("Ann", "Ben", "Cleo", "Dan"))
    page.goto(f"{game}/check?player=2&cards=7H+7D+7C+/+KH+KC+KD+/+4D+4S+4C")
    page.locator(SAVE_MELDS).tap()
    expect(page.locator(".board-meld")).to_have_count(3)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"{game}/check?add=1")
    Thumb(page).cards("4H")
    expect(page.locator(".fit-yes")).to_have_count(1)
    expect(page.locator(".fit-yes").get_by_role("img", name="4 of hearts")).to_be_in_viewport()
    expect(page.locator(".fit-go")).to_be_in_viewport(ratio=1)
    assert_nothing_covers(page, ".fit-go")


def assert_nothing_covers(page: Page, selector: str) -> None:
    """Fail if something else is where the middle of an element is."""
    hit = page.locator(selector).evaluate(
        """one => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        }"""
    )
    assert hit


def test_is_accessible(page: Page) -> None:
    game = begin_game(page, names=("Ann", "Ben", "Cleo", "Dan"))
    page.goto(f"{game}/check")
    lay(page, "Ben", "7H 7S * KH KC KD 3D 3H 3S")
    expect(page.locator(WORD)).to_have_text("Legal")
    page.locator(SAVE_MELDS).tap()
    expect(page.locator(".board-meld")).to_have_count(3)
    addresses = (
        game,
        f"{game}/board",
        f"{game}/check?player=1&cards=8H+8D",
        f"{game}/check?add=1&player=2&cards=7C",
        f"{game}/check?add=1&move=joker&player=2",
    )
    wrong = {}
    for address in share_of_this_commit(addresses, of=2):
        page.goto(address)
        wrong[address] = accessibility_faults(page)
    assert not {address: found for address, found in wrong.items() if found}
