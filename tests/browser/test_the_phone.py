"""The phone fixture of the other tests: small, with touch, and recorded."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.axe import axe
from tests.browser.phone import PHONE, Watch, wait_for_script

# Scrolls until a field ends just above the bar.
ABOVE_THE_BAR = """field => {
  const bar = document.querySelector('body > footer').getBoundingClientRect();
  const { bottom } = document.querySelector(field).getBoundingClientRect();
  scrollBy({ top: bottom - bar.top + 4, behavior: 'instant' });
}"""


def test_is_a_small_touch_screen(page: Page) -> None:
    page.goto("/")
    assert page.evaluate("[innerWidth, devicePixelRatio, navigator.maxTouchPoints > 0]") == [
        390,
        3,
        True,
    ]


def test_colour_scheme_can_be_set(open_phone: Callable[..., Page]) -> None:
    page = open_phone(colour="dark")
    page.goto("/")
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")


def test_script_can_be_switched_off(page_without_script: Page) -> None:
    page_without_script.goto("/")
    assert page_without_script.get_by_role("heading", level=1).is_visible()


def test_console_messages_are_recorded(page: Page, watch: Watch) -> None:
    page.goto("/")
    with page.expect_console_message(lambda message: "on fire" in message.text):
        page.evaluate("console.error('the table is on fire')")
    assert any("the table is on fire" in complaint for complaint in watch.unexpected())
    watch.allow("on fire")


def test_policy_violations_are_recorded(page: Page, watch: Watch) -> None:
    page.goto("/")
    with page.expect_console_message(lambda message: "Security Policy" in message.text):
        page.evaluate("document.body.setAttribute('style', 'color: red')")
    assert any("Content Security Policy" in complaint for complaint in watch.unexpected())
    watch.allow("Content Security Policy")


def test_requests_to_other_hosts_are_recorded(page: Page, watch: Watch) -> None:
    page.goto("/")
    with page.expect_request("http://elsewhere.invalid/*"):
        page.evaluate("new Image().src = 'http://elsewhere.invalid/x.png'")
    assert any("elsewhere.invalid" in complaint for complaint in watch.unexpected())
    watch.allow("elsewhere")
    watch.allow("ERR_|Content Security Policy")


def test_axe_finds_a_picture_without_words(page: Page) -> None:
    page.goto("/")
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    assert any(line.startswith("image-alt") for line in axe(page))


def test_tap_just_above_the_bar_moves_nothing_on_its_side(open_phone: Callable[..., Page]) -> None:
    """The browser keeps a field that is tapped away from the edge of the page."""
    page = open_phone(**{**PHONE, "viewport": {"width": 844, "height": 390}})
    page.goto("/games/new")
    wait_for_script(page)
    field = page.locator("#name-4")
    page.evaluate(ABOVE_THE_BAR, "#name-4")
    before = field.bounding_box()
    field.tap()
    expect(field).to_be_focused()
    assert field.bounding_box() == before
