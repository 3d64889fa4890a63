"""A game of three on one phone that counts saved calls, to detect lost and duplicate ones."""

import random
from collections.abc import Callable

from playwright.sync_api import Page

from tests.browser.phone import wait_for
from tests.pocket.phone import ADDRESS, POST, SAVED, PocketPhone, app_is_up
from tests.server import wait_until

TWICE = f"async (sent) => Promise.all([({POST})(sent), ({POST})(sent)])"
NO_WAIT = f"(sent) => {{ ({POST})(sent); }}"
VERSION = "async (game) => (await (await fetch(`${game}.json`)).json()).version"
OPEN = """
  const result = (asked) => new Promise((done) => { asked.onsuccess = () => done(asked.result); });
  const { pathname } = new URL('.', navigator.serviceWorker.controller.scriptURL);
  const opened = await result(indexedDB.open(`kalooki ${pathname}`, 1));
"""
# Stores a database as the version that created it would have.
STORE = f"""async (encoded) => {{ {OPEN}
  const file = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
  const transaction = opened.transaction('kept', 'readwrite');
  const store = transaction.objectStore('kept');
  const state = await result(store.get('state'));
  for (let at = 0; at * 65536 < file.length; at += 1) {{
    store.put(file.slice(at * 65536, (at + 1) * 65536), ['piece', at]);
  }}
  store.put({{ ...state, generation: state.generation + 1, size: file.length }}, 'state');
  await new Promise((done) => {{ transaction.oncomplete = done; }});
}}"""
# Whether the next start can show this page before Python is up.
IS_KEPT = f"""async () => {{ {OPEN}
  const store = opened.transaction('kept').objectStore('kept');
  const [state, page] = await Promise.all([result(store.get('state')), result(store.get('page'))]);
  return page?.url === location.href && page.changed === state.changed;
}}"""
UPDATES = 0.25
Call = list[object]


class Table:
    """A running game; every call has a key and is retried until there is a response."""

    def __init__(self, phone: PocketPhone, page: Page, seed: int) -> None:
        self.phone, self.page = phone, page
        self.random = random.Random(seed)
        self.saved = 0
        self.last: Call = []
        fields = [("names", name) for name in ("Ann", "Ben", "Cai")]
        fields += [("key", self.key()), ("system", "standard"), ("dealer", "1")]
        status, self.game = page.evaluate(POST, [f"{ADDRESS}games", fields])
        assert status == SAVED

    def key(self) -> str:
        return self.random.randbytes(16).hex()

    def call(self) -> Call:
        """Return a legal call by Ann, ready to be sent."""
        fields = {"key": self.key(), "base": str(self.saved + 1), "player": "1", "insist": "1"}
        return [f"{self.game}/calls", list(fields.items())]

    def send(self, call: Call | None = None) -> None:
        """Send a call and check that it is saved."""
        answer = self.page.evaluate(POST, call or self.call())
        assert answer, "no answer"
        assert answer[0] == SAVED, answer
        self.saved += 1

    def send_until_saved(self) -> None:
        """Send a call as the outbox does, which repeats what fails with a 5xx."""
        call = self.call()
        wait_until(lambda: self.page.evaluate(POST, call)[0] == SAVED)
        self.saved += 1

    def check(self) -> None:
        """Check that the game has as many entries as were saved."""
        assert self.page.evaluate(VERSION, self.game) == self.saved + 1

    def reload(self) -> None:
        self.page.reload()

    def double_tap(self) -> None:
        answers = self.page.evaluate(TWICE, self.call())
        assert [status for status, _ in answers] == [SAVED, SAVED]
        self.saved += 1

    def wait_until_kept(self) -> None:
        """Wait until the open page is the one that the next start shows first."""
        wait_for(self.page, IS_KEPT)

    def stop_worker(self) -> None:
        """Stop the worker, as browsers do with idle ones."""
        self.phone.stop_workers(self.page)

    def stop_worker_on_the_way(self) -> None:
        """Stop the worker during a save, then retry the same form."""
        call = self.call()
        self.page.evaluate(NO_WAIT, call)
        self.stop_worker()
        self.send(call)

    def two_tabs(self) -> None:
        """Save from two tabs in turn; a conflict is shown or merged."""
        other = self.phone.context.new_page()
        other.goto(self.game)
        there = other.evaluate(POST, self.call())
        here = self.page.evaluate(POST, self.call())
        other.close()
        assert there[0] == SAVED
        assert here[0] in (SAVED, 409), here
        self.saved += 1 + (here[0] == SAVED)

    def full_storage(self) -> None:
        """Fill the storage, check the error, then free it and retry the same form."""
        call = self.call()
        self.phone.fill_storage(full=True)
        refused = self.page.evaluate(POST, call)
        self.phone.fill_storage(full=False)
        assert refused[0] == 507
        self.check()
        self.send(call)

    def update(self) -> None:
        """Update to another version."""
        self.phone.update(self.page)
        self.page.reload()
        app_is_up(self.page)

    def steps(self) -> list[Callable[[], None]]:
        """Return the possible events of a schedule in random order."""
        steps = [
            self.reload, self.double_tap, self.stop_worker, self.stop_worker_on_the_way,
            self.two_tabs, self.full_storage,
        ]  # fmt: skip
        if self.random.random() < UPDATES:
            steps.append(self.update)
        return self.random.sample(steps, k=len(steps))
