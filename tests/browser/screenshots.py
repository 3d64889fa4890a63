"""Takes the README's pictures anew, from the real app on a phone: `make screenshots`.

Not here: pictures as tests; what a page must show is asserted where the journey is.
"""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.phone import PHONE, QUIET
from tests.server import running

SHELF = Path(__file__).parents[2] / "docs" / "screenshots"


def as_it_opens(page: Page) -> None:
    """Do nothing before the picture."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One picture: its file name, the address, the colours, and what is tapped before."""

    name: str
    address: str
    colour: str = "light"
    before: Callable[[Page], None] = as_it_opens


SHOTS = (
    Shot("home", "/"),
    Shot("new-game", "/games/new"),
    Shot("check", "/check"),
    Shot("rules", "/rules/", colour="dark"),
)


def take(shot: Shot, *, browser: Browser, url: str) -> Path:
    with browser.new_context(**PHONE, base_url=url, color_scheme=shot.colour) as context:
        page = context.new_page()
        page.goto(shot.address)
        shot.before(page)
        path = SHELF / f"{shot.name}.png"
        page.screenshot(path=path)
        return path


def main() -> None:
    browser_path = chromium.find()
    if browser_path is None:
        raise SystemExit(chromium.MISSING)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "instance") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path, args=QUIET)
        for shot in SHOTS:
            print(take(shot, browser=browser, url=server.url))
        browser.close()


if __name__ == "__main__":
    main()
