"""Live updates between several phones at one table.

KALOOKI_ROUNDS=9 plays a whole game on three phones and a scoreboard.
"""

import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from kalooki_ref.game.events import CallAnswered, RoundEnded
from tests.browser.evening import Evening
from tests.browser.phone import (
    NO_NETWORK,
    REVIEW,
    SAVE,
    Watch,
    labelled_like,
    save_round,
    send,
    undo_button,
    wait_for,
    wait_for_script,
)
from tests.faults.forked import forking, start_forked
from tests.games.whole_game import read
from tests.server import Server

# What the tabs of a game tell each other.
LISTEN = """name => {
  window.said = [];
  window.others = new BroadcastChannel(name);
  window.others.onmessage = ({ data }) => { window.said.push(data); };
}"""
# A tab that is deaf hears the others only once they can't be answered at the same moment any more.
DEAF = """
  const { addEventListener } = BroadcastChannel.prototype;
  window.unheard = [];
  BroadcastChannel.prototype.addEventListener = function (type, hear) {
    const later = (event) => {
      if (window.isDeaf) window.unheard.push(() => hear(event)); else hear(event);
    };
    addEventListener.call(this, type, later);
  };
"""
HEAR = "() => { window.isDeaf = false; window.unheard.splice(0).forEach((hear) => hear()); }"
# A page that is parsed has just been fetched, and is taken before anything else happens.
NOTE_LOOKS = """
  const { parseFromString } = DOMParser.prototype;
  DOMParser.prototype.parseFromString = function (...text) {
    document.documentElement.dataset.looked = '';
    return parseFromString.apply(this, text);
  };
"""
ROUNDS = int(os.environ.get("KALOOKI_ROUNDS", "1"))
Open = Callable[..., Page]


def points(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("textbox", name=name, exact=True)


def totals(page: Page) -> dict[str, int]:
    shown = page.request.get(f"{page.url.removesuffix('/scoreboard')}.json").json()
    return {standing["name"]: standing["points"] for standing in shown["standings"]}


def all_see(evenings: list[Evening], entry: str, by: int) -> None:
    """Wait until every phone shows the newest entry."""
    saved = evenings[by].newest.input_value()
    for evening in evenings:
        expect(undo_button(evening.page, entry)).to_be_visible()
        expect(evening.newest).to_have_value(saved)


@pytest.fixture
def table(page: Page) -> str:
    return Evening(page, read("jamaican")).begin()


def test_three_phones_and_a_scoreboard_play_one_game(page: Page, open_phone: Open) -> None:
    whole = read("jamaican")
    first = Evening(page, whole, by_thumb=False)
    address = first.begin()
    tables = [page, open_phone(), open_phone()]
    board = open_phone(viewport={"width": 1024, "height": 768})
    for phone in tables[1:]:
        phone.goto(address)
    board.goto(f"{address}/scoreboard")
    evenings = [first, *(Evening(phone, whole, by_thumb=False) for phone in tables[1:])]
    rounds = turn = 0
    for event in whole.events:
        if isinstance(event, CallAnswered):
            turn += 1
            evenings[turn % 3].call(whole.names[event.player - 1])
            all_see(evenings, f"{whole.names[event.player - 1]} called", turn % 3)
        elif isinstance(event, RoundEnded):
            evenings[turn % 3].end_round(event)
            for name, points in totals(board).items():
                line = board.locator(".board-line", has_text=name)
                expect(line.locator(".board-line-total")).to_have_text(str(points))
            all_see(evenings, "", turn % 3)
            rounds += event.winner is not None
        if rounds == ROUNDS:
            break
    shown = [phone.locator(".player > .player-total").all_inner_texts() for phone in tables]
    assert shown[0] == shown[1] == shown[2]


def test_two_phones_type_one_round(page: Page, open_phone: Open, table: str) -> None:
    other = open_phone()
    for phone in (page, other):
        phone.goto(f"{table}/round?winner=2")
        wait_for_script(phone)
    points(page, "Ann").fill("42")
    expect(points(other, "Ann")).to_have_value("42")
    points(other, "Dee").fill("17")
    expect(points(page, "Dee")).to_have_value("17")
    expect(points(page, "Ann")).to_be_focused()
    points(other, "Ann").fill("24")
    expect(page.get_by_text("Another phone: 24")).to_be_visible()
    expect(points(page, "Ann")).to_have_value("42")
    page.get_by_role("button", name="Use this one").tap()
    expect(points(page, "Ann")).to_have_value("24")
    for name, count in (("Cai", "5"), ("Eve", "6")):
        points(page, name).fill(count)
    labelled_like(page, REVIEW).tap()
    page.locator(SAVE).tap()
    expect(other.get_by_text("Another phone saved this round.")).to_be_visible()
    expect(points(other, "Ann")).to_have_value("24")


def test_live_update_keeps_open_menus_typing_and_focus(
    page: Page, open_phone: Open, table: str
) -> None:
    other = open_phone()
    other.goto(table)
    page.goto(f"{table}/history")
    label = page.get_by_label("Who holds this phone?")
    label.fill("Grandma")
    Evening(other, read("jamaican")).call("Ben")
    expect(page.locator(".history-words").first).to_contain_text("Ben called")
    expect(label).to_have_value("Grandma")
    expect(label).to_be_focused()
    expect(page.locator('p[role="status"].unseen')).to_contain_text("Ben called")
    page.goto(table)
    page.locator(".strip-more").tap()
    Evening(other, read("jamaican")).call("Ann")
    expect(undo_button(page, "Ann called")).to_be_visible()
    expect(page.locator("#this-round")).to_be_visible()


def test_end_of_a_game_and_its_undo_work_on_every_phone(
    page: Page, open_phone: Open, table: str
) -> None:
    other = open_phone()
    other.add_init_script("Object.defineProperty(navigator, 'share', { value: undefined })")
    save_round(page, table, base=1, points=(0, 42, 5, 6, 17))
    for phone in (page, other):
        phone.goto(table)
        wait_for_script(phone)
    send(page, f"{table}/end", [("base", "2")])
    for phone in (page, other):
        expect(phone.locator(".podium")).to_have_css("display", "flex")
        wait_for_script(phone)
    other.get_by_role("button", name="Share").tap()
    expect(other.locator(".share-picture")).to_be_visible()
    undo_button(page).tap()
    expect(page.locator(".flashes")).to_contain_text("Undone")
    for phone in (page, other):
        expect(phone.get_by_role("heading", name="Round 2 of 9")).to_be_visible()
        wait_for_script(phone)
        phone.locator(".strip-contract").tap()
        expect(phone.locator("#example")).to_be_visible()


def test_page_that_was_not_left_after_all_follows_the_game(page: Page, table: str) -> None:
    """As when what was on its way is a download."""
    page.clock.install()
    page.add_init_script(NOTE_LOOKS)
    save_round(page, table, base=1, points=(0, 42, 5, 6, 17))
    page.goto(table)
    wait_for_script(page)
    page.evaluate("dispatchEvent(new Event('beforeunload'))")
    send(page, f"{table}/end", [("base", "2")])
    wait_for(page, "'looked' in document.documentElement.dataset")
    page.clock.run_for("00:06")
    page.evaluate("dispatchEvent(new Event('online'))")  # the next heartbeat comes at once
    page.clock.run_for("00:01")
    expect(page.locator(".podium")).to_be_visible()


def test_taps_work_after_a_live_update_took_an_open_sheet(
    page: Page, open_phone: Open, table: str
) -> None:
    other = open_phone()
    other.goto(table)
    wait_for_script(other)
    other.get_by_role("button", name="More for Ben").tap()
    expect(other.locator(".sheet:popover-open")).to_be_visible()
    send(page, f"{table}/players/2/leave", [("base", "1")])
    expect(other.locator(".player", has_text="Ben")).to_have_count(0)
    other.locator(".strip-contract").tap()
    expect(other.locator("#example")).to_be_visible()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    with forking(tmp_path / "instance") as server:
        yield server


def test_page_catches_up_after_a_server_restart(
    open_phone: Open, own_server: Server, watch: Watch
) -> None:
    watch.allow(NO_NETWORK)
    page = open_phone(base_url=own_server.url)
    table = Evening(page, read("jamaican")).begin()
    wait_for_script(page)
    own_server.kill()
    again = start_forked(own_server.instance, urlsplit(own_server.url).port)
    try:
        sent = {"key": secrets.token_hex(16), "base": "1", "player": "2"}
        ours = {"Sec-Fetch-Site": "same-origin"}
        assert page.request.post(f"{table}/calls", form=sent, headers=ours).ok
        expect(undo_button(page, "Ben called")).to_be_visible()
    finally:
        again.kill()


@pytest.fixture
def without_streams(tmp_path: Path) -> Iterator[Server]:
    with forking(tmp_path / "instance", KALOOKI_MOST_STREAMS="0") as server:
        yield server


def test_page_polls_when_the_server_refuses_streams(
    without_streams: Server, open_phone: Open, watch: Watch
) -> None:
    # The server comes first: it then outlives the phones, which poll until they are closed.
    watch.allow("status of 503")
    page, other = (open_phone(base_url=without_streams.url) for _ in range(2))
    other.goto(table := Evening(page, read("jamaican")).begin())
    Evening(other, read("jamaican")).call("Ben")
    assert table == page.url
    expect(undo_button(page, "Ben called")).to_be_visible()


def test_seven_pages_of_one_browser_can_all_save(page: Page, table: str) -> None:
    pages = [page.context.new_page() for _ in range(7)]
    for phone in pages:
        phone.goto(table)
    evening = Evening(pages[-1], read("jamaican"))
    evening.call("Ben")
    for phone in pages:
        expect(undo_button(phone, "Ben called")).to_be_visible()


def test_tab_with_a_silent_stream_hands_it_to_another_tab(page: Page, table: str) -> None:
    page.clock.install()
    other = page.context.new_page()
    other.goto("./rules")
    stream = f"{urlsplit(table).path}/stream"
    other.evaluate(LISTEN, stream)
    page.route("**/stream", lambda _route: None)
    page.goto(table)
    wait_for(other, "said.at(-1) === 'mine'")
    other.evaluate("said.length = 0")
    page.clock.run_for("00:25")
    wait_for(other, "said.length > 0")
    assert other.evaluate("said[0]") == "free"


@pytest.mark.parametrize("wakes", ["by itself", "online"])
def test_two_tabs_never_open_a_stream_at_once(page: Page, table: str, wakes: str) -> None:
    context, stream = page.context, f"{urlsplit(table).path}/stream"
    context.clock.install()
    context.route("**/stream", lambda _route: None)
    page.goto("./rules")
    page.evaluate(LISTEN, stream)
    tabs = [context.new_page(), context.new_page()]
    for tab, chance in zip(tabs, (0, 0.99), strict=True):
        tab.add_init_script(f"Math.random = () => {chance}; {DEAF}")
        tab.goto(f"{table}/history")
        wait_for_script(tab)
        tab.evaluate(LISTEN, stream)
    context.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.evaluate("name => new BroadcastChannel(name).postMessage('mine')", stream)
    for tab in tabs:
        wait_for(tab, "said.at(-1) === 'mine'")
    for tab in (page, *tabs):
        tab.evaluate("said.length = 0")
    for tab in tabs:
        tab.evaluate("isDeaf = true")
    for tab in tabs if wakes == "online" else ():
        tab.evaluate("dispatchEvent(new Event('online'))")
    context.clock.run_for(100 if wakes == "online" else 20_100)
    for tab in tabs:
        tab.evaluate(HEAR)
    wait_for(page, "said.length > 0")
    wait_for(tabs[1], "said.length > 0")
    context.clock.run_for("00:04")
    for tab in tabs:
        tab.evaluate("name => new BroadcastChannel(name).postMessage('told')", stream)
    wait_for(page, "said.filter((one) => one === 'told').length === 2")
    assert page.evaluate("said.slice(0, -2)") == ["mine"]
