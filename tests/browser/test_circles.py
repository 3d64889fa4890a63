"""Circles by taps: made out of old games, two spellings joined and taken apart, every page."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import (
    START,
    Watch,
    begin_game,
    end_game,
    forget_taps,
    save_round,
    wait_for_script,
)
from tests.browser.test_every_page import SIZES, misfits, without_script
from tests.browser.thumb import slides_sideways, small_targets

EVENINGS = (
    ("Ann", "Bob", "Cleo"),
    ("Ann", "Bob", "Cleo"),
    ("Ann", "Bob", "Cleo"),
    ("Ann", "Bobby", "Cleo"),
)
LONG_NAMES = ("Ann", "Massimilianogiuseppe Alessandrovich", "Wolfeschlegelsteinhausenbergerdorff")
# Lines in which the words reach into the result beside them, or the result wraps.
CROWDED = """() => [...document.querySelectorAll('.lines .number')].filter(number => {
  const [words, result] = [number.previousElementSibling, number].map(element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return [...range.getClientRects()]
  })
  const right = Math.max(...words.map(box => box.right))
  return right > result[0].left || new Set(result.map(box => box.top)).size > 1
}).map(number => number.parentElement.innerText)"""


def played(page: Page) -> None:
    """Play four games, the last one with Bob as Bobby."""
    for names in EVENINGS:
        game = begin_game(page, names=names)
        save_round(page, game, 1, (0, 10, 20))
        end_game(page, game, 2)


def make_circle(page: Page) -> str:
    """Make a circle of all four games by the offer on the first page; return its address."""
    page.goto("./")
    page.get_by_text("You 3 have played 3 times").tap()
    page.get_by_label("Name").fill("Sunday cousins")
    page.get_by_text("Ann, Bobby, Cleo").tap()
    page.get_by_role("button", name="Keep together").tap()
    expect(page.get_by_role("heading", name="Ann is ahead")).to_be_visible()
    return urlsplit(page.url).path


def pages(page: Page, circle: str) -> Iterator[str]:
    """Yield the address of every page of a circle."""
    for part in (
        "",
        "/people",
        "/evenings",
        "/games",
        "/records",
        "/counting",
        "/add",
        "/settings",
        "/delete",
    ):
        yield circle + part
    page.goto(f"{circle}/people")
    page.get_by_role("link", name="Ann").tap()
    yield page.url
    page.get_by_role("link", name="Cleo").tap()
    yield page.url
    page.goto(f"{circle}/evenings")
    page.locator(".lines a").first.tap()
    expect(page.get_by_text("Head to head")).to_be_visible()
    yield page.url
    yield "./circles/new"
    yield f"{circle}/seasons/new"
    begin_season(page, circle)
    season = urlsplit(page.url).path
    yield from (season, f"{season}/print", f"{season}/edit", f"{circle}/seasons")
    page.goto(season)
    page.get_by_role("link", name="Records").last.tap()
    expect(page.get_by_text("Sunday cousins · Autumn season")).to_be_visible()
    yield page.url


def join_the_bobs(page: Page, circle: str) -> None:
    """Say that Bobby is Bob, on the page of the circle's people."""
    page.goto(f"{circle}/people")
    expect(page.get_by_text("One person?")).to_be_visible()
    page.get_by_role("button", name="They’re one").tap()
    expect(page.get_by_text("Bobby is Bob now.")).to_be_visible()


def take_the_bobs_apart(page: Page) -> None:
    """Take Bobby apart from Bob, on Bob's page."""
    expect(page.get_by_text("Written as")).to_be_visible()
    page.get_by_role("button", name="Take apart Bobby").tap()
    expect(page.get_by_text("Bobby and Bob are two people now.")).to_be_visible()


def begin_season(page: Page, circle: str) -> None:
    """Make a season of this year, from the page of the circle."""
    page.goto(circle)
    page.get_by_role("link", name="Seasons").first.tap()
    page.get_by_role("link", name="New season").tap()
    page.get_by_label("Name").fill("Autumn season")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Ann leads")).to_be_visible()


def give_a_new_address(page: Page, circle: str) -> str:
    """Replace the address that changes the circle; return the new one."""
    page.goto(f"{circle}/settings")
    page.get_by_role("button", name="New address that changes it").tap()
    expect(page.get_by_text("The old address leads nowhere now.")).to_be_visible()
    new = urlsplit(page.url).path.removesuffix("/settings")
    assert new != circle
    return new


def look_at_a_pair(page: Page, circle: str) -> None:
    """Look at a person, the games of a figure, and a pair, by taps."""
    page.goto(f"{circle}/people")
    page.get_by_role("link", name="Ann").tap()
    page.get_by_role("link", name="4 of 4 games won", exact=True).tap()
    expect(page.get_by_text("Ann: Games won")).to_be_visible()
    page.go_back()
    page.get_by_role("link", name="Cleo").tap()
    expect(page.get_by_text("4 : 0")).to_be_visible()


def look_at_a_season(page: Page, circle: str) -> None:
    """Look at a season's records, the evening of one, and a person in that season, by taps."""
    page.goto(circle)
    page.get_by_role("link", name="Autumn season").tap()
    expect(page.get_by_text("· Autumn season")).to_be_visible()
    page.get_by_role("link", name="Records").first.tap()
    expect(page.get_by_text("Sunday cousins · Autumn season")).to_be_visible()
    page.get_by_role("link", name="Most points in a round").tap()
    expect(page.get_by_role("heading", name="Ann is ahead")).to_be_visible()
    expect(page.get_by_text("Ann against Cleo")).to_be_visible()
    page.get_by_role("link", name="Ann against Cleo").tap()
    expect(page.get_by_text("4 : 0")).to_be_visible()


def test_circle_is_made_and_two_spellings_are_joined_and_taken_apart(page: Page) -> None:
    played(page)
    circle = make_circle(page)
    forget_taps(page.context)
    join_the_bobs(page, circle)
    take_the_bobs_apart(page)
    page.goto(f"{circle}/people")
    assert page.locator(".place-name").count() == 4
    look_at_a_pair(page, circle)
    begin_season(page, circle)
    assert page.locator(".league-line").count() == 4
    look_at_a_season(page, circle)


def test_phone_on_an_old_address_is_told_so(
    page: Page, open_phone: Callable[..., Page], watch: Watch
) -> None:
    """Another phone has the circle open, and the form of an evening in it, at the old address."""
    watch.allow("status of 404 ")
    played(page)
    circle = make_circle(page)
    other = open_phone()
    other.goto(circle)
    form = other.context.new_page()
    form.goto(circle)
    form.get_by_role("link", name="Start an evening").tap()
    expect(form.get_by_text("An evening of Sunday cousins")).to_be_visible()
    new = give_a_new_address(page, circle)
    other.get_by_role("link", name="4 people").tap()
    expect(other.get_by_text("Ask for the new address.")).to_be_visible()
    form.locator(START).tap()
    expect(form.get_by_text("This game is in no circle")).to_be_visible()
    other.goto(new)
    expect(other.get_by_text("4 people")).to_be_visible()
    page.goto("./")
    page.get_by_role("link", name="Sunday cousins").tap()
    expect(page.get_by_text("4 people")).to_be_visible()


def test_page_of_a_circle_looks_again_when_it_is_shown(page: Page) -> None:
    played(page)
    circle = make_circle(page)
    other = page.context.new_page()
    other.goto(circle)
    wait_for_script(other)
    expect(other.get_by_text("4 people")).to_be_visible()
    join_the_bobs(page, circle)
    other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(other.get_by_text("3 people")).to_be_visible()


def test_results_of_long_names_are_in_one_line_on_the_page(page: Page) -> None:
    """The lines of an evening, head to head, and those of a person against others."""
    for _game in range(3):
        game = begin_game(page, names=LONG_NAMES)
        save_round(page, game, 1, (0, 10, 20))
        end_game(page, game, 2)
    page.goto("./circles/new")
    page.get_by_label("Name").fill("Sunday cousins")
    page.get_by_role("button", name="Keep together").tap()
    page.get_by_role("heading", name="Ann is ahead").wait_for()
    circle = urlsplit(page.url).path
    for part, lines in (("evenings", 3), ("people", 2)):
        page.goto(f"{circle}/{part}")
        page.locator(".lines a, .place").first.tap()
        results = page.locator(".lines .number")
        expect(results).to_have_count(lines)
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            assert not slides_sideways(page)
            assert page.evaluate(CROWDED) == []


def test_pages_of_a_circle_are_accessible_and_fit(
    page: Page, open_phone: Callable[..., Page]
) -> None:
    played(page)
    circle = make_circle(page)
    plain = open_phone(service_workers="block", reduced_motion="reduce")
    plain.context.add_cookies(page.context.cookies())
    plain.route("**/*.js*", without_script)
    wrong: dict[str, list[str]] = {}
    for address in [*pages(page, circle)]:
        plain.set_viewport_size({"width": 390, "height": 844})
        assert plain.goto(address).status == 200
        wrong[address] = [*accessibility_faults(plain), *small_targets(plain)]
        for size in SIZES:
            found = misfits(plain, *size)
            # The address itself may break anywhere.
            wrong[f"{address} {size}"] = [one for one in found if one not in circle]
    assert not "\n".join(f"{where}: {found}" for where, found in wrong.items() if found)
