"""Another program locks the database: pages still render, and saves get 503."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.store import sqlite
from tests.web.phone import Phone

pytestmark = pytest.mark.faults

PAGES = ("", "/standings", "/history", "/round", "/players", "/print", "/export.json", ".json")

# Busy timeout in milliseconds, so long that any wait is obvious.
LONG = 60_000


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """An app without a busy timeout, so that a lock shows at once."""
    settings = [setting for setting in sqlite.SETTINGS if "busy_timeout" not in setting]
    monkeypatch.setattr(sqlite, "SETTINGS", ("PRAGMA busy_timeout=0", *settings))
    monkeypatch.setattr(sqlite, "EXPECTED", {**sqlite.EXPECTED, "busy_timeout": 0})
    monkeypatch.setattr(sqlite, "BUSY_MILLISECONDS", 0)
    return create_app({"INSTANCE": str(tmp_path / "instance")})


@pytest.fixture
def table(app: Flask) -> Phone:
    phone = Phone(app.test_client())
    phone.begin()
    return phone


@pytest.fixture(params=["IMMEDIATE", "EXCLUSIVE"])
def foreign(request: pytest.FixtureRequest, table: Phone, tmp_path: Path) -> Iterator[None]:
    """Lock the file, as a backup program or a second app might."""
    del table
    with closing(sqlite3.connect(tmp_path / "instance" / "kalooki.sqlite")) as other:
        other.isolation_level = None
        other.execute(f"BEGIN {request.param}")
        yield
        other.execute("ROLLBACK")


@pytest.mark.usefixtures("foreign")
def test_pages_do_not_wait_for_a_lock(table: Phone) -> None:
    for page in ("/", "/healthz", *(table.table + page for page in PAGES)):
        assert table.client.get(page).status_code == 200, page


@pytest.mark.usefixtures("foreign")
def test_save_during_a_lock_is_503_and_can_be_retried(table: Phone) -> None:
    answer = table.post("calls", player="1", answer="refused")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "Everything saved earlier is safe" in table.words(answer)


def test_save_after_the_lock_succeeds(table: Phone, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "instance" / "kalooki.sqlite")) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        assert table.post("calls", player="1", answer="refused").status_code == 503
    assert table.post("calls", player="1", answer="refused").status_code == 303


def test_purging_deleted_games_does_not_block_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = [setting for setting in sqlite.SETTINGS if "busy_timeout" not in setting]
    monkeypatch.setattr(sqlite, "SETTINGS", (f"PRAGMA busy_timeout={LONG}", *settings))
    monkeypatch.setattr(sqlite, "EXPECTED", {**sqlite.EXPECTED, "busy_timeout": LONG})
    app = create_app({"INSTANCE": str(tmp_path / "instance")})
    phone = Phone(app.test_client())
    phone.begin()
    app.extensions["kalooki_purge_at"] = 0.0
    with closing(sqlite3.connect(tmp_path / "instance" / "kalooki.sqlite")) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        assert phone.client.get(phone.table).status_code == 200
    assert time.monotonic() - begun < LONG / 1000 / 2
