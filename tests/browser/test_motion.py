"""Pages pass into each other, sheets slide, the ring empties at once; taps count from the start."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phone import (
    FRAMES,
    NO_NETWORK,
    ROUND_OVER,
    Watch,
    begin_game,
    call_button,
    end_game,
    finger_on,
    save_round,
    undo_button,
    wait_for,
    wait_for_script,
)

# Notes whether a page came in by a transition, and holds it halfway.
HOLD = """addEventListener('pagereveal', ({ viewTransition }) => {
  window.arrived = Boolean(viewTransition);
  viewTransition?.ready.then(() => document.getAnimations().forEach((one) => one.pause()));
});"""
# Names of what is drawn on the page and takes part in transitions.
NAMED = """() => [...document.querySelectorAll('*')]
  .filter((one) => one.getClientRects().length)
  .map((one) => getComputedStyle(one).viewTransitionName).filter((name) => name !== 'none')"""
MOVED = """() => document.getAnimations().map(({ effect }) => effect.pseudoElement ?? '')"""
# The sheet's look at the first frame, while it comes and while it goes.
LOOK = """sheet => [getComputedStyle(sheet).opacity, getComputedStyle(sheet).translate]"""
TRANSITIONS = """sheet => getComputedStyle(sheet).transitionProperty"""
COUNT_WHEN_REFUSED = """() => document.addEventListener('form:refused', () => setTimeout(() => {
  const arcs = document.querySelectorAll('#row-2 .player-actions .ring-left');
  sessionStorage.setItem('arcs', arcs.length);
}), true)"""
# Makes each sheet take seconds to come in.
SLOWLY = """() => document.addEventListener('transitionrun', ({ target }) => {
  target.getAnimations().forEach((slide) => { slide.playbackRate = 0.05; });
}, true)"""
TRIES = 5
TRAVELS = "::view-transition-group(seat-3)"
HELD = "window.arrived && document.getAnimations().length > 0"
STANDINGS = "header a[href$='/standings']"
ARCS = ".player-actions .ring-left"


def seats(page: Page) -> list[str]:
    """Return the names of marks that travel; fails if two things have one name."""
    names = page.evaluate(NAMED)
    assert len(set(names)) == len(names), names
    return sorted(name for name in names if name.startswith("seat-"))


def hold_calls(page: Page) -> list[Route]:
    """Hold calls back; return them as they come."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/calls", hold)
    return held


@pytest.mark.parametrize("count", [5, 8])
def test_every_mark_is_named_once_on_a_page(page: Page, count: int) -> None:
    names = [f"Player {number}" for number in range(1, count + 1)]
    game = begin_game(page, names=names)
    save_round(page, game, 1, [10 * seat for seat in range(count)])
    marks = sorted(f"seat-{number}" for number in range(1, count + 1))
    for path in ("", "/standings", "/scoreboard", "/round?winner=2", "/rounds/1"):
        page.goto(f"{game}{path}")
        assert seats(page) == marks, path
    end_game(page, game, 2)
    for path in ("", "/cards", "/standings"):
        page.goto(f"{game}{path}")
        assert seats(page) == marks, path


def hold_on_the_way_to_standings(page: Page) -> None:
    """Hold the transition halfway.

    Again if Chromium skips it, or shows the next page before its marks have come, as it does if a
    page is late.
    """
    table = page.url
    for _ in range(TRIES):
        page.locator(STANDINGS).tap()
        page.wait_for_url("**/standings")
        wait_for(page, "window.arrived !== undefined")
        if page.evaluate("window.arrived"):
            wait_for(page, HELD)
            if TRAVELS in page.evaluate(MOVED):
                return
        page.goto(table)
    raise AssertionError("no mark travels to the standings")


def test_marks_travel_to_the_next_page(page: Page) -> None:
    page.add_init_script(HOLD)
    begin_game(page)
    hold_on_the_way_to_standings(page)


def test_tap_counts_while_a_page_is_still_coming_in(page: Page) -> None:
    page.add_init_script(HOLD)
    game = begin_game(page)
    hold_on_the_way_to_standings(page)
    box = page.locator("header a").first.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    page.wait_for_url(game)


def test_nothing_moves_where_less_motion_is_wanted(open_phone: Callable[..., Page]) -> None:
    page = open_phone(reduced_motion="reduce")
    page.add_init_script(HOLD)
    begin_game(page)
    page.locator(ROUND_OVER).tap()
    sheet = page.locator(".sheet:popover-open")
    assert sheet.evaluate(LOOK) == ["1", "none"]
    assert sheet.evaluate(TRANSITIONS) == "all"
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    page.locator(STANDINGS).tap()
    page.wait_for_url("**/standings")
    assert page.evaluate("window.arrived") is False
    assert page.evaluate("document.getAnimations().length") == 0


def test_sheet_slides_both_ways_and_is_never_transparent(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    sheet = page.locator("#who-went-out")
    page.evaluate(
        """() => {
          window.looks = [];
          const sheet = document.getElementById('who-went-out');
          sheet.addEventListener('transitionrun', ({ propertyName }) => {
            if (propertyName !== 'translate') return;
            window.looks.push([getComputedStyle(sheet).opacity, sheet.getClientRects().length]);
            document.body.dataset.slides = window.looks.length;
          });
        }"""
    )
    page.locator(ROUND_OVER).tap()
    expect(page.locator("body")).to_have_attribute("data-slides", "1")
    page.keyboard.press("Escape")
    expect(page.locator("body")).to_have_attribute("data-slides", "2")
    expect(sheet).to_be_hidden()
    assert page.evaluate("window.looks") == [["1", 1]] * 2


def test_sheet_on_its_way_out_takes_no_tap(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    page.locator(ROUND_OVER).tap()
    sheet = page.locator("#who-went-out")
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")
    assert sheet.evaluate("sheet => getComputedStyle(sheet).pointerEvents") == "auto"
    page.evaluate(
        """() => {
          document.getElementById('who-went-out').hidePopover();
          document.getAnimations().forEach((one) => one.pause());
        }"""
    )
    call_button(page, "Ann").tap()
    expect(page.locator(".player", has_text="Ann")).to_contain_text("2 calls left")


def test_page_does_not_reload_when_pulled(page: Page) -> None:
    page.goto("./")
    style = "getComputedStyle(document.documentElement).overscrollBehaviorY"
    assert page.evaluate(style) == "none"


def test_ring_empties_before_the_server_answers(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    held = hold_calls(page)
    ben = page.locator(".player", has_text="Ben")
    with page.expect_request("**/calls"):
        call_button(page, "Ben").tap()
    expect(ben.locator(ARCS)).to_have_count(2)
    expect(ben.locator(".calls-left")).to_have_text("3 calls left")
    held[0].continue_()
    expect(ben.locator(".calls-left")).to_have_text("2 calls left")
    expect(ben.locator(ARCS)).to_have_count(2)
    page.unroute("**/calls")
    call_button(page, "Ben").tap()
    expect(ben.locator(ARCS)).to_have_count(1)


def test_refused_call_fills_the_ring_again_and_says_why(page: Page, watch: Watch) -> None:
    """Another phone saves the round while the call is on its way, and this one hears nothing."""
    watch.allow(NO_NETWORK)
    page.route("**/live.js", lambda route: route.abort())
    game = begin_game(page)
    page.wait_for_load_state("networkidle")
    held = hold_calls(page)
    with page.expect_request("**/calls"):
        call_button(page, "Ben").tap()
    expect(page.locator(".player", has_text="Ben").locator(ARCS)).to_have_count(2)
    page.evaluate(COUNT_WHEN_REFUSED)
    page.unroute("**/calls")
    save_round(page, game, 1, (0, 10, 20, 30, 40))
    held[0].continue_()
    page.wait_for_url("**/calls")
    assert page.evaluate("sessionStorage.getItem('arcs')") == "3"
    expect(page.locator("main")).to_contain_text("Yours isn’t saved yet")


def test_call_without_a_network_stays_in_the_ring_and_is_kept(page: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    begin_game(page)
    wait_for_script(page)
    page.context.set_offline(True)
    call_button(page, "Ben").tap()
    expect(page.locator(".player", has_text="Ben").locator(ARCS)).to_have_count(2)
    page.context.set_offline(False)
    expect(page.locator(".player", has_text="Ben")).to_contain_text("2 calls left")


MOMENTS = """window.moments = [];
addEventListener('animationstart', ({ animationName, target }) => window.moments.push(
  `${target.closest('.player')?.id} ${animationName}`), true);"""


@pytest.mark.parametrize(("bent", "moment"), [(False, "goes-out"), (True, "bends")])
def test_round_that_was_saved_has_its_moment_on_the_table(
    page: Page, bent: bool, moment: str
) -> None:
    page.add_init_script(MOMENTS)
    game = begin_game(page)
    wait_for_script(page)
    page.goto("./")
    save_round(page, game, 1, (0, 10, 20, 30, 40), bent=bent)
    page.goto(game)
    wait_for(page, f"window.moments.includes('row-1 {moment}')")
    wait_for(page, "window.moments.includes('row-1 lead')")
    page.reload()
    wait_for_script(page)
    assert page.evaluate("window.moments") == []


TAPPED = "Object.defineProperty(navigator, 'vibrate', { value: (how) => window.felt.push(how) })"


def test_keys_tick_and_a_bent_board_is_felt(page: Page) -> None:
    page.add_init_script(f"window.felt = []; {TAPPED}")
    game = begin_game(page)
    page.goto(f"{game}/round?winner=2")
    wait_for_script(page)
    page.locator('.keypad [data-key="4"]:visible').tap()
    assert page.evaluate("window.felt") == [8]


def test_tap_on_a_sheet_that_slides_in_is_one_on_its_control(page: Page) -> None:
    begin_game(page, "jamaican")
    wait_for_script(page)
    page.evaluate(SLOWLY)
    page.locator(ROUND_OVER).tap()
    ben = page.locator(".sheet .people a", has_text="Ben")
    top = "document.querySelector('.sheet .people li:nth-child(2)').getBoundingClientRect().top"
    wait_for(page, f"{top} < innerHeight - 40")
    box = ben.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 20)
    page.mouse.down()
    page.evaluate(FRAMES)
    page.mouse.up()
    page.wait_for_url("**/round?winner=2&round=1")


def test_tap_on_a_key_that_a_verdict_moves_is_one_on_that_key(page: Page) -> None:
    page.goto("./check?system=kalooki40&cards=*")
    wait_for_script(page)
    with finger_on(page.locator("[data-card='4H']")):
        page.evaluate("document.querySelector('main').style.paddingBlockStart = '75px'")
    expect(page.get_by_role("textbox", name="Cards")).to_have_value("* 4H")


def test_tap_on_a_button_that_is_drawn_again_is_one_on_the_new_button(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    with finger_on(call_button(page, "Ann")):
        call_button(page, "Ann").evaluate("button => button.replaceWith(button.cloneNode(true))")
    expect(undo_button(page, "Ann called")).to_be_visible()
