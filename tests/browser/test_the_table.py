"""The table page: calls, undo, counts, the screen; with and without script."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults, axe
from tests.browser.phone import (
    MENU,
    NO_NETWORK,
    ROUND_OVER,
    UNDO_IT,
    begin_game,
    call_button,
    save_round,
    undo_button,
    wait_for,
    wait_for_script,
)
from tests.browser.thumb import slides_sideways, small_targets
from tests.commits import share_of_this_commit

INSIST = 'form:has([name="insist"]) button'


def row(page: Page, name: str):
    return page.locator(".player", has_text=name)


def calls_left(page: Page, name: str):
    return row(page, name).locator(".calls-left")


def call(page: Page, name: str) -> None:
    call_button(page, name).tap()


def test_call_is_one_tap_and_undo_another(either: Page) -> None:
    begin_game(either)
    call(either, "Ben")
    expect(calls_left(either, "Ben")).to_have_text("2 calls left")
    expect(either.locator(".flashes")).to_contain_text("Ben takes the upcard and one card")
    undo_button(either).tap()
    expect(calls_left(either, "Ben")).to_have_text("3 calls left")
    either.get_by_role("button", name="Restore").tap()
    expect(calls_left(either, "Ben")).to_have_text("2 calls left")


def test_strip_stays_in_sight_after_an_own_call(page: Page) -> None:
    page.clock.install()
    begin_game(page)
    call(page, "Ben")
    expect(page.locator(".flashes")).to_contain_text("Ben takes the upcard")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)  # the message goes after a while
    page.locator(".strip-more").tap()
    expect(page.locator("#this-round")).to_be_visible()


def test_overcall_takes_two_taps_and_shows_its_cost(either: Page) -> None:
    begin_game(either)
    for left in ("2 calls left", "1 call left", "No calls left"):
        call(either, "Ann")
        expect(calls_left(either, "Ann")).to_have_text(left)
    row(either, "Ann").locator(".call-over").tap()
    expect(row(either, "Ann")).to_contain_text("may not come down this round")
    row(either, "Ann").locator(INSIST).tap()
    expect(row(either, "Ann")).to_contain_text("Overcall")


def test_player_menu_records_coming_down(either: Page) -> None:
    begin_game(either)
    row(either, "Cleo").locator(".player-open").tap()
    row(either, "Cleo").get_by_role("button", name="Came down").tap()
    expect(row(either, "Cleo")).to_contain_text("Down")


def test_no_button_moves_under_the_thumb(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    button = call_button(page, "Eve")
    before = button.bounding_box()
    call(page, "Dan")
    expect(calls_left(page, "Dan")).to_have_text("2 calls left")
    assert button.bounding_box() == before


def test_two_quick_taps_save_one_call(page: Page) -> None:
    begin_game(page)
    page.evaluate(
        "const b = document.querySelectorAll('.call')[1]; b.click(), b.click(), b.click()"
    )
    expect(calls_left(page, "Ben")).to_have_text("2 calls left")
    page.reload()
    expect(calls_left(page, "Ben")).to_have_text("2 calls left")


def test_undoing_a_round_needs_confirmation_and_updates_the_title(either: Page) -> None:
    address = begin_game(either)
    save_round(either, address, 1, (20, 0, 20, 20, 20), winner=2)
    either.goto(address)
    expect(either.get_by_role("heading", level=1)).to_have_text("Round 2 of 9")
    either.locator(".undo-button").tap()
    expect(either.get_by_text("Its points are removed, and you play it again.")).to_be_visible()
    either.locator(UNDO_IT).tap()
    expect(either).to_have_url(address)
    expect(either.get_by_role("heading", level=1)).to_have_text("Round 1 of 9")
    either.get_by_role("button", name="Restore").tap()
    expect(either.get_by_role("heading", level=1)).to_have_text("Round 2 of 9")
    expect(either).to_have_title("Round 2 of 9 · Kalooki Ref")
    expect(either.locator(".contract-words")).to_have_text("2 sets and 1 run")


def test_message_covers_no_button_of_the_bar(page: Page) -> None:
    begin_game(page)
    wait_for_script(page)
    call(page, "Ben")
    expect(calls_left(page, "Ben")).to_have_text("2 calls left")
    message = page.locator(".flash").bounding_box()
    bar = page.locator(".actions").bounding_box()
    first = page.locator(".call").first.bounding_box()
    assert message["y"] + message["height"] <= first["y"] < bar["y"]


def test_player_who_is_down_can_be_recorded_as_calling_anyway(either: Page) -> None:
    begin_game(either)
    row(either, "Cleo").locator(".player-open").tap()
    row(either, "Cleo").get_by_role("button", name="Came down").tap()
    expect(either.locator(".flashes")).to_contain_text("only the discard is left")
    row(either, "Cleo").locator(".call-over").tap()
    expect(row(either, "Cleo")).to_contain_text("A player who is down can")
    row(either, "Cleo").locator(INSIST).tap()
    expect(undo_button(either, "Cleo called")).to_be_visible()
    expect(row(either, "Cleo")).to_contain_text("Down")
    expect(calls_left(either, "Cleo")).to_have_count(0)


def test_scoreboard_follows_the_game(page: Page, open_phone: Callable[..., Page]) -> None:
    address = begin_game(page)
    board = open_phone()
    board.goto(f"{address}/scoreboard")
    call(page, "Ben")
    expect(board.locator(".board-line", has_text="Ben")).to_contain_text("2 calls left")
    assert not axe(board)
    assert not small_targets(board)
    assert not slides_sideways(board)


def test_screen_is_kept_on_unless_switched_off(page: Page) -> None:
    page.add_init_script(
        "window.held = 0;"
        "Object.defineProperty(Navigator.prototype, 'wakeLock', {configurable: true,"
        "value: {request: async () => { window.held += 1; }}});"
    )
    game = begin_game(page)
    wait_for(page, "held === 1")
    turn_off_the_screen(page)
    page.goto(game)
    expect(call_button(page, "Eve")).to_be_visible()
    assert page.evaluate("held") == 0


def test_silent_video_keeps_the_screen_on_without_wake_lock(page: Page) -> None:
    """Browsers have no Wake Lock API over plain http."""
    page.add_init_script("delete Navigator.prototype.wakeLock")
    begin_game(page)
    page.locator(".strip-facts > span").tap()
    film = "document.querySelector('.awake-film')"
    wait_for(page, f"{film} && !{film}.paused && {film}.currentTime > 0")


def turn_off_the_screen(page: Page) -> None:
    page.locator(MENU).tap()
    page.get_by_role("link", name="Settings").tap()
    screen = page.get_by_role("switch", name="Keep the screen on")
    screen.tap()
    expect(screen).not_to_be_checked()


def test_call_made_offline_waits_and_counts_once(page: Page, watch) -> None:  # type: ignore[no-untyped-def]
    watch.allow(NO_NETWORK)
    begin_game(page)
    wait_for_script(page)
    page.context.set_offline(True)
    call(page, "Ben")
    expect(page.locator(".flashes")).to_contain_text("It’s kept on this phone")
    page.locator(".outbox summary").tap()
    expect(page.locator(".outbox")).to_contain_text("Not sent yet: 1")
    expect(page.locator(".outbox li")).to_have_text("Call by Ben · Round 1 of 9")
    assert not axe(page)
    call(page, "Ben")
    expect(page.locator(".flashes")).to_contain_text("Already waiting to be sent.")
    page.context.set_offline(False)
    expect(calls_left(page, "Ben")).to_have_text("2 calls left")
    expect(page.locator(".outbox")).to_have_count(0)


def test_tap_on_the_winner_opens_the_round_form(either: Page) -> None:
    begin_game(either)
    either.locator(ROUND_OVER).tap()
    either.locator(".people").get_by_role("link", name="Cleo").tap()
    expect(either.get_by_text("Cleo went out")).to_be_visible()


def test_hands_are_counted(either: Page) -> None:
    address = begin_game(either)
    either.goto(f"{address}/counts")
    either.locator("#cards-3").fill("13")
    if (check := either.get_by_role("button", name="Check")).is_visible():
        check.tap()
    expect(either.get_by_text("2 calls at this table")).to_be_visible()
    either.get_by_role("button", name="Record 2 calls of Cleo").tap()
    expect(either.locator(".flashes")).to_contain_text("2 calls of Cleo were added")
    either.goto(address)
    expect(calls_left(either, "Cleo")).to_have_text("1 call left")


def test_count_is_judged_under_the_name_at_each_tap(page: Page) -> None:
    page.goto(f"{begin_game(page)}/counts")
    wait_for_script(page)
    for name in ("Ann", "Eve"):
        expect(page.locator(".hand-line", has_text=name)).to_be_in_viewport(ratio=1)
    says, place = page.locator("#says-2"), "scrollY + field.getBoundingClientRect().top"
    top = page.locator("#cards-2").evaluate(f"field => {place}")
    more = page.get_by_role("button", name="One more: Ben")
    more.tap()
    expect(says).to_contain_text("Odd: 9 or 11")
    more.tap()
    expect(says).to_contain_text("1 call made, 2 left")
    expect(page.get_by_role("button", name="Record Ben’s call")).to_be_in_viewport()
    assert page.locator("#cards-2").evaluate(f"field => {place}") == top
    assert not accessibility_faults(page)


def test_targets_are_large_enough_on_every_page(page: Page) -> None:
    address = begin_game(page, names=("Grandmother Rosemary", "Ben", "C" * 40, "Dan", "Eve"))
    call(page, "Ben")
    expect(calls_left(page, "Ben")).to_have_text("2 calls left")
    pages = ("", "/counts", "/players", "/history", "/stock", "/players/2/leave")
    paths = [*(address + path for path in pages), "/", "/games/new", "/counts"]
    for path in share_of_this_commit(paths, of=2):
        page.goto(path)
        assert not accessibility_faults(page), path


def test_call_button_without_calls_left_offers_an_overcall(page: Page) -> None:
    page.set_viewport_size({"width": 844, "height": 300})
    begin_game(page)
    for left in ("2 calls left", "1 call left", "No calls left"):
        call(page, "Ann")
        expect(calls_left(page, "Ann")).to_have_text(left)
    overcall = row(page, "Ann").locator(INSIST)
    row(page, "Ann").locator(".call-over").tap()
    expect(overcall).to_be_focused()
    expect(overcall).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    row(page, "Ann").locator(".player-open").tap()
    expect(overcall).to_be_visible()
    expect(overcall).not_to_be_focused()
