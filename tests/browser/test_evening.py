"""A whole game of nine rounds and five players, with and without script, and its printout.

KALOOKI_ROUNDS=9 plays whole games of all systems.
"""

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.evening import Evening, first_rounds
from tests.browser.phone import (
    REVIEW,
    ROUND_OVER,
    SAVE,
    labelled_like,
    late_script,
    review_line,
    show_early,
    wait_for_script,
)
from tests.games.whole_game import WholeGame, games, points_after, read

PAGE_OBJECT = re.compile(rb"/Type\s*/Page[^s]")
ROUNDS = int(os.environ.get("KALOOKI_ROUNDS", "1"))


def standings_shown(page: Page) -> list[tuple[str, str, int]]:
    """Return place, name and total; from nine players on, a line has them instead of a column."""
    columns = page.locator(".rounds thead th:has(.rounds-name), .rounds-turned > li").all()
    return [
        (
            column.locator(".rounds-place").inner_text().removeprefix("Place "),
            column.locator(".rounds-name").inner_text(),
            int(column.locator(".rounds-total").inner_text().replace("\N{MINUS SIGN}", "-")),
        )
        for column in columns
    ]


def expected(whole: WholeGame) -> list[tuple[str, str, int]]:
    return [(str(place), name, points) for place, name, points in whole.standings]


@pytest.mark.parametrize("by_thumb", [True, False])
def test_nine_rounds_of_jamaican(open_phone: Callable[..., Page], by_thumb: bool) -> None:
    page = open_phone(script=by_thumb)
    evening = Evening(page, read("jamaican"), by_thumb=by_thumb)
    table = evening.start()
    evening.play()
    page.goto(f"{table}/standings")
    assert standings_shown(page) == expected(evening.whole)
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    page.goto(f"{table}/print")
    for size in ("A4", "Letter"):
        assert len(PAGE_OBJECT.findall(page.pdf(format=size))) == 1


@pytest.mark.parametrize("name", games())
def test_every_system_is_played(page: Page, name: str) -> None:
    evening = Evening(page, read(name), by_thumb=False)
    table = evening.start()
    evening.play(first_rounds(evening.whole, ROUNDS))
    page.goto(f"{table}/standings")
    shown = {name: points for _, name, points in standings_shown(page)}
    assert shown == points_after(evening.whole, ROUNDS)


def test_round_of_five_takes_seven_taps_besides_the_digits(page: Page) -> None:
    evening = Evening(page, read("jamaican"))
    evening.begin()
    counts = {"Ann": "42", "Cai": "65", "Dee": "35", "Eve": "16"}
    evening.taps = 0
    evening.tap_on(ROUND_OVER)
    evening.tap("Ben", role="link")
    page.wait_for_url("**/round?winner=*")
    for name, digits in counts.items():
        expect(page.get_by_role("textbox", name=name, exact=True)).to_be_focused()
        for digit in digits:
            evening.key(digit)
        evening.key("next")
    expect(review_line(page, "Ann")).to_contain_text("+42 total 42")
    evening.tap_on(SAVE)
    expect(page.locator(".undo-what")).to_contain_text("Round 1")
    assert evening.taps == 7


def test_half_typed_round_survives_reload_and_back(page: Page) -> None:
    """Also on a newly opened page."""
    evening = Evening(page, read("jamaican"))
    table = evening.begin()
    page.goto(f"{table}/round?winner=2")
    page.get_by_role("textbox", name="Ann", exact=True).tap()
    for sign in "10+15":
        evening.key(sign)
    expect(page.get_by_role("status", name="new total 25")).to_be_visible()
    page.reload()
    expect(page.get_by_role("textbox", name="Ann", exact=True)).to_have_value("10+15")
    page.goto("./")
    page.go_back()
    expect(page.get_by_role("textbox", name="Ann", exact=True)).to_have_value("10+15")
    page.set_viewport_size({"width": 844, "height": 390})
    expect(page.get_by_role("textbox", name="Ann", exact=True)).to_have_value("10+15")


def test_second_phone_sees_the_half_typed_round(
    page: Page, open_phone: Callable[..., Page]
) -> None:
    evening = Evening(page, read("jamaican"))
    table = evening.begin()
    page.goto(f"{table}/round?winner=2")
    with page.expect_response("**/drafts/*"):
        page.get_by_role("textbox", name="Ann", exact=True).tap()
        for sign in "42":
            evening.key(sign)
    other = open_phone()
    other.goto(f"{table}/round")
    expect(other.get_by_role("textbox", name="Ann", exact=True)).to_have_value("42")
    expect(other.locator('input[name="winner"]:checked')).to_have_value("2")


def test_winner_is_sent_when_points_were_typed_before_the_script_has_loaded(
    page: Page, open_phone: Callable[..., Page]
) -> None:
    table = Evening(page, read("jamaican")).begin()
    with late_script(page, "typing.js"):
        show_early(page, f"{table}/round?winner=2")
        page.get_by_role("textbox", name="Ann", exact=True).fill("42")
    other = open_phone()
    other.goto(f"{table}/round")
    expect(other.get_by_role("textbox", name="Ann", exact=True)).to_have_value("42")
    expect(other.locator('input[name="winner"]:checked')).to_have_value("2")


def test_typing_just_before_leaving_is_stored(page: Page, open_phone: Callable[..., Page]) -> None:
    table = Evening(page, read("jamaican")).begin()
    page.goto(f"{table}/round?winner=2")
    wait_for_script(page)
    page.get_by_role("textbox", name="Ann", exact=True).fill("42")
    page.goto(table)
    other = open_phone()
    other.goto(f"{table}/round")
    expect(other.get_by_role("textbox", name="Ann", exact=True)).to_have_value("42")


def test_impossible_scores_are_questioned_and_can_be_saved(page: Page) -> None:
    evening = Evening(page, read("jamaican"))
    table = evening.begin()
    page.goto(f"{table}/round?winner=2")
    for name, digits in {"Ann": "42", "Cai": "9999", "Dee": "35", "Eve": "16"}.items():
        expect(page.get_by_role("textbox", name=name, exact=True)).to_be_focused()
        for digit in digits:
            evening.key(digit)
        evening.key("next")
    expect(page.get_by_text("Cai: 9999 is too high").first).to_be_visible()
    page.get_by_role("button", name="Change").tap()
    expect(page.get_by_role("textbox", name="Cai", exact=True)).to_have_value("9999")
    labelled_like(page, REVIEW).tap()
    page.get_by_label("It’s right: save it as it is").check()
    page.get_by_label("Reason (optional)").fill("we play in hundreds")
    page.locator(SAVE).tap()
    page.wait_for_url(table)
    page.goto(f"{table}/rounds/1")
    expect(page.get_by_text("we play in hundreds")).to_be_visible()
