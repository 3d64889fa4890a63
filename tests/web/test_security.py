"""Allowed hosts, CSRF protection, security headers."""

import secrets
import socket
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from kalooki_ref import create_app
from kalooki_ref.server.middleware.responses import ALWAYS
from tests.web.phone import SAME_SITE, Phone

HERE = "http://localhost"
AT_HOME = "http://192.168.1.20:5040"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST:5040", "127.0.0.1:80", "[::1]:5040", "192.168.1.20:5040", "10.0.0.7",
     "172.20.1.1", "169.254.3.4", "[fd00::1]", socket.gethostname(),
     f"{socket.gethostname().split('.')[0]}.local:5040"],
)  # fmt: skip
def test_home_network_is_answered(client: FlaskClient, host: str) -> None:
    assert client.get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "localhost.evil.example", "8.8.8.8", "localhost:80@evil.example",
     "localhost:5040:80", "localhost:", "localhost:abc", "", " ", "127.0.0.1.evil.example", "[::1",
     "192.168.1.20/evil", "192.168.1.20\\evil", "[2001:4860::8888]", "loc\xe4lhost", "0x7f.1"],
)  # fmt: skip
def test_other_hosts_are_refused_with_an_explanation(client: FlaskClient, host: str) -> None:
    answer = client.get("/", environ_overrides={"HTTP_HOST": host})
    assert answer.status_code == 400
    assert "evil" not in answer.text


def test_forwarded_host_is_ignored(client: FlaskClient) -> None:
    answer = client.get("/games/new", headers={"X-Forwarded-Host": "evil.example"})
    assert "evil.example" not in answer.text


def test_configured_host_is_answered(tmp_path: object) -> None:
    app = create_app({"INSTANCE": f"{tmp_path}/i", "TRUSTED_HOSTS": ("Kalooki.example",)})
    answer = app.test_client().get("/healthz", headers={"Host": "kalooki.example"})
    assert answer.status_code == 200


OWN = [
    (HERE, {"Sec-Fetch-Site": "same-origin"}),
    (HERE, {"Sec-Fetch-Site": "none"}),
    (AT_HOME, {"Origin": AT_HOME}),
    (AT_HOME, {"Origin": AT_HOME.upper().replace("HTTP", "http")}),
    (HERE, {"Origin": "http://localhost:80"}),
]
FOREIGN = [
    (HERE, {}),
    (HERE, {"Sec-Fetch-Site": "cross-site"}),
    (HERE, {"Sec-Fetch-Site": "same-site", "Origin": HERE}),
    (HERE, {"Sec-Fetch-Site": "cross-site", "Origin": HERE}),
    (HERE, {"Origin": "null"}),
    (HERE, {"Origin": ""}),
    (HERE, {"Origin": "http://evil.example"}),
    (HERE, {"Origin": "http://localhost.evil.example"}),
    (HERE, {"Origin": "http://localhost:81"}),
    (AT_HOME, {"Origin": "http://192.168.1.20"}),
    (AT_HOME, {"Origin": "http://192.168.1.20:5040@evil.example"}),
    (HERE, {"Referer": "http://evil.example/"}),
    (HERE, {"X-HTTP-Method-Override": "GET"}),
]


def form() -> dict[str, object]:
    key = secrets.token_hex(16)
    return {"key": key, "system": "jamaican", "names": ["Ann", "Ben", "Cy"], "dealer": "1"}


@pytest.mark.parametrize(("base_url", "headers"), OWN)
def test_same_site_form_is_accepted(
    client: FlaskClient, base_url: str, headers: dict[str, str]
) -> None:
    answer = client.post("/games", data=form(), headers=headers, base_url=base_url)
    assert answer.status_code == 303


@pytest.mark.parametrize(("base_url", "headers"), FOREIGN)
def test_cross_site_form_is_refused(
    client: FlaskClient, base_url: str, headers: dict[str, str]
) -> None:
    answer = client.post("/games", data=form(), headers=headers, base_url=base_url)
    assert answer.status_code == 403
    assert "nothing changed" in answer.text
    assert "Set-Cookie" not in answer.headers


def test_every_write_is_protected_against_csrf(app: Flask) -> None:
    open_doors = {"/api/v1/judge", "/api/v1/advise"}
    client = app.test_client()
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}:
            path = rule.rule.replace("<int:", "<").replace("<path:", "<")
            path = "/".join("1" if part.startswith("<") else part for part in path.split("/"))
            foreign = client.open(path, method=method, headers={"Sec-Fetch-Site": "cross-site"})
            assert foreign.status_code == 403, path
            if path not in open_doors:
                assert client.open(path, method=method).status_code == 403, path


def test_leading_slashes_do_not_change_headers(app: Flask, table: Phone) -> None:
    for path in [*all_pages(app, table), "/g/nobodys"]:
        plain = table.client.get(path)
        slashes = table.client.get("/", environ_overrides={"PATH_INFO": f"//{path}"})
        assert slashes.status_code == plain.status_code, path
        for name in ("Cache-Control", "X-Robots-Tag"):
            assert slashes.headers.get(name) == plain.headers.get(name), path


def all_pages(app: Flask, table: Phone) -> list[str]:
    game_id = table.table.removeprefix("/g/")
    values: dict[str, Any] = {
        "game_id": game_id,
        "index": 1,
        "form": "round",
        "number": 1,
        "digest": "x",
    }
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    known = [rule for rule in rules if rule.arguments <= values.keys()]
    with app.test_request_context():
        return [
            app.url_for(rule.endpoint, **{n: values[n] for n in rule.arguments}) for rule in known
        ]


def test_every_response_has_the_headers(app: Flask, table: Phone) -> None:
    for path in [*all_pages(app, table), "/nowhere", "/assets/x/app.css"]:
        answer = table.client.get(path)
        assert answer.status_code < 500, path
        assert ALWAYS.items() <= dict(answer.headers).items(), path
        assert "Cache-Control" in answer.headers, path
        assert "Strict-Transport-Security" not in answer.headers
        if path.startswith("/g/"):
            assert "noindex" in answer.headers["X-Robots-Tag"], path
        if path.startswith("/g/") and answer.mimetype == "text/html":
            assert answer.headers["Cache-Control"] == "no-store", path
            assert "Cookie" in ", ".join(answer.headers.getlist("Vary")), path


def test_no_inline_style_or_script(app: Flask, table: Phone) -> None:
    for path in all_pages(app, table):
        text = table.client.get(path).text
        assert "<style" not in text, path
        assert " style=" not in text, path
        assert "<script>" not in text, path
        assert " onclick=" not in text, path


def test_https_sets_hsts(client: FlaskClient) -> None:
    answer = client.get("/", base_url="https://localhost")
    assert "max-age=63072000" in answer.headers["Strict-Transport-Security"]


def test_cookie_attributes(client: FlaskClient) -> None:
    secure = {"headers": {"Sec-Fetch-Site": "same-origin"}, "base_url": "https://localhost"}
    cookies = client.post("/games", data=form(), **secure).headers.getlist("Set-Cookie")
    assert cookies
    for cookie in cookies:
        kept = {"Secure", "HttpOnly", "SameSite=Lax", "Max-Age=31536000"}
        assert kept <= set(cookie.split("; ")), cookie


def test_long_text_is_compressed(client: FlaskClient) -> None:
    plain = client.get("/games/new")
    small = client.get("/games/new", headers={"Accept-Encoding": "gzip"})
    assert small.headers["Content-Encoding"] == "gzip"
    assert len(small.data) < len(plain.data) / 2
    assert "Accept-Encoding" in small.headers["Vary"]
    assert "Accept-Encoding" in plain.headers["Vary"]


def test_page_views_change_nothing(app: Flask, table: Phone) -> None:
    before = table.version()
    for path in all_pages(app, table):
        table.client.get(path)
    assert table.version() == before


@pytest.mark.parametrize("text", ["\0", "a\0b"])
def test_nul_characters_are_refused(client: FlaskClient, text: str) -> None:
    answer = client.post("/settings", data={"theme": text, "back": "/"}, headers=SAME_SITE)
    assert answer.status_code == 400
    answer = client.post("/settings", data={f"theme{text}": "dark"}, headers=SAME_SITE)
    assert answer.status_code == 400
    assert client.get("/", query_string={"back": text}).status_code == 400
