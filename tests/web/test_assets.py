"""Static files with content hashes."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask, render_template_string
from flask.testing import FlaskClient

from kalooki_ref.server.middleware.assets import read_assets
from tests.repo.source import ROOT


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def address(app: Flask, name: str) -> str:
    with app.test_request_context():
        return render_template_string("{{ asset_url(name) }}", name=name)


def test_stylesheets_are_concatenated_by_name(tmp_path: Path) -> None:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "20-b.css").write_text("b{}", "utf-8")
    (tmp_path / "css" / "10-a.css").write_text("a{}", "utf-8")
    assets = read_assets(tmp_path)
    assert assets["app.css"].body.split() in ([b"a{}", b"b{}"], [b"a{}b{}"])
    before = assets["app.css"].digest
    (tmp_path / "css" / "20-b.css").write_text("c{}", "utf-8")
    assert read_assets(tmp_path)["app.css"].digest != before


@pytest.mark.parametrize(
    "name", ["app.css", "page.js", "icons/favicon.svg", "manifest.webmanifest"]
)
def test_hashed_url_is_cached_for_ever(app: Flask, client: FlaskClient, name: str) -> None:
    answer = client.get(address(app, name))
    assert answer.status_code == 200
    assert "immutable" in answer.headers["Cache-Control"]
    assert answer.mimetype != "application/octet-stream"
    again = client.get(address(app, name), headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304


def test_outdated_hash_gets_the_current_file_uncached(client: FlaskClient) -> None:
    answer = client.get("/assets/yesterday/app.css")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_stylesheet_is_compressed(app: Flask, client: FlaskClient) -> None:
    answer = client.get(address(app, "app.css"), headers={"Accept-Encoding": "gzip"})
    assert answer.headers["Content-Encoding"] == "gzip"


def test_files_are_served_unchanged(app: Flask, client: FlaskClient) -> None:
    written = (ROOT / "static" / "icons" / "favicon.svg").read_bytes()
    assert client.get(address(app, "icons/favicon.svg")).data == written


def test_stylesheets_are_served_without_comments(app: Flask, client: FlaskClient) -> None:
    for name in ("app.css", "css/home.css"):
        served = client.get(address(app, name)).text
        assert "@layer components" in served
        assert "/*" not in served


def test_scripts_are_served_without_comments(app: Flask, client: FlaskClient) -> None:
    served = client.get(address(app, "keypad.js")).text
    assert served.startswith("import ")
    assert "// " not in served


def test_comment_signs_in_a_string_are_served(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "one.js").write_text("say('a // b');\n  go(); // at once\n", "utf-8")
    assert read_assets(tmp_path)["js/one.js"].body == b"say('a // b');\ngo();\n"


def test_unknown_file_is_not_found(client: FlaskClient) -> None:
    assert client.get("/assets/x/nothing.css").status_code == 404
    assert client.get("/assets/x/../../pyproject.toml").status_code == 404


def test_all_scripts_share_one_digest(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    for name in ("one.js", "two.js"):
        (tmp_path / "js" / name).write_text("", "utf-8")
    before = read_assets(tmp_path)
    assert before["js/one.js"].digest == before["js/two.js"].digest
    (tmp_path / "js" / "two.js").write_text("run()", "utf-8")
    assert read_assets(tmp_path)["js/one.js"].digest != before["js/one.js"].digest


def test_page_preloads_imported_modules(client: FlaskClient) -> None:
    page = client.get("/design").text
    loaded = set(re.findall(r'modulepreload" href="[^"]+/js/([^"]+)"', page))
    assert loaded >= {"draft.js", "keypad.js", "picker.js"}


def test_every_script_is_used_by_a_page_or_another_script() -> None:
    scripts = {path.name: path.read_text("utf-8") for path in (ROOT / "static" / "js").glob("*.js")}
    templates = [path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.html")]
    named = re.findall(
        r'set script = "([^"]+)"|asset_url\("((?:page|taps)\.js)"\)', "".join(templates)
    )
    imported = re.findall(r"import.*?'\./([\w-]+\.js)'", "".join(scripts.values()))
    assert set(scripts) == {first or other for first, other in named} | set(imported)


def test_manifest_names_pictures_of_their_real_sizes(app: Flask, client: FlaskClient) -> None:
    manifest = json.loads(client.get(address(app, "manifest.webmanifest")).data)
    shots = manifest["screenshots"]
    assert [shot["form_factor"] for shot in shots] == ["narrow"] * 3 + ["wide"]
    for shot in shots:
        picture = client.get(f"/assets/now/{shot['src']}").data
        assert shot["sizes"] == "x".join(map(str, size_of_webp(picture)))


def test_manifest_offers_shortcuts_that_lead_to_pages(app: Flask, client: FlaskClient) -> None:
    manifest = json.loads(client.get(address(app, "manifest.webmanifest")).data)
    assert [shortcut["name"] for shortcut in manifest["shortcuts"]] == [
        "Continue",
        "New game",
        "Is it legal?",
    ]
    for shortcut in manifest["shortcuts"]:
        assert client.get(shortcut["url"].removeprefix("../..")).status_code == 200


def test_app_in_a_folder_has_an_id_of_its_own(client: FlaskClient) -> None:
    ids = [
        json.loads(client.get("/assets/now/manifest.webmanifest", base_url=url).data)["id"]
        for url in ("http://localhost/", "http://localhost/kalooki/")
    ]
    assert ids == ["/?start", "/kalooki/?start"]


def size_of_webp(picture: bytes) -> tuple[int, ...]:
    """Return width and height of an extended WebP file."""
    assert picture[12:16] == b"VP8X"
    return tuple(1 + int.from_bytes(picture[place : place + 3], "little") for place in (24, 27))


def test_video_supports_range_requests(app: Flask, client: FlaskClient) -> None:
    part = client.get(address(app, "media/awake.mp4"), headers={"Range": "bytes=0-99"})
    assert part.status_code == 206
    assert len(part.data) == 100
