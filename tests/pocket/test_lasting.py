"""A game lasts, whatever happens to the worker, the browser, the storage or the site.

KALOOKI_SCHEDULES=200 plays that many random schedules; KALOOKI_SEED repeats a run.
"""

import base64
import json
import os
import random
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pocket.phone import ADDRESS, FOLDER, Host, PocketPhone, app_is_up
from tests.pocket.table import NO_WAIT, Table
from tests.store.test_releases import RELEASES, told_by

SCHEDULES = int(os.environ.get("KALOOKI_SCHEDULES", "1"))
SEED = int(os.environ.get("KALOOKI_SEED", "0")) or random.SystemRandom().randrange(1, 10**6)
NOISE = "503|Service Worker|ERR_FAILED"
"""What a browser says of storage that is full and of a worker that was stopped."""
KEPT = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  return (await cache.keys()).map(({ url }) => url);
}"""
SPOIL_SNAPSHOT = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  const [snapshot] = (await cache.keys()).filter(({ url }) => url.endsWith('/snapshot'));
  await cache.put(snapshot, new Response(new Uint8Array(4096)));
}"""
STORE = """async (encoded) => {
  const file = Uint8Array.from(atob(encoded), (sign) => sign.charCodeAt(0));
  const opened = await new Promise((done) => {
    const asked = indexedDB.open('kalooki', 1);
    asked.onsuccess = () => done(asked.result);
  });
  const transaction = opened.transaction('kept', 'readwrite');
  const store = transaction.objectStore('kept');
  const state = await new Promise((done) => {
    const asked = store.get('state');
    asked.onsuccess = () => done(asked.result);
  });
  for (let at = 0; at * 65536 < file.length; at += 1) {
    store.put(file.slice(at * 65536, (at + 1) * 65536), ['piece', at]);
  }
  store.put({ ...state, generation: state.generation + 1, size: file.length }, 'state');
  await new Promise((done) => { transaction.oncomplete = done; });
}"""
"""Puts a database in place, as if it had been saved by the version that made it."""


def play(phone: PocketPhone, seed: int) -> None:
    """Run one schedule; the browser is killed while the last call is on its way."""
    with phone.switched_on() as page:
        phone.open(page)
        table = Table(phone, page, seed)
        page.goto(table.game)
        for step in table.steps():
            step()
            table.send()
            table.check()
        last = table.call()
        page.evaluate(NO_WAIT, last)
        phone.kill()
    with phone.switched_on() as table.page:
        table.page.goto(table.game)
        app_is_up(table.page)
        table.send(last)
        table.check()


def test_random_schedules_lose_and_double_nothing(phone: PocketPhone) -> None:
    print(f"KALOOKI_SEED={SEED}")
    phone.watch.allow(NOISE)
    for number in range(SCHEDULES):
        play(phone, SEED + number)


def other_build(pocket: Path, folder: Path, *changes: tuple[str, str, str]) -> Path:
    """Return a host's folder with a copy of the pocket, changed in (file, before, after)."""
    shutil.copytree(pocket, folder / FOLDER)
    for name, before, after in (
        ("worker/build.js", build_of(pocket), "the-next-version"),
        *changes,
    ):
        text = (folder / FOLDER / name).read_text()
        assert before in text
        (folder / FOLDER / name).write_text(text.replace(before, after))
    return folder


def build_of(pocket: Path) -> str:
    return (pocket / "worker" / "build.js").read_text().split('"id": "')[1][:16]


SAVES_LATE = (
    ("sw.js", "await storage.save(", "setTimeout(storage.save, 60_000, "),
    ("sw.js", "if (await storage.movedOn()) await wakeAgain();", ""),
)
"""A fault planted in the worker: it answers first and saves a minute later."""


def test_an_update_keeps_every_game_and_says_so_and_a_late_save_is_noticed(
    pocket: Path, tmp_path: Path, phone: PocketPhone, host: Host
) -> None:
    with phone.switched_on() as page:
        phone.open(page)
        table = Table(phone, page, SEED)
        page.goto(table.game)
        table.send()
        host.serve(other_build(pocket, tmp_path / "next", *SAVES_LATE))
        update(page)
        page.reload()
        expect(page.get_by_text("Updated.")).to_be_visible()
        table.check()
        page.get_by_role("link", name="What’s new").click()
        expect(page.get_by_role("heading", name="What’s new")).to_be_visible()
        assert len(page.evaluate("caches.keys()")) == 1
        table.send()
        table.check()
        phone.kill()
    with phone.switched_on() as table.page:
        table.page.goto(table.game)
        app_is_up(table.page)
        with pytest.raises(AssertionError):
            table.check()


def update(page: Page) -> None:
    """Let the browser look for a new version now, and wait until it is in place."""
    page.evaluate(
        """() => new Promise((done) => {
          navigator.serviceWorker.addEventListener('controllerchange', done, { once: true });
          navigator.serviceWorker.ready.then((found) => found.update());
        })"""
    )


def test_a_broken_snapshot_is_thrown_away(phone: PocketPhone) -> None:
    with phone.switched_on() as page:
        phone.open(page)
        table = Table(phone, page, SEED)
        page.evaluate(SPOIL_SNAPSHOT)
        table.stop_worker()
        page.goto(table.game)
        app_is_up(page)
        table.send()
        table.check()
        assert not [url for url in page.evaluate(KEPT) if url.endswith("/snapshot")]


@pytest.mark.parametrize("release", RELEASES, ids=[path.stem for path in RELEASES])
def test_games_of_an_older_version_are_brought_up_to_date(
    phone: PocketPhone, release: Path
) -> None:
    with phone.switched_on() as page:
        phone.open(page)
        page.evaluate(STORE, base64.b64encode(release.read_bytes()).decode())
        for game_id, expected in told_by(release).items():
            text = page.evaluate(
                "async (game) => (await fetch(game)).text()", f"{ADDRESS}g/{game_id}.json"
            )
            told = json.loads(text)
            assert {name: told[name] for name in expected["told"]} == expected["told"]
