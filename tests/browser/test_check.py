"""Checking melds and recording the board, with the number of taps."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from kalooki_ref.rules.systems import SYSTEMS
from tests.browser.axe import accessibility_faults
from tests.browser.phone import PHONE, UNDO_KEY, late_script, show_early
from tests.commits import share_of_this_commit
from tests.unit.test_headlines import EXAMPLES
from tests.web.rulings.test_headlines import WORDS

WORD = "#ruling .verdict-word"


class Thumb:
    """Counts taps, except those on cards."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: Locator) -> None:
        target.tap()
        self.taps += 1

    def cards(self, words: str, field: str = "cards") -> None:
        """Tap cards on the picker of a field."""
        around = self.page.locator(f".field:has(#{field})")
        for word in words.split():
            around.locator(f'[data-card="{word}"]').tap()


def tray(page: Page) -> list[str]:
    """Return the cards in the tray, without the cards that jokers represent."""
    return page.locator(".picker-tray button").evaluate_all(
        "buttons => buttons.map(button => button.getAttribute('aria-label').split(' as ')[0])"
    )


def test_check_takes_one_tap_on_a_phone_with_remembered_rules(page: Page) -> None:
    thumb = Thumb(page)
    page.goto("./check")
    page.get_by_role("button", name=re.compile("Standard Kalooki")).tap()
    expect(page.get_by_role("link", name="Add to a meld")).to_be_visible()
    page.goto("./")
    thumb.tap(page.get_by_role("link", name=re.compile("^(Check a meld|Is it legal)")).last)
    thumb.cards("7H 8H * *")
    expect(page.locator(WORD)).to_have_text("Move a joker")
    assert thumb.taps == 1
    expect(page).to_have_url(re.compile(r"\?system=standard&cards=7H\+8H\+\*\+\*$"))
    page.reload()
    expect(page.locator(WORD)).to_have_text("Move a joker")
    page.goto("./check")
    expect(page.locator(WORD)).to_have_text("No cards yet")


def test_checking_a_tack_takes_three_taps_on_a_new_phone(page: Page) -> None:
    thumb = Thumb(page)
    page.goto("./")
    thumb.tap(page.get_by_role("link", name=re.compile("^(Check a meld|Is it legal)")).last)
    thumb.tap(page.get_by_role("button", name=re.compile("Standard Kalooki")))
    thumb.tap(page.get_by_role("link", name="Add to a meld"))
    thumb.cards("10S * QS KS", "on")
    thumb.cards("JS")
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(page.locator("#ruling")).to_contain_text("The joker goes to the high end.")
    assert thumb.taps == 3
    page.locator(".segment", has_text="Tack").tap()
    expect(page.locator(WORD)).to_have_text("Not legal")


def test_keys_belong_to_the_added_cards_once_the_meld_is_one(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 667})
    page.goto("./check?system=standard&on=")
    thumb = Thumb(page)
    thumb.cards("5H 6H 7H", "on")
    expect(page.locator(WORD)).to_have_text("Which meld?")
    thumb.cards("8H", "on")
    expect(page.locator(WORD)).to_have_text("Which cards?")
    thumb.cards("10H 9H")
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(page.locator(WORD)).to_be_in_viewport(ratio=1)
    expect(page.locator("#laid .laid")).to_be_in_viewport(ratio=1)
    # A longer meld: a tap on its tray gives the keys back, and they stay there.
    page.locator(".field:has(#on) .picker-tray").tap()
    thumb.cards("4H", "on")
    expect(page.locator("#on")).to_have_value("5H 6H 7H 8H 4H")
    expect(page.locator(".field:has(#on) .picker-suits")).to_be_visible()


@pytest.mark.parametrize("system", [system.slug for system in SYSTEMS])
def test_examples_of_the_sheets_are_tapped(page: Page, system: str) -> None:
    page.goto(f"./check?system={system}")
    thumb, clear = Thumb(page), page.get_by_role("button", name="Clear")
    for slug, cards, headline in EXAMPLES:
        if slug == system:
            thumb.cards(cards)
            expect(page.locator(WORD)).to_have_text(WORDS[headline])
            clear.tap()
            expect(page.locator(WORD)).to_have_text("No cards yet")


def test_tapped_cards_become_the_board_meld(page: Page) -> None:
    page.goto("./check?system=standard")
    thumb = Thumb(page)
    thumb.cards("7H 8H 9H 10H")
    expect(page.locator(WORD)).to_have_text("Legal")
    page.get_by_role("link", name="Add to a meld").tap()
    thumb.cards("JH")
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(page.locator("#on")).to_have_value("7H 8H 9H 10H")


def test_verdict_updates_with_each_card(page: Page) -> None:
    page.goto("./check?system=standard")
    thumb = Thumb(page)
    thumb.cards("KH KC")
    expect(page.locator(WORD)).to_have_text("Keep going")
    thumb.cards("*")
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(page.locator("#ruling")).to_contain_text("A three of kings.")
    thumb.cards("5D")
    expect(page.locator(WORD)).to_have_text("Keep going")
    page.locator(UNDO_KEY).tap()
    expect(page.locator(WORD)).to_have_text("Legal")


def test_clear_can_be_undone(page: Page) -> None:
    page.goto("./check?system=standard&cards=7H+8H+*+*")
    page.get_by_role("button", name="Clear").tap()
    expect(page.locator(WORD)).to_have_text("No cards yet")
    page.locator(UNDO_KEY).tap()
    expect(page.locator(WORD)).to_have_text("Move a joker")


def test_full_screen_verdict_can_be_flipped(page: Page) -> None:
    page.goto("./check?system=standard&cards=7H+8H+*+*")
    page.get_by_role("link", name="Full screen").tap()
    expect(page.locator(".verdict-word")).to_have_text("Move a joker")
    page.get_by_role("link", name="Turn it round").tap()
    expect(page.locator(".full-flipped")).to_be_visible()
    page.get_by_role("link", name="Back to the cards").tap()
    expect(page.locator("#cards")).to_have_value("7H 8H * *")


FULL_SCREENS = (
    "check/full?system=jamaican&cards=9S+10S+*+QS",
    "check/full?system=jamaican&cards=2S+3S+4S+5S+6S+7S+8S+9S+10S+JS",
    "advice?system=jamaican&round=2&hand=7H+7S+7D+9C+9D+*+3H+4H+5H+6H+KS+2D+2C&plan=large",
)


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (568, 320)])
def test_full_screen_needs_no_scrolling(
    open_phone: Callable[..., Page], width: int, height: int
) -> None:
    page = open_phone(**{**PHONE, "viewport": {"width": width, "height": height}})
    for address in FULL_SCREENS:
        page.goto(address)
        for part in page.locator(".full .playing-card, .verdict-word, .verdict-sentence").all():
            expect(part).to_be_in_viewport(ratio=0.99)


def test_cards_typed_before_the_script_has_loaded_are_judged(page: Page) -> None:
    with late_script(page, "check.js"):
        show_early(page, "./check?system=standard")
        page.locator("#cards").fill("7H 8H 9H 10H")
    expect(page.locator(WORD)).to_have_text("Legal")


SHIFTS = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => list.getEntries().forEach(one => { sum += one.value; }))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 300);
})"""


@pytest.mark.parametrize("query", ["", "&cards=7H+8H+*+*", "&on=7H+8H+9H+10H&cards=JH"])
def test_page_loads_without_layout_shift(page: Page, query: str) -> None:
    page.goto(f"./check?system=standard{query}")
    expect(page.locator('[data-card="*"]').locator("visible=true").first).to_be_visible()
    assert page.evaluate(SHIFTS) <= 0.02


@pytest.mark.parametrize(("height", "cards"), [(844, "7H+8H+*+*"), (667, "KD+AD+2D+3D")])
def test_picker_and_verdict_share_one_screen(page: Page, height: int, cards: str) -> None:
    page.set_viewport_size({"width": 390, "height": height})
    page.goto(f"./check?system=standard&cards={cards}")
    expect(page.locator(WORD)).to_be_in_viewport()
    expect(page.locator('.picker [data-card="*"]')).to_be_in_viewport(ratio=0.9)


def test_cards_are_reordered_in_the_tray(page: Page) -> None:
    page.goto("./check?system=standard&cards=7H+8H+*+*")
    page.locator(".picker-tray button").last.tap()
    for _ in range(3):
        page.get_by_role("button", name="Move left").tap()
    assert tray(page) == ["Joker", "7 hearts", "8 hearts", "Joker"]
    expect(page.locator(WORD)).to_have_text("Legal")


def test_order_buttons_appear_only_with_jokers_in_a_run(page: Page) -> None:
    asked = page.get_by_text("With a joker the order counts").locator("visible=true")
    thumb = Thumb(page)
    page.goto("./check?system=standard")
    thumb.cards("KH JH")
    expect(asked).to_have_count(0)
    thumb.cards("*")
    expect(asked).to_have_count(1)
    page.goto("./check?system=standard&cards=KH+KD+*")
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(asked).to_have_count(0)
    page.goto("./advice?system=standard&round=1&hand=KH+JH+*")
    expect(page.locator(".picker-tray button").first).to_be_visible()
    expect(asked).to_have_count(0)


def test_repair_is_applied_by_a_tap(page: Page) -> None:
    page.goto("./check?system=standard&cards=7H+8H+*+*")
    page.locator(".repair-take").tap()
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(page.locator("#cards")).to_have_value("* 7H 8H *")
    assert tray(page) == ["Joker", "7 hearts", "8 hearts", "Joker"]


def test_invalid_word_shows_a_field_error_while_typing(page: Page) -> None:
    page.goto("./check?system=standard")
    page.locator("#cards").fill("7H zz")
    expect(page.locator("#cards-error")).to_contain_text("“zz” is not a card")
    expect(page.locator("#cards")).to_have_value("7H zz")
    page.locator("#cards").fill("7H 7S 7D")
    expect(page.locator("#cards-error")).to_have_count(0)
    expect(page.locator(WORD)).to_have_text("Legal")


def test_verdict_only_hides_reasons_and_repairs(page: Page) -> None:
    page.goto("./check?system=standard&cards=7H+8H+*+*")
    page.get_by_role("button", name="Why?").tap()
    expect(page.locator("#reasons")).to_be_visible()
    page.get_by_role("button", name="Close").locator("visible=true").tap()
    page.locator(".coach").get_by_role("button", name="Verdict only").tap()
    expect(page.locator("#ruling")).to_contain_text("reasons are hidden")
    expect(page.locator(WORD)).to_have_text("Not legal")
    expect(page.locator("#reasons")).to_have_count(0)
    page.goto("./check?system=standard")
    Thumb(page).cards("7H 8H *")
    expect(page.locator(WORD)).to_have_text("Not legal")
    expect(page.locator("#reasons")).to_have_count(0)


def test_number_of_a_rule_is_large_enough_to_tap(page: Page) -> None:
    page.goto("./check?system=jamaican&cards=5H+6H+6H+7H+8H")
    page.get_by_role("button", name="Why?").tap()
    box = page.locator("#reasons .rule-number").bounding_box()
    assert box is not None
    assert round(min(box["width"], box["height"]), 1) >= 44


def test_verdicts_of_five_systems_side_by_side(page: Page) -> None:
    page.goto("./check?system=standard&cards=7H+8H+*+*")
    page.locator("#other-rules summary").tap()
    words = page.locator("#other-rules .other-rules-word")
    expect(words).to_have_count(5)
    expect(words.nth(0)).to_have_text("Legal")
    expect(words.nth(3)).to_have_text("Move a Kooky Kard")
    page.locator("#other-rules a").first.tap()
    expect(page.locator(".bar-system")).to_contain_text("Jamaican")
    expect(page.locator(WORD)).to_have_text("Legal")


def test_kooky_picker_has_its_ranks_and_colours(page: Page) -> None:
    page.goto("./check?system=kooky")
    Thumb(page).cards("10E 11E * 13E")
    expect(page.locator(WORD)).to_have_text("Legal")


def test_first_lay_is_entered_without_separators(page: Page) -> None:
    page.goto("./check?system=standard&round=1")
    thumb = Thumb(page)
    thumb.cards("7H 7D 7C KH KC * 4D 4S")
    expect(page.locator(WORD)).to_have_text("Keep going")
    thumb.cards("4C")
    expect(page.locator("#ruling")).to_contain_text("Say which round it is")
    page.locator("#round").select_option("1")
    expect(page.locator(WORD)).to_have_text("Legal")
    expect(page.locator("#ruling")).to_contain_text("3 threes")


def test_melds_are_separated_by_a_tap(page: Page) -> None:
    page.goto("./check?system=jamaican")
    thumb = Thumb(page)
    thumb.cards("7H 7D 7C")
    page.get_by_role("button", name="Next meld").tap()
    thumb.cards("7S 7D *")
    expect(page.locator("#why")).to_contain_text("Taken as coming down")


def test_check_works_without_script(page_without_script: Page) -> None:
    page = page_without_script
    page.goto("./check")
    page.get_by_role("button", name=re.compile("Standard Kalooki")).tap()
    page.locator("#cards").fill("7h 8h * *")
    page.get_by_role("button", name="Check", exact=True).tap()
    expect(page.locator(WORD)).to_have_text("Move a joker")
    page.locator(".repair-take").tap()
    expect(page.locator(WORD)).to_have_text("Legal")


def test_is_accessible(page: Page) -> None:
    addresses = (
        "/check?system=standard&cards=7H+8H+*+*",
        "/check?system=kooky&cards=10E+11E+*+13E",
        "/check?system=standard&cards=7H+zz",
        "/check?system=standard&round=1&cards=7H+7D+7C+/+4D+*+*",
        "/check?system=standard&on=7H+8H+9H+10H&cards=6H",
        "/check/full?system=standard&cards=7H+8H+*+*",
        "/check?system=caribbean&on=7H+*+9H+10H&cards=8H",
    )
    wrong = {}
    for address in share_of_this_commit(addresses, of=2):
        page.goto(address)
        wrong[address] = accessibility_faults(page)
    assert not {address: found for address, found in wrong.items() if found}


def test_a_hand_is_counted_by_one_tap(page: Page) -> None:
    page.goto("./counts?system=jamaican")
    page.locator(".count-key", has_text="13").tap()
    expect(page.locator("#ruling")).to_contain_text("2 calls made, 1 left")
    page.get_by_text("The player is down").tap()
    expect(page.locator("#ruling")).to_contain_text("Count again")
