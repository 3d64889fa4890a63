"""An unpacked pocket that a server sends below /pocket/."""

from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.store.tables import ConfigError
from tests.web.phone import Phone

FILES = {
    "sw.js": "// the worker",
    "index.html": "<title>Start</title>",
    "open/index.html": "<title>Open</title>",
    "404.html": "<meta content=\"script-src 'self' 'sha256-abc+/='\"><title>Elsewhere</title>",
    "runtime/app-1.bin": "packed",
    "runtime/app-0.pack": "packed in some other way",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path.parent / "secret.txt").write_text("not of the pocket", "utf-8")
    return tmp_path


@pytest.fixture
def hosting(app: Flask, folder: Path) -> Flask:
    app.config["POCKET_FOLDER"] = str(folder)
    return app


def test_files_have_the_types_and_the_policy_they_need(hosting: Flask, phone: Phone) -> None:
    assert hosting.config["POCKET_FOLDER"]
    assert phone.client.get("/pocket").location == "/pocket/"
    page = phone.client.get("/pocket/")
    assert "Start" in page.text
    assert page.headers.getlist("Content-Security-Policy") == [
        page.headers["Content-Security-Policy"]
    ]
    assert "script-src 'self' 'wasm-unsafe-eval';" in page.headers["Content-Security-Policy"]
    worker = phone.client.get("/pocket/sw.js")
    assert worker.mimetype == "text/javascript"
    assert worker.headers["Cache-Control"] == "no-cache"
    again = phone.client.get("/pocket/sw.js", headers={"If-None-Match": worker.headers["ETag"]})
    assert again.status_code == 304
    for pack in ("app-1.bin", "app-0.pack"):
        answer = phone.client.get(f"/pocket/runtime/{pack}")
        assert answer.mimetype == "application/octet-stream"
    assert "Open" in phone.client.get("/pocket/open/").text


def test_deep_link_gets_the_page_that_goes_there(hosting: Flask, phone: Phone) -> None:
    assert hosting.config["POCKET_FOLDER"]
    answer = phone.client.get("/pocket/rules/jamaican")
    assert answer.status_code == 404
    assert "Elsewhere" in answer.text
    assert "'sha256-abc+/='" in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["../secret.txt", "%2e%2e/secret.txt", "..%5csecret.txt"])
def test_nothing_outside_the_folder_is_sent(hosting: Flask, phone: Phone, path: str) -> None:
    assert hosting.config["POCKET_FOLDER"]
    assert "not of the pocket" not in phone.client.get(f"/pocket/{path}").text


def test_without_a_folder_there_is_none(phone: Phone) -> None:
    assert phone.client.get("/pocket/").status_code == 404


def test_folder_without_a_pocket_is_refused_at_the_start(tmp_path: Path) -> None:
    settings = {"INSTANCE": str(tmp_path / "instance"), "SECRET_KEY": "k" * 64}
    with pytest.raises(ConfigError, match=r"it has no sw\.js"):
        create_app({**settings, "POCKET_FOLDER": str(tmp_path)})


def test_other_phones_offers_it_where_browsers_keep_an_app(hosting: Flask, table: Phone) -> None:
    assert hosting.config["POCKET_FOLDER"]
    table.post("phones")
    secure = table.client.get(table.address("phones"), base_url="https://localhost")
    assert "For a phone without a network" in table.words(secure)
    assert "https://localhost/pocket/" in table.words(secure)
    hosting.config["TRUSTED_HOSTS"] = ("192.168.0.7",)
    at_home = table.client.get(table.address("phones"), base_url="http://192.168.0.7:5040")
    assert "For a phone without a network" not in table.words(at_home)


@pytest.mark.parametrize("page", ["phones", "send"])
def test_browser_beside_the_server_offers_phones_no_address_of_its_own(
    hosting: Flask, table: Phone, page: str
) -> None:
    assert hosting.config["POCKET_FOLDER"]
    shown = table.get(page)
    assert shown.status_code == 200
    assert "localhost/pocket/" not in shown.text


def test_plain_http_says_what_works_there(table: Phone) -> None:
    words = table.words(table.get("phones"))
    assert "can’t keep the app" in words
    assert "sent later" in words
