"""Finds a Chromium to test with, and installs one where that is possible.

Run as a command with `--install` it readies the machine; without, it names what it found.
Not here: how a page is opened; that is `phone.py`.
"""

import os
import shutil
import subprocess
import sys
from atexit import register
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Playwright, sync_playwright

from tests import debian

# Chromium without windows: the same pages for half the work.
SHELL = "chromium-headless-shell"
NAMES = (
    SHELL,
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
    "msedge",
)
MAC_PLACES = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
STUB_BYTES = 20_000
MISSING = (
    "No Chromium was found for the browser tests. Install one, or name yours in KALOOKI_CHROMIUM."
)


def find() -> Path | None:
    """Return the first browser there is: the one named, Playwright's own, PATH, macOS places."""
    return next((path for path in places() if is_browser(path)), None)


def places() -> Iterator[Path]:
    named = os.environ.get("KALOOKI_CHROMIUM")
    if named:
        yield Path(named)
    yield playwrights_own()
    yield from (Path(found) for name in NAMES if (found := shutil.which(name)))
    yield from (Path(place) for place in MAC_PLACES)


def playwrights_own() -> Path:
    return Path(driver().chromium.executable_path)


def driver() -> Playwright:
    """Return what drives browsers: a process may have only one, even when caches are emptied."""
    if not _drivers:
        _drivers.append(sync_playwright().start())
        register(_drivers[0].stop)
    return _drivers[0]


_drivers: list[Playwright] = []


def is_browser(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK) and not is_snap_stub(path)


def is_snap_stub(path: Path) -> bool:
    """Say whether this is Ubuntu's stand-in, which cannot be driven from outside its snap."""
    real = path.resolve()
    if "snap" in real.parts or real.name == "snap":
        return True
    return real.stat().st_size < STUB_BYTES and b"/snap/bin" in real.read_bytes()


def install() -> None:
    """Install a browser by the quickest way this machine has; say so if there is no way."""
    if debian.may_install():
        debian.install(SHELL)
        if find() is None:
            debian.install("chromium")
    else:
        print("Installing a browser for the tests.", flush=True)
        subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> None:
    if find() is None and "--install" in sys.argv:
        install()
    print(find() or MISSING)


if __name__ == "__main__":
    main()
