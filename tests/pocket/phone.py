"""Test helpers: a browser with a persistent profile, and the static host of the pocket."""

import os
import secrets
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Page, Worker, expect

from kalooki_ref.pocket.build.pocket_serve import Handler, server
from tests.browser.chromium import driver
from tests.browser.phone import LAUNCH, PATIENCE, PHONE, QUIET, Watch, forget_taps

# Folder of the pocket on its host, as on GitHub Pages; empty for the root.
FOLDER = os.environ.get("KALOOKI_FOLDER", "kalooki/")
HOST = "localhost:5050"
# URL that phones open; the host name is mapped to the real port.
ADDRESS = f"http://{HOST}/{FOLDER}"
# Timeout in milliseconds on a busy machine; bench/pocket.py measures the real time.
FIRST_START = 180_000
# Console messages if the host is down; the browser requests icons bypassing the service worker.
TROUBLES = (
    "Failed to load resource: net::ERR_",
    "Failed to update a ServiceWorker",
    "Error while trying to use the following icon from the Manifest",
)

# Throws this error in IndexedDB, or none any more. Chromium checks its quota only now and then.
REFUSE = """(error) => {
  self.put ??= IDBObjectStore.prototype.put;
  const refuse = () => { throw new DOMException('refused', error); };
  IDBObjectStore.prototype.put = error ? refuse : self.put;
}"""

ORIGIN = f"http://{HOST}"
# Checks for an update; retries every second if that fails, which browsers would do only later.
LOOK = """let left = tries;
  const again = (problem) => {
    if (left) { left -= 1; setTimeout(look, 1000); } else fail(problem);
  };
  const look = () => found.update().catch(again);"""
# Returns the first state of the next version after "installing".
NO_UPDATE = f"""(tries) => navigator.serviceWorker.ready.then((found) =>
  new Promise((done, fail) => {{
  {LOOK}
  const follow = (version) => {{
    if (version && version.state !== 'installing') done(version.state); // it was quicker than this
    version?.addEventListener('statechange', () => done(version.state));
  }};
  found.addEventListener('updatefound', () => follow(found.installing), {{ once: true }});
  follow(found.installing);
  look();
}}))"""
# Waits until the next version runs; one that can't be installed is fetched again.
UPDATE = f"""(tries) => navigator.serviceWorker.ready.then((found) =>
  new Promise((done, fail) => {{
  {LOOK}
  const follow = (version) => version?.addEventListener('statechange', () => {{
    if (version.state === 'redundant') again(new Error('the next version was not installed'));
  }});
  navigator.serviceWorker.addEventListener('controllerchange', done, {{ once: true }});
  found.addEventListener('updatefound', () => follow(found.installing));
  follow(found.installing);
  look();
}}))"""
# Sends the form again if no response comes, as the app does.
POST = """async ([address, fields]) => {
  const headers = { 'X-Sent-By': 'script' };
  const body = new URLSearchParams(fields);
  const options = () => ({ method: 'POST', body, headers, signal: AbortSignal.timeout(20_000) });
  const send = (again) => fetch(address, options())
    .catch(({ name }) => (name === 'TimeoutError' && again ? send(again - 1) : null));
  const answer = await send(3);
  return answer && [answer.status, answer.headers.get('Location')];
}"""
SAVED = 204
FORGET = """() => new Promise((done) => {
  localStorage.clear();
  const folder = new URL('.', navigator.serviceWorker.controller.scriptURL).pathname;
  indexedDB.open(`kalooki ${folder}`, 1).onsuccess = ({ target: { result } }) => {
    const transaction = result.transaction('kept', 'readwrite');
    const generation = Date.now();
    const fresh = { generation, changed: generation, size: 0, jar: '{}' };
    transaction.objectStore('kept').clear();
    transaction.objectStore('kept').put({ ...fresh, secret: String(generation) }, 'state');
    transaction.oncomplete = () => { result.close(); done(); };
  };
})"""


class Host:
    """A static host that can be killed and restarted; ``other`` is the folder of an update."""

    def __init__(self, folder: Path) -> None:
        self._folder = self.other = folder
        self._serving: ThreadingHTTPServer | None = None
        self._going = threading.Event()
        self._going.set()
        self.port = 0
        self.start()

    def start(self) -> None:
        self._serving = server(self._folder, self.port)
        self.port = self._serving.server_port
        threading.Thread(target=self._serving.serve_forever, daemon=True).start()

    def update(self) -> None:
        """Serve the other version at the same URL."""
        self.kill()
        self._folder, self.other = self.other, self._folder
        for path in self._folder.rglob("*.js"):
            path.touch()  # otherwise an older file would be "not modified"
        self.start()

    def stall(self, ending: str) -> None:
        """Stall requests for files with this ending, until `go_on`."""
        going = self._going

        class Stalling(Handler):
            def do_GET(self) -> None:  # noqa: N802
                if self.path.endswith(ending):
                    going.wait()
                super().do_GET()

        going.clear()
        self.answer_with(Stalling)

    def answer_with(self, handler: type[SimpleHTTPRequestHandler]) -> None:
        """Behave like another kind of host."""
        assert self._serving is not None
        answering = partial(handler, directory=str(self._folder))
        self._serving.RequestHandlerClass = answering  # type: ignore[assignment]

    def go_on(self) -> None:
        self._going.set()

    def kill(self) -> None:
        self._going.set()
        if self._serving is not None:
            self._serving.shutdown()
            self._serving.server_close()
            self._serving = None


class PocketPhone:
    """A browser with a persistent profile; ``page`` is its current page."""

    def __init__(self, browser: Path, profile: Path, host: Host) -> None:
        self._browser = browser
        self.profile = profile
        self.host = host
        self.watch = Watch(*TROUBLES)
        self.context: BrowserContext

    @contextmanager
    def switched_on(self, **settings: object) -> Iterator[Page]:
        """Context: run the browser; its storage persists."""
        found = f"--host-resolver-rules=MAP {HOST} 127.0.0.1:{self.host.port}"
        self.context = driver().chromium.launch_persistent_context(
            self.profile,
            executable_path=self._browser,
            **{**LAUNCH, "args": [*QUIET, found], "base_url": ADDRESS, **PHONE, **settings},
        )
        self.context.set_default_timeout(PATIENCE)
        forget_taps(self.context)
        self.watch.over(self.context, host=HOST)
        try:
            yield self.context.pages[0]
        finally:
            with suppress(Error):  # it was killed
                self.context.close()

    def kill(self) -> None:
        """Kill the browser, like an empty battery."""
        mine = f"--user-data-dir={self.profile}".encode()
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if mine in (folder / "cmdline").read_bytes().split(b"\0"):
                    os.kill(int(folder.name), signal.SIGKILL)
        (self.profile / "SingletonLock").unlink(missing_ok=True)

    def stop_workers(self, page: Page) -> None:
        """Stop the service worker, as browsers do with idle ones.

        The session isn't detached: that would wait for a navigation, which may need the worker.
        """
        session = self.context.new_cdp_session(page)
        session.send("ServiceWorker.enable")
        session.send("ServiceWorker.stopAllWorkers")

    def stop_running_worker(self, page: Page) -> None:
        """Stop the service worker as soon as it is running again."""
        statuses = list[str]()

        def note(event: dict[str, Any]) -> None:
            statuses.extend(version["runningStatus"] for version in event["versions"])

        session = self.context.new_cdp_session(page)
        session.on("ServiceWorker.workerVersionUpdated", note)
        session.send("ServiceWorker.enable")
        for _ in range(PATIENCE // 10):
            if statuses[-1:] == ["running"]:
                break
            page.wait_for_timeout(10)
        session.send("ServiceWorker.stopAllWorkers")

    def update(self, page: Page) -> None:
        """Serve another version, trigger the update check, and wait until it is active."""
        self.host.update()
        page.evaluate(UPDATE, PATIENCE // 1000)

    def update_without_room(self, page: Page) -> str:
        """Serve another version while storage is too small; return the worker's state."""
        session = self.context.new_cdp_session(page)
        session.send("Storage.overrideQuotaForOrigin", {"origin": ORIGIN, "quotaSize": 1})
        self.host.update()
        state = str(page.evaluate(NO_UPDATE, PATIENCE // 1000))
        self.host.update()
        session.send("Storage.overrideQuotaForOrigin", {"origin": ORIGIN})
        session.detach()
        return state

    def fill_storage(self, *, full: bool) -> None:
        """Make the running worker's storage full, or not."""
        self.refuse_to_store("QuotaExceededError" if full else "")

    def refuse_to_store(self, error: str) -> None:
        """Make every save of the running worker fail with this error; with "", none."""
        self.worker().evaluate(REFUSE, error)

    def worker(self) -> Worker:
        return self.context.service_workers[-1]

    def open(self, page: Page) -> None:
        """Open the app, installing it the first time, and wait until it has started."""
        page.goto("./")
        app_is_up(page)

    def forget(self) -> None:
        """Delete all games, cookies and recorded complaints."""
        self.watch.forget()
        self.context.pages[0].evaluate(FORGET)

    def without_script(self, page: Page) -> Page:
        """Switch JavaScript off on one page."""
        session = self.context.new_cdp_session(page)
        session.send("Emulation.setScriptExecutionDisabled", {"value": True})
        return page


def send(page: Page, path: str, form: list[tuple[str, str]]) -> str:
    """Submit a form from the first page, since only the worker answers; return where it leads."""
    page.goto("./")
    app_is_up(page)  # the start page, shown while a stopped worker starts again, reloads itself
    fields = [("key", secrets.token_hex(16)), *form]
    status, location = page.evaluate(POST, [path.removeprefix("/"), fields])
    assert status == SAVED
    return str(location)


def app_is_up(page: Page) -> None:
    expect(page.locator("main#main")).to_be_visible(timeout=FIRST_START)
