"""Where an opened copy says that it comes from."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from kalooki_ref.server.origins import is_address
from tests.web.copies.test_imports import exported, fault_on, post_import
from tests.web.phone import Phone


@pytest.mark.parametrize(
    ("address", "is_fine"),
    [
        ("http://192.168.1.5:5040/open/", True),
        ("https://club.example/kalooki/open/", True),
        ("http://[::1]:5040/open/", True),
        ("http://[x/", False),
        ("http://[1:::2]/", False),
        ("http://../open/", False),
        ("http://a:99999/open/", False),
        ("http://a@b/open/", False),
        ("//evil.example/open/", False),
        (None, False),
        (["http://a/"], False),
    ],
)
def test_home_url_is_validated(table: Phone, address: Any, is_fine: bool) -> None:
    assert is_address(address) is is_fine
    data = exported(table) | {"home": address}
    if is_fine:
        assert post_import(table, data).status_code == 200
    else:
        assert "home" in fault_on(table, data)


def test_home_on_another_host_shows_a_warning(table: Phone, new_phone: Callable[[], Phone]) -> None:
    data, other = exported(table) | {"home": "https://evil.example/open/"}, new_phone()
    assert "Do you know evil.example?" in other.words(post_import(other, data))
    other.table = str(post_import(other, data, "/open/keep").location)
    words = other.words(other.get("send"))
    assert "Do you know evil.example?" in words
    assert "Bring it back to evil.example" in words


def test_home_in_the_apps_own_pocket_shows_no_warning(table: Phone, app: Flask) -> None:
    app.config["POCKET_URL"] = "https://somebody.github.io/kalooki-ref/"
    data = exported(table) | {"home": "https://somebody.github.io/kalooki-ref/open/"}
    assert "Do you know" not in table.words(post_import(table, data))
