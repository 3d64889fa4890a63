"""The components, tested on the style guide page."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import axe
from tests.browser.phone import MENU, PHONE, UNDO_KEY, begin_game
from tests.browser.thumb import small_targets

CSS = Path(__file__).parents[2] / "static" / "css"
BAR = """() => {
    const title = document.querySelector('.bar-title');
    const [first, ...others] = [...document.querySelectorAll('.bar .button-icon > .icon')]
        .map((icon) => icon.getBoundingClientRect()).filter((box) => box.width);
    const text = document.createRange();
    text.selectNodeContents(title);
    const size = parseFloat(getComputedStyle(title).fontSize);
    return [size, text.getBoundingClientRect().x, first.left, others.at(-1).right];
}"""
HIDDEN_ON_PAPER = ".button, .bar, .actions, .picker, .tabs"


def test_targets_are_large_enough_on_a_small_screen(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 844})
    page.goto("/design")
    assert not axe(page)
    assert not small_targets(page)


def test_titles_and_icons_of_all_bars_are_alike(page: Page) -> None:
    game = begin_game(page)
    bars = set()
    for path in ("./history", "./standings", "./round?winner=2", "../../rules/", "../../check"):
        page.goto(f"{game}/{path}")
        bars.add(tuple(page.evaluate(BAR)))
    assert len(bars) == 1
    _, _, left, right = bars.pop()
    assert left == PHONE["viewport"]["width"] - right


def test_selection_is_visible_in_forced_colours(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    page.goto("/design")
    for chosen in (".segment:has(:checked)", ".tile:has(:checked)", ".tabs [aria-current]"):
        expect(page.locator(chosen).first).to_have_css("outline-style", "solid")


def test_no_inline_styles(page: Page) -> None:
    page.goto("/design")
    expect(page.locator("[style]")).to_have_count(0)


def keys(page: Page, names: str) -> None:
    for name in names.split():
        page.locator(f'.keypad [data-key="{name}"]').tap()


def test_keypad_adds_and_moves_to_the_next_field(page: Page) -> None:
    page.goto("/design")
    ben, charmaine = page.locator("#count-2"), page.locator("#count-3")
    ben.fill("")
    ben.focus()
    expect(ben).to_have_attribute("inputmode", "none")
    keys(page, "1 0 + 1 7 erase 5")
    expect(ben).to_have_value("10+15")
    expect(page.locator(".keypad-value i")).to_have_text(["10", "15"])
    expect(page.locator(".points", has=ben).locator(".points-total")).to_have_text("25")
    assert not axe(page)
    charmaine.fill("")
    ben.focus()
    keys(page, "next")
    expect(charmaine).to_be_focused()


def test_keypad_keeps_blank_fields_and_allows_typing(page: Page) -> None:
    page.goto("/design")
    dev = page.locator("#count-4")
    dev.focus()
    keys(page, "4 erase")
    expect(dev).to_have_value("")
    page.keyboard.type("12+3")
    expect(page.locator(".keypad-value i")).to_have_text(["12", "3"])
    page.keyboard.press("Escape")
    expect(page.locator(".keypad")).to_be_hidden()


def test_picker_fills_the_text_field(page: Page) -> None:
    page.goto("/design")
    field = page.locator("#left")
    picker = page.locator(".field", has=field).locator(".picker")
    picker.get_by_role("button", name="9 hearts").tap()
    expect(field).to_have_value("7H 8H * 9H")
    picker.locator(UNDO_KEY).tap()
    picker.locator(".picker-tray button").nth(2).tap()
    picker.get_by_role("button", name="Move left").tap()
    expect(field).to_have_value("7H * 8H")
    picker.get_by_role("button", name="Remove").tap()
    expect(field).to_have_value("7H 8H")
    field.fill("kd, 10s")
    expect(picker.locator(".picker-tray li")).to_have_count(2)


def test_picker_has_each_card_as_often_as_the_pack(page: Page) -> None:
    page.goto("/design")
    field = page.locator("#kooky")
    thirteen = page.locator('.picker-card[data-card="13E"]').last
    thirteen.scroll_into_view_if_needed()
    for _time in range(3):
        thirteen.tap(force=True)
    expect(field).to_have_value("13E 13E")
    expect(thirteen).to_have_attribute("aria-disabled", "true")


def test_picker_works_by_keyboard(page: Page) -> None:
    page.goto("/design")
    first = page.locator(".field", has=page.locator("#left")).locator(".picker-tray button").first
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#left")).to_have_value("8H 7H *")
    page.keyboard.press("Delete")
    expect(page.locator("#left")).to_have_value("8H *")


def test_picker_is_one_tab_stop_with_arrow_keys(page: Page) -> None:
    page.goto("/design")
    picker = page.locator(".field", has=page.locator("#left")).locator(".picker")
    expect(picker.locator('.picker-card[tabindex="0"]')).to_have_count(1)

    def here() -> str:
        return str(page.evaluate("document.activeElement.dataset.card || 'elsewhere'"))

    picker.locator('.picker-card[tabindex="0"]').focus()
    assert here() == "AS"
    walks = {"ArrowRight": "2S", "ArrowDown": "2H", "End": "KH", "ArrowLeft": "QH", "7": "7H"}
    walks |= {"ArrowUp": "7S", "Home": "AS"}
    for key, card in walks.items():
        page.keyboard.press(key)
        assert here() == card
    for key in ("ArrowDown", "ArrowDown", "ArrowDown", "End"):
        page.keyboard.press(key)
    assert here() == "*"
    page.keyboard.press("Enter")
    expect(page.locator("#left")).to_have_value("7H 8H * *")
    assert not axe(page)
    page.keyboard.press("Tab")
    assert here() == "elsewhere"
    page.keyboard.press("Shift+Tab")
    assert here() == "*"


def test_half_typed_form_survives_a_reload(page: Page) -> None:
    page.goto("/design")
    page.locator("#count-4").fill("10+7")
    page.keyboard.press("Escape")
    page.locator('label[for="out-4"]').tap()
    page.locator("#left").fill("KD")
    page.reload()
    expect(page.locator("#count-4")).to_have_value("10+7")
    expect(page.get_by_role("radio", name="Dev")).to_be_checked()
    expect(page.locator("#left")).to_have_value("KD")


def test_evening_light_is_remembered(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("button", name="Dark").tap()
    expect(page.locator("html")).to_have_class(re.compile("theme-dark"))
    page.reload()
    expect(page.locator("html")).to_have_class(re.compile("theme-dark"))


def test_menu_and_settings_need_no_script(page_without_script: Page) -> None:
    page = page_without_script
    page.goto("/design")
    page.locator(MENU).tap()
    page.get_by_role("link", name="Settings").tap()
    page.get_by_role("button", name="4 colours").tap()
    expect(page).to_have_url(re.compile("/settings"))
    expect(page.locator("html")).to_have_class(re.compile("four-colours"))


def test_menu_closes_on_escape_and_outside_tap(page: Page) -> None:
    page.goto("/design")
    page.locator(MENU).tap()
    expect(page.locator("#menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    page.locator(MENU).tap()
    page.touchscreen.tap(5, 5)
    expect(page.locator("#menu")).to_be_hidden()


def test_controls_are_not_printed(page: Page) -> None:
    page.goto("/design")
    page.emulate_media(media="print", color_scheme="dark")
    assert all(part.is_hidden() for part in page.locator(HIDDEN_ON_PAPER).all())
    expect(page.locator("body")).to_have_css("background-color", "rgb(255, 255, 255)")


def test_both_dark_theme_rules_have_the_same_tokens() -> None:
    text = (CSS / "11-tokens-evening.css").read_text(encoding="utf-8")
    by_phone, by_hand = re.findall(r"(?:theme-light\)|theme-dark) \{(.*?)\}", text, re.DOTALL)
    assert by_phone.split() == by_hand.split()
