"""Fault injection for the outbox: a phone and a real server, with random failures.

The key of each tap is recorded once it is in the phone's outbox or in the server's record;
test_outbox checks that every recorded key is saved exactly once.
"""

import os
import random
import secrets
import signal
import sqlite3
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from playwright.sync_api import BrowserContext, Error, Page, Route

from tests.browser.chromium import driver
from tests.browser.phone import LATER, LAUNCH, PATIENCE, PHONE, wait_for
from tests.faults.forked import start_forked
from tests.server import Server, free_port

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
CALLS = 3
ITEMS = """const items = () => new Promise((done) => {
  const asked = indexedDB.open('kalooki-outbox', 1);
  asked.onsuccess = () => {
    const database = asked.result;
    if (!database.objectStoreNames.length) {
      database.close();
      indexedDB.deleteDatabase('kalooki-outbox');
      done([]);
      return;
    }
    const all = database.transaction('outbox').objectStore('outbox').getAll();
    all.onsuccess = () => { database.close(); done(all.result); };
  };
});"""
IS_KEPT = f"""async (key) => {{
  {ITEMS}
  await new Promise((done) => setTimeout(done, 20));
  return (await items()).some((item) => item.key === key);
}}"""
# Returns the outbox's entries, their state, and whether they were tried; polls until it is empty.
WAITING = f"""async (patience) => {{
  {ITEMS}
  for (const until = Date.now() + patience; Date.now() < until;) {{
    if (!(await items()).length) break;
    await new Promise((done) => setTimeout(done, 20));
  }}
  return (await items()).map(({{ words, state, tried }}) => `${{words}}: ${{state}} ${{tried}}`);
}}"""
KEYS = f"""async () => {{
  await ({LATER})();
  return [...document.querySelectorAll('.call')].map(({{ form }}) => form?.elements.key.value);
}}"""
TAP = """([at, times]) => {
  const button = document.querySelectorAll('.call')[at];
  const key = button.form.elements.key.value;
  for (let time = 0; time < times; time += 1) button.click();
  return key;
}"""
# Records every message: each is shown for a few seconds only, and the next one replaces it.
LISTEN = """() => {
  const { dataset } = document.documentElement;
  const messages = document.querySelector('.flashes');
  messages.replaceChildren();
  dataset.said = '';
  new MutationObserver(() => { dataset.said += messages.textContent; })
    .observe(messages, { childList: true });
}"""
# Polls for a tap's key before the tap counts as lost to a page that wasn't ready.
LOOKS = 25


@dataclass
class Schedule:
    """A phone, a server, and a sequence of events; ``faults`` are planted in scripts."""

    browser: Path
    folder: Path
    chance: random.Random
    faults: tuple[tuple[str, str, str], ...] = ()
    intents: list[str] = field(default_factory=list)
    calls: dict[str, int] = field(default_factory=lambda: dict.fromkeys(NAMES, 0))
    port: int = field(default_factory=free_port)
    is_offline: bool = False
    loses: bool = False
    server: Server | None = None
    context: BrowserContext = field(init=False)
    page: Page = field(init=False)
    game: str = ""

    def next_game(self, chance: random.Random) -> None:
        """Start another game with the same phone and server, both restored."""
        self.chance, self.loses = chance, False
        self.intents, self.calls = [], dict.fromkeys(NAMES, 0)
        self.game = self.begin_game()
        self.open_table()

    @contextmanager
    def begun(self) -> Iterator[None]:
        """Context: the server running, a game started, the phone on its table page."""
        self.start_server()
        self.game = self.begin_game()
        self.switch_on()
        try:
            yield
        finally:
            with suppress(Error):
                self.context.close()
            if self.server:
                self.server.kill()

    def play(self, steps: int) -> None:
        acts = (self.tap, self.tap, self.tap_twice, self.go_offline, self.go_online)
        rarer = (
            self.reload,
            self.kill_phone,
            self.lose_answer,
            self.kill_server,
            self.start_server,
        )
        for _ in range(steps):
            self.chance.choice(acts * 2 + rarer)()

    def come_back(self) -> list[str]:
        """Restore server, network and phone; return the entries still in the outbox."""
        self.start_server()
        self.go_online()
        self.open_table()
        return list(self.page.evaluate(WAITING, PATIENCE))

    def open_table(self) -> None:
        """Open the table; again if the browser's page about a missing server comes in between."""
        for _ in range(LOOKS):
            try:
                self.page.goto(self.game)
                return
            except Error as error:
                if "interrupted by another navigation" not in str(error):
                    raise
        raise AssertionError(f"{self.game} doesn't stay open")

    def saved(self) -> list[str]:
        """Return the keys in the server's record, in order, without the game's start."""
        file = self.folder / "instance" / "kalooki.sqlite"
        with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as database:
            of_game = "SELECT key FROM entry WHERE game_id = ? ORDER BY seq"
            rows = database.execute(of_game, [self.game.rpartition("/")[2]]).fetchall()
        return [key for (key,) in rows][1:]

    def tap(self, times: int = 1) -> None:
        """Record a call of a player who has one left, with a form not sent before."""
        forms = self._forms()
        free = [name for name, key in forms.items() if self._is_new(name, key)]
        if free:
            name = self.chance.choice(free)
            key = self.page.evaluate(TAP, [NAMES.index(name), times])
            if self._is_new(name, key) and self._is_accepted(key):
                self.calls[name] += 1
                self.intents.append(key)

    def tap_surely(self, name: str) -> None:
        """Record a call and wait until it is in the outbox or the record."""
        self._forms()
        self.page.evaluate(LISTEN)
        self.intents.append(self.page.evaluate(TAP, [NAMES.index(name), 1]))
        kept = f"/[Nn]o connection|{name} takes the upcard/"
        wait_for(self.page, f"{kept}.test(document.documentElement.dataset.said)")

    def tap_twice(self) -> None:
        self.tap(times=2)

    def _is_new(self, name: str, key: str) -> bool:
        return self.calls[name] < CALLS and key not in self.intents

    def _is_accepted(self, key: str) -> bool:
        """Whether the phone or the server has the key; tapping a form being sent does nothing."""
        return any(self.page.evaluate(IS_KEPT, key) or key in self.saved() for _ in range(LOOKS))

    def _forms(self) -> dict[str, str]:
        """Return the key of each player's call form; empty if no table page is open."""
        with suppress(Error):
            keys = self.page.evaluate(KEYS)
            return {name: key for name, key in zip(NAMES, keys, strict=False) if key}
        return {}

    def reload(self) -> None:
        """Reload the page, or navigate to it later if there is no server or network."""
        with suppress(Error):
            self.page.reload()

    def go_offline(self) -> None:
        self.is_offline = True
        self.context.set_offline(True)

    def go_online(self) -> None:
        self.is_offline = False
        self.context.set_offline(False)
        if self.server and not self._forms():
            self.open_table()

    def lose_answer(self) -> None:
        """Drop the next response to an entry."""
        self.loses = True

    def kill_phone(self) -> None:
        mine = f"--user-data-dir={self.folder / 'profile'}".encode()
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mine in (process / "cmdline").read_bytes().split(b"\0"):
                    os.kill(int(process.name), signal.SIGKILL)
        (self.folder / "profile" / "SingletonLock").unlink(missing_ok=True)
        with suppress(Error):
            self.context.close()
        self.switch_on()

    def kill_server(self) -> None:
        if self.server:
            self.server.kill()
            self.server = None

    def start_server(self) -> None:
        if self.server is None:
            self.server = start_forked(self.folder / "instance", self.port)

    def switch_on(self) -> None:
        """Start the browser with its profile, on the table page if possible."""
        self.context = driver().chromium.launch_persistent_context(
            self.folder / "profile", executable_path=self.browser, **LAUNCH, **PHONE
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.set_offline(self.is_offline)
        for script, right, wrong in self.faults:
            self.context.route(f"**/{script}", partial(self._spoil, right, wrong))
        self.context.route("**/calls", self._answer)
        self.page = self.context.pages[0]
        with suppress(Error):
            self.page.goto(self.game)

    def begin_game(self) -> str:
        form = {"key": secrets.token_hex(16), "system": "jamaican", "names": NAMES, "dealer": "1"}
        address = f"http://127.0.0.1:{self.port}/games"
        sent = urllib.parse.urlencode(form, doseq=True).encode()
        begun = urllib.request.Request(
            address, data=sent, headers={"Sec-Fetch-Site": "same-origin"}
        )
        with urllib.request.urlopen(begun) as answer:
            return str(answer.url)

    def _spoil(self, right: str, wrong: str, route: Route) -> None:
        """Serve a script with a planted fault; abort if the server is down."""
        try:
            answer = route.fetch()
            text = answer.text()
            assert right in text
            route.fulfill(response=answer, body=text.replace(right, wrong))
        except Error:
            with suppress(Error):
                route.abort()

    def _answer(self, route: Route) -> None:
        """Forward a request; drop the response to some."""
        with suppress(Error):
            if not self.loses or self.is_offline:
                route.continue_()
                return
            self.loses = False
            with suppress(Error):
                route.fetch(max_redirects=0)
            route.abort()
