"""Marks, cards and lines as they are drawn: nothing lies under its neighbour or sticks out."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.phone import begin_game, send
from tests.browser.test_standings import FIVE, played

# Four hearts with a gap: the 6 is missing in the middle of a run.
WITH_A_GAP = "7S+7D+7C+9S+9C+9D+4H+5H+7H+KC+2C+JD"
COVERED = """cards => cards.filter(card => {
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const isUnder = ([x, y]) => !card.contains(document.elementFromPoint(x, y));
  return [[left + 4, top + 4], [right - 4, top + 4], [right - 4, bottom - 4]].some(isUnder);
}).length"""
COLOURS = """all => all.map(one => [getComputedStyle(one).stroke,
  getComputedStyle(one.parentElement).color])"""
# The letter's corners in the mark's own 40 units, and whether its shape has room for them.
OUTSIDE = """marks => marks.filter(mark => {
  const [shape, letter] = mark.children;
  const box = letter.getBBox(), baseline = Number(letter.getAttribute('y'));
  const high = parseFloat(getComputedStyle(letter).fontSize) * 0.72;
  const corners = [[box.x, baseline - high], [box.x + box.width, baseline - high]];
  return corners.some(([x, y]) => !shape.isPointInFill(new DOMPoint(x, y))
    && !shape.isPointInStroke(new DOMPoint(x, y)));
}).length"""
RIGHTS = "all => all.map(one => Math.round(one.getBoundingClientRect().right))"
PIXELS = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"


def test_missing_cards_lie_under_no_neighbour(page: Page) -> None:
    page.goto(f"/advice?system=jamaican&round=2&hand={WITH_A_GAP}")
    missing = page.locator(".plan .card-missing")
    expect(missing.first).to_be_visible()
    assert missing.evaluate_all(COVERED) == 0


def test_large_cards_have_figures_and_an_index_in_both_corners(page: Page) -> None:
    page.goto("/")
    king = page.locator(".moment-fan .playing-card").first
    expect(king.locator(".card-court")).to_be_visible()
    expect(king.locator(".card-corner")).to_have_count(2)
    expect(king.locator(".card-rank")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 340})
    expect(king.locator(".card-court")).to_be_hidden()
    expect(king.locator(".card-rank")).to_be_visible()


def test_lines_to_the_names_of_the_race_are_grey_and_curved(page: Page) -> None:
    game = played(page, FIVE)
    page.goto(f"{game}/standings")
    ways = page.locator(".race-stub")
    assert ways.count() == len(FIVE)
    colours = ways.evaluate_all(COLOURS)
    assert len({own for own, _ in colours}) == 1
    assert not {own for own, _ in colours} & {player for _, player in colours}
    assert all("C" in (way.get_attribute("d") or "") for way in ways.all())


def test_wide_letters_fit_into_the_triangle(page: Page) -> None:
    begin_game(page, names=("Ann", "Winston", "Cleo"))
    triangle = page.locator(".table-rows .player-open .mark-2")
    expect(triangle).to_contain_text("W")
    assert triangle.evaluate_all(OUTSIDE) == 0


def test_player_who_is_down_is_in_line_on_the_scoreboard(page: Page) -> None:
    game = begin_game(page, "jamaican")
    send(page, f"{game}/lays", [("player", "3"), ("base", "1")])
    for width, height in ((390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{game}/scoreboard")
        expect(page.locator(".board-line", has_text="Cleo")).to_contain_text("Down")
        assert len(set(page.locator(".board-line-total").evaluate_all(RIGHTS))) == 1


def test_down_shows_suits(page: Page) -> None:
    game = begin_game(page, "jamaican")
    send(page, f"{game}/lays", [("player", "3"), ("base", "1")])
    for path, row in (("", "#row-3"), ("/scoreboard", ".board-line:has-text('Cleo')")):
        page.goto(f"{game}{path}")
        assert page.locator(f"{row} .ring-down .one-pip svg").count() == 3


def test_margin_is_small_beside_the_names_on_a_tablet(open_phone: Callable[..., Page]) -> None:
    """Upright, where a row has the most room for it."""
    page = open_phone(viewport={"width": 1024, "height": 1366})
    page.goto(played(page, FIVE[:3]))
    notes = page.locator(".table-rows .player-leads .player-notes")
    expect(notes).to_contain_text("Leads by")
    assert max(notes.evaluate_all(PIXELS)) <= 24
