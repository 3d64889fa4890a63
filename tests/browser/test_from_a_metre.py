"""Pages read from around the table: large names and totals, nothing truncated, in any font."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.fonts import FACES
from tests.browser.phone import PHONE, send
from tests.browser.test_paper import largest_game
from tests.browser.test_standings import EIGHT, played
from tests.browser.thumb import broken_words, cut_text, slides_sideways, small_targets
from tests.server import Server

PIXELS = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
NAMES = ".table-rows .player-name"
TOO_WIDE = "cells => cells.filter(one => one.scrollWidth > one.clientWidth + 1).length"
TOTALS = ".table-rows > .player > .player-total .number"
FEET = "all => all.map(one => Math.round(one.getBoundingClientRect().bottom))"
TEXT_RIGHT = """one => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getBoundingClientRect().right;
}"""
in_both_fonts = pytest.mark.parametrize("browser_of_one_font", FACES, indirect=True)


@pytest.fixture
def in_one_font(browser_of_one_font: Browser, live_server: Server) -> Iterator[Page]:
    with browser_of_one_font.new_context(**PHONE, base_url=live_server.url) as context:
        yield context.new_page()


def smallest(page: Page, selector: str) -> float:
    return min(page.locator(selector).evaluate_all(PIXELS))


def rows_in_sight(page: Page) -> int:
    """Return how many players are shown whole between strip and bar, before any scrolling.

    On a phone on its side the bar is in the head.
    """
    assert page.evaluate("scrollY") == 0
    bar = page.locator("footer").bounding_box()
    height = page.evaluate("innerHeight")
    foot = bar["y"] if bar["y"] > height / 2 else height
    boxes = [row.bounding_box() for row in page.locator(".table-rows > .player").all()]
    return sum(box["y"] + box["height"] <= foot + 0.5 for box in boxes)


@in_both_fonts
@pytest.mark.parametrize(("players", "name", "total"), [(5, 32, 56), (6, 32, 56), (8, 24, 40)])
def test_names_and_totals_are_large_and_all_players_in_sight(
    in_one_font: Page, players: int, name: int, total: int
) -> None:
    in_one_font.goto(played(in_one_font, EIGHT[:players]))
    assert smallest(in_one_font, NAMES) >= name
    assert smallest(in_one_font, TOTALS) >= total
    assert rows_in_sight(in_one_font) == players
    in_one_font.goto(f"{in_one_font.url}/scoreboard")
    assert smallest(in_one_font, ".board-line-name") >= name
    assert smallest(in_one_font, ".board-line-total") >= total


@pytest.mark.parametrize(("players", "total"), [(3, 96), (4, 72)])
def test_few_players_have_larger_totals_below_their_names(
    open_phone: Callable[..., Page], players: int, total: int
) -> None:
    page = open_phone()
    page.goto(played(page, ("Rose", "Winston", "Mina", "Jo")[:players]))
    assert smallest(page, TOTALS) >= total
    assert smallest(page, NAMES) >= 32
    assert min(ring.bounding_box()["width"] for ring in page.locator(".call").all()) >= 88
    assert rows_in_sight(page) == players
    names, totals = page.locator(NAMES), page.locator(TOTALS)
    assert totals.first.bounding_box()["y"] > names.first.bounding_box()["y"]
    assert not cut_text(page)
    page.set_viewport_size({"width": 320, "height": 568})
    assert totals.first.bounding_box()["x"] > names.first.bounding_box()["x"] + 60


def test_four_players_are_in_sight_in_landscape(open_phone: Callable[..., Page]) -> None:
    page = open_phone(viewport={"width": 844, "height": 390})
    page.goto(played(page, EIGHT[:4], rounds=1))
    assert smallest(page, NAMES) >= 26
    assert smallest(page, TOTALS) >= 36
    assert rows_in_sight(page) == 4


@pytest.mark.parametrize("players", [3, 4, 5, 6, 8])
def test_everybody_is_in_sight_on_a_phone_on_its_side(
    open_phone: Callable[..., Page], players: int
) -> None:
    page = open_phone(**{**PHONE, "viewport": {"width": 844, "height": 390}})
    page.goto(played(page, EIGHT[:players]))
    assert rows_in_sight(page) == players
    for name in page.locator(NAMES).all():
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), name.inner_text()
    assert smallest(page, TOTALS) >= 56
    feet = page.locator(TOTALS).evaluate_all(FEET)
    assert len(set(feet)) == (1 if players < 5 else 2)  # the totals of a row stand in line
    head, bar = page.locator("header").bounding_box(), page.locator("footer").bounding_box()
    assert bar["y"] + bar["height"] <= head["y"] + head["height"] + 1
    title = page.locator(".bar-title").evaluate(TEXT_RIGHT)
    assert title <= bar["x"]
    assert not (*small_targets(page), *cut_text(page), *broken_words(page))


@pytest.mark.parametrize("players", [6, 8])
def test_all_are_in_sight_once_the_first_cards_are_put_away(page: Page, players: int) -> None:
    game = played(page, EIGHT[:players], rounds=0)
    send(page, f"{game}/first-game", [("card", "3")])
    page.goto(game)
    assert rows_in_sight(page) == players


@in_both_fonts
@pytest.mark.parametrize("width", [320, 390])
def test_eight_long_names_are_not_truncated(in_one_font: Page, width: int) -> None:
    game = played(in_one_font, EIGHT)
    in_one_font.set_viewport_size({"width": width, "height": 844})
    for path in ("", "/scoreboard", "/standings"):
        in_one_font.goto(f"{game}{path}")
        assert not slides_sideways(in_one_font), path
        assert not (*cut_text(in_one_font), *broken_words(in_one_font)), path
        whole = in_one_font.locator(".number, .board-line-name")
        assert whole.evaluate_all(TOO_WIDE) == 0, path
        assert not small_targets(in_one_font), path


@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 700), (844, 390), (1280, 800)])
def test_eleven_players_after_fifteen_rounds(page: Page, width: int, height: int) -> None:
    game = largest_game(page)
    page.set_viewport_size({"width": width, "height": height})
    for path in ("", "/scoreboard", "/standings"):
        page.goto(f"{game}{path}")
        assert not slides_sideways(page), path
        assert not (*cut_text(page), *broken_words(page)), path
        assert not small_targets(page), path
    page.goto(f"{game}/scoreboard")
    last = page.locator(".board-line").last.bounding_box()
    assert last is not None
    assert last["y"] + last["height"] <= height
