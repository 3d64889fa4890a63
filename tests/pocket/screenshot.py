"""Takes the README's first picture, a game on a phone in flight mode; run by `make screenshots`.

Installs the pocket, kills its host, then plays a game.
"""

import subprocess
import sys
import tempfile
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

from playwright.sync_api import Page, expect

from kalooki_ref.cli.demo_games import TONIGHT
from tests.browser import chromium
from tests.browser.evening import Evening, first_rounds
from tests.browser.screenshots import CAMERA, PATIENCE, SETTLED
from tests.browser.webp import save_webp
from tests.games.whole_game import read
from tests.pocket.phone import FOLDER, Host, PocketPhone

# Rounds that end before round 4: three scored, one void.
BEFORE_ROUND_4 = 4
# The frame of a phone around the page, with its status bar.
FRAME = """<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; background: #ffffff; font: 600 15px/1 system-ui, sans-serif; }
  main {
    inline-size: 390px; margin: 12px; border: 12px solid #1d2421; border-radius: 52px;
    overflow: hidden; background: #17503c;
  }
  header {
    display: flex; justify-content: space-between; align-items: center;
    padding: 14px 32px 10px; color: #ffffff;
  }
  svg { display: block; block-size: 20px; fill: #ffffff; }
  img { display: block; inline-size: 390px; }
</style><main><header>21:40 <svg viewBox="0 0 24 24">
  <path d="M21 16v-2l-8-5V3.5a1.5 1.5 0 0 0-3 0V9l-8 5v2l8-2.5V19l-2 1.5V22l3.5-1 3.5 1v-1.5L13
  19v-5.5z"/></svg></header><img src="data:image/png;base64,%s"></main>"""


def take_picture(page: Page) -> bytes:
    """Play into round 4 and return a picture of the table page."""
    whole = replace(read("jamaican"), names=TONIGHT, dealer=TONIGHT[0])
    tonight = Evening(page, whole)
    tonight.start()
    tonight.play(first_rounds(whole, BEFORE_ROUND_4))
    tonight.call("Mina")
    page.wait_for_timeout(SETTLED)
    page.reload()
    page.wait_for_timeout(SETTLED)
    return page.screenshot(animations="disabled")


def add_frame(page: Page, picture: bytes) -> bytes:
    page.set_viewport_size({"width": 438, "height": 932})
    page.goto("about:blank")
    page.set_content(FRAME % b64encode(picture).decode())
    return page.locator("main").screenshot(animations="disabled")


def main() -> None:
    browser = chromium.find()
    if browser is None:
        raise SystemExit(chromium.MISSING)
    expect.set_options(timeout=PATIENCE)
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "kalooki_ref.pocket.build", "--quick", "--out"]
        subprocess.run([*build, f"{folder}/{FOLDER}"], check=True, stdin=subprocess.DEVNULL)
        host = Host(Path(folder))
        phone = PocketPhone(browser, Path(folder) / "phone", host)
        with phone.switched_on(**CAMERA | {"device_scale_factor": 1.5}) as page:
            phone.open(page)
            host.kill()
            print(save_webp(page, "flight-mode", add_frame(page, take_picture(page))))


if __name__ == "__main__":
    main()
