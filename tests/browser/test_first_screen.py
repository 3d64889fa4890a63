"""Content visible without scrolling: fields of a new game, tiles of the home page, card keys."""

from playwright.sync_api import Locator, Page

from tests.browser.phone import begin_game, choose_game

ON_ITS_SIDE = {"width": 844, "height": 390}
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


def test_tiles_are_in_sight_without_and_with_games(page: Page) -> None:
    page.goto("./")
    assert in_sight(page, page.locator(".home-tile").last)
    for names in TABLES:
        begin_game(page, names=names)
    page.goto("./")
    assert page.locator(".home-tile").count() == 3
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
