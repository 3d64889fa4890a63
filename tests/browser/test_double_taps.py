"""A second quick tap has no effect on the page that the first one opened."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phone import (
    FIVE,
    SAVE,
    UNDO_IT,
    begin_game,
    call_button,
    tap_who_went_out,
    undo_button,
    wait_for_script,
)
from tests.browser.test_review import KEY

pytestmark = pytest.mark.share(of=3)

# Milliseconds between two taps; the next page appears in between.
APART = [200, 450]
# Pixels within which a second tap may land.
NEAR = 48


def place_of(control: Locator, *, low: float = 0.5) -> tuple[float, float]:
    """Return screen coordinates on an enabled control; ``low`` is the relative height."""
    control.tap(trial=True)
    box = control.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * low


def tap_twice(page: Page, control: Locator, *, apart: int, low: float = 0.5) -> None:
    """Tap the same screen coordinates twice."""
    wait_for_script(page)
    x, y = place_of(control, low=low)
    page.touchscreen.tap(x, y)
    page.wait_for_timeout(apart)
    page.touchscreen.tap(x, y)


def gap(one: dict[str, float], other: dict[str, float]) -> float:
    """Return the pixels between two boxes."""
    across = max(other["x"] - one["x"] - one["width"], one["x"] - other["x"] - other["width"], 0)
    down = max(other["y"] - one["y"] - one["height"], one["y"] - other["y"] - other["height"], 0)
    return float((across**2 + down**2) ** 0.5)


def to_the_last_key(page: Page) -> str:
    """Type a round of five up to its last key; return the address of the game."""
    game = begin_game(page, "jamaican")
    tap_who_went_out(page, "Ben")
    for digits in ("15", "27", "105"):
        for digit in digits:
            page.locator(KEY.format(digit)).tap()
        page.locator(KEY.format("next")).tap()
    page.locator(KEY.format("8")).tap()
    return game


@contextmanager
def nothing_saved(page: Page, game: str) -> Iterator[None]:
    """Context that asserts that no entry is saved."""
    before = entries(page, game)
    yield
    page.wait_for_timeout(1000)  # a second tap that counted would have been saved by now
    assert entries(page, game) == before


def entries(page: Page, game: str) -> int:
    return int(page.request.get(f"{game}.json").json()["version"])


@pytest.mark.parametrize(("apart", "low"), [(200, 0.3), (450, 0.85)])
def test_second_tap_on_the_last_key_saves_no_round(page: Page, apart: int, low: float) -> None:
    game = to_the_last_key(page)
    with nothing_saved(page, game):
        tap_twice(page, page.locator(KEY.format("next")), apart=apart, low=low)
    expect(page.locator(SAVE)).to_be_visible()
    page.locator(SAVE).tap()
    page.wait_for_url(game)


@pytest.mark.parametrize("apart", APART)
def test_second_tap_on_undo_undoes_no_round(page: Page, apart: int) -> None:
    game = to_the_last_key(page)
    page.locator(KEY.format("next")).tap()
    page.locator(SAVE).tap()
    page.wait_for_url(game)
    with nothing_saved(page, game):
        tap_twice(page, undo_button(page), apart=apart)
    expect(page.get_by_role("heading", name="Undo this?")).to_be_visible()
    page.locator(UNDO_IT).tap()
    page.wait_for_url(f"{game}*")
    expect(page.get_by_text("Round 1 of 9").first).to_be_visible()


@pytest.mark.parametrize("apart", APART)
def test_second_tap_calls_and_undoes_nothing_more(page: Page, apart: int) -> None:
    begin_game(page, "jamaican")
    ben = page.locator(".player", has_text="Ben")
    tap_twice(page, call_button(page, "Ben"), apart=apart)
    expect(ben).to_contain_text("2 calls left")
    call_button(page, "Ben").tap()
    expect(ben).to_contain_text("1 call left")
    tap_twice(page, undo_button(page, "Ben called"), apart=apart)
    expect(ben).to_contain_text("2 calls left")
    page.wait_for_timeout(1000)  # a second tap that counted would have undone the first call by now
    expect(ben).to_contain_text("2 calls left")


@pytest.mark.parametrize("apart", APART)
def test_second_tap_in_a_menu_that_opens_records_nothing(page: Page, apart: int) -> None:
    game = begin_game(page, "jamaican")
    with nothing_saved(page, game):
        tap_twice(
            page, page.locator(".player", has_text="Eve").locator(".player-open"), apart=apart
        )


def test_unchanged_keys_respond_at_once(page: Page) -> None:
    to_the_last_key(page)
    x, y = place_of(page.locator(KEY.format("7")))
    for _ in range(4):
        page.touchscreen.tap(x, y)
    expect(page.locator("#hands-4-points")).to_have_value("87777")


def test_keyboard_activation_is_not_delayed(page: Page) -> None:
    game = to_the_last_key(page)
    page.locator(KEY.format("next")).tap()
    save = page.locator(SAVE)
    save.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(game)


def test_click_without_a_pointer_is_not_delayed(page: Page) -> None:
    """A screen reader activates a control without touching the screen."""
    game = to_the_last_key(page)
    page.locator(KEY.format("next")).tap()
    page.locator(SAVE).dispatch_event("click")
    page.wait_for_url(game)


def test_delayed_controls_look_disabled(page: Page) -> None:
    to_the_last_key(page)
    page.locator(KEY.format("next")).tap()
    save = page.locator(SAVE)
    expect(save).to_have_css("pointer-events", "none")
    expect(save).not_to_have_css("filter", "none")
    expect(save).to_have_css("pointer-events", "auto")
    expect(save).to_have_css("filter", "none")


def test_save_button_is_not_under_the_button_that_led_there(page: Page) -> None:
    game = to_the_last_key(page)
    last_key = page.locator(KEY.format("next")).bounding_box()
    page.locator(KEY.format("next")).tap()
    save = page.locator(SAVE)
    expect(save).to_be_visible()
    assert last_key
    assert gap(last_key, save.bounding_box() or {}) >= NEAR
    save.tap()
    page.wait_for_url(game)
    undo = undo_button(page)
    first = undo.bounding_box()
    undo.tap()
    second = page.locator(UNDO_IT).bounding_box()
    assert first
    assert second
    assert gap(first, second) >= NEAR


def test_second_tap_on_next_skips_no_player(page: Page) -> None:
    page.goto(f"{begin_game(page, 'jamaican')}/round?winner=2")
    wait_for_script(page)
    page.locator(KEY.format("5")).tap()
    following = page.locator(KEY.format("next"))
    tap_twice(page, following, apart=200)
    expect(page.locator("#hands-2-points")).to_be_focused()
    page.wait_for_timeout(500)  # a later tap is meant
    following.tap()
    expect(page.locator("#hands-3-points")).to_be_focused()


def test_second_tap_on_clear_clears_no_other_line(page: Page) -> None:
    page.goto("./games/new")
    for line, name in enumerate(FIVE, 1):
        page.locator(f"#name-{line}").fill(name)
    tap_twice(page, page.locator("[data-clear]").nth(1), apart=200)
    expect(page.locator("#name-2")).to_have_value("Cleo")


def test_second_tap_on_a_known_name_seats_no_other(page: Page) -> None:
    begin_game(page)
    page.goto("./games/new")
    tap_twice(page, page.locator(".known .chip").first, apart=200)
    expect(page.locator("#name-1")).not_to_have_value("")
    expect(page.locator("#name-2")).to_have_value("")
