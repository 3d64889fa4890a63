"""Finds a Chromium for the tests, and installs one where possible.

With `--install` the command installs one; without, it prints the one it found.
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

# Headless-only Chromium, which takes half the CPU time.
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
    """Return the first browser found: KALOOKI_CHROMIUM, Playwright's own, PATH, macOS folders."""
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
    """Return the Playwright driver. A process can have only one, even after clearing caches."""
    if not _drivers:
        _drivers.append(sync_playwright().start())
        register(_drivers[0].stop)
    return _drivers[0]


_drivers: list[Playwright] = []


def is_browser(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK) and not is_snap_stub(path)


def is_snap_stub(path: Path) -> bool:
    """Return whether this is Ubuntu's stub for the snap package, which Playwright can't control."""
    real = path.resolve()
    if "snap" in real.parts or real.name == "snap":
        return True
    return real.stat().st_size < STUB_BYTES and b"/snap/bin" in real.read_bytes()


def install() -> None:
    """Install a browser the quickest way available; print a message if there is none."""
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
