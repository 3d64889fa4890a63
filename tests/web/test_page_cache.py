"""A cached page is the page that would be made: never stale, never another phone's, keys fresh."""

import gzip
import re
from collections.abc import Callable

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kalooki_ref.store import links
from kalooki_ref.store.event_store import Numbers
from kalooki_ref.store.fold_cache import LastUsed
from kalooki_ref.store.links import NewLink, Role, add_link, guard_game
from kalooki_ref.web.access import page_cache, roles
from kalooki_ref.web.access.device import signed
from tests.web.phone import Phone

KEY = re.compile(r'name="key" value="([^"]+)"')
PAGES = ("", "standings")


def made_now(app: Flask, phone: Phone, path: str) -> str:
    app.extensions[page_cache.PAGES] = page_cache.Pages()
    return phone.get(path).text


def without_keys(page: str) -> str:
    return KEY.sub("", page)


@pytest.mark.parametrize("path", PAGES)
def test_a_cached_page_is_the_page_that_would_be_made(app: Flask, table: Phone, path: str) -> None:
    table.get(path)
    again = table.get(path).text
    assert without_keys(again) == without_keys(made_now(app, table, path))
    assert page_cache.HOLE not in again


def test_no_two_forms_share_a_key(table: Phone) -> None:
    table.get()
    keys = [key for _ in range(3) for key in KEY.findall(table.get().text)]
    assert len(keys) == len(set(keys)) > 20
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)


def test_a_cached_page_gives_way_to_what_is_new(table: Phone, new_phone) -> None:  # type: ignore[no-untyped-def]
    other = new_phone()
    other.table = table.table
    for phone in (table, other):
        phone.get()
    other.post("calls", player="2")
    assert "Ben called" in table.words(table.get())
    assert f'value="{table.version()}"' in table.get().text


def test_every_table_has_its_own(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    first = phone.table
    phone.begin("Dan", "Eve", "Fay")
    for _ in range(2):
        assert "Fay" in phone.get().text
        assert "Fay" not in phone.client.get(first).text


def test_a_phone_that_looks_another_way_gets_its_own(table: Phone) -> None:
    plain = table.get().text
    table.client.set_cookie("theme", "dark")
    assert "theme-dark" in table.get().text
    table.client.delete_cookie("theme")
    assert without_keys(table.get().text) == without_keys(plain)


def test_what_one_phone_is_told_reaches_no_other(table: Phone, new_phone) -> None:  # type: ignore[no-untyped-def]
    table.post("calls", player="2")
    shown = table.get().text
    assert 'class="flash ' in shown
    other = new_phone()
    other.table = table.table
    assert 'class="flash ' not in other.get().text
    assert 'class="flash ' not in table.get().text


def test_only_so_many_are_cached() -> None:
    pages: LastUsed[tuple[int], str] = LastUsed(3)
    for number in range(4):
        pages.put((number,), "page")
    assert pages.get((0,)) is None
    assert pages.get((3,)) == "page"


def fetched(phone: Phone, path: str = "", tag: str = "none", **headers: str) -> TestResponse:
    """Ask for a page as live.js does."""
    live = {"X-Sent-By": "live", "If-None-Match": f'W/"{tag}"', "Accept-Encoding": "gzip"}
    return phone.client.get(phone.address(path), headers={**live, **headers})


def text_of(answer: TestResponse) -> str:
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return (gzip.decompress(answer.data) if packed else answer.data).decode()


@pytest.mark.parametrize("path", ["", "standings", "scoreboard"])
def test_script_fetches_the_same_page_without_keys(app: Flask, table: Phone, path: str) -> None:
    for _ in range(2):
        live = text_of(fetched(table, path))
        assert set(KEY.findall(live)) == set()
        assert without_keys(made_now(app, table, path)) == live.replace('name="key" value=""', "")
    plain = text_of(fetched(table, path, **{"Accept-Encoding": "identity"}))
    assert KEY.sub('name="key" value=""', plain) == live


def test_phones_that_may_see_the_same_fetch_the_same_bytes(
    table: Phone, new_phone: Callable[[], Phone]
) -> None:
    other = new_phone()
    other.table = table.table
    assert fetched(table).data == fetched(other).data
    tag = fetched(table).get_etag()[0] or ""
    assert fetched(other, tag=tag).status_code == 304
    other.client.set_cookie("theme", "dark")
    assert fetched(other, tag=tag).status_code == 200


def test_a_message_is_fetched_once_even_with_the_page_at_hand(table: Phone) -> None:
    table.post("calls", player="2")
    tag = fetched(table, "scoreboard").get_etag()[0] or ""
    table.post("calls", player="3")
    assert 'class="flash ' in text_of(fetched(table))
    assert 'class="flash ' not in text_of(fetched(table))
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
            held = signed(roles.COOKIE, [(game_id, given[name].token)])
            phone.client.set_cookie(roles.COOKIE, held)
    return phones


def leaks(app: Flask, guests: dict[str, Phone]) -> list[tuple[str, str]]:
    """Return whose fetched page was not the page that would be made for them."""
    found = []
    for path in ("", "scoreboard", "standings"):
        app.extensions[page_cache.PAGES] = page_cache.Pages()
        fetches = {name: text_of(fetched(phone, path)) for name, phone in guests.items()}
        for name, phone in guests.items():
            now = KEY.sub('name="key" value=""', made_now(app, phone, path))
            found += [(name, path)] if now != fetches[name] else []
    return found


def test_no_role_fetches_what_another_sees(app: Flask, guests: dict[str, Phone]) -> None:
    assert leaks(app, guests) == []
    pages = {name: text_of(fetched(phone)) for name, phone in guests.items()}
    assert len(set(pages.values())) == len(pages)
    assert "<form" in pages["keeper"]
    assert "/calls" not in pages["watcher"]


def test_a_cache_that_forgets_who_looks_would_be_caught(
    app: Flask, guests: dict[str, Phone], monkeypatch: pytest.MonkeyPatch
) -> None:
    def blind(game_id: str, numbers: Numbers) -> tuple[object, ...]:
        return tuple(one for one in whole(game_id, numbers) if not isinstance(one, roles.Viewer))

    whole = page_cache._cache_key
    monkeypatch.setattr(page_cache, "_cache_key", blind)
    assert leaks(app, guests)


def test_a_phone_that_is_put_out_fetches_nothing_more(app: Flask, guests: dict[str, Phone]) -> None:
    assert fetched(guests["seat"], "scoreboard").status_code == 200
    with app.app_context():
        links.drop_link(guests["seat"].table.rpartition("/")[2], links.hashed("seat" * 6))
    assert fetched(guests["seat"], "scoreboard").status_code == 404
