"""Deleted files and games, several pockets on one host, stalled downloads, version changes."""

import base64
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phone import call_button
from tests.pocket.phone import ADDRESS, FOLDER, HOST, Host, PocketPhone, app_is_up
from tests.pocket.table import STORE, Table
from tests.pocket.test_lasting import NOISE, UNVISITED, other_build
from tests.store.test_releases import RELEASES

DELETE_FILES = """async () => {
  for (const name of await caches.keys()) await caches.delete(name);
}"""
NAMES = """async () => ({
  caches: await caches.keys(),
  databases: (await indexedDB.databases()).map(({ name }) => name).toSorted(),
})"""
# Raises the version of the database, which closes the worker's connection.
LATER_DATABASE = """() => new Promise((done) => {
  const { pathname } = new URL('.', navigator.serviceWorker.controller.scriptURL);
  indexedDB.open(`kalooki ${pathname}`, 2).onsuccess = ({ target: { result } }) => {
    result.close();
    done();
  };
})"""
# The contrast of a link's text with the page behind it.
CONTRAST = """(link) => {
  const light = (colour) => colour.match(/\\d+/g).slice(0, 3).map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0.05);
  const found = [getComputedStyle(link).color, getComputedStyle(document.body).backgroundColor];
  const [darker, brighter] = found.map(light).toSorted((one, other) => one - other);
  return brighter / darker;
}"""
# Stores the games under the old names, without the folder.
AS_BEFORE_FOLDERS = """async () => {
  const { pathname } = new URL('.', navigator.serviceWorker.controller.scriptURL);
  const asked = (request) => new Promise((done) => {
    request.onsuccess = () => done(request.result);
  });
  const own = await asked(indexedDB.open(`kalooki ${pathname}`));
  const kept = own.transaction('kept').objectStore('kept');
  const [keys, values] = await Promise.all([asked(kept.getAllKeys()), asked(kept.getAll())]);
  const opening = indexedDB.open('kalooki', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
  const earlier = await asked(opening);
  const moved = earlier.transaction('kept', 'readwrite');
  keys.forEach((key, at) => moved.objectStore('kept').put(values[at], key));
  await new Promise((done) => { moved.oncomplete = done; });
  const emptied = own.transaction('kept', 'readwrite');
  emptied.objectStore('kept').clear();
  await new Promise((done) => { emptied.oncomplete = done; });
  [own, earlier].forEach((database) => database.close());
  const cache = await caches.open('kalooki-0123456789abcdef');
  const folder = new URL(pathname, location.href);
  await cache.put(new URL('runtime/library', folder), new Response('old'));
}"""


def delete_games(phone: PocketPhone, page: Page) -> None:
    """Delete the database, as a browser does when it needs space."""
    session = phone.context.new_cdp_session(page)
    session.send(
        "Storage.clearDataForOrigin", {"origin": f"http://{HOST}", "storageTypes": "indexeddb"}
    )
    session.detach()


@pytest.fixture
def table(phone: PocketPhone) -> Iterator[Table]:
    """A game with one call, on a phone of its own."""
    phone.watch.allow(NOISE)
    with phone.switched_on() as page:
        phone.open(page)
        table = Table(phone, page, seed=1)
        page.goto(table.game)
        table.send()
        yield table


def test_deleted_files_are_fetched_again(table: Table) -> None:
    phone, page = table.phone, table.page
    phone.watch.allow("Failed to load|/assets/|manifest")
    page.evaluate(DELETE_FILES)
    phone.host.kill()
    phone.stop_workers(page)
    page.goto(f"{table.game}/history")
    expect(page.get_by_text("The browser has deleted the app’s files.")).to_be_visible()
    phone.host.start()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    table.check()


def test_deleted_games_are_restored_from_memory(table: Table) -> None:
    phone, page = table.phone, table.page
    delete_games(phone, page)
    table.send_until_saved()  # the worker may hear of it only when it writes
    page.goto(table.game)
    expect(page.get_by_text("Your browser had deleted the games; they are back.")).to_be_visible()
    phone.stop_workers(page)
    page.goto(f"{table.game}/history")
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    table.check()


def test_deleted_games_that_are_lost_are_reported(table: Table) -> None:
    phone, page = table.phone, table.page
    phone.watch.allow("status of 404")
    delete_games(phone, page)
    phone.stop_workers(page)
    page.goto(f"{table.game}/history")
    expect(page.get_by_text("This game isn’t on this phone.")).to_be_visible()
    expect(page.get_by_text("Your browser has deleted the games on this phone.")).to_be_visible()
    expect(page.get_by_role("link", name="Open a copy").first).to_be_visible()
    page.get_by_role("link", name="Open everything").tap()
    expect(page.locator("#open-everything")).to_be_visible()


def test_games_of_a_newer_version_can_be_downloaded(table: Table, tmp_path: Path) -> None:
    phone, page = table.phone, table.page
    newer = tmp_path / "newer.sqlite"
    shutil.copy(RELEASES[-1], newer)
    with closing(sqlite3.connect(newer)) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()
    page.evaluate(STORE, base64.b64encode(newer.read_bytes()).decode())
    phone.stop_workers(page)
    page.goto(f"{table.game}/history")
    expect(page.get_by_text("A newer version of the app saved your games")).to_be_visible()
    expect(page.locator("#why")).to_be_empty()
    assert page.get_by_role("link", name="Save the games").evaluate(CONTRAST) > 4.5
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save the games as a file").click()
    assert saving.value.path().read_bytes() == newer.read_bytes()


def test_database_of_a_later_version_gets_the_sentence_of_a_newer_one(table: Table) -> None:
    page = table.page
    page.evaluate(LATER_DATABASE)
    table.phone.stop_workers(page)
    page.goto(f"{table.game}/history")
    expect(page.get_by_text("A newer version of the app saved your games")).to_be_visible()
    expect(page.locator("#why")).to_be_empty()


def test_games_under_old_storage_names_are_migrated(
    phone: PocketPhone, pocket: Path, tmp_path: Path
) -> None:
    phone.watch.allow(NOISE)
    phone.host.other = other_build(pocket, tmp_path / "next", *UNVISITED)
    with phone.switched_on() as page:
        phone.open(page)
        table = Table(phone, page, seed=1)
        page.goto(table.game)
        table.send()
        page.evaluate(AS_BEFORE_FOLDERS)
        phone.update(page)
        page.goto(table.game)
        expect(call_button(page, "Ann")).to_be_visible()
        table.check()
        found = page.evaluate(NAMES)
    assert found["databases"] == [f"kalooki /{FOLDER}"]
    assert [name.rpartition(" ")[0] for name in found["caches"]] == [f"kalooki /{FOLDER}"]


def beside(pocket: Path, folder: Path, *changes: tuple[str, str, str]) -> Path:
    """Return a folder with two pockets, in ``kalooki/`` and ``test/``."""
    other_build(pocket, folder, *UNVISITED, *changes)
    shutil.copytree(folder / FOLDER, folder / "test")
    return folder


# A planted fault: all folders of a host share their storage names.
SHARED = (("worker/names.js", "new URL(self.registration.scope).pathname", "'/'"),)


def both_last(phone: PocketPhone) -> None:
    """Play in one folder, open the other, and check that their games are separate."""
    with phone.switched_on() as page:
        page.goto(f"http://{HOST}/{FOLDER}")
        app_is_up(page)
        expect(page.get_by_role("heading", name="It’s on this phone now")).to_be_visible()
        table = Table(phone, page, seed=1)
        page.goto(table.game)
        table.send()
        page.goto(f"http://{HOST}/test/")
        app_is_up(page)
        assert page.get_by_role("link", name="Ann").count() == 0
        assert len(page.evaluate(NAMES)["caches"]) == 2
        phone.stop_workers(page)
        phone.host.kill()
        page.goto(table.game)
        app_is_up(page)
        table.check()


def test_two_pockets_on_one_host_are_separate(
    browser_path: Path, pocket: Path, tmp_path: Path
) -> None:
    host = Host(beside(pocket, tmp_path / "host"))
    try:
        phone = PocketPhone(browser_path, tmp_path / "phone", host)
        phone.watch.allow(NOISE)
        both_last(phone)
    finally:
        host.kill()


def test_pockets_with_shared_storage_names_are_detected(
    browser_path: Path, pocket: Path, tmp_path: Path
) -> None:
    host = Host(beside(pocket, tmp_path / "host", *SHARED))
    try:
        phone = PocketPhone(browser_path, tmp_path / "phone", host)
        phone.watch.allow(NOISE)
        with pytest.raises(AssertionError):
            both_last(phone)
    finally:
        host.kill()


def test_stalled_download_is_reported_and_resumed(
    browser_path: Path, pocket: Path, tmp_path: Path
) -> None:
    host = Host(pocket.parent if FOLDER else pocket)
    try:
        phone = PocketPhone(browser_path, tmp_path / "phone", host)
        phone.watch.allow(NOISE)
        with phone.switched_on() as page:
            host.stall(".bin")
            page.goto(ADDRESS)
            expect(page.get_by_text("The connection stopped.")).to_be_visible()
            host.go_on()
            page.get_by_role("button", name="Try again").click()
            app_is_up(page)
    finally:
        host.kill()
