"""Hostile text is refused or ignored, and breaks no page."""

import base64
import json
import re
import zlib
from html.parser import HTMLParser

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from kalooki_ref.server.settings import folder
from kalooki_ref.store.drafts import merge_draft
from kalooki_ref.web.shared.settings import page_here
from tests.web.phone import SAME_SITE, Phone
from tests.web.table.test_rounds import write
from tests.web.test_security import all_pages

LONE_HALF = "\ud800"
DEEP = "[" * 20_000


def put_draft(phone: Phone, name: str, body: str) -> TestResponse:
    path = phone.address(f"drafts/{name}")
    return phone.client.put(path, data=body, content_type="application/json", headers=SAME_SITE)


@pytest.mark.parametrize("body", [json.dumps({"winner": [LONE_HALF]}), DEEP, "{", '{"a": 3}'])
def test_malformed_draft_is_refused(table: Phone, body: str) -> None:
    assert put_draft(table, "round-1", body).status_code == 400
    assert table.get("round").status_code == 200


def test_corrupt_stored_draft_is_ignored(app: Flask, table: Phone) -> None:
    with app.app_context():
        merge_draft(table.table.rpartition("/")[2], "round-1", {"hands-0-points": [LONE_HALF]})
    assert table.get("round").status_code == 200


@pytest.mark.parametrize("name", ["round-2", "round-0", "lay", "x", "round-1-1"])
def test_only_the_current_round_has_a_draft(table: Phone, name: str) -> None:
    assert put_draft(table, name, '{"winner": ["1"]}').status_code == 400
    assert put_draft(table, "round-1", '{"winner": ["1"]}').status_code == 204


def test_draft_is_no_longer_than_a_round(table: Phone) -> None:
    long = {f"f{n}": ["x" * 390] for n in range(150)}
    assert put_draft(table, "round-1", json.dumps(long)).status_code == 400


@pytest.mark.parametrize("path", ["drafts/round-1", "players/2/leave"])
def test_body_nested_too_deeply_is_refused(table: Phone, path: str) -> None:
    send = table.client.put if path.startswith("drafts") else table.client.post
    answer = send(
        table.address(path), data=DEEP, content_type="application/json", headers=SAME_SITE
    )
    assert answer.status_code == 400


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "//"])
def test_invalid_origin_is_cross_site(table: Phone, origin: str) -> None:
    answer = table.client.post(table.address("calls"), headers={"Origin": origin})
    assert answer.status_code == 403


OUTSIDE = (
    "//evil.example", "/\\evil.example", "/\t/evil.example", "/\n/x", "/\r/x", "/ /x", "\\\\evil",
    "https://evil.example", "evil", "",
)  # fmt: skip


@pytest.mark.parametrize("address", OUTSIDE)
def test_way_back_never_leaves_this_app(phone: Phone, address: str) -> None:
    answer = phone.client.post(
        "/settings", data={"theme": "dark", "back": address}, headers=SAME_SITE
    )
    assert (answer.status_code, answer.location) == (303, "/")


def test_redirect_target_can_be_a_page_of_the_app() -> None:
    assert page_here("/g/abc/round?x=1#top") == "/g/abc/round?x=1#top"


def test_not_found_page_has_no_external_link(phone: Phone) -> None:
    assert phone.client.get("/%09/evil.example").status_code == 404
    answer = phone.client.post("/settings", data={"back": "/\t/evil.example"}, headers=SAME_SITE)
    assert answer.location == "/"


@pytest.mark.parametrize("name", [LONE_HALF, "\0", "line\nbreak", "\u200b", "x" * 41])
def test_house_rules_link_needs_a_valid_name(phone: Phone, name: str) -> None:
    held = json.dumps([name, "jamaican", {"max_calls": "2"}]).encode()
    text = base64.urlsafe_b64encode(zlib.compress(held)).decode().rstrip("=")
    assert phone.client.get(f"/house-rules/{text}", follow_redirects=True).status_code == 404


MARKUP = (
    "<svg/onload=x()>", '"><img src=x onerror=x()>', "</script><script>x()//", "{{ 7*7 }}{% x %}",
    "' autofocus onfocus='x()",
)  # fmt: skip


class Read(HTMLParser):
    """Collects the attribute names in a page, as a browser parses it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.attributes: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.attributes |= {f"{tag} {name}" for name, _ in attrs}


def test_names_are_escaped_on_every_page(app: Flask, phone: Phone) -> None:
    assert phone.begin(*MARKUP).status_code == 303
    phone.post("calls", player="1", answer="refused")
    assert write(phone).status_code == 303
    pages = [phone.client.get(path, follow_redirects=True) for path in all_pages(app, phone)]
    assert {answer.status_code for answer in pages} <= {200, 204, 404, 405}
    for answer in pages:
        if answer.mimetype == "text/html":
            read = Read(answer.text).attributes
            assert not {name for name in read if name.split()[1].startswith("on")}, answer.request
            assert not read & {"svg/onload=x() ", "img onerror", "img src"}, answer.request
            assert "<script>" not in answer.text, answer.request
    words = [phone.words(answer) for answer in pages if answer.mimetype == "text/html"]
    for name in MARKUP:
        assert sum(name in shown for shown in words) > 5, name


def test_no_template_uses_safe() -> None:
    trusting = re.compile(r"\|\s*safe\b|\bautoescape\s+false")
    templates = [path.read_text("utf-8") for path in folder("templates").rglob("*.html")]
    assert templates
    assert not [found for text in templates for found in trusting.findall(text)]
