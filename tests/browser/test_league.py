"""The league of a season on paper and as a picture, with the most people and evenings."""

import json
import secrets
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from kalooki_ref import create_app
from kalooki_ref.cli.demo_games import DemoGame
from kalooki_ref.records.season import Rule, Season
from kalooki_ref.store.circles import Change, change_circle, create_circle
from kalooki_ref.store.event_store import import_game
from kalooki_ref.store.tables import StoredGame
from kalooki_ref.web.circles.seasons import row_of
from tests.browser.thumb import cut_text, slides_sideways
from tests.server import Server

TWELVE = tuple(f"{letter}nnabella Wilhelmina-Carruthers the 2nd" for letter in "ABCDEFGHIJKL")
SIX = len(TWELVE) // 2
# The largest points of a place that a season's rule takes.
MOST = tuple(range(999, 987, -1))
# Text that reaches beyond its cell, in print.
OUTSIDE_ITS_CELL = """() => [...document.querySelectorAll('.league-scroll :is(td, th)')]
.filter(cell => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  const text = range.getBoundingClientRect(), own = cell.getBoundingClientRect();
  return text.right > own.right + 1 || text.left < own.left - 1;
}).map(cell => cell.textContent)"""
OUTSIDE_THE_SHEET = """() => [...document.querySelectorAll('main *')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width > 1 && !one.closest('.unseen')
    && (box.right > document.documentElement.clientWidth + 1 || box.left < -1);
}).map(one => one.outerHTML.slice(0, 90))"""
NO_SHARING = "Object.defineProperty(navigator, 'share', { value: undefined })"
NOTE_TEXTS = """
const { fillText } = CanvasRenderingContext2D.prototype;
window.texts = [];
CanvasRenderingContext2D.prototype.fillText = function note(text, x, y, most) {
  // A text wider than its most is squeezed.
  const width = Math.min(this.measureText(text).width, most ?? Infinity);
  const { a, e, f } = this.getTransform();
  const start = { start: 0, center: width / 2, end: width }[this.textAlign];
  const size = parseInt(this.font.match(/(\\d+)px/)[1], 10);
  const ends = [e + a * (x - start), e + a * (x - start + width)];
  texts.push({ text, size, left: Math.min(...ends), right: Math.max(...ends), y: f + a * y });
  fillText.call(this, text, x, y, most);
};"""


def games_of(evenings: int) -> Iterator[StoredGame]:
    """Yield two games of six people for each evening of a week, oldest first."""
    for number in range(2 * evenings):
        week, half = divmod(number, 2)
        names = TWELVE[half * SIX :][:SIX] if week % 3 else TWELVE[half::2]
        game = DemoGame(f"League {number}", "jamaican", names, 7 * (evenings - week))
        key = secrets.token_hex(8)
        yield game.play(len(game.system.contracts)).stored(key)


def season_of(server: Server, evenings: int, *, is_over: bool) -> str:
    """Store a circle of twelve with a season of this many evenings; return its address."""
    today = datetime.now(UTC).date()
    first = today - timedelta(weeks=evenings + 1)
    # The evening of yesterday may still last.
    last = today - timedelta(days=2) if is_over else date(today.year + 1, 12, 31)
    season = Season("The long winter season", first, last, Rule(points=MOST, best=evenings - 2))
    app = create_app({"INSTANCE": str(server.instance)})
    with app.app_context():
        games = [import_game(game) for game in games_of(evenings)]
        made = create_circle(secrets.token_hex(8), name="Sunday cousins", zone="", games=games)
        change_circle(made.id, Change(seasons={"league": row_of(season)}))
    return f"/c/{made.shows}/seasons/league"


@pytest.mark.parametrize("evenings", [12, 52])
def test_nothing_leaves_the_sheet_of_a_season(
    page: Page, live_server: Server, evenings: int
) -> None:
    page.add_init_script("window.print = () => { window.printed = true; }")
    page.goto(season_of(live_server, evenings, is_over=False))
    page.get_by_role("link", name="Print").tap()
    page.get_by_role("button", name="Print this page").tap()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    for width in (703, 725):
        page.set_viewport_size({"width": width, "height": 1032})
        assert page.locator("tbody tr").count() >= len(TWELVE)
        assert not slides_sideways(page)
        assert not page.evaluate(OUTSIDE_ITS_CELL)
        assert not page.evaluate(OUTSIDE_THE_SHEET)
        assert not cut_text(page)
    words = page.locator("main").inner_text()
    assert all(name in words for name in TWELVE)
    shown = page.locator("thead abbr").all_inner_texts()
    assert sorted(map(int, shown)) == [*range(1, evenings + 1)]


@pytest.mark.parametrize("is_over", [False, True], ids=["running", "over"])
def test_league_is_shared_as_a_picture(page: Page, live_server: Server, *, is_over: bool) -> None:
    page.add_init_script(NO_SHARING)
    page.add_init_script(NOTE_TEXTS)
    page.goto(season_of(live_server, 3, is_over=is_over))
    lines = page.locator("#share-text").input_value().strip().split("\n")[1:]
    page.locator("[data-share-now]").tap()
    picture = page.locator(".share-picture")
    expect(picture).to_be_visible()
    size = picture.evaluate("one => one.decode().then(() => [one.naturalWidth, one.naturalHeight])")
    assert size == [1080, 1350]
    texts = page.evaluate("window.texts")
    drawn = [one["text"] for one in texts]
    assert len(lines) == len(TWELVE)
    for line in lines:
        place_and_name, _, points = line.rpartition(": ")
        place, _, name = place_and_name.partition(" ")
        assert {place, name, points} <= {*drawn}, json.dumps(drawn)
    # A court card of the podium is above the rows.
    rows = [one for one in texts if one["text"] in TWELVE and one["y"] > (800 if is_over else 0)]
    assert len({(round(one["left"]), round(one["y"])) for one in rows}) == len(TWELVE)
    for one in texts:
        assert 0 <= one["left"] <= one["right"] <= 1080, one
        assert 0 < one["y"] < 1350, one
    for one in rows:
        assert one["size"] >= 19, one
        row = sorted(
            (other["left"], other["right"]) for other in texts if abs(other["y"] - one["y"]) < 1
        )
        assert all(before[1] <= after[0] for before, after in pairwise(row)), row
