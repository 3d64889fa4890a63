"""Puts every screen side by side, a sheet for each look: `make screenshots`.

The sheets are in `build/contact-sheets/`: light, dark, landscape, tablet, Italian, Spanish, paper.
They show the games of `kalooki-ref demo`.
"""

import tempfile
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from kalooki_ref.cli.demo import make_games
from tests.browser import chromium
from tests.browser.phone import LAUNCH, PHONE
from tests.server import running

FOLDER = Path(__file__).parents[2] / "build" / "contact-sheets"
# Milliseconds for a page to settle.
SETTLED = 800
HAND = "7H+7D+7S+9S+9C+*+4D+5D+6D+7D+KC+2H"
LAY = "player=2&cards=4H+5H+6H+7H+/+9S+10S+*+QS+/+2D+3D+4D+5D"

# URLs by screen; the element after " > " is tapped there. The
# first game that a phone opens has cards that explain it.
SCREENS = {
    "home": "/",
    "new game": "/games/new",
    "first game": "{begun}",
    "table": "{tonight}",
    "eight players": "{eight}",
    "menu": "{tonight} > header [popovertarget=menu]",
    "player": "{tonight} > .player-open",
    "who went out": "{tonight} > #round-over",
    "round over": "{tonight}/round?winner=3",
    "round": "{over}/rounds/2",
    "correction": "{tonight}/rounds/2/amend",
    "count hands": "{tonight}/counts",
    "board": "{board}/board",
    "melds": "{tonight}/check?" + LAY,
    "game over": "{over}",
    "pool": "{pool}",
    "standings": "{over}/standings",
    "standings of eight": "{eight}/standings",
    "scoreboard": "{tonight}/scoreboard",
    "history": "{tonight}/history",
    "tonight": "{tonight}/tonight",
    "players": "{tonight}/players",
    "phones": "{tonight}/phones",
    "send": "{tonight}/send",
    "rules of the table": "{tonight}/rules",
    "stop here": "{tonight}/end",
    "delete": "{tonight}/delete",
    "legal": "/check?system=jamaican&cards=9S+10S+*+QS",
    "not legal": "/check?system=jamaican&cards=5H+6H+6H+7H+8H",
    "keep going": "/check?system=jamaican&cards=5C+6C+7C",
    "another order": "/check?system=standard&cards=7H+8H+*+*",
    "check": "/check?system=jamaican",
    "come down": f"/advice?system=jamaican&round=2&hand={HAND}",
    "count a hand": "/counts",
    "rulebook": "/rules/",
    "rules": "/rules/jamaican",
    "search": "/rules/jamaican?q=call",
    "accidents": "/rules/jamaican/accidents",
    "compare": "/rules/compare",
    "house rules": "/house-rules",
    "new house rules": "/house-rules/new?base=jamaican",
    "join": "/join",
    "open a copy": "/open/",
    "settings": "/settings",
    "privacy": "/privacy",
    "not found": "/nowhere",
}
PAPER = {
    "standings": "{over}/print",
    "eight players": "{eight}/print",
    "rules card": "/rules/jamaican/summary",
    "score sheet": "/rules/jamaican/sheet",
}
WIDE = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}


@dataclass(frozen=True, slots=True)
class Look:
    """A sheet's browser settings, and which screens it has."""

    name: str
    settings: dict[str, Any] = field(default_factory=lambda: PHONE)
    screens: dict[str, str] = field(default_factory=lambda: SCREENS)
    media: str = "screen"


LOOKS = (
    Look("light", {**PHONE, "color_scheme": "light"}),
    Look("dark", {**PHONE, "color_scheme": "dark"}),
    Look("landscape", {**PHONE, "viewport": {"width": 844, "height": 390}}),
    Look("tablet", WIDE),
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
            for look in LOOKS:
                print(sheet(browser, look, url=server.url, games=games))
            browser.close()


def sheet(browser: Browser, look: Look, *, url: str, games: dict[str, str]) -> Path:
    """Take every screen with these settings, and write them into one picture."""
    settings = {**look.settings, "device_scale_factor": 1, "reduced_motion": "reduce"}
    with browser.new_context(**settings, base_url=url) as phone:
        page = phone.new_page()
        page.emulate_media(media=look.media)
        page.goto("/")
        pictures = dict(taken(page, look.screens, games=games))
    with browser.new_context(viewport={"width": 2400, "height": 800}) as desk:
        page = desk.new_page()
        page.set_content(layout(pictures))
        path = FOLDER / f"{look.name}.png"
        page.screenshot(path=path, full_page=True)
    return path


def taken(
    page: Page, screens: dict[str, str], *, games: dict[str, str]
) -> Iterator[tuple[str, bytes]]:
    ids = {
        "begun": f"/g/{games['Just begun']}",
        "tonight": f"/g/{games['Round 4 tonight']}",
        "over": f"/g/{games['Nine rounds, played out']}",
        "eight": f"/g/{games['Eight long names']}",
        "board": f"/g/{games['Melds on the board']}",
        "pool": f"/g/{games['For a pool']}",
    }
    for name, screen in screens.items():
        address, *taps = screen.split(" > ")
        page.goto(address.format(**ids))
        for selector in taps:
            page.locator(selector).first.click()
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
