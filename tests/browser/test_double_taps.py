"""A second quick tap on the same spot has no effect on what the first one opened or saved.

The taps carry their times with them, so that a busy machine changes nothing.
"""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.phone import (
    FIVE,
    SAVE,
    UNDO_IT,
    begin_game,
    call_button,
    late_script,
    save_round,
    send,
    undo_button,
    wait_for,
    wait_for_script,
)
from tests.browser.test_review import KEY

# Milliseconds between two taps.
APART = [200, 450]
# Pixels that are at least between a button and the one that led to it.
NEAR = 48
# Seconds: taps lie in the future, because a page treats events from before it was opened as new.
AHEAD = 3600
# Counts the taps that a page has handled, and the forms that they submitted.
COUNTED = """for (const kind of ['click', 'submit']) addEventListener(kind, () => {
  sessionStorage.setItem(kind, Number(sessionStorage.getItem(kind)) + 1);
}, true);"""

KEY_AT = "([x, y]) => document.elementFromPoint(x, y).closest('.keypad [data-key]')?.dataset.key"

Place = tuple[float, float]


class Finger:
    """Taps at given milliseconds."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.session = page.context.new_cdp_session(page)
        self.start = time.time() + AHEAD

    def count(self, kind: str) -> int:
        return int(self.page.evaluate(f"Number(sessionStorage.getItem('{kind}'))"))

    def tap(self, place: Place, *, at: int) -> None:
        """Tap these coordinates, and wait until the page has handled it."""
        before = self.count("click")
        point = {"x": place[0], "y": place[1]}
        for kind, points in (("touchStart", [point]), ("touchEnd", [])):
            touch = {"type": kind, "touchPoints": points, "timestamp": self.start + at / 1000}
            self.session.send("Input.dispatchTouchEvent", touch)
        wait_for(self.page, f"Number(sessionStorage.getItem('click')) > {before}")


@pytest.fixture
def page(open_phone: Callable[..., Page]) -> Page:
    page = open_phone(doubles=True)
    page.context.add_init_script(COUNTED)
    return page


@pytest.fixture
def finger(page: Page) -> Finger:
    return Finger(page)


def place_of(control: Locator, *, low: float = 0.5) -> Place:
    """Return screen coordinates on a control; ``low`` is the relative height."""
    control.tap(trial=True)
    box = control.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] * low


def gap(first: dict[str, float], other: dict[str, float]) -> float:
    """Return the pixels between two boxes."""
    across = max(
        other["x"] - first["x"] - first["width"], first["x"] - other["x"] - other["width"], 0
    )
    down = max(
        other["y"] - first["y"] - first["height"], first["y"] - other["y"] - other["height"], 0
    )
    return float((across**2 + down**2) ** 0.5)


def to_the_last_key(page: Page) -> str:
    """Type a round of five up to its last key; return the address of the game."""
    game = begin_game(page, "jamaican")
    page.goto(f"{game}/round?winner=2")
    for index, points in ((0, "15"), (2, "27"), (3, "105")):
        page.locator(f"#hands-{index}-points").fill(points)
    page.locator("#hands-4-points").tap()
    page.locator(KEY.format("8")).tap()
    wait_for_script(page)
    return game


def one_round(page: Page) -> str:
    """Save a round of five; return the address of the game, whose table is open."""
    game = begin_game(page, "jamaican")
    save_round(page, game, 1, (15, 0, 27, 105, 8), winner=2)
    page.goto(game)
    wait_for_script(page)
    return game


def entries(page: Page, game: str) -> int:
    return int(page.request.get(f"{game}.json").json()["version"])


@pytest.mark.parametrize(("apart", "low"), [(200, 0.3), (450, 0.85)])
def test_second_tap_on_the_last_key_saves_no_round(
    page: Page, finger: Finger, apart: int, low: float
) -> None:
    game = to_the_last_key(page)
    place = place_of(page.locator(KEY.format("next")), low=low)
    finger.tap(place, at=0)
    expect(page.locator(SAVE)).to_be_visible()
    submits = finger.count("submit")
    finger.tap(place, at=apart)
    assert finger.count("submit") == submits
    page.locator(SAVE).tap()
    page.wait_for_url(game)


@pytest.mark.parametrize("apart", APART)
def test_second_tap_on_undo_undoes_no_round(page: Page, finger: Finger, apart: int) -> None:
    game = one_round(page)
    place = place_of(undo_button(page))
    finger.tap(place, at=0)
    question = page.get_by_role("heading", name="Undo this?")
    expect(question).to_be_visible()
    finger.tap(place, at=apart)
    page.locator(UNDO_IT).tap()
    page.wait_for_url(f"{game}*")
    expect(page.get_by_text("Round 1 of 9").first).to_be_visible()


def test_second_tap_before_the_scripts_of_a_page_have_loaded_counts_as_little(
    page: Page, finger: Finger
) -> None:
    one_round(page)
    place = place_of(undo_button(page))
    with late_script(page, "page.js"):
        finger.tap(place, at=0)
        expect(page.get_by_role("heading", name="Undo this?")).to_be_visible()
        finger.tap(place, at=200)
        link = page.get_by_role("link", name="Correct this round")
        finger.tap(place_of(link), at=2000)
        page.wait_for_url("**/amend", wait_until="commit")


def test_second_tap_while_the_next_page_is_on_its_way_does_nothing(
    page: Page, finger: Finger
) -> None:
    one_round(page)
    place = place_of(undo_button(page))
    with late_script(page, "undo"):
        finger.tap(place, at=0)
        finger.tap(place, at=200)
    expect(page.get_by_role("heading", name="Undo this?")).to_be_visible()


@pytest.mark.parametrize("apart", APART)
def test_second_tap_calls_and_undoes_nothing_more(page: Page, finger: Finger, apart: int) -> None:
    game = begin_game(page, "jamaican")
    wait_for_script(page)
    ben = page.locator(".player", has_text="Ben")
    call = place_of(call_button(page, "Ben"))
    for at, left in ((0, "2 calls left"), (10_000, "1 call left")):
        finger.tap(call, at=at)
        expect(ben).to_contain_text(left)
        finger.tap(call, at=at + apart)
    undo = place_of(undo_button(page, "Ben called"))
    finger.tap(undo, at=20_000)
    expect(ben).to_contain_text("2 calls left")
    finger.tap(undo, at=20_000 + apart)
    assert finger.count("submit") == 3
    assert entries(page, game) == 4


def test_answer_with_a_label_is_taken_at_once(page: Page, finger: Finger) -> None:
    game = begin_game(page, "jamaican", names=("Ann", "Ben", "Cleo"))
    page.goto(f"{game}/round?winner=2")
    page.evaluate("document.body.setAttribute('data-asks', '')")
    page.locator("header .bar-word").tap()
    finger.tap(place_of(winner_tile(page, 1)), at=0)
    expect(page.locator("[data-winner]")).to_have_text("Ann went out")


def test_calls_of_two_players_may_follow_at_once(page: Page, finger: Finger) -> None:
    begin_game(page, "jamaican")
    wait_for_script(page)
    for index, name in enumerate(("Ann", "Ben")):
        finger.tap(place_of(call_button(page, name)), at=100 * index)
    for name in ("Ann", "Ben"):
        expect(page.locator(".player", has_text=name)).to_contain_text("2 calls left")


@pytest.mark.parametrize("apart", APART)
def test_second_tap_in_a_menu_that_opens_records_nothing(
    page: Page, finger: Finger, apart: int
) -> None:
    begin_game(page, "jamaican")
    wait_for_script(page)
    place = place_of(page.locator(".player", has_text="Eve").locator(".player-open"))
    finger.tap(place, at=0)
    expect(page.locator(".sheet:popover-open")).to_be_visible()
    finger.tap(place, at=apart)
    assert finger.count("submit") == 0


def test_double_tap_puts_away_one_card_and_records_nothing(page: Page, finger: Finger) -> None:
    game = begin_game(page)
    send(page, f"{game}/first-game", [("card", "2")])
    page.reload()
    wait_for_script(page)
    place = place_of(page.locator(".first-card:first-child").get_by_role("button"))
    finger.tap(place, at=0)
    expect(page.locator(".first-card")).to_have_count(0)
    finger.tap(place, at=450)
    assert finger.count("submit") == 1


def winner_tile(page: Page, seat: int) -> Locator:
    return page.locator(".tile", has=page.locator(f'[name="winner"][value="{seat}"]'))


@pytest.mark.parametrize("apart", [60, 100, 300])
def test_digits_after_a_tile_are_all_typed(page: Page, finger: Finger, apart: int) -> None:
    page.goto(f"{begin_game(page, 'jamaican')}/round")
    wait_for_script(page)
    finger.tap(place_of(winner_tile(page, 2)), at=0)
    for number, digit in enumerate("47", 1):
        finger.tap(place_of(page.locator(KEY.format(digit))), at=number * apart)
    expect(page.locator("#hands-0-points")).to_have_value("47")


def test_double_tap_on_a_tile_types_no_digit_unseen(page: Page, finger: Finger) -> None:
    """The sheet of winners lies where the keypad appears."""
    page.goto(f"{begin_game(page, 'jamaican')}/round?winner=2")
    wait_for_script(page)
    page.locator("header .bar-word").tap()
    tile = place_of(winner_tile(page, 5))
    finger.tap(tile, at=0)
    expect(page.locator(".sheet:popover-open")).to_have_count(0)
    digit = page.evaluate(KEY_AT, tile)
    assert digit.isdigit()
    first = page.locator("#hands-0-points")
    finger.tap(tile, at=200)
    expect(first).to_have_value("")
    finger.tap(tile, at=350)
    finger.tap(tile, at=400)
    expect(first).to_have_value(digit * 2)


def test_unchanged_keys_respond_at_once(page: Page, finger: Finger) -> None:
    to_the_last_key(page)
    key = place_of(page.locator(KEY.format("7")))
    for at in range(0, 240, 60):
        finger.tap(key, at=at)
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


def test_save_button_is_not_under_the_button_that_led_there(page: Page, finger: Finger) -> None:
    to_the_last_key(page)
    last_key = page.locator(KEY.format("next"))
    first = last_key.bounding_box()
    finger.tap(place_of(last_key), at=0)
    page.locator(SAVE).wait_for()
    page.wait_for_load_state()
    assert first
    assert gap(first, page.locator(SAVE).bounding_box() or {}) >= NEAR


def test_button_that_confirms_undo_is_not_under_undo(page: Page, finger: Finger) -> None:
    one_round(page)
    undo = undo_button(page)
    first = undo.bounding_box()
    finger.tap(place_of(undo), at=0)
    page.locator(UNDO_IT).wait_for()
    page.wait_for_load_state()
    assert first
    assert gap(first, page.locator(UNDO_IT).bounding_box() or {}) >= NEAR


def test_save_elsewhere_counts_at_once(page: Page, finger: Finger) -> None:
    game = to_the_last_key(page)
    finger.tap(place_of(page.locator(KEY.format("next"))), at=0)
    finger.tap(place_of(page.locator(SAVE)), at=100)
    page.wait_for_url(game)


def test_second_tap_on_next_skips_no_player(page: Page, finger: Finger) -> None:
    page.goto(f"{begin_game(page, 'jamaican')}/round?winner=2")
    wait_for_script(page)
    page.locator(KEY.format("5")).tap()
    following = place_of(page.locator(KEY.format("next")))
    for at, line in ((0, 2), (200, 2), (800, 3)):
        finger.tap(following, at=at)
        expect(page.locator(f"#hands-{line}-points")).to_be_focused()


def test_second_tap_on_clear_clears_no_other_line(page: Page, finger: Finger) -> None:
    page.goto("./games/new")
    wait_for_script(page)
    for line, name in enumerate(FIVE, 1):
        page.locator(f"#name-{line}").fill(name)
    clear = place_of(page.locator("[data-clear]").nth(1))
    finger.tap(clear, at=0)
    expect(page.locator("#name-2")).to_have_value("Cleo")
    finger.tap(clear, at=200)
    expect(page.locator("#name-2")).to_have_value("Cleo")


def test_second_tap_on_a_known_name_seats_no_other(page: Page, finger: Finger) -> None:
    begin_game(page)
    page.goto("./games/new")
    wait_for_script(page)
    chip = place_of(page.locator(".known .chip").first)
    finger.tap(chip, at=0)
    expect(page.locator("#name-1")).not_to_have_value("")
    finger.tap(chip, at=200)
    expect(page.locator("#name-2")).to_have_value("")
