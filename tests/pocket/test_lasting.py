"""Games survive failures of the worker, the browser, the storage and the host.

KALOOKI_SCHEDULES=200 runs that many random schedules; KALOOKI_SEED selects others.
"""

import base64
import json
import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.phone import call_button, undo_button, wait_for_script
from tests.commits import seed_of_this_run
from tests.pocket.phone import ADDRESS, FOLDER, PocketPhone, app_is_up
from tests.pocket.table import NO_WAIT, STORE, Table
from tests.store.test_releases import RELEASES, pages_of

SCHEDULES = int(os.environ.get("KALOOKI_SCHEDULES", "1"))
SEED = seed_of_this_run()
# Console messages for full storage and stopped workers.
NOISE = "50[37]|Service Worker|ERR_FAILED"
SPOIL_SNAPSHOT = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  const [snapshot] = (await cache.keys()).filter(({ url }) => url.endsWith('/snapshot'));
  await cache.put(snapshot, new Response(new Uint8Array(4096)));
}"""

KEPT = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  return (await cache.keys()).map(({ url }) => url);
}"""
# The connection to the database is dead, but no event has said so.
DIES_SILENTLY = """() => {
  const { transaction } = IDBDatabase.prototype;
  const dead = new WeakSet();
  let isFirst = true;
  IDBDatabase.prototype.transaction = function (...given) {
    if (isFirst) dead.add(this);
    isFirst = false;
    if (dead.has(this)) throw new DOMException('gone', 'InvalidStateError');
    return transaction.apply(this, given);
  };
}"""
# The connection is closed, and opening it again fails once.
FAILS_TO_OPEN = """() => {
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...given) {
    IDBDatabase.prototype.transaction = transaction;
    this.dispatchEvent(new Event('close'));
    return transaction.apply(this, given);
  };
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function () {
    IDBFactory.prototype.open = open;
    const request = new EventTarget();
    request.error = new DOMException('it failed', 'UnknownError');
    setTimeout(() => request.dispatchEvent(new Event('error')));
    return request;
  };
}"""
A_MINUTE_LATER = "() => { const { now } = Date; Date.now = () => now() + 60_000; }"
KNOCK = "() => { navigator.serviceWorker.controller.postMessage('awake'); }"
NEW_SNAPSHOT_HOLDS = """async ([address, words]) => {
  const cache = await caches.open((await caches.keys())[0]);
  for (let tries = 0; tries < 480; tries += 1) {
    const bytes = await (await cache.match(address))?.arrayBuffer();
    if (bytes?.byteLength > 1e6) return new TextDecoder('latin1').decode(bytes).includes(words);
    await new Promise((done) => { setTimeout(done, 500); });
    navigator.serviceWorker.controller.postMessage('awake');
  }
  throw new Error('no snapshot was made');
}"""


def test_random_schedules_save_every_entry_once(
    phone: PocketPhone, pocket: Path, tmp_path: Path
) -> None:
    phone.watch.allow(NOISE)
    phone.host.other = other_build(pocket, tmp_path / "next", *UNVISITED)
    games: list[Table] = []
    for seed in range(SEED, SEED + SCHEDULES):
        print(f"KALOOKI_SEED={seed}")
        with phone.switched_on() as page:
            if games:
                pick_up(games[-1], page)
            else:
                give_games(page)
            phone.open(page)
            games.append(Table(phone, page, seed))
            play(games[-1])
    with phone.switched_on() as page:
        pick_up(games[-1], page)
        for table in games:
            table.page = page
            table.check()


def play(table: Table) -> None:
    """Run one schedule, and kill the browser during the last call."""
    table.page.goto(table.game)
    for step in table.steps():
        print(step.__name__)
        step()
        table.send()
        table.check()
    table.last = table.call()
    table.page.evaluate(NO_WAIT, table.last)
    table.phone.kill()


def give_games(page: Page) -> None:
    """Store the games of an older version, more than fit into one piece of storage."""
    page.goto("./")
    app_is_up(page)
    page.evaluate(STORE, base64.b64encode(RELEASES[-1].read_bytes()).decode())


def pick_up(table: Table, page: Page) -> None:
    """Reopen the game after the kill and retry the last call."""
    table.page = page
    page.goto(table.game)
    app_is_up(page)
    table.send(table.last)
    table.check()


def other_build(pocket: Path, folder: Path, *changes: tuple[str, str, str]) -> Path:
    """Return a folder with a modified copy of the pocket; changes are (file, before, after)."""
    copied = folder / FOLDER
    shutil.copytree(pocket, copied)
    for name, before, after in (
        ("worker/build.js", build_of(pocket), "the-next-version"),
        ("sw.js", build_of(pocket), "the-next-version"),
        *changes,
    ):
        text = (copied / name).read_text("utf-8")
        assert before in text
        (copied / name).write_text(text.replace(before, after), "utf-8")
    return folder


def build_of(pocket: Path) -> str:
    return (pocket / "worker" / "build.js").read_text("utf-8").split('"id": "')[1][:16]


# A version that installs faster, because it skips the warm-up.
UNVISITED = (("worker/python.js", "fresh.runPython('next(steps, None) is not None')", "false"),)
# A planted fault: the worker responds first and saves a minute later.
SAVES_LATE = (
    ("sw.js", "await storage.save(", "setTimeout(storage.save, 60_000, "),
    ("sw.js", "  await seeToStorage();", ""),
)


def test_update_waits_for_storage_and_keeps_games_and_late_save_is_detected(
    phone: PocketPhone, pocket: Path, tmp_path: Path
) -> None:
    phone.host.other = other_build(pocket, tmp_path / "next", *UNVISITED, *SAVES_LATE)
    for unchanged in phone.host.other.rglob("*.bin"):
        unchanged.unlink()  # already on the phone
    with phone.switched_on() as page:
        phone.open(page)
        table = Table(phone, page, SEED)
        page.goto(table.game)
        table.send()
        assert phone.update_without_room(page) == "redundant"
        assert len(page.evaluate("caches.keys()")) == 1
        table.send()
        table.update()
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


def test_verdict_works_with_full_storage(started: PocketPhone, page: Page) -> None:
    page.goto("./")
    app_is_up(page)
    started.fill_storage(full=True)
    page.goto("./check?system=kooky&cards=7R+7G+7B")
    expect(page.locator("#ruling").get_by_text("Legal")).to_be_visible()
    started.fill_storage(full=False)


def test_full_phone_says_so_and_saves_once_it_has_room(started: PocketPhone, page: Page) -> None:
    started.watch.allow(NOISE)
    page.goto("./")
    app_is_up(page)
    table = Table(started, page, SEED)
    page.goto(table.game)
    started.fill_storage(full=True)
    call_button(page, "Ann").tap()
    expect(page.get_by_text("This phone is full")).to_be_visible()
    started.fill_storage(full=False)
    page.get_by_role("button", name="Try again").tap()
    expect(undo_button(page, "Ann called")).to_be_visible()


def test_storage_that_fails_is_neither_full_nor_a_network(started: PocketPhone, page: Page) -> None:
    started.watch.allow(NOISE)
    page.goto("./")
    app_is_up(page)
    table = Table(started, page, SEED)
    page.goto(table.game)
    started.refuse_to_store("UnknownError")
    call_button(page, "Ann").tap()
    expect(page.get_by_text("Not saved. What you typed is kept.")).to_be_visible()
    started.refuse_to_store("")
    page.get_by_role("button", name="Try again").tap()
    expect(undo_button(page, "Ann called")).to_be_visible()
    table.saved += 1
    table.check()


def test_full_phone_is_asked_less_and_less_often_to_keep_a_draft(phone: PocketPhone) -> None:
    phone.watch.allow(NOISE)
    with phone.switched_on() as page:
        phone.open(page)
        table = Table(phone, page, SEED)
        page.clock.install()
        page.goto(f"{table.game}/round?winner=2")
        wait_for_script(page)
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
        phone.fill_storage(full=True)
        sent = list[Request]()
        page.on("request", lambda request: request.method == "PATCH" and sent.append(request))
        page.get_by_role("textbox", name="Ann", exact=True).fill("12")
        for tries, seconds in enumerate((1, 10, 20), 1):
            page.clock.run_for((seconds - 1) * 1000)
            assert len(sent) == tries - 1
            with page.expect_response(lambda answer: answer.status == 507):
                page.clock.run_for(1000)
            expect(page.get_by_text("This phone is full")).to_have_count(1)
            assert len(sent) == tries
        phone.fill_storage(full=False)
        with page.expect_response(lambda answer: answer.request.method == "PATCH" and answer.ok):
            page.clock.run_for(40_000)


def test_connection_that_died_silently_and_a_failed_opening_are_forgotten(
    started: PocketPhone, page: Page
) -> None:
    started.watch.allow(NOISE)
    page.goto("./")
    app_is_up(page)
    table = Table(started, page, SEED)
    started.worker().evaluate(DIES_SILENTLY)
    table.send()
    started.worker().evaluate(FAILS_TO_OPEN)
    table.send_until_saved()
    page.goto(table.game)
    expect(undo_button(page, "Ann called")).to_be_visible()
    table.check()
    started.worker().evaluate(FAILS_TO_OPEN)
    page.goto(f"{table.game}/history")
    expect(page.get_by_role("heading", name="History")).to_be_visible()


def test_broken_snapshot_is_rebuilt_when_idle(
    phone: PocketPhone,
) -> None:
    with phone.switched_on() as page:
        phone.open(page)
        table = Table(phone, page, SEED)
        page.evaluate(SPOIL_SNAPSHOT)
        table.stop_worker()
        page.goto(table.game)
        app_is_up(page)
        table.send()
        table.check()
        phone.worker().evaluate(A_MINUTE_LATER)
        page.evaluate(KNOCK)
        table.send()
        table.check()
        game_id = table.game.rpartition("/")[2]
        assert not page.evaluate(NEW_SNAPSHOT_HOLDS, [f"{ADDRESS}snapshot", game_id])
        table.send()
        table.stop_worker()
        page.goto(f"{table.game}/history")
        app_is_up(page)
        table.check()
        assert [url for url in page.evaluate(KEPT) if url.endswith("/snapshot")]


@pytest.mark.parametrize("release", RELEASES, ids=[path.stem for path in RELEASES])
def test_games_of_older_versions_are_migrated(page: Page, release: Path) -> None:
    page.goto("./")
    app_is_up(page)
    page.evaluate(STORE, base64.b64encode(release.read_bytes()).decode())
    for game_id, expected in pages_of(release).items():
        text = page.evaluate(
            "async (game) => (await fetch(game)).text()", f"{ADDRESS}g/{game_id}.json"
        )
        shown = json.loads(text)
        assert {name: shown[name] for name in expected["told"]} == expected["told"]
