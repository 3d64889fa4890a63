"""`python tests/smoke.py`: smoke test of an installed wheel: a page, a verdict, a saved game.

Uses only the standard library, so that it runs on Linux, macOS and Windows.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path

COMMAND = shutil.which("kalooki-ref", path=str(Path(sys.executable).parent)) or "kalooki-ref"
PORT = 5987
SITE = f"http://127.0.0.1:{PORT}"
START_SECONDS = 60.0
PLAYERS = ("Ann", "Ben", "Cleo")


@contextmanager
def served(instance: Path) -> Iterator[None]:
    """Context: run `kalooki-ref serve`."""
    options = ["--host", "127.0.0.1", "--port", str(PORT), "--instance", str(instance)]
    server = subprocess.Popen([COMMAND, "serve", *options])
    try:
        wait_for_page(server)
        yield
    finally:
        server.terminate()
        server.wait(30)


def wait_for_page(server: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(f"{SITE}/healthz", timeout=5).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit("kalooki-ref serve did not answer")


def judge() -> str:
    """Return the printed verdict on a legal run."""
    words = [COMMAND, "check", "7H * 9H 10H"]
    return subprocess.run(words, capture_output=True, encoding="utf-8", check=True).stdout


def begin_game(browser: urllib.request.OpenerDirector) -> str:
    """Submit the new game form; return the next page."""
    form = browser.open(f"{SITE}/games/new").read().decode()
    key = re.search(r'name="key" value="([^"]+)"', form)
    if key is None:
        raise SystemExit("the form of a new game has no key")
    fields = [("key", key[1]), ("system", "jamaican"), ("dealer", "1")]
    data = urllib.parse.urlencode([*fields, *(("names", name) for name in PLAYERS)]).encode()
    request = urllib.request.Request(f"{SITE}/games", data, {"Sec-Fetch-Site": "same-origin"})
    return str(browser.open(request).read().decode())


def expect(holds: bool, what: str) -> None:
    print("holds " if holds else "failed", what)
    if not holds:
        raise SystemExit(1)


def main() -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        instance = Path(folder) / "instance"
        with served(instance):
            expect("Kalooki Ref" in browser.open(SITE).read().decode(), "the first page")
            expect(judge().startswith("Legal"), "a verdict")
            expect("Cleo" in begin_game(browser), "a game saved")
        with served(instance):
            expect("Cleo" in browser.open(SITE).read().decode(), "the game after a new start")


if __name__ == "__main__":
    main()
