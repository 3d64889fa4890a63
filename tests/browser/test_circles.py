"""Circles by taps: made out of old games, two spellings joined and taken apart, every page."""

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.axe import accessibility_faults
from tests.browser.phone import begin_game, forget_taps, save_round, send
from tests.browser.test_every_page import SIZES, misfits, without_script
from tests.browser.thumb import small_targets

EVENINGS = (
    ("Ann", "Bob", "Cleo"),
    ("Ann", "Bob", "Cleo"),
    ("Ann", "Bob", "Cleo"),
    ("Ann", "Bobby", "Cleo"),
)


def played(page: Page) -> None:
    """Play four games, the last one with Bob as Bobby."""
    for names in EVENINGS:
        game = begin_game(page, names=names)
        save_round(page, game, 1, (0, 10, 20))
        send(page, f"{urlsplit(game).path}/end", [("base", "2")])


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
    yield "./circles/new"
    yield f"{circle}/seasons/new"
    page.goto(f"{circle}/seasons/new")
    page.get_by_label("Name").fill("Autumn season")
    page.get_by_role("button", name="Save").tap()
    expect(page.get_by_text("Ann leads")).to_be_visible()
    season = urlsplit(page.url).path
    yield from (season, f"{season}/print", f"{season}/edit", f"{circle}/seasons")


def test_circle_is_made_and_two_spellings_are_joined_and_taken_apart(page: Page) -> None:
    played(page)
    circle = make_circle(page)
    forget_taps(page.context)
    page.get_by_role("link", name="4 people").tap()
    expect(page.get_by_text("One person?")).to_be_visible()
    page.get_by_role("button", name="They’re one").tap()
    expect(page.get_by_text("Bobby is Bob now.")).to_be_visible()
    expect(page.get_by_text("Written as")).to_be_visible()
    page.get_by_role("button", name="Take apart Bobby").tap()
    expect(page.get_by_text("Bobby and Bob are two people now.")).to_be_visible()
    page.goto(f"{circle}/people")
    assert page.locator(".place-name").count() == 4
    page.get_by_role("link", name="Ann").tap()
    page.get_by_role("link", name="of 4 games won").tap()
    expect(page.get_by_text("Ann: Games won")).to_be_visible()


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
