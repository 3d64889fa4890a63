"""A cached page is the page that would be made: never stale, never another phone's, keys fresh."""

import re

import pytest
from flask import Flask

from kalooki_ref.web.access import page_cache
from tests.web.phone import Phone

KEY = re.compile(r'name="key" value="([^"]+)"')
PAGES = ("", "standings")


def made_now(app: Flask, phone: Phone, path: str) -> str:
    app.extensions["kalooki_pages"] = page_cache.PageCache()
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
    told = table.get().text
    assert 'class="flash ' in told
    other = new_phone()
    other.table = table.table
    assert 'class="flash ' not in other.get().text
    assert 'class="flash ' not in table.get().text


def test_only_so_many_are_cached() -> None:
    pages = page_cache.PageCache()
    for number in range(page_cache.MOST + 5):
        pages.put((number,), ("page",))
    assert pages.get((0,)) is None
    assert pages.get((page_cache.MOST,)) == ("page",)
