"""A game leaves the phone: as a file and opened again, as a link, as a spreadsheet and on paper."""

import csv
import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import Evening, first_rounds
from tests.browser.test_evening import PAGE_OBJECT, standings_shown
from tests.games.book import points_after, read


@pytest.fixture
def played(page: Page) -> str:
    """A game of five after its first round; its address."""
    evening = Evening(page, read("jamaican"), by_thumb=False)
    table = evening.start()
    evening.play(first_rounds(evening.book, 1))
    return table


def kept(page: Page) -> str:
    """Keep the copy that is shown; return its address."""
    expect(page.get_by_text("It is kept beside your own games.")).to_be_visible()
    page.get_by_role("button", name="Keep it").tap()
    page.wait_for_url("**/g/*")
    return page.url


def is_whole(page: Page, copy: str, game: str) -> None:
    assert copy != game
    page.goto(f"{copy}/standings")
    shown = {name: points for _, name, points in standings_shown(page)}
    assert shown == points_after(read("jamaican"), 1)


def test_a_copy_is_saved_as_a_file_and_opened(page: Page, played: str, tmp_path: Path) -> None:
    page.goto(f"{played}/send")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save a copy (file)").tap()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "kalooki.json"
    page.goto("./open/")
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Show what it holds").tap()
    is_whole(page, kept(page), played)


def test_a_link_brings_the_game_to_another_phone(page: Page, played: str) -> None:
    page.goto(f"{played}/send")
    link = page.get_by_label("Link", exact=True).input_value()
    page.goto("./")
    page.goto(link)
    is_whole(page, kept(page), played)


def test_results_leave_as_files_and_on_paper(page: Page, played: str) -> None:
    points = points_after(read("jamaican"), 1)
    page.goto(f"{played}/standings")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Spreadsheet (CSV)").tap()
    rows = list(csv.reader(saved.value.path().read_text("utf-8-sig").splitlines()))
    assert sum(name in row for row in rows for name in points) >= len(points)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Whole game (file)").tap()
    assert len(json.loads(saved.value.path().read_text("utf-8"))["entries"]) == 2
    page.goto(f"{played}/print")
    assert len(PAGE_OBJECT.findall(page.pdf(format="A4"))) == 1
