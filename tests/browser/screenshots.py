"""`make screenshots`: takes the pictures of README and docs, with the demo games."""

import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from kalooki_ref.cli.demo import make_games
from kalooki_ref.cli.demo_games import TONIGHT
from kalooki_ref.cli.demo_season import KEY as SEASON
from kalooki_ref.cli.demo_season import NAME
from tests.browser import chromium, four_phones
from tests.browser.phone import PHONE, QUIET, REVIEW, SAVE_MELDS, forget_taps, labelled_like
from tests.browser.webp import FOLDER, INSTALL, save_webp
from tests.server import running

# Address shown in the pictures; there is no QR code for localhost.
HOME = "192.168.1.20"
CAMERA: dict[str, Any] = {**PHONE, "device_scale_factor": 2, "reduced_motion": "reduce"}
SMALL: dict[str, Any] = {**CAMERA, "device_scale_factor": 1}
TABLET: dict[str, Any] = {**SMALL, "viewport": {"width": 1280, "height": 800}}
A4: dict[str, Any] = {"viewport": {"width": 794, "height": 1123}, "device_scale_factor": 1.25}
# Timeout in milliseconds.
PATIENCE = 20_000
# Milliseconds for a page to react to typing and finish its animations.
SETTLED = 600
LAY = "player=2&cards=4H+5H+6H+7H+/+9S+10S+*+QS+/+2D+3D+4D+5D"
INTO_VIEW = "element => element.scrollIntoView()"
# The printer's margin.
MARGIN = "body { padding: 12mm }"
TODAY = "/today?day=2026-11-27&cards=3S+3H+3D+/+7H+7C&at=1"
HAND = "7H+7D+7S+9S+9C+*+4D+5D+6D+7D+KC+2H"


@dataclass(frozen=True, slots=True)
class Evenings:
    """The URLs of the two games and the circle, and the storage of the phone that has them."""

    over: str
    tonight: str
    circle: str
    phone: Any


def as_it_opens(page: Page) -> None:
    """No preparation."""


def names_typed(page: Page) -> None:
    for line, name in enumerate(TONIGHT, 1):
        page.locator(f"#name-{line}").fill(name)
    page.wait_for_timeout(SETTLED)


def lay_written(page: Page) -> None:
    page.locator(SAVE_MELDS).tap()
    page.wait_for_url("**/g/*/board")
    page.goto(page.url)


def plan_seen(page: Page) -> None:
    page.locator("#plan").scroll_into_view_if_needed()
    page.wait_for_timeout(SETTLED)


def person_opened(page: Page) -> None:
    page.locator(".circle-table a").first.tap()
    page.wait_for_url("**/people/*")
    page.wait_for_timeout(SETTLED)


def come_to_rest(page: Page) -> None:
    page.wait_for_timeout(SETTLED)


def switches_opened(page: Page) -> None:
    page.get_by_label("Name of your rules").fill("Sunday rules")
    page.locator("summary", has_text="Jokers in a meld").tap()
    page.locator('select[name="jokers_side_by_side"]').select_option("no")
    page.locator("summary", has_text="Jokers in a meld").evaluate(INTO_VIEW)
    page.wait_for_timeout(SETTLED)


def points_typed(page: Page) -> None:
    typed_in(page, {"Winston": "42", "Mina": "8", "Theo": "10+10+15"})


def round_added_up(page: Page) -> None:
    typed_in(page, {"Mina": "8", "Theo": "10+10+15", "Winston": "42", "Jo": "27"})
    page.keyboard.press("Escape")
    labelled_like(page, REVIEW).tap()
    page.get_by_role("radio", name="Yes").check()
    page.wait_for_timeout(SETTLED)


def typed_in(page: Page, points: dict[str, str]) -> None:
    """Type points on the keypad, for one player after the other."""
    for name, signs in points.items():
        field = page.get_by_role("textbox", name=name, exact=True)
        field.fill("")
        field.evaluate("field => field.focus()")
        for sign in signs:
            page.locator(f'.keypad [data-key="{sign}"]').tap()
    page.wait_for_timeout(SETTLED)


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its file name, URL, theme, and preparation."""

    name: str
    address: str
    colour: str = "light"
    before: Callable[[Page], None] = as_it_opens
    camera: dict[str, Any] = field(default_factory=lambda: CAMERA)


SHOTS = (
    Shot("home", "/"),
    Shot("new-game", "/games/new", before=names_typed),
    Shot("table-dark", "{tonight}", colour="dark"),
    Shot("round", "{tonight}/round?winner=3", before=points_typed),
    Shot("scores", "{tonight}/round?winner=3", before=round_added_up),
    Shot("standings", "{over}/standings"),
    Shot("standings-dark", "{over}/standings", colour="dark"),
    Shot("check", "/check?system=standard&cards=7H+8H+*+*"),
    Shot("check-dark", "/check?system=standard&cards=7H+8H+*+*", colour="dark"),
    Shot("advice", f"/advice?system=jamaican&round=2&hand={HAND}", before=plan_seen),
    Shot("rulebook", "/rules/standard#chapter-4", before=come_to_rest),
    Shot("board", "{tonight}/check?" + LAY, before=lay_written),
    Shot("learn", "/learn/4?system=jamaican&said=1", before=come_to_rest),
    Shot("practise", "/practise/lay?system=jamaican&seed=5&said=0", before=come_to_rest),
    Shot("today", TODAY, before=come_to_rest),
    Shot("house", "/house-rules/new?base=jamaican", before=switches_opened),
    Shot("circle", "{circle}"),
    Shot("person", "{circle}/people", before=person_opened),
    Shot("league", f"{{circle}}/seasons/{SEASON}", before=come_to_rest),
)
INSTALL_SHOTS = (
    Shot("table", "{tonight}", camera=SMALL),
    Shot("check", "/check?system=standard&cards=7H+8H+*+*", camera=SMALL),
    Shot("over", "{over}", camera=SMALL),
    Shot("wide", "{tonight}", camera=TABLET),
)


def found(browser: Browser, *, url: str, games: dict[str, str]) -> Evenings:
    """Return the two games, and the storage of a phone that has opened the app."""
    with browser.new_context(**CAMERA, base_url=url) as phone:
        page = phone.new_page()
        page.goto("/")
        over, tonight = games["Nine rounds, played out"], games["Round 4 tonight"]
        circle = page.get_by_role("link", name=NAME).get_attribute("href")
        return Evenings(f"/g/{over}", f"/g/{tonight}", str(circle), phone.storage_state())


def take(
    shot: Shot, *, browser: Browser, url: str, played: Evenings, folder: Path = FOLDER
) -> Path:
    looks = {"base_url": url, "color_scheme": shot.colour, "storage_state": played.phone}
    with browser.new_context(**shot.camera, **looks) as phone:
        forget_taps(phone)
        page = phone.new_page()
        games = {"over": played.over, "tonight": played.tonight, "circle": played.circle}
        page.goto(shot.address.format(**games))
        shot.before(page)
        picture = page.screenshot(animations="disabled")
        return save_webp(page, shot.name, picture, folder=folder)


def take_paper(*, browser: Browser, url: str, played: Evenings) -> Path:
    """Take a picture of the printed sheet."""
    with browser.new_context(**A4, base_url=url, bypass_csp=True) as desk:
        page = desk.new_page()
        page.emulate_media(media="print")
        page.goto(f"{played.over}/print")
        page.add_style_tag(content=MARGIN)
        return save_webp(page, "paper", page.screenshot(animations="disabled"))


def main() -> None:
    browser_path = chromium.find()
    if browser_path is None:
        raise SystemExit(chromium.MISSING)
    expect.set_options(timeout=PATIENCE)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        instance = Path(folder) / "instance"
        games = make_games(instance)
        server = stack.enter_context(running(instance))
        at_home = f"--host-resolver-rules=MAP {HOME} 127.0.0.1"
        browser = chromium.driver().chromium.launch(
            executable_path=browser_path, args=[*QUIET, at_home]
        )
        played = found(browser, url=server.url, games=games)
        for shot in SHOTS:
            print(take(shot, browser=browser, url=server.url, played=played))
        for shot in INSTALL_SHOTS:
            print(take(shot, browser=browser, url=server.url, played=played, folder=INSTALL))
        print(take_paper(browser=browser, url=server.url, played=played))
        print(four_phones.take(browser, url=server.url.replace("127.0.0.1", HOME)))
        browser.close()


if __name__ == "__main__":
    main()
