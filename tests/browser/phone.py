"""Test helpers for a phone-sized browser: settings, forms, and a recorder of console errors."""

import re
import secrets
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import (
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Request,
    Route,
    expect,
)

from tests.server import wait_until

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "screen": {"width": 390, "height": 844},
    "device_scale_factor": 3,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en-GB",
    "timezone_id": "Europe/London",
}
# Timeout in milliseconds; generous, because the machine runs other tests too.
PATIENCE = 60_000
LATER = """async () => {
    const { later } = await import(document.querySelector('script[src$="/page.js"]').src);
    await later;
}"""
# Waits for what slides on a page to go on.
FRAMES = """async () => {
  for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame);
}"""
# Tests tap faster than people do, and how fast depends on the machine.
FORGET_TAPS = """
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = function (key, value) {
    if (key !== 'tap') setItem.call(this, key, value);
  };
"""
# Keep the browser itself from contacting its vendor.
QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
# Playwright keeps shared memory in files, which is slower, because containers may have little.
SHARED_MEMORY, ENOUGH_BYTES = Path("/dev/shm"), 2**30
IN_FILES = ["--disable-dev-shm-usage"]
HAS_ROOM = SHARED_MEMORY.is_dir() and shutil.disk_usage(SHARED_MEMORY).free > ENOUGH_BYTES
LAUNCH: dict[str, Any] = {"args": QUIET, "ignore_default_args": IN_FILES if HAS_ROOM else []}

# Buttons that many journeys tap, by their ids: a new label fails only the tests about words.
START, REVIEW, SAVE, SAVE_MELDS = "#start", "#review", "#save", "footer button[form=check]"
MENU, ROUND_OVER = "header [popovertarget=menu]", "#round-over"
# The button of the page that asks whether to undo a round, and the key of the card picker.
UNDO_IT, UNDO_KEY = "button[form=sure]", "[data-tool=undo]"
# On the page of a player's own hand.
OWN_POINTS, SEND_HAND = "#points", "#send"

# Expected statuses (a stale page, an illegal entry), which the browser logs as errors.
# Chromium calls it an error if the next page comes without a transition.
NORMAL_LIFE = (r"status of (409|422) ", "Transition was skipped")
# What the browser logs if the phone is offline or the server is gone, even halfway.
NO_NETWORK = "net::ERR_|Failed to fetch"
KEPT = "No connection. It’s kept on this phone and sent later by itself."
UNSENT = "Not saved: no connection. What you typed is kept."


FIVE = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def choose_player(page: Page, name: str) -> None:
    """Tap a player's mark on the check in a game."""
    page.locator(".who-one", has_text=name).tap()


def begin_game(
    page: Page, system: str = "jamaican", names: Sequence[str] = FIVE, dealer: int = 1
) -> str:
    """Begin a game without filling in the form; return its URL."""
    fields = [("system", system), ("dealer", str(dealer)), *(("names", name) for name in names)]
    page.goto(send(page, "/games", fields))
    return page.url


def save_round(
    page: Page, game: str, base: int, points: Sequence[int], winner: int = 1, *, bent: bool = False
) -> None:
    """Save a round without filling in its form; ``points`` are those of every seat."""
    fields = [("winner", str(winner)), ("insist", "1"), ("base", str(base))]
    fields += [("everybody_down", "yes"), *([("bent", "y")] if bent else [])]
    for seat, left in enumerate(points, 1):
        typed = "" if seat == winner else str(left)
        fields += [(f"hands-{seat - 1}-player", str(seat)), (f"hands-{seat - 1}-points", typed)]
    send(page, f"{game}/round", fields)


def end_game(page: Page, game: str, base: int) -> None:
    """End a game without asking, from a blank page: its table would load itself again."""
    page.goto("about:blank")
    send(page, f"{game}/end", [("base", str(base))])


def choose_game(page: Page, system: str) -> None:
    """Choose the rules of a new game; without script, its sheet has a button for that."""
    page.locator(".felt-word").tap()
    page.locator(f'.tile:has(input[name="system"][value="{system}"])').tap()
    without_script = page.get_by_role("button", name="Choose", exact=True)
    if without_script.is_visible():
        without_script.tap()
    expect(page.locator("#choose-game")).to_be_hidden()


def choose_dealer(page: Page, line: int) -> None:
    page.locator(f'input[name="dealer"][value="{line}"]').check()


class Watch:
    """Records a browser context's console messages and foreign requests, which fail the test."""

    def __init__(self, *allowed: str) -> None:
        self.always = (*NORMAL_LIFE, *allowed)
        self.forget()

    def forget(self) -> None:
        """Reset the recorded complaints and the expected patterns."""
        self.complaints: list[str] = []
        self.allowed = list(self.always)

    def allow(self, pattern: str) -> None:
        """Expect complaints that match this pattern."""
        self.allowed.append(pattern)

    def over(self, context: BrowserContext, *, host: str) -> None:
        """Watch every page of this context, which may talk to this host only."""
        context.on("console", self.hear)
        context.on("weberror", lambda error: self.note(f"error: {error.error}"))
        context.on("request", lambda request: self.see(request, host=host))

    def hear(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning", "assert"}:
            self.note(f"console {message.type}: {message.text} ({message.location.get('url')})")

    def see(self, request: Request, *, host: str) -> None:
        url = urlsplit(request.url)
        if url.scheme in {"http", "https", "ws", "wss"} and url.netloc != host:
            self.note(f"asked another host: {request.url}")

    def note(self, complaint: str) -> None:
        self.complaints.append(complaint)

    def unexpected(self) -> Iterator[str]:
        """Yield the complaints that no pattern allows."""
        for complaint in self.complaints:
            if not any(re.search(pattern, complaint) for pattern in self.allowed):
                yield complaint


def call_button(page: Page, name: str) -> Locator:
    """The table's button for a call of this player."""
    return page.locator(".player", has_text=name).locator(".call[type=submit]")


def undo_button(page: Page, entry: str = "") -> Locator:
    """The table's button that undoes the last entry, which has these words."""
    return page.locator(".undo-button", has_text=entry)


def tap_who_went_out(page: Page, name: str) -> None:
    """Open the round form from the table, with two taps on who went out."""
    page.locator(ROUND_OVER).tap()
    page.locator(".people").get_by_role("link", name=name, exact=True).tap()
    page.wait_for_url("**/round?winner=*")


def review_line(page: Page, name: str) -> Locator:
    """Return a player's line in the review, bent or not as chosen."""
    return page.locator(".review-line:visible").filter(has=page.get_by_text(name, exact=True))


def labelled_like(page: Page, selector: str) -> Locator:
    """Return the visible button with the same label as this one; the keypad has a copy."""
    label = page.locator(selector).text_content() or ""
    return page.get_by_role("button", name=label.strip(), exact=True)


def wait_for(page: Page, script: str) -> None:
    """Poll until a script returns true; Playwright's wait_for_function needs 'unsafe-eval'."""

    def is_so() -> bool:
        with suppress(Error):  # the page was just left
            return bool(page.evaluate(script))
        return False

    wait_until(is_so)


@contextmanager
def late_script(page: Page, name: str) -> Iterator[None]:
    """Let the script ``name`` load only when the block ends; open pages with `show_early`."""
    is_late = True
    held: list[Route] = []

    def hold(route: Route) -> None:
        if is_late:
            held.append(route)
        else:
            route.continue_()

    page.route(f"**/{name}", hold)
    with page.expect_request(f"**/{name}"):
        yield
    is_late = False
    for route in held:
        route.continue_()


def show_early(page: Page, address: str) -> None:
    """Open a page without waiting for its scripts, only until it can be seen and typed into.

    A field that its style sheet hides for a moment loses the focus, and with it what is typed.
    """
    page.goto(address, wait_until="commit")
    wait_for(page, "performance.getEntriesByName('first-contentful-paint').length > 0")


def forget_taps(context: BrowserContext) -> None:
    """Treat every tap as the first one, however soon it follows another (static/js/taps.js)."""
    context.add_init_script(FORGET_TAPS)


def wait_for_script(page: Page) -> None:
    """Wait until a page's script and its deferred modules have loaded."""
    page.wait_for_load_state()
    page.evaluate(LATER)


@contextmanager
def finger_on(control: Locator) -> Iterator[None]:
    """Touch a control; lift the finger a moment after the block, though the control has moved."""
    box = control.bounding_box()
    assert box is not None
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    session = control.page.context.new_cdp_session(control.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    yield
    control.page.evaluate(FRAMES)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def send(page: Page, path: str, form: list[tuple[str, str]]) -> str:
    """Submit a form without opening its page; return the redirect's target."""
    sent = page.request.post(
        path,
        data=urlencode([("key", secrets.token_hex(16)), *form]),
        headers={
            "Sec-Fetch-Site": "same-origin",
            "Content-Type": "application/x-www-form-urlencoded",
        },
        max_redirects=0,
    )
    if sent.status == 307:  # with a token, which a phone gets before it becomes the scorekeeper
        return send(page, sent.headers["location"], form)
    assert sent.status == 303, sent.text()
    return str(sent.headers["location"])
