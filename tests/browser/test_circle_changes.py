"""What happens to a circle afterwards, by taps: games renamed, deleted and copied, two phones."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.phone import MENU, forget_taps
from tests.browser.test_circles import make_circle, played
from tests.browser.test_copies import delete, store_copy


def fetched(page: Page, address: str) -> Any:
    """Return a file of the app, read by a script of its page."""
    return page.evaluate("async (address) => (await fetch(address)).json()", address)


def open_copy(page: Page, file: dict[str, Any]) -> str:
    """Open a game's file and keep it; return its address."""
    page.goto("./open/")
    sent = {"name": "kalooki.json", "mimeType": "application/json"}
    page.get_by_label("File").set_input_files(sent | {"buffer": json.dumps(file).encode()})
    page.get_by_role("button", name="Show what it holds").tap()
    return store_copy(page)


def open_bobbys_game(page: Page, circle: str) -> str:
    """Open the last game, in which Bob was Bobby, from the games of the circle; return its address.

    Games of the same second may be in any order.
    """
    page.goto(f"{circle}/games")
    expect(page.get_by_text("4 games")).to_be_visible()
    game = page.locator(".circle-game", has_text="Bobby")
    game.get_by_role("link", name="Every round").tap()
    page.wait_for_url("**/standings")
    return page.url.removesuffix("/standings")


def open_everything(page: Page, file: Path) -> None:
    """Choose a file with everything, and see what it adds."""
    page.goto("./everything/open")
    page.get_by_label("Choose the file").set_input_files(file)
    page.get_by_role("button", name="Show what it adds").tap()


def test_player_renamed_in_a_game_becomes_another_person_until_joined(page: Page) -> None:
    """In the last game Bobby was Barbara after all; then they're said to be one."""
    played(page)
    circle = make_circle(page)
    page.goto(open_bobbys_game(page, circle))
    page.locator(MENU).tap()
    page.locator("#menu").get_by_role("link", name="Correct names").tap()
    page.get_by_role("button", name="Rename Bobby").first.tap()
    page.get_by_label("New name for Bobby").fill("Barbara")
    page.get_by_role("button", name="Rename Bobby").last.tap()
    expect(page.locator("[data-headline]")).to_contain_text("Ann")
    page.goto(f"{circle}/people")
    expect(page.get_by_role("link", name="Barbara")).to_be_visible()
    expect(page.get_by_text("Bobby")).to_have_count(0)
    expect(page.get_by_text("One person?")).to_have_count(0)
    page.get_by_role("link", name="Barbara").tap()
    page.get_by_label("Barbara is the same person as").select_option("Bob")
    page.get_by_role("button", name="They’re one").tap()
    expect(page.get_by_text("Barbara is Bob now.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Take apart")).to_contain_text("Barbara")


def test_deleted_game_leaves_the_circle_until_it_is_restored(page: Page) -> None:
    played(page)
    circle = make_circle(page)
    delete(page, open_bobbys_game(page, circle))
    page.goto(f"{circle}/games")
    expect(page.get_by_text("3 games")).to_be_visible()
    expect(page.get_by_text("Bobby")).to_have_count(0)
    page.goto("./")
    page.get_by_role("button", name="Restore").tap()
    page.wait_for_url("**/g/*")
    page.goto(f"{circle}/games")
    expect(page.get_by_text("4 games")).to_be_visible()
    expect(page.get_by_text("Bobby").first).to_be_visible()


def test_evening_over_midnight_is_one_in_the_zone_of_its_table(page: Page) -> None:
    """Los Angeles plays on both sides of midnight, which is the next morning in UTC."""
    played(page)
    circle = make_circle(page)
    file = fetched(page, f"{open_bobbys_game(page, circle)}/export.json")
    for turn, at in enumerate(("2025-11-22T07:30:00Z", "2025-11-22T08:40:00Z")):
        file["entries"][0]["data"]["zone"] = "America/Los_Angeles"
        file["created_at"] = at
        for number, entry in enumerate(file["entries"]):
            entry |= {"at": at, "key": f"~{turn:06x}{number:06x}"}
        open_copy(page, file)
    page.goto(f"{circle}/add")
    for line in page.get_by_text("21 November 2025").all():
        line.tap()
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.get_by_text("2 games added.")).to_be_visible()
    page.goto(f"{circle}/evenings?year=2025")
    expect(page.locator(".lines").get_by_text("21 November")).to_have_count(1)
    page.locator(".lines a").first.tap()
    expect(page.get_by_text("21 November 2025 · 2 games")).to_be_visible()


def test_circle_of_a_file_with_the_same_names_is_added_once(page: Page, tmp_path: Path) -> None:
    """Another family's circle, whose players have the same names."""
    forget_taps(page.context)
    played(page)
    circle = make_circle(page)
    data = fetched(page, f"{circle}/circle.json")
    keys = {}
    for game in data["games"]:
        for entry in game["entries"]:
            keys[entry["key"]] = entry["key"] = f"~{len(keys):012x}"
    data["circles"][0] |= {
        "key": "another-family",
        "games": [game["entries"][0]["key"] for game in data["games"]],
    }
    file = tmp_path / "kalooki-circle.json"
    file.write_text(json.dumps(data), "utf-8")
    open_everything(page, file)
    expect(page.get_by_role("heading", name="Sunday cousins is added")).to_be_visible()
    expect(page.get_by_text("Another circle here has this name. Both stay.")).to_be_visible()
    page.get_by_role("button", name="Add it", exact=True).tap()
    expect(page.get_by_text("4 games added.")).to_be_visible()
    expect(page.get_by_role("link", name="Sunday cousins")).to_have_count(2)
    open_everything(page, file)
    expect(page.get_by_text("Everything in this file is here.")).to_be_visible()
    expect(page.get_by_role("button", name="Add it", exact=True)).to_have_count(0)
    page.goto(f"{circle}/games")
    expect(page.get_by_text("4 games")).to_be_visible()


def test_second_phone_that_keeps_the_same_games_together_is_told(
    page: Page, open_phone: Callable[..., Page]
) -> None:
    """Both have the form open; and a circle that is renewed leaves the list with a word."""
    played(page)
    other = open_phone()
    other.context.add_cookies(page.context.cookies())
    other.goto("./circles/new")
    circle = make_circle(page)
    other.get_by_label("Name").fill("The club")
    other.get_by_role("button", name="Keep together").tap()
    expect(
        other.get_by_text("3 games that you ticked are in a circle by now").first
    ).to_be_visible()
    assert other.get_by_label("Name").input_value() == "The club"
    other.goto(circle)
    page.goto(f"{circle}/settings")
    page.get_by_role("button", name="New address that changes it").tap()
    expect(page.get_by_text("The old address leads nowhere now.")).to_be_visible()
    other.goto("./")
    expect(other.get_by_text("1 circle isn’t in this phone’s list any more")).to_be_visible()
    expect(other.get_by_role("link", name="Sunday cousins")).to_have_count(0)


def test_answer_about_a_season_confirms_only_what_was_asked(page: Page) -> None:
    played(page)
    circle = make_circle(page)
    page.goto(f"{circle}/seasons/new")
    page.get_by_label("Name").fill("Autumn season")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Ann leads")).to_be_visible()
    page.goto(f"{page.url}/edit")
    points = page.get_by_label("Points from the first place on")
    points.fill("20-14")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Ann stays on place 1, with 20 instead of 10.")).to_be_visible()
    points.fill("9-4")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Ann stays on place 1, with 9 instead of 10.")).to_be_visible()
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("9 and 4 points")).to_be_visible()
