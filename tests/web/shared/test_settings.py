"""The way back from Settings: to the page that it was opened from, or one that a tap opens."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from werkzeug.test import TestResponse

from tests.web.phone import Phone

HOUSE = {"base": "kooky", "name": "Sunday rules"}


def back_from_settings(page: TestResponse) -> str:
    [link] = re.findall(r'href="(/settings\?back=[^"]*)"', page.text)
    return parse_qs(urlsplit(unescape(link)).query)["back"][0]


@pytest.mark.parametrize("address", ["/rules/kooky?q=joker", "/house-rules/new?base=kooky", "/"])
def test_settings_lead_back_to_the_page(phone: Phone, address: str) -> None:
    assert back_from_settings(phone.get(address)) == address


@pytest.mark.parametrize("editor", ["contracts", "card-values", "larger-tables"])
def test_settings_lead_back_from_an_editor_to_the_house_rules(phone: Phone, editor: str) -> None:
    page = phone.post(f"/house-rules/{editor}", **HOUSE)
    assert back_from_settings(page) == "/house-rules/new?base=kooky"
    assert phone.get(back_from_settings(page)).status_code == 200
    saved = phone.post(f"/house-rules/{editor}", **HOUSE, do="save")
    assert back_from_settings(saved) == "/house-rules/new?base=kooky"


@pytest.mark.parametrize(
    ("form", "fields", "back"),
    [
        ("/house-rules", HOUSE | {"name": ""}, "/house-rules/new?base=kooky"),
        ("/games", {"system": "poker"}, "/"),
        ("/games/new", {"arrange": "add"}, "/games/new"),
    ],
)
def test_settings_lead_back_from_an_answered_form_to_a_page(
    phone: Phone, form: str, fields: dict[str, str], back: str
) -> None:
    page = phone.post(form, **fields)
    assert back_from_settings(page) == back
    assert phone.get(back).status_code == 200


def test_settings_lead_back_from_a_refused_form_of_a_game(table: Phone) -> None:
    refused = table.post("players/2/name", name="")
    assert refused.status_code == 422
    assert table.get(back_from_settings(refused)).status_code == 200
