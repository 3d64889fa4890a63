"""A table of five by taps: one leaves and comes back, one joins late, a round is saved again."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import (
    MENU,
    REVIEW,
    SAVE,
    UNDO_IT,
    begin_game,
    call_button,
    end_game,
    labelled_like,
    tap_who_went_out,
    undo_button,
)


def points_of(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=name, exact=True)


def play(page: Page, winner: str, points: dict[str, str]) -> None:
    """Save a round from the table; ``points`` are those left in each form field, by name."""
    game = page.url
    tap_who_went_out(page, winner)
    for name, typed in points.items():
        points_of(page, name).fill(typed)
    save(page, game)


def save(page: Page, game: str) -> None:
    labelled_like(page, REVIEW).tap()
    expect(page.locator(SAVE)).to_be_visible()
    page.get_by_role("radio", name="No").check()
    page.locator(SAVE).tap()
    page.wait_for_url(game)


def open_players(page: Page) -> None:
    page.locator(MENU).tap()
    page.locator("#menu").get_by_role("link", name="Players and seats").tap()
    page.wait_for_url("**/players")


def choose(page: Page, label: str) -> None:
    page.locator(".tile", has_text=label).tap()


def columns(page: Page) -> dict[str, list[int]]:
    """Return the numbers of the printed rounds and of their total, by name."""
    table = page.locator(".paper-rounds")
    names = table.locator("thead th > span").all_text_contents()
    rows = [row.locator("td").all_text_contents() for row in table.locator("tr").all()[1:]]
    cells = {name: [row[column] for row in rows] for column, name in enumerate(names)}
    return {
        name: [int(found[0]) for cell in column if (found := re.findall(r"\d+", cell))]
        for name, column in cells.items()
    }


def test_printed_sheet_adds_up_whoever_comes_and_goes(page: Page) -> None:
    game = begin_game(page, dealer=2)
    play(page, "Ann", {"Ben": "42", "Cleo": "65", "Dan": "35", "Eve": "16"})

    # Cleo leaves.
    page.locator(".player", has_text="Cleo").locator(".player-open").tap()
    page.get_by_role("link", name="Cleo leaves the game").tap()
    page.get_by_role("button", name="Leaves now").tap()
    page.wait_for_url(game)
    play(page, "Ben", {"Ann": "20", "Dan": "15", "Eve": "50"})

    # Round 2 is undone; its form opens filled in, and it is saved with another number.
    undo_button(page).tap()
    page.locator(UNDO_IT).tap()
    page.wait_for_url(game)
    tap_who_went_out(page, "Ben")
    for name, typed in {"Ann": "20", "Dan": "15", "Eve": "50"}.items():
        expect(points_of(page, name)).to_have_value(typed)
    points_of(page, "Eve").fill("51")
    save(page, game)

    # Fay comes while round 3 is being played, so she waits for the next.
    call_button(page, "Dan").tap()
    expect(undo_button(page, "Dan called")).to_be_visible()
    open_players(page)
    page.get_by_text("Add a late player").tap()
    points_of(page, "Name").fill("Fay")
    expect(page.get_by_role("radio", name="From the next")).to_be_checked()
    choose(page, "The highest total")
    page.get_by_role("button", name="Add player").tap()
    page.wait_for_url(game)
    expect(page.get_by_text("Fay plays from the next round.").last).to_be_visible()
    play(page, "Ann", {"Ben": "5", "Dan": "15", "Eve": "9"})

    # Cleo comes back.
    open_players(page)
    page.get_by_role("link", name="Cleo comes back").tap()
    page.wait_for_url("**/return")
    choose(page, "The highest total")
    page.locator("button[form=return]").tap()
    page.wait_for_url(game)
    play(page, "Fay", {"Ann": "8", "Ben": "10", "Cleo": "3", "Dan": "7", "Eve": "1"})

    page.goto(f"{game}/print")
    found = columns(page)
    assert {name: column[-1] for name, column in found.items()} == {
        "Ann": 28, "Ben": 57, "Fay": 67, "Dan": 72, "Eve": 77, "Cleo": 79,
    }  # fmt: skip
    for name, column in found.items():
        assert sum(column[:-1]) == column[-1], name
    # The start and the points of the return are cells of their own; Fay and Cleo have gaps.
    assert {name: len(column) - 1 for name, column in found.items()} == {
        "Ann": 4, "Ben": 4, "Fay": 2, "Dan": 4, "Eve": 4, "Cleo": 3,
    }  # fmt: skip


def test_pages_about_players_are_accessible_during_and_after_a_game(page: Page) -> None:
    game = begin_game(page)
    play(page, "Ann", {"Ben": "42", "Cleo": "65", "Dan": "35", "Eve": "16"})
    page.goto(f"{game}/players/3/leave")
    page.get_by_role("button", name="Leaves now").tap()
    page.wait_for_url(game)
    for path in ("players", "players/3/return", "players/1/leave"):
        page.goto(f"{game}/{path}")
        assert not accessibility_faults(page), path
    end_game(page, game, 3)
    page.goto(game)
    page.locator(MENU).tap()
    page.locator("#menu").get_by_role("link", name="Correct names").tap()
    page.get_by_role("button", name="Rename Ann").first.tap()
    page.get_by_label("New name for Ann").fill("Anne")
    page.get_by_role("button", name="Rename Ann").last.tap()
    page.wait_for_url(game)
    expect(page.locator("[data-headline]")).to_contain_text("Anne")
    page.goto(f"{game}/players")
    assert not accessibility_faults(page)
