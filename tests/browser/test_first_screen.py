"""Content visible without scrolling: fields of a new game, tiles of the home page, card keys."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phone import MENU, begin_game, choose_game, end_game, save_round, wait_for_script
from tests.browser.thumb import broken_words

ON_ITS_SIDE = {"width": 844, "height": 390}
TOPS = "acts => acts.map((act) => act.getBoundingClientRect().top)"
# The page of twelve games, in screens.
LONGEST_HOME = 1.3
HAND = "7H+7D+7S+9S+9C+*+4D+5D+6D+7D+KC+2H"
TABLES = [
    tuple(f"{name} {family}" for family in "ABCDEF") for name in ("Ann", "Ben", "Cleo", "Dan")
]
EIGHT = (
    *("Bartholomew II", "Wilhelmina Joy", "Aunt Gwendolyn", "Cousin Ernesto"),
    *("Great-Aunt Bea", "Uncle Sylvester", "Maximiliana", "Jo"),
)
FIVE = ("Mina", "Rose", "Theo", "Winston", "Jo")


def in_sight(page: Page, part: Locator) -> bool:
    """Whether a part ends above the bar at the lower edge, and nothing was scrolled."""
    box, bar = part.bounding_box(), page.locator("footer").bounding_box()
    assert box is not None
    assert bar is not None
    return page.evaluate("scrollY") == 0 and box["y"] + box["height"] <= bar["y"]


def test_five_names_dealer_and_stake_are_above_the_bar(page: Page) -> None:
    for names in TABLES:
        begin_game(page, names=names)
    page.goto("./games/new")
    choose_game(page, "kalooki40")
    for line, name in enumerate(FIVE, 1):
        page.locator(f"#name-{line}").fill(name)
    for part in ("#name-5", ".seat:has-text('Jo')", "#stake", ".chip-all"):
        assert in_sight(page, page.locator(part).first), part
    page.locator(".chip-all").tap()
    page.locator("#find-name").fill("ben f")
    page.locator("#all-names .chip", has_text="Ben F").tap()
    assert page.locator("#name-6").input_value() == "Ben F"


def test_first_page_shows_the_sample_and_the_tiles_without_scrolling(page: Page) -> None:
    page.goto("./")
    for part in ("See a game in play", "Is it legal?", "Join a table"):
        assert in_sight(page, page.locator("main").get_by_text(part)), part
    assert not page.evaluate("document.documentElement.scrollHeight > innerHeight")


def test_page_of_twelve_games_is_hardly_longer_than_the_screen(page: Page) -> None:
    for number in range(12):
        game = begin_game(page, names=FIVE)
        if number < 6:
            save_round(page, game, 1, (0, 10, 20, 30, 40))
            end_game(page, urlsplit(game).path, 2)
    page.goto("./")
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height <= LONGEST_HOME * page.viewport_size["height"]
    page.get_by_text("4 more games in play").tap()
    page.get_by_text("Earlier games").tap()
    assert page.locator("main a[href*='/g/']:visible").count() == 13


@pytest.mark.parametrize("width", [320, 390])
def test_menu_of_a_table_has_twelve_rows_at_most(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    save_round(page, begin_game(page, names=FIVE), 1, (0, 10, 20, 30, 40))
    for address in (page.url, "./"):
        page.goto(address)
        page.locator(MENU).tap()
        tops = page.locator("#menu .act").evaluate_all(TOPS)
        assert len(set(map(round, tops))) <= 12
        assert not broken_words(page)


def test_tiles_are_in_sight_with_games(page: Page) -> None:
    for names in TABLES:
        begin_game(page, names=names)
    page.goto("./")
    assert page.locator(".home-tile").count() == 4
    assert in_sight(page, page.locator(".home-tile").last)
    assert in_sight(page, page.get_by_role("link", name="Continue"))


def test_eight_players_of_the_game_in_play_are_two_rows_with_whole_names(page: Page) -> None:
    begin_game(page, names=EIGHT)
    page.goto("./")
    boxes = [mark.bounding_box() for mark in page.locator(".mini .mark").all()]
    rows = [box["y"] for box in boxes if box]
    assert [rows.count(y) for y in sorted(set(rows))] == [4, 4]
    names = page.locator(".mini-name").all()
    assert not any(name.evaluate("name => name.scrollWidth > name.clientWidth") for name in names)
    assert in_sight(page, page.locator(".home-tile").last)


def test_tiles_and_keys_are_in_sight_on_a_phone_on_its_side(page: Page) -> None:
    for names in TABLES:
        begin_game(page, names=names)
    page.set_viewport_size(ON_ITS_SIDE)
    page.goto("./")
    assert in_sight(page, page.locator(".home-tile").last)
    page.goto(f"./advice?system=jamaican&round=2&hand={HAND}")
    joker = page.locator(".picker-joker:visible").first.bounding_box()
    assert joker is not None
    assert joker["y"] + joker["height"] <= ON_ITS_SIDE["height"]


def test_first_card_key_of_a_line_is_in_sight_on_a_phone_on_its_side(page: Page) -> None:
    page.set_viewport_size(ON_ITS_SIDE)
    page.goto(f"{begin_game(page, names=FIVE)}/round?winner=3")
    wait_for_script(page)
    page.locator(".hand-left:has(.points-now) .hand-more > summary").tap()
    key = page.locator(".picker-card:visible").first
    expect(key).to_be_visible()
    assert in_sight(page, key)
    tray = page.locator(".hand-more[open] .picker-tray")
    before = tray.evaluate("one => one.offsetHeight")
    key.tap()
    expect(tray.locator(".playing-card")).to_have_count(1)
    assert tray.evaluate("one => one.offsetHeight") == before
