"""Taps and digits before a script has loaded, and while a request runs."""

from collections.abc import Callable

from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.phone import (
    FIVE,
    NO_NETWORK,
    OWN_POINTS,
    ROUND_OVER,
    SEND_HAND,
    Watch,
    begin_game,
    call_button,
    late_script,
    save_round,
    send,
    show_early,
    wait_for_script,
)
from tests.browser.test_phones import ann, count_own_hand, join, table_of
from tests.browser.test_review import KEY

__all__ = ["ann"]

WINNER = 'input[name="winner"]:checked'
WENT_OUT = "[data-winner]"
RULING = "#ruling"
OpenPhone = Callable[..., Page]


def points_of(page: Page, index: int) -> Locator:
    return page.locator(f"#hands-{index}-points")


def type_digits(page: Page, digits: str) -> None:
    for digit in digits:
        page.locator(KEY.format(digit)).tap()


def change_winner(page: Page, name: str) -> None:
    page.locator("header .bar-word").tap()
    page.locator("#who-went-out .tile", has_text=name).tap()


def round_with_a_draft(page: Page) -> str:
    """Type 15 for Ann at the end of a round that Ben won; return the address of the form."""
    form = f"{begin_game(page, 'jamaican')}/round"
    with page.expect_response(lambda answer: answer.request.method == "PATCH"):
        page.goto(f"{form}?winner=2")
        points_of(page, 0).fill("15")
    return form


def test_points_changed_early_replace_the_draft_on_every_phone(
    page: Page, open_phone: OpenPhone
) -> None:
    form = round_with_a_draft(page)
    with late_script(page, "page.js"):
        show_early(page, form)
        points_of(page, 0).fill("51")
    other = open_phone()
    other.goto(form)
    expect(points_of(other, 0)).to_have_value("51")
    points_of(other, 2).fill("9")
    expect(points_of(page, 2)).to_have_value("9")
    expect(points_of(page, 0)).to_have_value("51")


def test_winner_changed_early_is_kept(page: Page, open_phone: OpenPhone) -> None:
    form = round_with_a_draft(page)
    with late_script(page, "page.js"):
        show_early(page, f"{form}?winner=2")
        change_winner(page, "Cleo")
    expect(page.locator(WENT_OUT)).to_have_text("Cleo went out")
    other = open_phone()
    other.goto(form)
    expect(other.locator(WENT_OUT)).to_have_text("Cleo went out")


def test_winner_changed_on_another_phone_is_shown(page: Page, open_phone: OpenPhone) -> None:
    form = round_with_a_draft(page)
    other = open_phone()
    other.goto(form)
    wait_for_script(other)
    change_winner(page, "Cleo")
    expect(other.locator(WENT_OUT)).to_have_text("Cleo went out")
    expect(page.locator(WENT_OUT)).to_have_text("Cleo went out")


def test_points_typed_on_another_phone_while_a_page_loads_are_shown(
    page: Page, open_phone: OpenPhone
) -> None:
    form = round_with_a_draft(page)
    other = open_phone()
    with late_script(other, "typing.js"):
        show_early(other, form)
        expect(points_of(other, 0)).to_have_value("15")
        with page.expect_response(lambda answer: answer.request.method == "PATCH"):
            points_of(page, 2).fill("27")
    expect(points_of(other, 2)).to_have_value("27")


def test_winner_in_the_address_replaces_an_older_draft(page: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    form = f"{begin_game(page, 'jamaican')}/round"
    page.route("**/drafts/**", lambda route: route.abort())
    page.goto(f"{form}?winner=2")
    points_of(page, 0).fill("15")
    page.goto(f"{form}?winner=3")
    expect(points_of(page, 0)).to_have_value("15")
    expect(page.locator(WENT_OUT)).to_have_text("Cleo went out")


def test_fine_typed_early_keeps_the_focus(page: Page) -> None:
    with late_script(page, "round.js"):
        show_early(page, f"{begin_game(page, 'jamaican')}/round?winner=2")
        page.locator('.hand-left[data-seat="3"] summary').tap()
        page.locator("#hands-2-fine").tap()
        page.keyboard.type("3")
    wait_for_script(page)
    page.keyboard.type("5")
    expect(page.locator("#hands-2-fine")).to_have_value("35")
    expect(points_of(page, 0)).to_have_value("")


def test_count_sent_into_the_focused_field_is_replaced_by_the_keypad(
    ann: Page, open_phone: OpenPhone
) -> None:
    ben = join(open_phone(), ann, "Ben")
    count_own_hand(ben)
    ann.goto(f"{table_of(ann)}/round?winner=1")
    wait_for_script(ann)
    ben.locator(OWN_POINTS).fill("20")
    ben.keyboard.press("Escape")
    ben.locator(SEND_HAND).tap()
    expect(points_of(ann, 1)).to_have_value("20")
    expect(ann.locator(".keypad-value")).to_have_text("20")
    type_digits(ann, "26")
    expect(points_of(ann, 1)).to_have_value("26")


def test_own_count_changed_early_replaces_the_draft(ann: Page, open_phone: OpenPhone) -> None:
    ben = join(open_phone(), ann, "Ben")
    count_own_hand(ben)
    points = ben.locator(OWN_POINTS)
    points.fill("12")
    with late_script(ben, "page.js"):
        show_early(ben, f"{table_of(ben)}/hand?round=1")
        points.fill("30")
    wait_for_script(ben)
    expect(points).to_have_value("30")
    ben.reload()
    expect(points).to_have_value("30")


def test_count_changed_while_another_is_sent_is_kept(ann: Page, open_phone: OpenPhone) -> None:
    ben = join(open_phone(), ann, "Ben")
    count_own_hand(ben)
    points = ben.locator(OWN_POINTS)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST" and not held:
            held.append(route)
        else:
            route.continue_()

    ben.route("**/hand*", hold)
    points.fill("12")
    ben.keyboard.press("Escape")
    button = ben.locator(SEND_HAND)
    with ben.expect_request(lambda request: request.method == "POST"):
        button.tap()
    points.fill("15")
    with ben.expect_response(lambda answer: answer.request.method == "POST"):
        held[0].continue_()
    expect(points).to_have_value("15")
    ben.keyboard.press("Escape")
    expect(button).not_to_have_attribute("aria-busy", "true")
    with ben.expect_response(lambda answer: answer.request.method == "POST"):
        button.tap()
    ann.goto(f"{table_of(ann)}/round?winner=1")
    expect(points_of(ann, 1)).to_have_value("15")


def test_digits_typed_while_the_card_pad_loads_keep_the_digits(page: Page) -> None:
    page.goto(f"{begin_game(page, 'jamaican')}/round?winner=2")
    with late_script(page, "card-pad.js"):
        page.locator(KEY.format("cards")).tap()
        type_digits(page, "10")
    page.wait_for_load_state("networkidle")
    type_digits(page, "5")
    expect(points_of(page, 0)).to_have_value("105")


def test_card_pad_opens_once_the_network_is_back(page: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    page.goto(f"{begin_game(page, 'jamaican')}/round?winner=2")
    page.route("**/card-pad.js*", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: "?" in request.url):
        page.locator(KEY.format("cards")).tap()
    page.unroute("**/card-pad.js*")
    page.locator(KEY.format("cards")).tap()
    expect(page.locator(".keys-cards")).to_be_visible()


def test_cards_of_a_line_can_be_tapped_once_the_network_is_back(page: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    page.goto(f"{begin_game(page, 'jamaican')}/round?winner=2")
    wait_for_script(page)
    page.keyboard.press("Escape")
    page.route("**/picker.js*", lambda route: route.abort())
    with page.expect_event("requestfailed", lambda request: "?" in request.url):
        page.locator('[data-seat="1"] .hand-more > summary').tap()
    page.unroute("**/picker.js*")
    page.locator('[data-seat="3"] .hand-more > summary').tap()
    page.locator('[data-seat="3"] [data-card="KS"]').tap()
    expect(points_of(page, 2)).to_have_value("10")


def test_tap_beside_a_sheet_only_closes_it(page: Page) -> None:
    begin_game(page, "jamaican")
    wait_for_script(page)
    ann_calls = call_button(page, "Ann")
    ann_calls.tap(trial=True)
    box = ann_calls.bounding_box()
    assert box is not None
    page.locator(ROUND_OVER).tap()
    sheet = page.locator(".sheet:popover-open")
    expect(sheet).to_be_visible()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(sheet).to_have_count(0)
    call_button(page, "Ben").tap()
    expect(page.locator(".player", has_text="Ben")).to_contain_text("2 calls left")
    expect(page.locator(".player", has_text="Ann")).to_contain_text("3 calls left")


def test_count_typed_early_is_judged(page: Page) -> None:
    with late_script(page, "count.js"):
        show_early(page, f"{begin_game(page, 'jamaican')}/counts")
        page.locator("#cards-2").fill("12")
    expect(page.locator("#says-2")).to_contain_text("Odd: 11 or 13")


def test_count_without_a_network_is_judged_later(page: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    page.goto(f"{begin_game(page, 'jamaican')}/counts")
    wait_for_script(page)
    page.route("**/counts", lambda route: route.abort())
    page.locator("#cards-2").fill("12")
    expect(page.locator("#says-2")).to_have_attribute("data-late", "")
    page.unroute("**/counts")
    expect(page.locator("#says-2")).to_contain_text("Odd: 11 or 13")


def test_counts_are_judged_after_a_player_has_left(page: Page) -> None:
    game = begin_game(page, "jamaican")
    page.goto(f"{game}/counts")
    wait_for_script(page)
    send(page, f"{game}/players/2/leave", [("base", "1")])
    page.locator("#cards-3").fill("12")
    expect(page.locator("#says-3")).to_contain_text("Odd: 11 or 13")
    expect(page.locator("#says-2")).to_be_empty()


def test_further_question_answered_early_is_judged(page: Page) -> None:
    with late_script(page, "check.js"):
        show_early(page, "./check?system=caribbean&on=7H+*+9H+10H&cards=8H&by=own")
        page.locator("#more .segment", has_text="Another player’s").tap()
    expect(page.locator(RULING)).to_contain_text("Not legal")


def test_round_chosen_early_counts(page: Page) -> None:
    with late_script(page, "check.js"):
        show_early(page, "./counts?system=jamaican&cards=13")
        page.locator("#round").select_option("9")
    expect(page.locator(RULING)).to_contain_text("Count again")


def test_verdict_goes_while_the_next_one_is_late(page: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    page.goto("./check?system=jamaican&cards=7H+8H+9H+10H")
    expect(page.locator(RULING)).to_contain_text("Legal")
    wait_for_script(page)
    page.route("**/check/verdict*", lambda route: route.abort())
    page.locator('.picker-suits [data-card="KS"]').tap()
    expect(page.locator(RULING)).to_contain_text("One moment")
    page.unroute("**/check/verdict*")
    expect(page.locator(RULING)).to_contain_text("Keep going")


# The first request gives up at once, because a test needn't be as patient as a page.
IMPATIENT = """
const given = AbortSignal.timeout.bind(AbortSignal);
let isFirst = true;
AbortSignal.timeout = (time) => {
  const asked = given(isFirst ? 1 : time);
  isFirst = false;
  return asked;
};
"""


def test_verdict_that_never_comes_is_asked_for_again(page: Page) -> None:
    page.add_init_script(IMPATIENT)
    page.goto("./check?system=jamaican&cards=7H+8H+9H+10H")
    wait_for_script(page)
    page.route("**/check/verdict*", lambda _route: None, times=1)
    page.locator('.picker-suits [data-card="KS"]').tap()
    expect(page.locator(RULING)).to_contain_text("Keep going")


def test_advice_follows_the_game_after_a_failed_request(page: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    names = [("names", name) for name in FIVE]
    opening = [("system", "jamaican"), ("dealer", "1"), ("advice", "open"), *names]
    game = send(page, "/games", opening)
    page.goto(f"{game}/advice")
    wait_for_script(page)
    page.route("**/advice/verdict*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.locator('.picker-suits [data-card="7H"]').tap()
    with page.expect_request("**/news*"):
        save_round(page, game, 1, (15, 0, 27, 105, 8), winner=2)


def test_every_tap_on_add_a_player_adds_one(page: Page) -> None:
    page.goto("./games/new")
    wait_for_script(page)
    lines = page.locator(".names > li")
    expect(lines).to_have_count(5)
    page.locator("[data-add]").evaluate("add => { add.click(); add.click(); }")
    for _ in range(2):
        page.locator("[data-add]").tap()
    expect(lines).to_have_count(9)
