"""Puts every screen side by side, a sheet for each look: `make screenshots`.

The sheets are in `build/contact-sheets/`: light, dark, landscape, tablet, 320 px, Italian, Spanish,
eleven players, paper. They show the games of `kalooki-ref demo`. `python -m
tests.browser.contact_sheets light dark` makes only these.
"""

import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from kalooki_ref.cli.demo import make_games
from kalooki_ref.cli.demo_season import KEY, NAME
from tests.browser import chromium
from tests.browser.phone import LAUNCH, PHONE
from tests.browser.screens import LARGE_TABLE, SCREENS, STATES, addresses, large_table, show
from tests.server import running

FOLDER = Path(__file__).parents[2] / "build" / "contact-sheets"
# Milliseconds for a page to settle.
SETTLED = 800
PAPER = {
    "standings": "{over}/print",
    "eight players": "{eight}/print",
    "eleven players": "{eleven}/print",
    "rules card": "/rules/jamaican/summary",
    "score sheet": "/rules/jamaican/sheet",
    "season": "{season}/print",
}
WIDE = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}


@dataclass(frozen=True, slots=True)
class Look:
    """A sheet's browser settings, and which screens it has."""

    name: str
    settings: dict[str, Any] = field(default_factory=lambda: PHONE)
    screens: dict[str, str] = field(default_factory=lambda: SCREENS | STATES)
    media: str = "screen"


LOOKS = (
    Look("light", {**PHONE, "color_scheme": "light"}),
    Look("dark", {**PHONE, "color_scheme": "dark"}),
    Look("landscape", {**PHONE, "viewport": {"width": 844, "height": 390}}),
    Look("tablet", WIDE),
    Look("320", {**PHONE, "viewport": {"width": 320, "height": 568}}),
    Look("eleven", {**PHONE, "color_scheme": "light"}, LARGE_TABLE),
    Look("italian", {**PHONE, "locale": "it-IT"}),
    Look("spanish", {**PHONE, "locale": "es-ES"}),
    Look("paper", {"viewport": {"width": 794, "height": 1123}}, PAPER, media="print"),
)


def main() -> None:
    browser_path = chromium.find()
    if browser_path is None:
        raise SystemExit(chromium.MISSING)
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        games = make_games(Path(folder) / "instance")
        with running(Path(folder) / "instance") as server:
            browser = chromium.driver().chromium.launch(executable_path=browser_path, **LAUNCH)
            ids = addresses(games) | {"eleven": large_table(browser, url=server.url)}
            ids["season"] = season(browser, url=server.url)
            for look in LOOKS:
                if look.name in sys.argv[1:] or not sys.argv[1:]:
                    print(sheet(browser, look, url=server.url, ids=ids))
            browser.close()


def season(browser: Browser, *, url: str) -> str:
    """Return the path of the demo's season."""
    with browser.new_context(base_url=url) as phone:
        page = phone.new_page()
        page.goto("/")
        circle = page.get_by_role("link", name=NAME).get_attribute("href")
    return f"{circle}/seasons/{KEY}"


def sheet(browser: Browser, look: Look, *, url: str, ids: dict[str, str]) -> Path:
    """Take every screen with these settings, and write them into one picture."""
    settings = {**look.settings, "device_scale_factor": 1, "reduced_motion": "reduce"}
    with browser.new_context(**settings, base_url=url) as phone:
        page = phone.new_page()
        page.emulate_media(media=look.media)
        page.goto("/")
        pictures = dict(taken(page, look.screens, ids=ids))
    with browser.new_context(viewport={"width": 2400, "height": 800}) as desk:
        page = desk.new_page()
        page.set_content(layout(pictures))
        path = FOLDER / f"{look.name}.png"
        page.screenshot(path=path, full_page=True)
    return path


def taken(
    page: Page, screens: dict[str, str], *, ids: dict[str, str]
) -> Iterator[tuple[str, bytes]]:
    for name, screen in screens.items():
        show(page, screen, ids)
        page.wait_for_timeout(SETTLED)
        yield name, page.screenshot(animations="disabled")


def layout(pictures: dict[str, bytes]) -> str:
    """Return a page with the pictures in rows, each with its name."""
    figures = "".join(
        f'<figure><img src="data:image/png;base64,{b64encode(picture).decode()}">'
        f"<figcaption>{name}</figcaption></figure>"
        for name, picture in pictures.items()
    )
    return (
        "<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:12px;background:#777}"
        "figure{margin:0}figcaption{color:#fff}img{inline-size:287px;display:block}</style>"
        + figures
    )


if __name__ == "__main__":
    main()
