"""Error pages and JSON errors."""

import json
import logging
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from html import unescape
from pathlib import Path

import pytest
from flask import Flask, abort
from flask.testing import FlaskClient

from kalooki_ref import create_app
from kalooki_ref.server.middleware import errors
from kalooki_ref.server.middleware.responses import ALWAYS
from kalooki_ref.store import sqlite
from kalooki_ref.store.tables import db
from tests.web.phone import SAME_SITE, Phone

HEADINGS = {
    400: "We couldn’t read that",
    403: "That came from another site",
    404: "Page not found",
    405: "That doesn’t work here",
    409: "Someone saved first",
    413: "That’s too large",
    422: "That isn’t valid",
    429: "Too many requests",
    500: "Something went wrong",
    503: "Not saved",
}


@pytest.fixture
def broken_app(tmp_path: Path) -> Flask:
    app = create_app({"INSTANCE": str(tmp_path / "instance")})

    @app.get("/break/<int:status>")
    def refuse(status: int) -> str:
        abort(status)

    @app.get("/break/badly")
    def fail() -> str:
        raise ValueError("Ann owes 50")

    return app


@pytest.fixture
def client(broken_app: Flask) -> FlaskClient:
    return broken_app.test_client()


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    log = logging.getLogger("kalooki")
    log.addHandler(caplog.handler)
    yield caplog
    log.removeHandler(caplog.handler)


@pytest.mark.parametrize("status", HEADINGS)
def test_error_page_has_plain_words_and_a_link_home(client: FlaskClient, status: int) -> None:
    answer = client.get(f"/break/{status}")
    assert answer.status_code == status
    assert 'href="/"' in answer.text
    assert HEADINGS[status] in answer.text.partition("<h2")[2].partition("</h2>")[0]
    assert ALWAYS.items() <= dict(answer.headers).items()
    assert not {"Werkzeug", "Python", "waitress"} & set(answer.headers.get("Server", "").split("/"))


@pytest.mark.parametrize("path", ["nowhere", "rounds/7", "calls", "players/9/leave"])
def test_page_of_a_table_leads_back_to_it(table: Phone, path: str) -> None:
    answer = table.get(path)
    assert answer.status_code in {404, 405}
    assert f'href="{table.table}"' in answer.text
    assert 'href="/"' in answer.text


@pytest.mark.parametrize("path", ["", "/nowhere", "/round", "/rounds/7"])
def test_error_page_does_not_link_to_an_unknown_game(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/g/AAAAAAAAAAAAAAAAAAAAAA{path}")
    assert answer.status_code == 404
    assert "/g/" not in answer.text.replace('value="/g/', "")


@pytest.mark.parametrize("status", HEADINGS)
def test_json_errors(client: FlaskClient, status: int) -> None:
    answer = client.get(f"/break/{status}", headers={"Accept": "application/json"})
    assert answer.status_code == status
    assert answer.get_json()["status"] == status
    assert answer.get_json()["error"]


def test_failure_shows_only_an_id(client: FlaskClient, lines: pytest.LogCaptureFixture) -> None:
    answer = client.get("/break/badly")
    assert answer.status_code == 500
    logged = [json.loads(record.getMessage()) for record in lines.records]
    failure, request = logged
    assert failure["failure"] == "ValueError"
    assert failure["id"] == request["id"]
    assert "test_errors.py" in failure["frames"][-1]
    assert failure["at"].endswith("Z")
    assert request["id"] in answer.text
    assert HEADINGS[500] in answer.text
    for secret in ("Ann", "Traceback", "ValueError", "test_errors.py"):
        assert secret not in answer.text
    assert "Ann" not in lines.text


def test_error_while_rendering_the_error_page(
    broken_app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(broken_app.jinja_env, "loader", None)
    answer = broken_app.test_client().get("/break/404")
    assert answer.status_code in {404, 500}
    assert 'href="/"' in answer.text


def test_405_lists_the_allowed_methods(client: FlaskClient) -> None:
    answer = client.post("/healthz", headers=SAME_SITE)
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]


def test_oversized_form_is_413(client: FlaskClient) -> None:
    answer = client.post("/games", data={"names": "x" * 70_000}, headers=SAME_SITE)
    assert answer.status_code == 413
    many = {f"f{number}": "" for number in range(2000)}
    answer = client.post("/games", data=many, content_type="multipart/form-data", headers=SAME_SITE)
    assert answer.status_code == 413


ODD_PATHS = [
    "/%00", "/g/%00", "/g/%ED%A0%80", "/g/..%2f..%2fetc", "//", "/g/%ff", "/console",
    "/g/" + "x" * 3000, "/g/a%0d%0aSet-Cookie:x=1", "/assets/x/..%2f..%2fpyproject.toml",
    "/assets/x/%00",
]  # fmt: skip


@pytest.mark.parametrize("path", ODD_PATHS)
def test_odd_paths_are_404(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in {400, 404, 308}
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/check?game=", "/advice?game=", "/practise?game=", "/games/new?circle=", "/?x="]
)
@pytest.mark.usefixtures("on_postgres")
def test_text_that_no_database_stores_is_refused_in_a_query(path: str, tmp_path: Path) -> None:
    client = create_app({"INSTANCE": str(tmp_path)}).test_client()
    assert client.get(f"{path}%00").status_code == 400


ODD = [
    "\0",
    "\udcff",
    "\ud800",
    "x" * 60_000,
    "١٢٣",
    "1e3",
    "-0",
    "<script>",
    "{{7*7}}",
    "\r\nX: y",
]


@pytest.mark.parametrize("text", ODD)
def test_odd_text_never_breaks_a_form(table: Phone, text: str) -> None:
    body = text.encode("utf-8", "surrogatepass")
    for path in ("calls", "round", "counts", "players", "undo"):
        for name in ("player", "answer", "key", "base", "names", "out", "count-1"):
            sent = {"key": "k" * 20, "base": "1", name: body}
            answer = table.client.post(table.address(path), data=sent, headers=SAME_SITE)
            assert answer.status_code < 500, (path, name)
            assert "<script>" not in answer.text


def forget_connections(app: Flask) -> None:
    with app.app_context():
        db.engine.dispose()


@contextmanager
def locked_database(app: Flask) -> Iterator[None]:
    """Lock the database, as another program might."""
    with closing(sqlite3.connect(Path(app.instance_path) / "kalooki.sqlite")) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.rollback()


@pytest.mark.file
def test_locked_database_is_503_until_released(
    app: Flask, table: Phone, lines: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = {"player": "2", "answer": "refused"}
    forget_connections(app)
    monkeypatch.setattr(sqlite, "SETTINGS", ("PRAGMA busy_timeout=50", *sqlite.SETTINGS[1:]))
    monkeypatch.setitem(sqlite.EXPECTED, "busy_timeout", 50)
    before = table.version()
    with locked_database(app):
        answer = table.post("calls", **call)
        assert answer.status_code == 503
        assert answer.headers["Retry-After"]
        assert "safe" in answer.text
        assert table.client.get("/readyz").status_code == 503
        assert table.get().status_code == 200
    assert "database is locked" in lines.text
    assert table.version() == before
    assert table.client.get("/readyz").status_code == 200
    assert table.post("calls", **call).status_code == 303


@pytest.mark.file
def test_full_disk_is_503_until_there_is_space(
    app: Flask, table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    call = {"player": "2", "answer": "refused"}
    with monkeypatch.context() as full:
        full.setattr(sqlite, "SETTINGS", (*sqlite.SETTINGS, "PRAGMA max_page_count=1"))
        forget_connections(app)
        answers = [table.post("calls", **call).status_code for _ in range(150)]
        saved = answers.count(303)
        assert set(answers) == {303, 503}
        assert table.get().status_code == 200
        assert int(table.version()) == 1 + saved
        forget_connections(app)
    assert table.post("calls", **call).status_code == 303


def test_request_log_has_no_names_or_addresses(
    table: Phone, lines: pytest.LogCaptureFixture
) -> None:
    table.get("standings?who=Ann%0d%0aBen")
    table.client.get("/g/no%0aGame", headers={"User-Agent": "Ann\x1b[31m"})
    table.post("calls", player="1", answer="refused")
    for record in lines.records:
        line = record.getMessage()
        assert set(json.loads(line)) == {"at", "id", "method", "route", "status", "ms", "bytes"}
        assert "\n" not in line
    for secret in ("Ann", table.table.removeprefix("/g/"), "Ben"):
        assert secret not in lines.text


ASKED_AT_THE_TABLE = (
    "counts", "players", "players/2/leave", "round", "round?winner=2", "round?winner=void", "board",
    "check", "check?on=", "check?on=&move=joker", "stock", "end", "delete", "history",
)  # fmt: skip
ASKED_ANYWHERE = (
    "/", "/games/new", "/check", "/check/full", "/advice", "/counts", "/house-rules", "/rules/",
)  # fmt: skip


@pytest.mark.parametrize("system", ["jamaican", "caribbean", "kalooki40"])
def test_forms_show_no_errors_before_they_are_submitted(phone: Phone, system: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=system)
    for page in (*ASKED_AT_THE_TABLE, *ASKED_ANYWHERE):
        answer = phone.get(page)
        assert answer.status_code == 200, page
        assert "aria-invalid" not in answer.text, page
        assert "error-summary" not in answer.text, page


def test_debug_is_off(app: Flask) -> None:
    assert not app.debug
    assert app.test_client().get("/console").status_code == 404


@pytest.mark.parametrize(
    ("status", "heading"),
    [
        (400, "We couldn’t read that"),
        (403, "That came from another site"),
        (404, "Page not found"),
        (405, "That doesn’t work here"),
        (409, "Someone saved first"),
        (413, "That’s too large"),
        (422, "That isn’t valid"),
        (429, "Too many requests"),
        (500, "Something went wrong"),
        (503, "Not saved"),
        (418, "I'm a Teapot"),
    ],
)
def test_every_status_has_its_own_heading(app: Flask, status: int, heading: str) -> None:
    with app.test_request_context("/"):
        answer = errors.page(status)
    assert answer.status_code == status
    assert heading in unescape(answer.get_data(as_text=True))


def test_save_with_a_clock_before_1970_names_the_clock(
    table: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = table.version()
    monkeypatch.setattr("time.time", lambda: -1e9)
    for path in ("calls", "check?add=1", "/games", "/house-rules", "/settings"):
        answer = table.post(path, player="1", base=version)
        assert answer.status_code == 503, path
        assert "The clock of the machine" in answer.text
        assert answer.headers["Retry-After"]
    assert table.get().status_code == 200
    monkeypatch.undo()
    assert table.version() == version
    assert table.post("calls", player="1").status_code == 303


def test_messages_that_nobody_sees_stay_within_one_cookie(table: Phone) -> None:
    name = "ß" * 39
    for number in range(40):
        table.post("players/2/name", name=f"{name}{number % 10}")
        cookie = table.client.get_cookie("kalooki")
        assert cookie is not None
        assert len(cookie.value) < 4000
    shown = table.get().text
    assert shown.count(" is now called ") > 1
    assert f"{name}9" in shown
