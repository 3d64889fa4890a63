"""Exporting a game as a file, a link, a spreadsheet and on paper, and opening the copies."""

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.evening import Evening, first_rounds
from tests.browser.phone import PHONE, REVIEW, SAVE, labelled_like
from tests.browser.test_evening import PAGE_OBJECT, standings_shown
from tests.browser.test_motion import seats
from tests.games.whole_game import points_after, read


@pytest.fixture
def played(page: Page) -> str:
    """A game of five after its first round; its address."""
    evening = Evening(page, read("jamaican"), by_thumb=False)
    table = evening.begin()
    evening.play(first_rounds(evening.whole, 1))
    return table


def store_copy(page: Page) -> str:
    """Store the copy that is shown; return its URL."""
    expect(page.get_by_text("It is kept beside your own games.")).to_be_visible()
    page.get_by_role("button", name="Keep it").tap()
    page.wait_for_url("**/g/*")
    return page.url


def is_whole(page: Page, copy: str, game: str) -> None:
    assert copy != game
    page.goto(f"{copy}/standings")
    shown = {name: points for _, name, points in standings_shown(page)}
    assert shown == points_after(read("jamaican"), 1)


def delete(page: Page, game: str) -> None:
    """Delete the game."""
    page.goto(f"{game}/delete")
    page.get_by_role("button", name="Delete game").tap()
    expect(page.get_by_text("Game deleted.")).to_be_visible()


def test_copy_is_saved_as_a_file_and_opened(page: Page, played: str, tmp_path: Path) -> None:
    page.goto(f"{played}/send")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save a copy (file)").tap()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.name == "kalooki.json"
    delete(page, played)
    page.goto("./open/")
    page.get_by_label("File").set_input_files(file)
    page.get_by_role("button", name="Show what it holds").tap()
    is_whole(page, store_copy(page), played)


def test_link_brings_the_game_to_another_phone(page: Page, played: str) -> None:
    page.goto(f"{played}/send")
    link = page.get_by_label("Link", exact=True).input_value()
    delete(page, played)
    page.goto(link)
    is_whole(page, store_copy(page), played)


def test_file_from_another_time_zone_shows_its_own_dates(page: Page) -> None:
    evening = Evening(page, read("jamaican"), by_thumb=False)
    table = evening.start()
    evening.play(first_rounds(evening.whole, 1))
    file = page.evaluate("async (game) => (await fetch(`${game}/export.json`)).json()", table)
    start = file["entries"][0]["data"]
    assert start["zone"] == PHONE["timezone_id"]
    start["zone"] = "America/Los_Angeles"
    file["created_at"] = "2025-11-22T04:30:00Z"
    for number, entry in enumerate(file["entries"]):
        entry |= {"at": "2025-11-22T05:10:00Z", "key": f"~{number:012x}"}
    saved = json.dumps(file).encode("utf-16")  # as editors on Windows save it
    page.goto("./open/")
    page.get_by_label("File").set_input_files(
        {"name": "kalooki.json", "mimeType": "application/json", "buffer": saved}
    )
    page.get_by_role("button", name="Show what it holds").tap()
    is_whole(page, store_copy(page), table)
    page.goto(page.url.replace("standings", "history"))
    expect(page.get_by_text("Friday 21 November").first).to_be_visible()
    expect(page.get_by_text("21:10").first).to_be_visible()


def link_of(page: Page, game: str) -> str:
    page.goto(f"{game}/send")
    assert not accessibility_faults(page)
    return page.get_by_label("Link", exact=True).input_value()


def second_round(page: Page, game: str, points: str) -> None:
    page.goto(f"{game}/round?winner=2")
    for name in ("Ann", "Cai", "Dee", "Eve"):
        page.get_by_role("textbox", name=name, exact=True).fill(points)
    page.keyboard.press("Escape")
    labelled_like(page, REVIEW).tap()
    page.locator(SAVE).tap()
    page.wait_for_url(game)


def test_diverged_games_can_be_chosen_between(
    page: Page, played: str, open_phone: Callable[..., Page]
) -> None:
    other, link = open_phone(), link_of(page, played)
    other.goto(link)
    copy = store_copy(other)
    second_round(other, copy, "7")
    page.goto(link_of(other, copy))
    expect(page.get_by_role("button", name="Add 1 entry to the game here")).to_be_visible()
    assert not accessibility_faults(page)
    second_round(page, played, "9")
    page.goto("about:blank")
    page.goto(link_of(other, copy))
    expect(page.get_by_role("heading", name="The copy")).to_be_visible()
    assert seats(page) == []  # a name given twice would be an error
    assert not accessibility_faults(page)
    page.get_by_role("button", name="Go on with the copy").tap()
    page.wait_for_url(played)
    page.goto(f"{played}/standings")
    mine = standings_shown(page)
    other.goto(f"{copy}/standings")
    assert mine == standings_shown(other)


def test_results_can_be_downloaded_and_printed(page: Page, played: str) -> None:
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
