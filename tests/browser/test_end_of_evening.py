"""The end of a game on a phone: its first screen, the race again, a card for everybody."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from kalooki_ref.rules.house_text import house_text
from tests.browser.axe import axe
from tests.browser.phone import (
    begin_game,
    end_game,
    save_round,
    send,
    wait_for,
    wait_for_script,
)
from tests.browser.screens import LARGEST, PEOPLE
from tests.browser.thumb import broken_words, slides_sideways, small_targets

FIVE = ("Mina", "Theo", "Rose", "Winston", "Jo")
EIGHT = tuple(f"{name}berta the {number}th" for number, name in enumerate("ABCDEFGH", 1))
SIZE = "image => image.decode().then(() => [image.naturalWidth, image.naturalHeight])"
NO_SHARING = "Object.defineProperty(navigator, 'share', { value: undefined })"
NOTE_TEXTS = """
const { fillText } = CanvasRenderingContext2D.prototype;
window.texts = [];
CanvasRenderingContext2D.prototype.fillText = function note(text, x, y, ...more) {
  texts.push({ text, x, y, size: parseInt(this.font.match(/(\\d+)px/)[1], 10) });
  fillText.call(this, text, x, y, ...more);
};"""
SIGNATURES = "all => all.map((one) => one.dataset.signature)"
LINE = "line => line.getAttribute('points').split(' ').length"
WINNER = ".is-first > polyline"


def finished(
    page: Page, names: tuple[str, ...] = FIVE, rounds: int = 3, system: str = "jamaican"
) -> str:
    """Play rounds that different people win, and end the game; return its URL."""
    game = begin_game(page, system, names=names)
    for base in range(1, rounds + 1):
        points = [10 * base + 3 * seat for seat in range(len(names))]
        save_round(page, game, base, points, winner=1 + base % 3, bent=base == 2)
    end_game(page, game, rounds + 1)
    page.goto(game)  # with what was said of each save
    page.goto(game)
    return game


def replay(page: Page) -> None:
    wait_for_script(page)
    page.locator("[data-replay-now]").tap()


def in_sight(page: Page, part: Locator) -> bool:
    box, bar = part.bounding_box(), page.locator("footer").bounding_box()
    assert box is not None
    assert bar is not None
    return box["y"] + box["height"] <= bar["y"] + 1


def test_story_podium_and_race_are_in_the_first_screen(page: Page) -> None:
    finished(page)
    for part in (".over-story", ".podium", ".felt-race", "[data-replay-now]"):
        assert in_sight(page, page.locator(part)), part


def test_share_and_print_are_under_the_thumb(page: Page) -> None:
    finished(page)
    bar = page.locator("footer")
    expect(bar.get_by_role("button", name="Share")).to_be_in_viewport()
    expect(bar.get_by_role("link", name="Print")).to_be_in_viewport()
    heights = bar.locator("a, button").evaluate_all("all => all.map((one) => one.offsetHeight)")
    assert min(heights) >= 52
    assert bar.bounding_box()["height"] <= 84 + 1


def test_replay_draws_the_race_round_by_round(page: Page) -> None:
    page.clock.install()
    finished(page)
    points = page.locator(WINNER).get_attribute("points")
    wait_for_script(page)
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    page.locator("[data-replay-now]").tap()
    page.clock.run_for(450)
    expect(page.locator("[data-replay]")).to_have_class("felt-race is-replaying")
    assert page.locator(WINNER).evaluate(LINE) == 3
    page.clock.run_for(900)
    expect(page.locator("[data-replay]")).to_have_class("felt-race")
    assert page.locator(WINNER).get_attribute("points") == points


def test_tap_stops_the_replay(page: Page) -> None:
    page.clock.install()
    finished(page)
    points = page.locator(WINNER).get_attribute("points")
    replay(page)
    page.clock.run_for(450)
    page.locator(".felt-race > svg").tap()
    assert page.locator(WINNER).get_attribute("points") == points


def test_replay_steps_by_taps_where_less_motion_is_wanted(page: Page) -> None:
    page.emulate_media(reduced_motion="reduce")
    finished(page)
    points = page.locator(WINNER).get_attribute("points")
    for rounds in (1, 2, 3):
        replay(page)
        assert page.locator(WINNER).evaluate(LINE) == rounds + 2
    page.locator("[data-replay-now]").tap()
    assert page.locator(WINNER).get_attribute("points") == points


def test_cards_are_swiped_and_the_bar_follows(page: Page) -> None:
    game = finished(page)
    page.locator(".tiny-card").nth(1).tap()
    page.wait_for_url("**/cards#card-2")
    second = page.locator("#card-2")
    expect(second).to_be_in_viewport(ratio=0.9)
    name = (second.locator(".awardee > span").text_content() or "").strip().partition(",")[0]
    expect(page.locator("footer").get_by_role("button", name=f"{name}’s card")).to_be_visible()
    page.goto(f"{game}/cards")
    page.locator(".award-dots > a").last.tap()
    expect(page.locator("#card-5")).to_be_in_viewport(ratio=0.9)
    expect(page.locator(".award-dots > a").last).to_have_attribute("aria-current", "true")


def test_cards_are_shared_alone_and_together(open_phone: Callable[..., Page]) -> None:
    page = open_phone()
    page.add_init_script(NO_SHARING)
    game = finished(page)
    page.goto(f"{game}/cards")
    for what, lines in (("cards", 6), ("card-1", 2)):
        page.locator(f'[data-share-now="{what}"]').tap()
        wait_for(
            page, f"document.querySelector('.share-picture')?.alt.split('\\n').length === {lines}"
        )
        assert page.locator(".share-picture").evaluate(SIZE) == [1080, 1350]


@pytest.mark.parametrize("many", [9, 11])
def test_no_sentence_of_the_picture_of_all_runs_into_a_signature(
    open_phone: Callable[..., Page], many: int
) -> None:
    page = open_phone()
    page.add_init_script(NOTE_TEXTS + NO_SHARING)
    system = send(page, f"/house-rules/{house_text(LARGEST)}/play", []).partition("system=")[2]
    page.goto(f"{finished(page, PEOPLE[:many], system=system)}/cards")
    signatures = page.locator("[data-signature]").evaluate_all(SIGNATURES)
    page.locator('[data-share-now="cards"]').tap()
    expect(page.locator(".share-picture")).to_be_visible()
    above, signed = [], 0
    for line in page.evaluate("texts"):
        if line["text"] not in signatures:
            above += [line] if line["x"] == 0 else []  # a title or a sentence
            continue
        signed += 1
        top = line["y"] - 0.75 * line["size"]  # of the capitals
        assert above
        assert not [each["text"] for each in above if each["y"] > top], line["text"]
        above = []
    assert signed == many


def test_undone_entry_is_restored_from_the_end_of_the_game(open_phone: Callable[..., Page]) -> None:
    for locale, restore in (("en-GB", "Restore"), ("es-ES", "Restaurar"), ("it-IT", "Ripristina")):
        page = open_phone(locale=locale)
        game = finished(page, rounds=1)
        send(page, f"{game}/players/1/name", [("name", "Minnie"), ("base", "3")])
        page.goto(game)
        page.set_viewport_size({"width": 320, "height": 568})
        page.locator(".undo-button").tap()
        button = page.get_by_role("button", name=restore)
        expect(button).to_be_in_viewport(ratio=1)
        expect(page.locator("footer").get_by_role("button").last).to_be_in_viewport(ratio=1)
        assert not slides_sideways(page)
        assert not small_targets(page)
        assert not broken_words(page)
        button.tap()
        expect(page.locator("main")).to_contain_text("Minnie")
        expect(button).to_have_count(0)


def test_cards_are_read_without_script(open_phone: Callable[..., Page]) -> None:
    page = open_phone(script=False)
    game = finished(page)
    page.goto(f"{game}/cards")
    expect(page.locator("#card-1 h2")).to_be_visible()
    expect(page.locator("[data-share-now]").first).to_be_hidden()
    page.locator("summary", has_text="As text").tap()
    assert "Mina: " in page.locator("#share-text").input_value()


@pytest.mark.parametrize("locale", ["en-GB", "es-ES", "it-IT"])
def test_no_word_of_the_end_is_broken(open_phone: Callable[..., Page], locale: str) -> None:
    page = open_phone(locale=locale)
    game = finished(page)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for address in (game, f"{game}/cards"):
            page.goto(address)
            assert not broken_words(page), address


def test_eight_cards_on_a_small_phone(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    game = finished(page, EIGHT)
    for address in (game, f"{game}/cards"):
        page.goto(address)
        assert not slides_sideways(page)
        assert not small_targets(page)
        assert not axe(page)
