"""The "Can I come down?" pages, and the table's setting for advice, with and without script."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import PHONE, Watch, begin_game
from tests.commits import share_of_this_commit

HAND = ("7 hearts", "7 spades", "7 diamonds", "9 clubs", "9 diamonds")
REST = ("King spades", "King hearts", "King clubs")
FULL = "7H 7S 7D 9C 9D * 3H 4H 5H 6H KS 2D 2C"


def line(page: Page):
    return page.locator("#ruling")


def tap(page: Page, *names: str) -> None:
    keys = page.locator(".field", has=page.locator("#hand")).locator(".picker-suits")
    for name in names:
        keys.get_by_role("button", name=re.compile(f"^{name}( \\(\\d+\\))?$")).tap()


def test_hand_is_entered_card_by_card(page: Page) -> None:
    page.goto("./advice")
    rounds = page.get_by_role("list", name="Jamaican Kalooki")
    rounds.get_by_role("link", name="Round 1", exact=True).tap()
    expect(line(page)).to_contain_text("No cards yet")
    expect(page.locator("[data-round-now]")).to_have_text("1: 3 sets")
    expect(page.get_by_text("4 runs")).to_be_hidden()
    tap(page, *HAND, *REST)
    expect(line(page)).to_contain_text("Not yet: 1 card short")
    tap(page, "Joker")
    expect(line(page)).to_contain_text("nothing left to discard")
    tap(page, "2 diamonds")
    expect(line(page)).to_contain_text("Down and out")
    tap(page, "4 clubs")
    expect(line(page)).to_contain_text("Come down")
    expect(page.locator("#plan .meld-cards")).to_have_count(3)
    expect(line(page)).not_to_have_attribute("aria-busy", "true")
    page.reload()
    expect(line(page)).to_contain_text("Come down")


def drag(page: Page, card: Locator, to: Locator) -> None:
    """Move a finger from the middle of a card to the middle of another one."""
    card.scroll_into_view_if_needed()
    boxes = [shown.bounding_box() for shown in (card, to)]
    (x, y), (end, _) = [(box["x"] + box["width"] / 2, box["y"] + 20) for box in boxes if box]
    session = page.context.new_cdp_session(page)
    steps = [("touchMove", x + (end - x) * step / 4) for step in range(1, 5)]
    for kind, place in [("touchStart", x), *steps]:
        touch = {"type": kind, "touchPoints": [{"x": place, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_card_is_chosen_after_another_was_dragged(page: Page) -> None:
    page.goto("./advice?system=jamaican&round=1")
    tap(page, "7 hearts", "9 clubs")
    cards = page.locator(".picker-tray button")
    expect(cards).to_have_count(2)
    with page.expect_response(lambda response: "/verdict" in response.url):
        drag(page, cards.first, to=cards.last)
    expect(page.locator("#hand")).to_have_value("9C 7H")
    expect(page.locator("#ruling [aria-busy], #ruling[aria-busy]")).to_have_count(0)
    cards.first.tap()
    expect(cards.first).to_have_attribute("aria-pressed", "true")


def test_all_suits_are_in_sight_on_a_phone_on_its_side(open_phone: Callable[..., Page]) -> None:
    page = open_phone(**{**PHONE, "viewport": {"width": 844, "height": 390}})
    page.goto("./advice?system=jamaican&round=1")
    box = page.locator(".field", has=page.locator("#hand")).locator(".picker-suits").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 390


def test_busy_answer_is_retried(page: Page, watch: Watch) -> None:
    watch.allow("status of 503")
    page.goto("./advice?system=jamaican&round=1")
    page.route("**/advice/verdict?*", lambda route: route.fulfill(status=503), times=1)
    tap(page, "2 diamonds")
    expect(line(page)).to_contain_text("Not yet")


def test_advice_works_without_script(page_without_script: Page) -> None:
    page = page_without_script
    page.goto("./advice?system=caribbean")
    page.locator(".tile", has_text="2 threes and 1 four").tap()
    page.get_by_label("Cards in hand").fill(FULL)
    page.get_by_role("button", name="Check", exact=True).tap()
    expect(line(page)).to_contain_text("Come down")
    expect(page.locator("#plan")).to_contain_text("Four")


def test_plan_is_below_the_answer(page: Page) -> None:
    page.goto(f"./advice?system=jamaican&round=2&hand={FULL.replace(' ', '+')}")
    expect(page.locator("#plan")).to_be_in_viewport()
    expect(line(page)).to_be_in_viewport()


def test_plan_takes_the_place_of_the_keys(either: Page) -> None:
    either.goto(f"./advice?system=jamaican&round=2&hand={FULL.replace(' ', '+')}")
    either.get_by_role("button", name="Plan").tap()
    expect(either.locator(".plan-words > li").first).to_have_text("Lay 2 sets and 1 run.")
    for part in ("#ruling", "#plan", ".plan-words > li:last-child", ".plan-hand"):
        expect(either.locator(part)).to_be_in_viewport(ratio=1)
    widths = "cards => cards.map((card) => card.getBoundingClientRect().width)"
    large = either.locator("#plan .playing-card").evaluate_all(widths)
    small = either.locator(".plan-hand .playing-card").evaluate_all(widths)
    assert min(large) > max(small) + 10
    either.get_by_role("link", name="Edit the hand").tap()
    expect(either.get_by_label("Cards in hand").first).to_have_value(FULL)


@pytest.mark.parametrize("plan", ["1", "large"])
def test_plan_is_accessible(page: Page, plan: str) -> None:
    page.goto(f"./advice?system=jamaican&round=2&hand={FULL.replace(' ', '+')}&plan={plan}")
    assert not accessibility_faults(page)


def test_plan_fills_the_screen_and_can_be_turned(either: Page) -> None:
    either.goto(f"./advice?system=jamaican&round=2&hand={FULL.replace(' ', '+')}&plan=1")
    card = "cards => Math.min(...cards.map((card) => card.getBoundingClientRect().width))"
    before = either.locator("#plan .meld-cards .playing-card").evaluate_all(card)
    either.get_by_role("link", name="Show it large").tap()
    large = either.locator(".full-melds .playing-card")
    expect(large.first).to_be_visible()
    either.wait_for_load_state()  # before its style sheet is there, nothing is drawn
    assert large.evaluate_all(card) > 1.25 * before
    for part in large.all():
        expect(part).to_be_in_viewport(ratio=0.99)
    either.get_by_role("link", name="Turn it round").tap()
    expect(either.locator(".full-flipped")).to_be_visible()
    either.touchscreen.tap(195, 400)
    expect(either.locator(".plan-words")).to_be_visible()


def test_melds_on_the_table(page: Page) -> None:
    page.goto("./advice?system=kalooki40&hand=7H+7S+7D+9C+10C+JC+QC+2H+3S")
    expect(line(page)).to_contain_text("Come down")
    page.get_by_text("Melds on the board, calls").tap()
    row = page.locator(".advice-row").first
    row.locator(".picker-tray").tap()
    expect(row.locator(".picker-suits")).to_be_visible()
    for rank in ("3", "4", "5", "6"):
        row.get_by_role("button", name=f"{rank} hearts", exact=True).tap()
    expect(line(page)).to_contain_text("Down and out")
    expect(page.locator("#plan")).to_contain_text("On someone else’s run")
    row.get_by_role("radio", name="Mine").tap()
    expect(page.locator("#plan")).to_contain_text("On a run of your own")


def test_advice_follows_the_tables_setting(either: Page) -> None:
    address = begin_game(either)
    either.goto(f"{address}/advice")
    expect(either.get_by_text("No advice at this table")).to_be_visible()
    either.get_by_role("button", name=re.compile("^Open")).tap()
    expect(either.locator(".flashes")).to_contain_text("Advice at this table: open")
    either.wait_for_load_state()
    either.get_by_label("Cards in hand").fill("7H 7S 7D 9C 9D * KS KH KC 2D")
    if either.get_by_role("button", name="Check", exact=True).is_visible():
        either.get_by_role("button", name="Check", exact=True).tap()
    expect(line(either)).to_contain_text("Down and out: bent board")
    either.goto(address)
    expect(either.get_by_role("link", name="Advice: open")).to_be_visible()


def test_open_page_shows_that_advice_was_switched_off(page: Page, open_phone) -> None:
    address = begin_game(page)
    page.goto(f"{address}/advice")
    page.get_by_role("button", name=re.compile("^Open")).tap()
    expect(line(page)).to_contain_text("No cards yet")
    other = open_phone()
    other.goto(f"{address}/advice")
    other.get_by_role("button", name=re.compile("^Off")).tap()
    expect(other.get_by_text("No advice at this table")).to_be_visible()
    expect(page.get_by_text("No advice at this table")).to_be_visible()


def test_is_accessible_with_large_targets(page: Page) -> None:
    table = begin_game(page, names=("Grandmother Rosemary", "B" * 40, "C" * 40, "D" * 40, "Eve"))
    hand = FULL.replace(" ", "+")
    shown = [
        "/advice",
        "/advice?system=jamaican",
        f"/advice?system=jamaican&round=2&hand={hand}",
        f"/advice?system=standard&round=9&hand={hand}+7H+7H&rows=3",
        "/advice?system=kooky&round=2&hand=7R+7G+7E+9B+9R+*+3R+4R+5R+6R+13B",
        "/advice?system=kalooki40&hand=7H+7S+7D+9C+10C+JC+QC+2H+3S&on-1=3H+4H+5H+6H",
        "/advice?system=standard&round=1&hand=7H+hello",
    ]
    for path in (*share_of_this_commit(shown, of=2), f"{table}/advice"):
        page.goto(path)
        assert not accessibility_faults(page), path
    page.get_by_role("button", name=re.compile("^Open")).tap()
    expect(line(page)).to_contain_text("No cards yet")
    for path in (f"{table}/advice?hand={hand}", table):
        page.goto(path)
        assert not accessibility_faults(page), path
