"""The end of a round on a phone: visible fields, size of keys, and the pad of card values."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import PHONE, REVIEW, begin_game, save_round, send, wait_for_script
from tests.browser.test_standings import EIGHT
from tests.browser.thumb import slides_sideways

CARD = '.keypad [data-worth="{}"]'
TARGET = 44
FOUR = ("Ann", "Ben", "Cleo", "Dan")


def boxes(page: Page, selector: str) -> list[dict[str, float]]:
    """Return the boxes of the visible elements, in the order of the page."""
    found = [shown.bounding_box() for shown in page.locator(selector).all() if shown.is_visible()]
    return [dict(box) for box in found if box is not None]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.locator(f'.keypad [data-key="{key}"]:visible').tap()
    if "cards" in keys:
        expect(page.locator(".keys-cards")).to_be_visible()


def to_the_points(page: Page, system: str = "jamaican") -> None:
    """Open the end of a round of five that Ben won; the first field is being typed in."""
    page.goto(f"{begin_game(page, system)}/round?winner=2")
    wait_for_script(page)
    expect(page.locator(".keypad")).to_be_visible()


def test_five_fields_and_the_keypad_are_in_sight(page: Page) -> None:
    to_the_points(page)
    lines, [keypad] = boxes(page, ".hand-left"), boxes(page, ".keypad")
    assert page.evaluate("scrollY") == 0
    assert len(lines) == 5
    assert all(line["y"] + line["height"] <= keypad["y"] + 1 for line in lines)
    assert keypad["y"] + keypad["height"] <= PHONE["viewport"]["height"]
    assert {box["width"] for box in boxes(page, ".points-input")} == {72}
    sizes = "all => [...new Set(all.map((one) => getComputedStyle(one).fontSize))]"
    assert page.locator(".points-input").evaluate_all(sizes) == ["28px"]


@pytest.mark.parametrize("system", ["jamaican", "kooky"])
def test_five_fields_and_every_card_value_are_in_sight(page: Page, system: str) -> None:
    to_the_points(page, system)
    press(page, "cards")
    lines, tiles = boxes(page, ".hand-left"), boxes(page, ".keys-cards .key")
    assert page.evaluate("scrollY") == 0
    assert len(lines) == 5
    assert len(tiles) >= 14
    assert max(line["y"] + line["height"] for line in lines) <= min(tile["y"] for tile in tiles) + 1
    assert max(tile["y"] + tile["height"] for tile in tiles) <= PHONE["viewport"]["height"]


@pytest.mark.parametrize("keys", ["digits", "cards"])
def test_keys_are_large_on_a_small_screen(open_phone: Callable[..., Page], keys: str) -> None:
    page = open_phone(**{**PHONE, "viewport": {"width": 320, "height": 640}})
    to_the_points(page)
    press(page, keys)
    expect(page.locator(f".keys-{keys}")).to_be_visible()
    all_keys = boxes(page, f".keys-{keys} .key")
    assert len(all_keys) > 13
    assert min(min(key["width"], key["height"]) for key in all_keys) >= TARGET
    assert not slides_sideways(page)


def test_eight_long_names_are_whole_above_the_keypad(page: Page) -> None:
    page.goto(f"{begin_game(page, names=EIGHT)}/round?winner=3")
    wait_for_script(page)
    lines, [keypad] = boxes(page, ".hand-left"), boxes(page, ".keypad")
    assert len(lines) == 8
    assert all(line["y"] + line["height"] <= keypad["y"] + 1 for line in lines)
    for name in page.locator(".hand-left .points > label").all():
        assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), name.inner_text()
    heights = {round(line["height"]) for line in lines}
    assert len(heights) == 1  # the lit line is as high as the others
    lit = page.locator(".hand-left:has(.points-now)")
    lit.locator(".hand-more > summary").tap()
    expect(page.locator("#hands-0-overcalls")).to_be_visible()
    assert not accessibility_faults(page)


def test_recorded_overcall_is_a_word_on_its_line(page: Page) -> None:
    game = begin_game(page, "jamaican")
    for base in range(1, 5):
        send(page, f"{game}/calls", [("player", "1"), ("insist", "1"), ("base", str(base))])
    page.goto(game)  # shows what the calls confirmed
    page.goto(f"{game}/round?winner=2")
    wait_for_script(page)
    expect(page.locator(".hand-more[open]")).to_have_count(0)
    notes = page.locator(".hand-left").first.locator(".hand-notes")
    expect(notes).to_be_visible()
    expect(notes).to_have_text("Overcall")
    lines, [keypad] = boxes(page, ".hand-left"), boxes(page, ".keypad")
    assert len(lines) == 5
    assert all(line["y"] + line["height"] <= keypad["y"] + 1 for line in lines)
    page.locator(".hand-more > summary").first.tap()
    page.get_by_role("button", name="One more").first.tap()
    page.locator("#hands-0-false_lays").fill("1")
    page.locator(".hand-more > summary").first.tap()
    expect(notes).to_contain_text("2 overcalls")
    expect(notes).to_contain_text("False lay")


@pytest.mark.parametrize("width", [320, 390])
def test_penalties_are_whole_on_a_narrow_line(open_phone: Callable[..., Page], width: int) -> None:
    page = open_phone(**{**PHONE, "viewport": {"width": width, "height": 844}})
    game = begin_game(page, "jamaican")
    for base in range(1, 5):
        send(page, f"{game}/calls", [("player", "1"), ("insist", "1"), ("base", str(base))])
    melds = "7H 7D 7C / KH KC * / 4D 4S 4C"
    send(page, f"{game}/check", [("player", "1"), ("cards", melds), ("word", "y"), ("base", "5")])
    page.goto(game)  # shows what the calls and the lay confirmed
    page.goto(f"{game}/round?winner=2")
    wait_for_script(page)
    page.locator(".hand-more > summary").first.tap()
    page.locator("#hands-0-false_lays").fill("2")
    page.locator(".hand-more > summary").first.tap()
    line = page.locator(".hand-left").first
    notes, label = line.locator(".hand-notes"), line.locator(".points > label")
    expect(notes.locator("span:not(:empty)")).to_have_text(
        ["laid while barred", "Overcall", "2 false lays"]
    )
    assert notes.evaluate("one => one.scrollWidth <= one.clientWidth")
    inside, words, name = (found.bounding_box() for found in (line, notes, label))
    assert name["y"] + name["height"] <= words["y"] + 1
    assert words["y"] + words["height"] <= inside["y"] + inside["height"]
    assert not slides_sideways(page)


def test_place_and_total_follow_what_is_typed(page: Page) -> None:
    to_the_points(page)
    lines = page.locator(".hand-left")
    height = lines.first.bounding_box()["height"]
    expect(lines.nth(1).locator(".hand-place")).to_have_text("leads")
    press(page, "3", "0")
    expect(lines.first.locator(".hand-new")).to_have_text("30")
    expect(lines.first.locator(".hand-place")).to_have_text("▼ Place 5")
    expect(page.locator(".keypad-of")).to_have_text("1 of 4")
    assert lines.first.bounding_box()["height"] == height
    next_key = page.locator('.keypad [data-key="next"]:visible')
    expect(next_key).to_have_accessible_name("Next Cleo")
    assert next_key.locator(".mark").count() == 1
    for points in ("1", "2", "3"):
        press(page, "next", points)
    expect(next_key).to_have_text("Check")
    assert not accessibility_faults(page)


def test_tap_on_a_part_of_a_sum_takes_it_back(page: Page) -> None:
    to_the_points(page)
    press(page, "9", "+", "8", "+", "7")
    page.locator(".keypad-value button", has_text="8").tap()
    expect(page.locator("#hands-0-points")).to_have_value("9+7")
    expect(page.locator(".keypad-value i")).to_have_text(["9", "7"])
    expect(page.locator(".keypad")).to_be_visible()


def test_card_values_add_up_and_a_badge_removes_one(page: Page) -> None:
    to_the_points(page)
    press(page, "cards")
    for card in ("10", "J Q K", "J Q K", "*"):
        page.locator(CARD.format(card)).tap()
    ann = page.locator("#hands-0-points")
    expect(ann).to_have_value("10+10+10+50")
    expect(page.locator("#hands-0-points + output")).to_have_text("80")
    assert not accessibility_faults(page)
    page.get_by_role("button", name="One less: J Q K").tap()
    expect(ann).to_have_value("10+10+50")
    page.locator(CARD.format("A")).first.tap()
    expect(ann).to_have_value("10+10+50+15")
    page.reload()
    expect(ann).to_have_value("10+10+50+15")


def test_keys_of_card_values_are_in_one_place_in_every_game(page: Page) -> None:
    places = []
    for system in ("jamaican", "kalooki40", "kooky"):
        page.goto(f"{begin_game(page, system, names=FOUR)}/round?winner=2")
        press(page, "cards")
        keys = [page.locator(CARD.format(card)) for card in ("2", "10", "*")]
        keys += [page.locator(f'.keys-cards [data-key="{key}"]') for key in ("erase", "next")]
        places.append([key.bounding_box() for key in keys])
    assert places[0] == places[1] == places[2]


def test_screen_readers_hear_whose_points_and_which_card(page: Page) -> None:
    to_the_points(page)
    ann = page.get_by_role("textbox", name="Ann", exact=True)
    expect(ann).to_have_attribute("aria-description", "points left")
    press(page, "cards")
    page.locator(CARD.format("A")).first.tap()
    page.locator(CARD.format("A")).first.tap()
    aces = page.locator(CARD.format("A")).first
    expect(aces).to_have_accessible_name("A 15")
    expect(aces).to_have_accessible_description("Ace of spades or clubs, 2 taken")
    expect(page.locator(".hand-new").first).to_have_accessible_name("new total 30")


def test_erase_takes_back_the_last_card(page: Page) -> None:
    to_the_points(page)
    press(page, "cards")
    page.locator(CARD.format("J Q K")).tap()
    page.locator(CARD.format("A")).first.tap()
    ann = page.locator("#hands-0-points")
    expect(ann).to_have_value("10+15")
    erase = page.locator(".keys-cards").get_by_role("button", name="Erase")
    erase.tap()
    expect(ann).to_have_value("10")
    expect(page.get_by_role("button", name="One less: A")).to_have_count(0)
    expect(page.get_by_role("button", name="One less: J Q K")).to_be_visible()
    erase.tap()
    expect(ann).to_have_value("")
    press(page, "digits")
    for key in "12":
        press(page, key)
    press(page, "erase")
    expect(ann).to_have_value("1")


def test_number_typed_with_a_blank_is_refused_at_the_field(page: Page) -> None:
    to_the_points(page)
    ann = page.locator("#hands-0-points")
    ann.fill("10 5")
    total = page.locator(".hand-new").first
    expect(total).to_have_text("0")
    ann.fill("１０ + 5")
    expect(total).to_have_text("15")
    ann.fill("10 5")
    ann.press("Escape")
    page.locator(REVIEW).tap()
    expect(page.locator(".error-summary")).to_contain_text("such as 10+10+15")
    expect(ann).to_have_value("10 5")


def hands_say(page: Page) -> dict[str, str]:
    """Return the total of each player's line, and who leads by it."""
    lines = page.locator(".hand-left").all()
    return {
        str(line.get_attribute("aria-label")): line.locator(".hand-new").inner_text()
        + (" leads" if line.locator(".hand-place").inner_text().endswith("leads") else "")
        for line in lines
    }


@pytest.mark.parametrize("system", ["caribbean", "jamaican", "kooky"])
def test_lines_have_the_totals_of_the_review(page: Page, system: str) -> None:
    """Ann has 100 and goes out, which takes off 50 in Caribbean; Ben has 60 and is left with 20."""
    game = begin_game(page, system, ("Ann", "Ben", "Cleo"))
    save_round(page, game, 1, (100, 60, 0), winner=3)
    page.goto(f"{game}/round?winner=1")
    wait_for_script(page)
    if system == "caribbean":
        page.get_by_role("checkbox", name="Cleo").check()
    page.locator("#hands-2-points").fill("90")
    page.locator("#hands-1-points").fill("20")
    page.locator(".hand-more summary").nth(1).tap()
    page.locator("#hands-1-false_lays").fill("1")
    page.locator("#hands-1-fine").fill("−5")
    said = hands_say(page)
    page.locator(REVIEW).tap()
    lines = page.locator(".review-line:visible")
    expect(lines).to_have_count(3)
    for line in lines.all():
        name = line.locator("strong").inner_text()
        assert line.locator(".review-total").inner_text().split()[-1] == said[name].split()[0]
    if system == "caribbean":
        assert said == {"Ann": "50 leads", "Ben": "75", "Cleo": "90"}


def test_stepper_counts_from_what_is_typed(page: Page) -> None:
    to_the_points(page)
    page.locator(".hand-more summary").first.tap()
    overcalls = page.locator("#hands-0-overcalls")
    more = page.get_by_role("button", name="One more").first
    overcalls.fill("３")
    more.tap()
    expect(overcalls).to_have_value("4")
    page.get_by_role("button", name="One less").first.tap()
    expect(overcalls).to_have_value("3")
    overcalls.fill("20")
    more.tap()
    expect(overcalls).to_have_value("20")


@pytest.mark.parametrize(
    ("system", "aces"), [("jamaican", ["15", "1"]), ("kooky", ["15", "10", "5", "0"])]
)
def test_card_values_are_the_games_own(page: Page, system: str, aces: list[str]) -> None:
    to_the_points(page, system)
    press(page, "cards")
    expect(page.locator(f"{CARD.format('A')} small")).to_have_text(aces)
