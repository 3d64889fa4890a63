"""Pages fetched again by script: ETags, 304, and fresh form keys."""

import gzip
import re
from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kalooki_ref.store import links
from kalooki_ref.store.links import NewLink, Role, add_link, guard_game
from kalooki_ref.web.shared import rights
from kalooki_ref.web.shared.device import signed
from tests.web.phone import Phone
from tests.web.test_roles import PARTS, ways

KEY = re.compile(r'name="key" value="([^"]+)"')


def test_no_two_forms_share_a_key(table: Phone) -> None:
    table.get()
    keys = [key for _ in range(3) for key in KEY.findall(table.get().text)]
    assert len(keys) == len(set(keys)) > 20
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)


def test_messages_are_not_shown_on_other_phones(table: Phone, new_phone) -> None:  # type: ignore[no-untyped-def]
    table.post("calls", player="2")
    shown = table.get().text
    assert 'class="flash ' in shown
    other = new_phone()
    other.table = table.table
    assert 'class="flash ' not in other.get().text
    assert 'class="flash ' not in table.get().text


def fetched(phone: Phone, path: str = "", tag: str = "none", **headers: str) -> TestResponse:
    """Request a page as live.js does."""
    live = {"X-Sent-By": "live", "If-None-Match": f'W/"{tag}"', "Accept-Encoding": "gzip"}
    return phone.client.get(phone.address(path), headers=live | headers)


def text_of(answer: TestResponse) -> str:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(answer.data) if packed else answer.data).decode()


@pytest.mark.parametrize("path", ["", "scoreboard", "history"])
def test_unchanged_page_is_304(table: Phone, new_phone: Callable[[], Phone], path: str) -> None:
    other = new_phone()
    other.table = table.table
    tag = fetched(table, path).get_etag()[0] or ""
    assert fetched(table, path, tag=tag).status_code == 304
    other.post("calls", player="2")
    assert fetched(table, path, tag=tag).status_code == 200


def test_etag_depends_on_the_theme(table: Phone) -> None:
    tag = fetched(table).get_etag()[0] or ""
    table.client.set_cookie("theme", "dark")
    assert "theme-dark" in text_of(fetched(table, tag=tag))


def test_pending_message_is_fetched_once_by_the_tab_that_saved(table: Phone) -> None:
    table.post("calls", player="2")
    tag = fetched(table, "scoreboard").get_etag()[0] or ""
    table.post("calls", player="3")
    saved = {"X-Sent-By": "save"}
    assert 'class="flash ' not in text_of(fetched(table))
    assert 'class="flash ' in text_of(fetched(table, **saved))
    assert 'class="flash ' not in text_of(fetched(table, **saved))
    assert fetched(table, "scoreboard", tag=tag).status_code == 200


@pytest.fixture
def guests(app: Flask, table: Phone, new_phone: Callable[[], Phone]) -> dict[str, Phone]:
    """Phones of every role at a guarded table."""
    game_id = table.table.rpartition("/")[2]
    given = {
        "keeper": NewLink("keeper" * 4, Role.SCOREKEEPER),
        "seat": NewLink("seat" * 6, Role.SEAT, 2),
        "other seat": NewLink("other" * 5, Role.SEAT, 3),
        "watcher": NewLink("watcher" * 4, Role.WATCH),
    }
    phones = {name: new_phone() for name in given}
    with app.test_request_context():
        guard_game(game_id, given["keeper"])
        for name in ("seat", "other seat", "watcher"):
            add_link(game_id, given[name], granted=True)
        for name, phone in phones.items():
            phone.table = table.table
            held = signed(rights.COOKIE, [(game_id, given[name].token)])
            phone.client.set_cookie(rights.COOKIE, held)
    return phones


def test_roles_do_not_share_etags(guests: dict[str, Phone]) -> None:
    tags = {name: fetched(phone).get_etag()[0] or "" for name, phone in guests.items()}
    assert len(set(tags.values())) == len(tags)
    assert "/calls" in text_of(fetched(guests["seat"], tag=tags["keeper"]))
    assert "/calls" not in text_of(fetched(guests["watcher"], tag=tags["keeper"]))


# Addresses that aren't pages: files, the stream, fragments, and redirects.
NO_PAGES = {
    "advice.verdict_at_table",
    "drafts.show",
    "export.scores",
    "export.state",
    "export.whole",
    "games.follow",
    "news.show",
    "record.former",
    "record.verdict",
    "stream.show",
}


def pages_of(app: Flask, phone: Phone) -> Iterator[tuple[str, str]]:
    """Yield each page of the game that this phone gets now, with its endpoint."""
    for method, rule in ways(app):
        if method != "GET" or rule.endpoint in NO_PAGES:
            continue
        parts = {name: PARTS.get(name, phone.table[3:]) for name in rule.arguments}
        address = app.url_map.bind("localhost").build(rule.endpoint, parts)
        answer = phone.client.get(f"{address}?seq=2")
        if answer.status_code == 200:
            yield rule.endpoint, answer.text


def test_every_page_of_a_game_follows_it(
    app: Flask, guests: dict[str, Phone], new_phone: Callable[[], Phone]
) -> None:
    """Pages come from the URL map, so that a new one is looked at, too."""
    keeper, asking = guests["keeper"], new_phone()
    asking.table, game_id = keeper.table, keeper.table[3:]
    with app.test_request_context():
        add_link(game_id, NewLink("asking" * 4, Role.SEAT, 4), granted=False)
        asking.client.set_cookie(rights.COOKIE, signed(rights.COOKIE, [(game_id, "asking" * 4)]))
    lives = (f'data-live="{keeper.table}/stream"', "data-look-again=")
    shown, still = set[str](), set[str]()
    keeper.post("round", step="save", winner="void")
    for change, fields in (("calls", {"player": "3"}), ("players/2/leave", {}), ("end", {})):
        keeper.post(change, insist="yes", **fields)
        for phone in (*guests.values(), asking):
            for endpoint, page in pages_of(app, phone):
                shown.add(endpoint)
                if not any(live in page for live in lives):
                    still.add(endpoint)
    assert not still
    assert shown == {rule.endpoint for method, rule in ways(app) if method == "GET"} - NO_PAGES


def test_removed_phone_gets_no_page(app: Flask, guests: dict[str, Phone]) -> None:
    assert fetched(guests["seat"], "scoreboard").status_code == 200
    with app.app_context():
        links.drop_link(guests["seat"].table.rpartition("/")[2], links.hashed("seat" * 6))
    assert fetched(guests["seat"], "scoreboard").status_code == 403
