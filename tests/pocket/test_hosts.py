"""The pocket on hosts: plain ones, GitHub Pages, a portal, a folder on a disk."""

import re
from http.server import SimpleHTTPRequestHandler
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pocket.phone import ADDRESS, FOLDER, Host, PocketPhone, app_is_up

# Media types of an nginx as Debian 12 installs it; anything else is octet-stream.
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "application/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
}
PORTAL = b"<!doctype html><title>Sign in</title><p>Welcome to the hotel. Please sign in."
LOOK_FOR_AN_UPDATE = """() => navigator.serviceWorker.ready
  .then((found) => found.update()).catch(() => {})"""
NOISE = "404|MIME type|ServiceWorker|Service Worker|service worker|Content Security Policy|CORS"


class PlainHost(SimpleHTTPRequestHandler):
    """A host without headers of its own, which answers 404 with 404.html, as GitHub Pages does."""

    extensions_map = {"": "application/octet-stream", **TYPES}  # noqa: RUF012

    def send_error(self, code: int, *_: object) -> None:
        body = Path(self.directory, FOLDER, "404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


class Portal(PlainHost):
    """A network that answers for the worker with a page of its own."""

    answers_for = "/sw.js"

    def do_GET(self) -> None:
        if not self.path.endswith(self.answers_for):
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(PORTAL)))
        self.end_headers()
        self.wfile.write(PORTAL)


class Cut(PlainHost):
    """A connection that drops in the middle of a file."""

    ending = ".bin"

    def do_GET(self) -> None:
        if not self.path.endswith(self.ending):
            super().do_GET()
            return
        body = Path(self.translate_path(self.path)).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(self.path))
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2])
        self.close_connection = True


class Half(PlainHost):
    """A host that has only half of a file and doesn't know it."""

    def do_GET(self) -> None:
        if not self.path.endswith("python.js"):
            super().do_GET()
            return
        body = Path(self.translate_path(self.path)).read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/javascript")
        self.send_header("Content-Length", str(len(body) // 2))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2])


class LatePortal(Portal):
    """A network that asks to sign in when the worker is there, but not yet its files."""

    answers_for = ".bin"


class TextHost(PlainHost):
    """A host that takes part of the scripts for plain text."""

    def guess_type(self, path: object) -> str:
        return "text/plain" if str(path).endswith("files.js") else super().guess_type(str(path))


class Flickering(PlainHost):
    """A connection that drops once while the worker's modules are on their way."""

    refused = 0

    def do_GET(self) -> None:
        if self.path.endswith("/sw.js") and not Flickering.refused:
            Flickering.refused += 1
            self.close_connection = True
        else:
            super().do_GET()


class Unpacked(PlainHost):
    """A host that was given no packs."""

    def do_GET(self) -> None:
        if self.path.endswith(".bin"):
            self.send_error(404)
        else:
            super().do_GET()


class Changing(PlainHost):
    """A host that adds a line of its own to every page."""

    def do_GET(self) -> None:
        if not self.path.endswith("index.html"):
            super().do_GET()
            return
        body = Path(self.translate_path(self.path)).read_bytes() + b"<!-- counted -->"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture
def fresh(browser_path: Path, host: Host, tmp_path: Path) -> PocketPhone:
    """A phone without the pocket."""
    phone = PocketPhone(browser_path, tmp_path / "fresh", host)
    phone.watch.allow(NOISE)
    return phone


def test_deep_link_on_a_fresh_phone_opens_its_page(fresh: PocketPhone) -> None:
    fresh.host.answer_with(PlainHost)
    with fresh.switched_on() as page:
        page.goto(f"{ADDRESS}rules/jamaican?from=a-friend")
        expect(page.get_by_text("The whole app is coming to this phone")).to_be_visible()
        fan = page.locator(".fan").bounding_box()
        assert fan
        assert fan["width"] < 300  # the style sheet was found, too
        app_is_up(page)
        expect(page).to_have_url(f"{ADDRESS}rules/jamaican?from=a-friend")
        expect(page.get_by_role("heading", name="Jamaican").first).to_be_visible()


def says(page: Page, words: str) -> None:
    expect(page.locator("#state")).to_contain_text(words)
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_page_of_a_portal_is_named(fresh: PocketPhone) -> None:
    fresh.host.answer_with(Portal)
    with fresh.switched_on() as page:
        page.goto(ADDRESS)
        says(page, "This network answers with a page of its own.")


def test_portal_leaves_an_app_alone_that_is_on_the_phone(phone: PocketPhone) -> None:
    phone.watch.allow(NOISE)
    with phone.switched_on() as page:
        phone.open(page)
        phone.host.answer_with(Portal)
        page.evaluate(LOOK_FOR_AN_UPDATE)
        phone.stop_workers(page)
        page.goto("./rules/jamaican")
        expect(page.get_by_role("heading", name="Jamaican").first).to_be_visible()


@pytest.mark.parametrize("kind", [Cut, Half])
def test_first_visit_that_is_cut_off_says_so(fresh: PocketPhone, kind: type[PlainHost]) -> None:
    fresh.host.answer_with(kind)
    with fresh.switched_on() as page:
        page.goto(ADDRESS)
        says(page, "The connection stopped. What has arrived is kept: try again.")
        expect(page.get_by_text("Your games are still here")).to_be_hidden()
        expect(page.locator("#why")).to_be_empty()
        fresh.host.answer_with(PlainHost)
        page.get_by_role("button", name="Try again").tap()
        app_is_up(page)


def test_deep_link_that_is_cut_off_goes_on_in_the_phones_language(fresh: PocketPhone) -> None:
    fresh.host.answer_with(Cut)
    address = f"{ADDRESS}g/abcdefghijkl"
    with fresh.switched_on(locale="es-ES") as page:
        page.goto(address)
        expect(page.locator("#state")).to_contain_text("La conexión se ha cortado.")
        fresh.host.answer_with(PlainHost)
        page.get_by_role("button", name="Reintentar").tap()
        app_is_up(page)
        expect(page).to_have_url(address)
        expect(page.get_by_text("Esta partida no está en este teléfono.")).to_be_visible()


def test_portal_that_asks_in_the_middle_is_named(fresh: PocketPhone) -> None:
    fresh.host.answer_with(LatePortal)
    with fresh.switched_on() as page:
        page.goto(ADDRESS)
        says(page, "This network answers with a page of its own.")


def test_host_is_named_for_what_it_sends_wrongly(fresh: PocketPhone) -> None:
    fresh.host.answer_with(TextHost)
    with fresh.switched_on() as page:
        page.clock.install()
        page.goto(ADDRESS)
        says(page, "The web host doesn’t send a file as it should.")
        page.clock.run_for(60_000)
        says(page, "The web host doesn’t send a file as it should.")
        expect(page.locator("#why")).to_have_text("worker/files.js: text/plain")


def test_connection_that_drops_for_a_moment_is_no_old_browser(fresh: PocketPhone) -> None:
    Flickering.refused = 0
    fresh.host.answer_with(Flickering)
    with fresh.switched_on() as page:
        page.goto(ADDRESS)
        app_is_up(page)
    assert Flickering.refused


def test_link_on_a_dropped_connection_says_so(fresh: PocketPhone) -> None:
    fresh.host.answer_with(PlainHost)
    with fresh.switched_on(locale="it") as page:
        page.route("**/start/start.js", lambda route: route.abort())
        page.goto(f"{ADDRESS}rules/jamaican")
        expect(page.locator("#state")).to_have_text("La connessione si è interrotta. Riprova.")
        expect(page.get_by_text("README.txt")).to_have_count(0)
        page.unroute("**/start/start.js")
        page.get_by_role("button", name="Riprova").tap()
        app_is_up(page)
        expect(page).to_have_url(f"{ADDRESS}rules/jamaican")


@pytest.mark.parametrize(
    ("kind", "why"), [(Unpacked, r"^runtime/\S+\.bin: 404$"), (Changing, r"^index.html: changed$")]
)
def test_host_that_keeps_back_or_changes_a_file_is_named(
    fresh: PocketPhone, kind: type[PlainHost], why: str
) -> None:
    fresh.host.answer_with(kind)
    with fresh.switched_on() as page:
        page.goto(ADDRESS)
        says(page, "The web host doesn’t send a file as it should.")
        expect(page.locator("#why")).to_have_text(re.compile(why))


def test_double_click_on_the_page_says_where_it_belongs(fresh: PocketPhone, pocket: Path) -> None:
    fresh.watch.allow("file://")
    with fresh.switched_on() as page:
        page.goto((pocket / "index.html").as_uri())
        hint = page.get_by_text("needs a web host with https")
        expect(hint).to_be_visible()
        expect(page.get_by_text("on its way")).to_be_hidden()
        fresh.host.answer_with(Portal)
        page.goto(ADDRESS)
        says(page, "This network")
        expect(hint).to_be_hidden()


def test_files_have_only_endings_that_every_host_knows(pocket: Path) -> None:
    endings = {path.suffix for path in pocket.rglob("*") if path.is_file()}
    # IIS sends no others; it knows no .mjs, .wasm or .zst.
    assert endings == {".html", ".css", ".js", ".svg", ".txt", ".bin"}


def test_readme_says_in_ten_lines_how_to_put_it_on_a_host(pocket: Path) -> None:
    readme = (pocket / "README.txt").read_text("utf-8")
    steps = [line for line in readme.splitlines() if line.strip()]
    assert len(steps) <= 10
    assert re.search("https", readme)
    assert re.search("drag", readme, re.IGNORECASE)
