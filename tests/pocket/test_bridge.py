"""The bridge that the service worker calls, in a folder of its host."""

import json
import logging
import re
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlencode

import pytest

from kalooki_ref.pocket.bridge import Bridge
from kalooki_ref.pocket.build.sources import prepare
from kalooki_ref.pocket.warm_up import FORM, new_game, paths, send, warm_up
from kalooki_ref.server.middleware import errors
from kalooki_ref.store.tables import db

pytestmark = pytest.mark.share(of=1)

ADDRESS = "https://example.org/kalooki/"
ABSOLUTE = re.compile(r'\s(?:href|src|action|formaction|value|data-[a-z-]+)="(/[^"]*)"')

OF_A_SERVER = re.compile("/(join|phones|takeover|stream|hand)(/|$)")


@contextmanager
def awake(address: str, disk: Path, *, stored: Path | None = None) -> Iterator[Bridge]:
    """Run the bridge in this Python; ``stored`` is an existing database."""
    (disk / "app").mkdir()
    prepare(disk / "app")
    (disk / "app" / "licences.txt").write_text("Kalooki Ref: MIT", "utf-8")
    log = logging.getLogger("kalooki")
    level = log.level
    bridge = Bridge(address, disk=disk)
    if stored:
        shutil.copyfile(stored, bridge.database)
    bridge.wake("a secret of this phone that is long enough", "{}")
    yield bridge
    log.setLevel(level)
    with bridge.app.app_context():
        db.engine.dispose()


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    with awake(ADDRESS, tmp_path) as bridge:
        yield bridge


def test_all_links_stay_in_the_folder(bridge: Bridge) -> None:
    game = new_game(bridge)
    seen = set()
    for path in paths(bridge, game):
        _, headers, body = send(bridge, "GET", path, "")
        if "text/html" in headers:
            seen.add(path)
            strays = [
                address
                for address in ABSOLUTE.findall(body.decode())
                if not address.startswith("/kalooki/")
            ]
            assert not strays, f"{path} leads out of the folder: {strays}"
    assert {"/", f"/g/{game}", "/check", "/rules/", "/games/new"} <= seen


def test_warm_up_requests_succeed(bridge: Bridge) -> None:
    answered = dict(warm_up(bridge))
    failed = {path for path, status in answered.items() if status >= 400}
    assert len(answered) > 40
    not_now = ("/undo", "/stream", "/hand", "/next", "/return", "/pocket/")
    assert not {path for path in failed if "/rounds/" not in path and not path.endswith(not_now)}


def test_forgetting_scratch_data_removes_the_scratch_game(bridge: Bridge) -> None:
    game = new_game(bridge)
    bridge.forget_scratch_data()
    assert bridge.jar() == "{}"
    assert send(bridge, "GET", f"/g/{game}", "")[0] == 404
    assert b"North" not in send(bridge, "GET", "/", "")[2]


def test_cookies_are_kept_and_deleted(bridge: Bridge) -> None:
    post_theme(bridge, "dark")
    assert json.loads(bridge.jar()) == {"theme": "dark"}
    assert b"theme-dark" in send(bridge, "GET", "/", "")[2]
    post_theme(bridge, "")
    assert json.loads(bridge.jar()) == {}


def post_theme(bridge: Bridge, theme: str) -> None:
    status, headers, _ = send(bridge, "POST", "/settings", urlencode({"theme": theme, "back": "/"}))
    assert status == 303
    assert "Set-Cookie" not in dict(json.loads(headers))


def test_cross_site_form_is_refused(bridge: Bridge) -> None:
    headers = {"content-type": FORM, "sec-fetch-site": "cross-site"}
    request = {"method": "POST", "path": "/kalooki/settings", "query": "", "headers": headers}
    assert bridge.answer(json.dumps(request), b"theme=dark")[0] == 403
    assert bridge.jar() == "{}"


def test_fallback_error_page_links_to_the_folder(
    bridge: Bridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(errors, "render_template", None)
    status, _, body = send(bridge, "GET", "/nowhere", "")
    assert status == 404
    assert b'href="/kalooki/"' in body


def test_licences_are_reached_from_the_app(bridge: Bridge) -> None:
    assert b"/kalooki/changes" in send(bridge, "GET", "/", "")[2]
    assert b"/kalooki/licences.txt" in send(bridge, "GET", "/changes", "")[2]
    assert send(bridge, "GET", "/licences.txt", "")[2] == b"Kalooki Ref: MIT"


def test_whats_new_omits_server_features(bridge: Bridge) -> None:
    page = send(bridge, "GET", "/changes", "")[2].decode()
    assert "<h3>Settling arguments</h3>" in page
    assert "<li>Jokers of the board open a round only in games that open with points.</li>" in page
    assert "goes on in the pocket app" in page
    for phrase in ("Several phones", "Running it", "--workers", "Other phones"):
        assert phrase not in page


def test_server_features_are_hidden(bridge: Bridge) -> None:
    game = new_game(bridge)
    for path in paths(bridge, game):
        _, headers, body = send(bridge, "GET", path, "")
        if "text/html" in headers and not OF_A_SERVER.search(path):
            page = body.decode()
            assert not [
                address for address in ABSOLUTE.findall(page) if OF_A_SERVER.search(address)
            ], path
            assert not re.search('data-live="[^"]|server’s log', page), path
    for path in ("/open/", f"/g/{game}/send"):
        assert (
            b"on several phones at once, run the app on a laptop"
            in send(bridge, "GET", path, "")[2]
        )


def test_house_rules_link_redirects_to_the_rules(bridge: Bridge) -> None:
    rules = {"base": "jamaican", "name": "Sunday rules", "max_calls": "2"}
    page = dict(json.loads(send(bridge, "POST", "/house-rules", urlencode(rules))[1]))["Location"]
    text = send(bridge, "GET", page.removeprefix("/kalooki"), "")[2].decode()
    link = re.findall("https://example.org/kalooki(/open/[^<]+)", text)[0]
    request = {"method": "GET", "path": "/kalooki/open/", "query": link[7:], "headers": {}}
    assert dict(json.loads(bridge.answer(json.dumps(request), b"")[1]))["Location"] == page


def test_deleted_game_is_purged_after_a_day(bridge: Bridge) -> None:
    game = new_game(bridge)
    send(bridge, "POST", f"/g/{game}/delete", "key=" + "delete-it" * 3)
    with closing(sqlite3.connect(bridge.database)) as stored, stored:
        stored.execute("UPDATE game SET deleted_at = '2020' WHERE deleted_at IS NOT NULL")
    bridge.wake("a secret of this phone that is long enough", bridge.jar())
    assert game.encode() not in bridge.database.read_bytes()


def test_full_and_broken_storage_show_the_apps_error_pages(bridge: Bridge) -> None:
    request = {"method": "GET", "path": "/kalooki/", "query": "", "headers": {}}
    status, headers, body = bridge.answer(json.dumps(request | {"refused": "full"}), b"")
    assert status == 507
    assert "Content-Security-Policy" in headers
    assert b"This phone is full" in body
    status, _, body = bridge.answer(json.dumps(request | {"refused": "broken"}), b"")
    assert status == 503
    assert "Can’t save right now.".encode() in body
