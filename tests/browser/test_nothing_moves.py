"""Pages on which nothing jumps: the bar has one height, and what was tapped stays where it was."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.phone import (
    NO_NETWORK,
    SAVE,
    Watch,
    begin_game,
    call_button,
    save_round,
    undo_button,
    wait_for,
    wait_for_script,
)
from tests.browser.test_review import KEY
from tests.browser.test_saving_rounds import to_review

# Keeps the largest layout shift, also of those right after a tap, which browsers forgive.
WATCH_SHIFTS = """() => {
  window.shifted = 0;
  const add = (entries) => entries.forEach(({ value }) => {
    window.shifted = Math.max(window.shifted, value);
  });
  window.shifts = new PerformanceObserver((list) => add(list.getEntries()));
  window.shifts.observe({ type: 'layout-shift' });
  window.addShifts = () => add(window.shifts.takeRecords());
}"""
SHIFTED = """() => new Promise((done) => {
  const drawn = () => { window.addShifts(); done(window.shifted); };
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(drawn)));
})"""
TOPS = "rows => rows.map((row) => row.getBoundingClientRect().top + scrollY)"
MOST_SHIFT = 0.005
SIZES = [(390, 844), (320, 568), (844, 390)]
OPEN_SHEET = ".sheet:popover-open"
AT_REST = "document.getAnimations().length === 0"


def places(page: Page) -> list[float]:
    """Return the bar's height, and where the button of the round's end and each row begin."""
    bar = page.locator("footer").bounding_box()
    end = page.locator("#round-over").bounding_box()
    rows = page.locator(".table-rows > .player").evaluate_all(TOPS)
    return [round(value) for value in (bar["height"], end["x"], *rows)]


def calls_left(page: Page, name: str, words: str) -> None:
    expect(page.locator(".player", has_text=name).locator(".calls-left")).to_have_text(words)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_call_and_its_undo_move_nothing_on_the_table(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    begin_game(page)
    wait_for_script(page)
    before = places(page)
    page.evaluate(WATCH_SHIFTS)
    call_button(page, "Ben").tap()
    calls_left(page, "Ben", "2 calls left")
    assert places(page) == before
    undo_button(page).tap()
    calls_left(page, "Ben", "3 calls left")
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    assert places(page) == before
    assert page.evaluate(SHIFTED) <= MOST_SHIFT


def test_two_wrong_calls_are_undone_by_two_taps_on_one_spot(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    call_button(page, "Ben").tap()
    calls_left(page, "Ben", "2 calls left")
    call_button(page, "Cleo").tap()
    calls_left(page, "Cleo", "2 calls left")
    expect(undo_button(page, "Cleo called")).to_be_visible()
    place = undo_button(page).bounding_box()
    spot = place["x"] + 20, place["y"] + place["height"] / 2
    page.touchscreen.tap(*spot)
    calls_left(page, "Cleo", "3 calls left")
    expect(page.get_by_role("button", name="Restore Cleo called")).to_be_visible()
    page.touchscreen.tap(*spot)
    calls_left(page, "Ben", "3 calls left")


def top_of_keys(page: Page) -> float:
    """Distance of the first key from the top of the page."""
    first = page.locator(".picker-card:visible").first
    top = first.evaluate("key => key.getBoundingClientRect().top")
    return float(top) + float(page.evaluate("scrollY"))


def tops_while_tapping(page: Page, cards: str) -> list[float]:
    """Tap cards and return where the keys were before the first and after each."""
    tops = [top_of_keys(page)]
    for card in cards.split():
        with page.expect_response(lambda response: "/verdict" in response.url):
            page.locator(f'.picker-card[data-card="{card}"]:visible').tap()
        expect(page.locator("#ruling [aria-busy], #ruling[aria-busy]")).to_have_count(0)
        tops.append(top_of_keys(page))
    return tops


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_keys_stay_in_place_while_cards_are_tapped(
    open_phone: Callable[..., Page], locale: str
) -> None:
    page = open_phone(locale=locale)
    seen = set[str]()
    for address, cards in (
        ("./check?system=standard", "7H 8H * *"),
        ("./check?system=standard", "7H 8H 9H 10H"),
        ("./check?system=jamaican", "5H 6H 6H 7H 8H"),
        ("./advice?system=jamaican&round=2", "7H 7D 7S 9S 9C * 4D 5D 6D 7D KC 2H"),
    ):
        page.goto(address)
        tops = tops_while_tapping(page, cards)
        seen.update(str(page.locator("#ruling .ruling").get_attribute("class")).split())
        assert max(tops) - min(tops) <= 4, (address, tops)
    assert {"ruling-wait", "ruling-legal", "ruling-illegal"} <= seen


def test_keys_of_cards_left_stay_in_place_while_cards_are_tapped(page: Page) -> None:
    page.goto(f"{begin_game(page)}/round?winner=2")
    page.locator(".hand-more > summary").first.tap()
    tops = [top_of_keys(page)]
    for number, card in enumerate(("KS", "AS", "*"), 1):
        page.locator(f'.picker-card[data-card="{card}"]:visible').tap()
        expect(page.locator(".picker-tray [data-card]")).to_have_count(number)
        tops.append(top_of_keys(page))
    assert max(tops) - min(tops) <= 1, tops


def hold(page: Page, address: str) -> list[Route]:
    """Hold requests to this address back; return them as they come."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held


def shifted(page: Page) -> float:
    wait_for(page, AT_REST)
    return float(page.evaluate(SHIFTED))


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_slow_server_moves_nothing_on_the_table(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    begin_game(page)
    wait_for_script(page)
    held = hold(page, "**/calls")
    before = places(page)
    page.evaluate(WATCH_SHIFTS)
    call_button(page, "Ben").tap()
    waiting = page.locator(".outbox")
    expect(waiting).to_contain_text("Not sent yet: 1")
    waiting.locator("summary").tap()
    expect(waiting.locator("li")).to_have_text("Call by Ben · Round 1 of 9")
    assert places(page) == before
    held[0].continue_()
    calls_left(page, "Ben", "2 calls left")
    expect(waiting).to_have_count(0)
    assert places(page) == before
    assert shifted(page) <= MOST_SHIFT


def test_unsent_entry_stays_in_the_bar_while_the_page_updates(
    page: Page, open_phone: Callable[..., Page], watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    game = begin_game(page)
    wait_for_script(page)
    page.route("**/calls", lambda route: route.abort())
    call_button(page, "Ben").tap()
    waiting = page.locator(".outbox")
    waiting.locator("summary").tap()
    other = open_phone()
    other.goto(game)
    call_button(other, "Dan").tap()
    calls_left(page, "Dan", "2 calls left")
    expect(waiting.locator("li")).to_have_text("Call by Ben · Round 1 of 9")


def in_the_sheet_of(page: Page, name: str, act: str) -> None:
    """Record something by the sheet that a tap on a player opens."""
    page.locator(".player-open", has_text=name).tap()
    page.locator(OPEN_SHEET).get_by_role("button", name=act, exact=True).tap()
    expect(page.locator(OPEN_SHEET)).to_have_count(0)
    expect(page.locator(".undo-what").first).to_contain_text(name)


def test_what_a_player_does_moves_nothing_on_the_table(page: Page) -> None:
    save_round(page, begin_game(page), 1, (0, 10, 20, 30, 40))
    page.goto(page.url)
    wait_for_script(page)
    before = places(page)
    page.evaluate(WATCH_SHIFTS)
    for name, act in (("Ben", "Came down"), ("Dan", "False lay"), ("Eve", "Call was refused")):
        in_the_sheet_of(page, name, act)
        assert places(page) == before, act
    undo_button(page, "Eve").tap()
    expect(page.locator(".restore-button")).to_contain_text("Eve")
    assert places(page) == before
    assert shifted(page) <= MOST_SHIFT


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_typing_a_round_moves_nothing(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{begin_game(page)}/round?winner=2")
    wait_for_script(page)
    expect(page.locator(".keypad")).to_be_visible()
    page.evaluate(WATCH_SHIFTS)
    for key in ("1", "5", "+", "8", "erase", "9", "next", "2", "7", "cards"):
        page.locator(KEY.format(key)).tap()
    page.locator(".keys-cards button").first.tap()
    page.locator(KEY.format("digits")).tap()
    page.locator("#hands-0-points").tap()
    page.locator(KEY.format("4")).tap()
    assert shifted(page) <= MOST_SHIFT


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_answers_and_a_slow_save_move_nothing_in_the_review(
    page: Page, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    to_review(page, begin_game(page), 2, ("15", "27", "105", "8"))
    hold(page, "**/round?*")
    page.evaluate(WATCH_SHIFTS)
    for answer in ("Yes", "No"):
        page.get_by_role("radio", name=answer).check()
    while "more below" in page.locator(SAVE).inner_text():
        page.locator(SAVE).tap()
    page.locator(SAVE).tap()
    expect(page.locator(".outbox")).to_contain_text("Not sent yet: 1")
    assert shifted(page) <= MOST_SHIFT
