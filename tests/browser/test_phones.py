"""Several phones at one table: joining, own hands, takeover, removal."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.axe import accessibility_faults
from tests.browser.evening import Evening, first_rounds
from tests.browser.phone import (
    MENU,
    NO_NETWORK,
    OWN_POINTS,
    REVIEW,
    ROUND_OVER,
    SAVE,
    SEND_HAND,
    Watch,
    labelled_like,
    send,
    undo_button,
    wait_for_script,
)
from tests.games.whole_game import read
from tests.server import Server

NewPhone = Callable[..., Page]
LONG_AGO = "2026-01-01T00:00:00Z"


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.tap()


@pytest.fixture
def ann(page: Page) -> Page:
    """The phone that keeps score, at a guarded table, on the page with the code."""
    guard(page, Evening(page, read("jamaican")).begin())
    return page


def guard(page: Page, table: str) -> None:
    """Let only this phone keep score; open the page with the code."""
    page.goto("about:blank")  # a page of the game would ask for news without the new link
    send(page, f"{table}/phones", [])
    send(page, f"{table}/phones/access", [("access", "scorekeeper")])
    page.goto(f"{table}/phones")


def table_of(page: Page) -> str:
    found = re.match(r".*/g/[^/?#]+", page.url)
    assert found is not None
    return found[0]


def join(phone: Page, ann: Page, name: str) -> Page:
    """Ask for a seat without opening the pages for it; the phone that keeps score allows it."""
    seat = read("jamaican").number(name)
    send(phone, f"/join/{ann.locator('.phones-code').inner_text()}", [("seat", str(seat))])
    tap(ann, f"Allow {name}")
    phone.goto(table_of(ann))
    expect(phone.get_by_role("heading", name=f"{name}’s seat")).to_be_visible()
    return phone


def count_own_hand(phone: Page) -> None:
    """Open *Count my hand*, and wait for its scripts."""
    phone.get_by_role("link", name="Count my hand").tap()
    expect(phone.locator(OWN_POINTS)).to_be_visible()
    wait_for_script(phone)


def test_table_is_joined_by_typing_its_code(page: Page, open_phone: NewPhone) -> None:
    table = Evening(page, read("jamaican")).begin()
    page.locator(MENU).tap()
    page.locator("#menu").get_by_role("button", name="Other phones").tap()
    page.wait_for_url(f"{table}/phones")
    tap(page, "What phones may do")
    page.get_by_label("Only the scorekeeper").check()
    tap(page, "Save")
    expect(page.get_by_text("This phone keeps score now.")).to_be_visible()
    phone = open_phone()
    phone.goto("/")
    phone.get_by_role("link", name="Join a table").tap()
    phone.get_by_label("Code").fill(page.locator(".phones-code").inner_text().lower())
    tap(phone, "Next")
    phone.get_by_role("radio", name="Ben", exact=True).check()
    tap(phone, "Join")
    expect(phone.get_by_text("Waiting for the scorekeeper")).to_be_visible()
    tap(page, "Allow Ben")
    expect(phone.get_by_role("heading", name="Ben’s seat")).to_be_visible()


# Records whether an element was ever taken out of the page: a tap on it would be lost.
WATCH_REMOVALS = """(element) => {
  new MutationObserver((changes) => changes.forEach(({ removedNodes }) => removedNodes.forEach(
    (node) => { if (node.contains(element)) element.dataset.wasRemoved = ''; },
  ))).observe(document.body, { childList: true, subtree: true });
}"""


def test_button_stays_a_persons_own_when_another_request_goes(
    ann: Page, open_phone: NewPhone
) -> None:
    code = ann.locator(".phones-code").inner_text()
    for seat in ("2", "3"):
        send(open_phone(), f"/join/{code}", [("seat", seat)])
    allow = ann.get_by_role("button", name="Allow Cai").element_handle()
    assert allow is not None
    allow.evaluate(WATCH_REMOVALS)
    tap(ann, "Allow Ben")
    expect(ann.get_by_role("button", name="Allow Ben")).to_have_count(0)
    assert allow.evaluate("button => [button.isConnected, { ...button.dataset }]") == [True, {}]
    allow.tap()
    expect(ann.get_by_role("button", name="More for Cai")).to_be_visible()


def test_two_phones_count_their_own_hands(ann: Page, open_phone: NewPhone) -> None:
    assert not accessibility_faults(ann)
    ben, cai = (join(open_phone(), ann, name) for name in ("Ben", "Cai"))
    assert not accessibility_faults(ben)
    ann.goto(f"{table_of(ann)}/round?winner=1")
    expect(ann.get_by_text("Still counting on their phones: Ben, Cai.")).to_be_visible()
    count_own_hand(ben)
    ben.get_by_label("Points left").fill("10+15")
    ben.keyboard.press("Escape")
    tap(ben, "Send")
    expect(ben.get_by_text("The scorekeeper has it.")).to_be_visible()
    assert not accessibility_faults(ben)
    expect(ann.get_by_role("textbox", name="Ben", exact=True)).to_have_value("10+15")
    expect(ann.get_by_text("From Ben’s phone")).to_be_visible()
    expect(ann.get_by_text("Still counting on their phones: Cai.")).to_be_visible()
    count_own_hand(cai)
    cai.locator(OWN_POINTS).fill("35")
    cai.keyboard.press("Escape")
    cai.locator(SEND_HAND).tap()
    expect(ann.get_by_text("From Cai’s phone")).to_be_visible()
    for name, points in {"Cai": "30", "Dee": "5", "Eve": "16"}.items():
        ann.get_by_role("textbox", name=name, exact=True).fill(points)
    expect(ann.get_by_text("From Cai’s phone")).to_be_hidden()
    ann.keyboard.press("Escape")
    labelled_like(ann, REVIEW).tap()
    ann.locator(SAVE).tap()
    expect(ann.get_by_role("heading", name="Round 2 of 9")).to_be_visible()
    # Ben's own page has gone to the table by itself.
    expect(ben.locator(".seat .player-total")).to_have_text("Total 25")


def test_all_phones_follow_to_the_rematch(ann: Page, open_phone: NewPhone) -> None:
    table, ben = table_of(ann), join(open_phone(), ann, "Ben")
    ann.goto(table)
    whole = read("jamaican")
    Evening(ann, whole, by_thumb=False).play(first_rounds(whole, 1))
    ann.goto(f"{table}/end")
    tap(ann, "Stop here")
    expect(ben.get_by_role("heading", name="Game over")).to_be_visible()
    tap(ann, "Play again")
    ben.get_by_role("link", name="Go to the new game").tap()
    expect(ben.get_by_role("heading", name="Ben’s seat")).to_be_visible()
    ben.locator(".own-call").tap()
    expect(undo_button(ann, "Ben called")).to_be_visible()
    assert table_of(ann) == table_of(ben) != table


def test_removed_phone_leaves_the_table_by_itself(
    ann: Page, open_phone: NewPhone, watch: Watch
) -> None:
    watch.allow("status of 403")
    ben = join(open_phone(), ann, "Ben")
    tap(ann, "More for Ben")
    tap(ann, "Remove Ben")
    out = "This phone isn’t at this table any more"
    expect(ben.get_by_text(out).first).to_be_visible()
    ben.goto(f"{table_of(ann)}/standings")
    expect(ben.get_by_role("heading", name=out).first).to_be_visible()


@pytest.fixture
def later(live_server: Server) -> Callable[[], None]:
    """A function that backdates a request to keep score by a minute."""

    def later() -> None:
        with closing(sqlite3.connect(live_server.instance / "kalooki.sqlite", timeout=10)) as file:
            long_ago = (
                "UPDATE link SET takeover_at = ?1, takeover_shown_at = ?1 WHERE takeover_at > ''"
            )
            file.execute(long_ago, (LONG_AGO,))
            file.commit()

    return later


def test_seat_takes_over(
    ann: Page, open_phone: NewPhone, later: Callable[[], None], watch: Watch
) -> None:
    watch.allow("status of 403")
    ben = join(open_phone(), ann, "Ben")
    ben.get_by_role("link", name="Scorekeeper’s phone lost?").tap()
    tap(ben, "Ask to keep score")
    expect(ben.get_by_text("The others can still object.")).to_be_visible()
    ann.goto(f"{table_of(ann)}/round?winner=2")
    expect(ann.get_by_text("Ben’s phone asks to keep score")).to_be_visible()
    tap(ann, "Object")
    expect(ben.get_by_role("button", name="Ask to keep score")).to_be_visible()
    ann.goto(f"{table_of(ann)}/round?winner=2")
    wait_for_script(ann)
    tap(ben, "Ask to keep score")
    expect(ann.get_by_text("Ben’s phone asks to keep score")).to_be_visible()
    ann.get_by_role("textbox", name="Ann", exact=True).fill("42")
    later()
    tap(ben, "Keep score on this phone")
    expect(ben.locator(ROUND_OVER)).to_be_visible()
    ben.locator(MENU).tap()
    expect(ben.locator("#menu").get_by_role("button", name="Other phones")).to_be_visible()
    expect(ann.get_by_text("This phone isn’t at this table any more")).to_be_visible()
    ann.keyboard.press("Escape")
    labelled_like(ann, REVIEW).tap()
    said = ann.locator("footer .flash-error")
    expect(said).to_contain_text("This phone isn’t at this table any more")
    expect(said).to_be_in_viewport()
    expect(ann.get_by_role("textbox", name="Ann", exact=True)).to_have_value("42")


class Lost:
    """Loses the first answer to a form of this phone; what it asks for is done."""

    def __init__(self, phone: Page, form: str) -> None:
        self.statuses = list[int]()
        phone.route(f"**/{form}", self.lose)

    def lose(self, route: Route) -> None:
        if self.statuses:
            route.continue_()
            return
        self.statuses.append(route.fetch().status)
        route.abort()


def test_lost_answer_to_guarding_a_table(page: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    table = Evening(page, read("jamaican")).begin()
    send(page, f"{table}/phones", [])
    page.goto(f"{table}/phones")
    wait_for_script(page)
    lost = Lost(page, "phones/access")
    tap(page, "What phones may do")
    page.get_by_label("Only the scorekeeper").check()
    tap(page, "Save")
    expect(page.get_by_role("heading", name="If this phone gets lost")).to_be_visible()
    page.goto(table)
    expect(page.locator(ROUND_OVER)).to_be_visible()
    page.goto(f"{table}/phones")
    expect(page.get_by_text("keeps score").first).to_be_visible()
    assert lost.statuses == [204]


def test_lost_answer_to_a_takeover(
    ann: Page, open_phone: NewPhone, later: Callable[[], None], watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    ben = join(open_phone(), ann, "Ben")
    ann.goto("about:blank")
    send(ben, f"{table_of(ben)}/takeover", [])
    later()
    ben.goto(f"{table_of(ben)}/takeover")
    wait_for_script(ben)
    lost = Lost(ben, "takeover/finish")
    tap(ben, "Keep score on this phone")
    tap(ben, "Try again")
    expect(ben.locator(ROUND_OVER)).to_be_visible()
    expect(ben.get_by_text("Not yet")).to_have_count(0)
    assert lost.statuses == [204]


def test_waiting_page_survives_a_proxy_error(ann: Page, open_phone: NewPhone, watch: Watch) -> None:
    watch.allow("502")
    ben = open_phone()
    ben.goto(f"/join/{ann.locator('.phones-code').inner_text()}")
    ben.get_by_role("radio", name="Ben", exact=True).check()
    tap(ben, "Join")
    expect(ben.get_by_text("Waiting for the scorekeeper")).to_be_visible()
    ben.route("**/waiting", lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"))
    for _ in range(2):
        with ben.expect_response(lambda answer: answer.status == 502):
            pass
    expect(ben.get_by_text("Waiting for the scorekeeper")).to_be_visible()
    ben.unroute("**/waiting")
    tap(ann, "Allow Ben")
    expect(ben.get_by_role("heading", name="Ben’s seat")).to_be_visible()


def test_phone_joins_without_script(ann: Page, open_phone: NewPhone) -> None:
    ben = open_phone(script=False)
    ben.goto(f"/join/{ann.locator('.phones-code').inner_text()}")
    ben.get_by_role("radio", name="Ben", exact=True).check()
    tap(ben, "Join")
    expect(ben.get_by_text("Waiting for the scorekeeper")).to_be_visible()
    tap(ann, "Allow Ben")
    expect(ben.get_by_role("heading", name="Ben’s seat")).to_be_visible()  # it reloads by itself
    ben.get_by_role("link", name="Count my hand").tap()
    ben.locator(OWN_POINTS).fill("12")
    ben.locator(SEND_HAND).tap()
    expect(ben.get_by_text("The scorekeeper has it.")).to_be_visible()
