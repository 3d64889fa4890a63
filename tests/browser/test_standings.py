"""The standings and the final page on a phone: all players in sight, a picture to share."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.phone import begin_game, end_game, save_round, send

EIGHT = ("Bartholomew II", "Wilhelmina Joy", "Aunt Gwendolyn", "Cousin Ernesto",
         "Great-Aunt Bea", "Maximiliano G.", "Uncle Desmonde", "Little Anthony")  # fmt: skip
FIVE = ("Ann", "Bob", "Cleo", "Dan", "Eve")
SIZE = "image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"


def played(page: Page, names: tuple[str, ...], rounds: int = 2) -> str:
    """Play rounds that the first player wins; return the game's URL."""
    game = begin_game(page, names=names)
    for base in range(1, rounds + 1):
        save_round(page, game, base, [100 + 7 * seat for seat in range(len(names))], bent=True)
    return game


def test_eight_names_are_below_the_rounds(page: Page) -> None:
    game = played(page, EIGHT)
    page.goto(f"{game}/standings")
    for name in EIGHT:
        expect(page.locator(".rounds-names").get_by_text(name)).to_be_visible()


def test_nine_players_have_a_line_each(page: Page) -> None:
    game = played(page, EIGHT)
    send(page, f"{game}/players/3/leave", [("base", "3")])
    send(page, f"{game}/players", [("name", "Fay"), ("after", "8"), ("points", "7"), ("base", "4")])
    page.goto(f"{game}/standings")
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    expect(page.locator(".rounds-turned > li")).to_have_count(9)
    page.locator(".rounds-turned a").first.tap()
    page.wait_for_url("**/rounds/1*")


def test_row_opens_its_round(page: Page) -> None:
    game = played(page, FIVE)
    page.goto(f"{game}/standings")
    rows = page.locator(".rounds tbody tr")
    box = rows.nth(1).bounding_box()
    assert box is not None
    assert box["height"] >= 44
    page.touchscreen.tap(box["x"] + box["width"] - 20, box["y"] + box["height"] / 2)
    page.wait_for_url("**/rounds/2*")


def test_game_of_tonight_is_large_enough_to_tap(page: Page) -> None:
    game = played(page, FIVE)
    end_game(page, game, 3)
    page.goto(f"{game}/tonight")
    box = page.locator("main a").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44


def test_totals_stay_in_sight(page: Page) -> None:
    game = played(page, FIVE)
    page.goto(f"{game}/standings")
    page.mouse.wheel(0, 400)
    expect(page.locator(".rounds-total").first).to_be_in_viewport()
    sizes = page.locator(".rounds-total").evaluate_all(
        "totals => totals.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 28


def test_end_is_shared_as_a_picture(open_phone: Callable[..., Page]) -> None:
    page = open_phone()
    page.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    game = played(page, FIVE)
    end_game(page, game, 3)
    page.goto(game)
    expect(page.get_by_role("heading", name="Ann wins")).to_be_visible()
    page.locator("[data-share-now]").tap()
    picture = page.locator(".share-picture")
    expect(picture).to_be_visible()
    assert picture.evaluate(SIZE) == [1080, 1350]
    assert "1 Ann: 0\n2 Bob: 428" in (picture.get_attribute("alt") or "")


def test_end_can_be_shared_without_script(open_phone: Callable[..., Page]) -> None:
    page = open_phone(script=False)
    game = played(page, FIVE)
    end_game(page, game, 3)
    page.goto(game)
    expect(page.locator("[data-share-now]")).to_be_hidden()
    page.locator("summary", has_text="As text").tap()
    assert "1 Ann: 0" in page.locator("#share-text").input_value()
