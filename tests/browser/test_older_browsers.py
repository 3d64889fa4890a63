"""Browsers of a few years ago: without popovers, requestSubmit and rounded corners on a canvas."""

from collections.abc import Callable
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Page, Route, expect

from tests.browser.phone import (
    MENU,
    NO_NETWORK,
    REVIEW,
    ROUND_OVER,
    SAVE,
    Watch,
    begin_game,
    call_button,
    labelled_like,
    save_round,
    wait_for_script,
)
from tests.browser.test_end_of_evening import NO_SHARING, SIZE, finished

# As Safari 15 answers: it knows neither the selector nor the methods.
OLDER = """
  const refuse = (selector) => {
    if (String(selector).includes(':popover-open')) throw new DOMException(selector, 'SyntaxError');
  };
  const before = (owner, name) => {
    const known = owner[name];
    owner[name] = function (selector) { refuse(selector); return known.call(this, selector); };
  };
  for (const { prototype } of [Document, Element]) {
    before(prototype, 'querySelector');
    before(prototype, 'querySelectorAll');
  }
  before(Element.prototype, 'matches');
  const { supports } = CSS;
  CSS.supports = (...asked) => !asked[0].includes(':popover-open') && supports.call(CSS, ...asked);
  for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover']) {
    delete HTMLElement.prototype[name];
  }
  const hush = (event) => { event.preventDefault(); event.stopImmediatePropagation(); };
  addEventListener('beforetoggle', hush, true);
  delete HTMLFormElement.prototype.requestSubmit;
  delete CanvasRenderingContext2D.prototype.roundRect;
  delete Path2D.prototype.roundRect;
"""


def older_style(route: Route) -> None:
    with suppress(Error):  # the page was left meanwhile
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(":popover-open", ":unknown"))


@pytest.fixture
def older(open_phone: Callable[..., Page]) -> Page:
    page = open_phone()
    page.add_init_script(OLDER)
    page.route("**/*.css", older_style)
    return page


def test_cards_get_a_verdict(older: Page) -> None:
    older.goto("./check?system=standard")
    for card in ("7S", "7H", "7D"):
        older.locator(f'[data-card="{card}"]').tap()
    expect(older.locator("#ruling .verdict-word")).to_have_text("Legal")


@pytest.mark.parametrize(
    ("button", "inside"),
    [(MENU, "Settings"), (ROUND_OVER, "Nobody: void round"), (".player-open", "Call was refused")],
)
def test_button_leads_to_its_sheet_and_back(older: Page, button: str, inside: str) -> None:
    begin_game(older)
    wait_for_script(older)
    opener = older.locator(button).first
    opener.tap()
    sheet = older.locator(f"#{opener.get_attribute('popovertarget')}")
    expect(sheet.get_by_text(inside)).to_be_in_viewport()
    expect(sheet.get_by_role("heading").first).to_be_in_viewport()
    sheet.get_by_role("button", name="Close").tap()
    expect(older.locator(".strip-contract")).to_be_in_viewport()


def test_live_update_raises_nothing(older: Page) -> None:
    begin_game(older)
    wait_for_script(older)
    call_button(older, "Ben").tap()
    expect(older.locator(".player", has_text="Ben")).to_contain_text("2 calls left")


def test_round_is_reviewed_and_saved(older: Page) -> None:
    game = begin_game(older)
    older.goto(f"{game}/round?winner=2")
    wait_for_script(older)
    for name in ("Ann", "Cleo", "Dan", "Eve"):
        older.get_by_role("textbox", name=name, exact=True).fill("5")
    older.keyboard.press("Escape")
    labelled_like(older, REVIEW).tap()
    older.locator(SAVE).tap()
    older.wait_for_url(game)
    expect(older.get_by_role("heading", name="Round 2 of 9").first).to_be_visible()


def test_refused_call_is_shown(older: Page, watch: Watch) -> None:
    watch.allow(NO_NETWORK)
    older.route("**/stream", lambda route: route.abort())
    game = begin_game(older)
    wait_for_script(older)
    save_round(older, game, 1, (0, 5, 5, 5, 5))
    call_button(older, "Ben").tap()
    expect(older.get_by_role("heading", name="Someone saved first").first).to_be_visible()


def test_link_with_a_copy_opens_by_itself(older: Page) -> None:
    older.goto(f"{begin_game(older)}/send")
    older.goto(older.get_by_label("Link", exact=True).input_value())
    expect(older.get_by_text("The game is here already")).to_be_visible()


def test_another_game_is_compared_at_once(older: Page) -> None:
    older.goto("./rules/compare?with=jamaican&with=caribbean")
    wait_for_script(older)
    older.get_by_label("The other game").select_option("kooky")
    expect(older.get_by_role("link", name="Play Kooky Kalooki")).to_be_visible()


def test_end_is_shared_as_a_picture(older: Page) -> None:
    older.add_init_script(NO_SHARING)
    finished(older)
    wait_for_script(older)
    older.locator("[data-share-now]").first.tap()
    picture = older.locator(".share-picture")
    expect(picture).to_be_visible()
    assert picture.evaluate(SIZE) == [1080, 1350]
