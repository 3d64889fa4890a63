"""Drives Firefox and WebKitGTK by W3C WebDriver, where they are installed.

Firefox takes commands at its Marionette port, WebKitGTK through WebKitWebDriver.
"""

import json
import os
import shutil
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import server
from tests.server import HOST, free_port

# Key of an element reference in the standard.
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
# Milliseconds an element may take to appear.
PATIENCE = 60_000
# WebKitGTK's error when the page is unloaded during a search; rarely, its driver gives no answer.
LEFT = "before the unload event"
START_SECONDS = 90.0
# Makes the next tap the first one, however soon it follows another, and waits until its control
# rests and nothing covers it, as Playwright does: a page or sheet that is still sliding in takes
# the tap elsewhere.
BEFORE_TAP = """
sessionStorage.removeItem('tap');
const [control, done] = arguments;
let before = '';
control.scrollIntoView({ block: 'nearest' });
const look = () => {
  const box = control.getBoundingClientRect();
  const place = [box.x, box.y, box.width, box.height].join();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (place === before && control.contains(hit)) return done();
  before = place;
  return requestAnimationFrame(look);
};
look();
"""
# Empties the page first, so that elements found afterwards are on the new one.
RELOAD = "document.body.remove(); location.reload(); arguments[0]()"
PATHS = {
    "Navigate": "url",
    "FindElement": "element",
    "ElementClick": "element/{id}/click",
    "ElementSendKeys": "element/{id}/value",
    "ExecuteAsyncScript": "execute/async",
    "SetTimeouts": "timeouts",
}

# Sends a command by its name in the standard; returns the response.
Send = Callable[..., Any]


class RemoteBrowser:
    """A remote browser: navigation, taps and typing, with elements by XPath."""

    def __init__(self, send: Send, *, url: str) -> None:
        self.send = send
        self.url = url
        self.send("SetTimeouts", implicit=PATIENCE)

    def go(self, path: str) -> None:
        self.send("Navigate", url=self.url + path)

    def reload(self) -> None:
        """Reload by script; Firefox's Refresh command bypasses the service worker."""
        self.send("ExecuteAsyncScript", script=RELOAD, args=[])

    def find(self, xpath: str) -> str:
        """Wait for an element; raises RuntimeError if it doesn't appear."""
        try:
            return self._found(xpath)
        except (RuntimeError, TimeoutError) as error:
            if not isinstance(error, TimeoutError) and LEFT not in str(error):
                raise
            return self._found(xpath)

    def _found(self, xpath: str) -> str:
        return str(self.send("FindElement", using="xpath", value=xpath)[ELEMENT])

    def tap(self, xpath: str) -> None:
        place = self.find(xpath)
        self.send("ExecuteAsyncScript", script=BEFORE_TAP, args=[{ELEMENT: place}])
        self.send("ElementClick", id=place)

    def type(self, xpath: str, text: str) -> None:
        self.send("ElementSendKeys", id=self.find(xpath), text=text)


def firefox_path() -> str | None:
    return shutil.which("firefox-esr") or shutil.which("firefox")


def firefox_version() -> int:
    """Return the installed Firefox's major version."""
    said = subprocess.check_output([firefox_path() or "", "--version"], encoding="utf-8")
    return int(said.split()[-1].partition(".")[0])


@contextmanager
def firefox(folder: Path) -> Iterator[Send]:
    """Run Firefox headless, with its profile in this folder."""
    port = free_port()
    (folder / "user.js").write_text(f'user_pref("marionette.port", {port});\n', "utf-8")
    options = ("--headless", "--marionette", "--no-remote", "--profile", str(folder))
    with _running([firefox_path() or "", *options], HOME=str(folder)), _connected(port) as line:
        stream = line.makefile("rb")
        _next_message(stream)

        def send(command: str, **parameters: Any) -> Any:
            body = json.dumps([0, 1, f"WebDriver:{command}", parameters]).encode()
            line.sendall(b"%d:%s" % (len(body), body))
            _kind, _number, fault, result = _next_message(stream)
            if fault:
                raise RuntimeError(f"{command} {parameters}: {fault['message']}")
            return result.get("value") if isinstance(result, dict) else result

        send("NewSession")
        yield send


def _next_message(stream: Any) -> Any:
    """Read the next message: its length, a colon, and JSON."""
    length = b""
    while (sign := stream.read(1)) != b":":
        length += sign
    return json.loads(stream.read(int(length)))


def webkit_path() -> str | None:
    """Return WebKitGTK's driver, if Xvfb is installed too."""
    return shutil.which("WebKitWebDriver") if shutil.which("xvfb-run") else None


@contextmanager
def webkit(folder: Path) -> Iterator[Send]:
    """Run WebKitGTK's MiniBrowser in Xvfb."""
    port = free_port()
    command = ["xvfb-run", "--auto-servernum", webkit_path() or "", f"--port={port}"]
    with _running(command, HOME=str(folder)):
        _connected(port).close()
        base = f"http://{HOST}:{port}/session"
        session = _posted(base, {"capabilities": {"alwaysMatch": {}}})["sessionId"]

        def send(command: str, **parameters: Any) -> Any:
            path = PATHS[command].format(**parameters)
            return _posted(f"{base}/{session}/{path}", parameters)

        yield send


def _posted(url: str, body: dict[str, Any]) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=START_SECONDS) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as error:
        raise RuntimeError(f"{url} {body}: {error.read().decode()[:300]}") from error


@contextmanager
def _running(command: list[str], **environ: str) -> Iterator[None]:
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **environ},
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, 15)
        process.wait(server.PATIENCE)


def _connected(port: int) -> socket.socket:
    """Connect to a port, retrying until it is open."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            return socket.create_connection((HOST, port), timeout=START_SECONDS)
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.05)
