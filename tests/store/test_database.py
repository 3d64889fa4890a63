"""The database at startup: settings, migrations, errors."""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from flask import Flask
from psycopg import InterfaceError, errors
from sqlalchemy import Connection, inspect, text
from sqlalchemy.exc import DBAPIError

from kalooki_ref import create_app
from kalooki_ref.store import database, postgres, sqlite
from kalooki_ref.store.database import MIGRATIONS, reading
from kalooki_ref.store.event_store import append, load
from kalooki_ref.store.tables import ConfigError, NewEntry, Unavailable, db
from tests import plans
from tests.databases import shared_postgres
from tests.faults.forked import opened_at_once

EXPECTED = sqlite.EXPECTED | {"journal_mode": "wal"}


def test_head_is_the_newest_migration() -> None:
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [database.HEAD]


def test_migrations_create_the_declared_tables(app: Flask) -> None:
    assert app
    with db.engine.connect() as connection:
        found = compare_metadata(MigrationContext.configure(connection), db.metadata)
    assert found == []


def test_column_lengths_match_the_migrations(app: Flask) -> None:
    assert app
    made = inspect(db.engine)
    for table in db.metadata.sorted_tables:
        found = {
            column["name"]: getattr(column["type"], "length", None)
            for column in made.get_columns(table.name)
        }
        assert found == {
            column.name: getattr(column.type, "length", None) for column in table.columns
        }


def test_migrations_run_twice_change_nothing(
    instance: Path, game_id: str, new: Callable[..., NewEntry]
) -> None:
    append(game_id, new("k2"), base=1)
    before = load(game_id)
    with create_app({"INSTANCE": str(instance)}).app_context():
        with db.engine.execution_options(**{sqlite.WRITES: True}).begin() as connection:
            database.upgrade(connection)
        assert load(game_id) == before


def test_concurrent_startups_succeed(
    instance: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "postgresql":
        monkeypatch.setenv("DATABASE_URL", shared_postgres().new_database(f"new_{os.getpid()}"))
    assert opened_at_once(instance, 3) == [0, 0, 0]
    assert not list(instance.glob(".config-*"))


def test_interrupted_migration_is_rolled_back(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = database.upgrade

    def cut(connection: object) -> None:
        whole(connection)
        raise KeyboardInterrupt

    monkeypatch.setattr(database, "upgrade", cut)
    with pytest.raises(KeyboardInterrupt):
        create_app({"INSTANCE": str(instance)})
    with closing(sqlite3.connect(instance / "kalooki.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    monkeypatch.undo()
    assert create_app({"INSTANCE": str(instance)})


def test_migration_has_no_statement_timeout(
    on_postgres: None, instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The timeout for pages is too short for altering a large table."""
    del on_postgres
    whole, limits = database.upgrade, []

    def noted(connection: Connection) -> None:
        limits.append(connection.scalar(text("SHOW statement_timeout")))
        whole(connection)

    monkeypatch.setattr(database, "HEAD", "none")
    monkeypatch.setattr(database, "upgrade", noted)
    with create_app({"INSTANCE": str(instance)}).app_context(), reading() as connection:
        assert limits == ["0"]
        assert connection.scalar(text("SHOW statement_timeout")) == "15s"


@pytest.mark.file
def test_every_connection_is_durable(app: Flask) -> None:
    assert app
    with db.engine.connect() as first, db.engine.connect() as other:
        for connection in (first, other):
            found = {name: connection.scalar(text(f"PRAGMA {name}")) for name in EXPECTED}
            assert found == EXPECTED
            assert connection.scalar(text("PRAGMA secure_delete")) == 1


def test_read_transaction_has_one_snapshot(on_postgres: None, instance: Path) -> None:
    del on_postgres
    isolation = text("SHOW transaction_isolation")
    with create_app({"INSTANCE": str(instance)}).app_context():
        with database.reading() as connection:
            assert connection.scalar(isolation) == "repeatable read"
        with database.writing() as connection:
            assert connection.scalar(isolation) == "read committed"


def test_every_postgresql_connection_is_durable(on_postgres: None, instance: Path) -> None:
    del on_postgres
    app = create_app({"INSTANCE": str(instance)})
    with app.app_context(), db.engine.connect() as first, db.engine.connect() as other:
        for connection in (first, other):
            for name, wanted in (postgres.SETTINGS | postgres.EXPECTED).items():
                assert connection.scalar(text(f"SHOW {name}")) == wanted
            assert connection.scalar(text("SHOW transaction_isolation")) == "repeatable read"
            asked: Any = connection.connection.driver_connection
            network = {name: str(value) for name, value in postgres.NETWORK.items()}
            assert network.items() <= asked.info.get_parameters().items()


def test_ineffective_setting_prevents_startup(
    instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite, "SETTINGS", (*sqlite.SETTINGS, "PRAGMA synchronous=NORMAL"))
    with pytest.raises(ConfigError, match="local disk"):
        create_app({"INSTANCE": str(instance)})


def test_asynchronous_commit_prevents_startup(
    on_postgres: None, instance: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    del on_postgres
    monkeypatch.setitem(postgres.SETTINGS, "synchronous_commit", "off")
    with pytest.raises(ConfigError, match=r"synchronous_commit.*postgresql\.conf"):
        create_app({"INSTANCE": str(instance)})


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://ann:secret@localhost/games", "look like postgresql://"),
        ("nowhere", "look like postgresql://"),
        ("postgresql://ann:secret@127.0.0.1:9/games", "postgresql://ann:\\*+@127.0.0.1:9/games"),
    ],
)
def test_unusable_server_is_reported_in_one_line(
    instance: Path, monkeypatch: pytest.MonkeyPatch, address: str, words: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    with pytest.raises(ConfigError, match=words) as refused:
        create_app({"INSTANCE": str(instance)})
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.file
@pytest.mark.parametrize(
    ("code", "words"),
    [
        (sqlite3.SQLITE_FULL, "Is the disk full, the folder read-only, or another program"),
        (sqlite3.SQLITE_BUSY, "Is the disk full, the folder read-only, or another program"),
        (sqlite3.SQLITE_CORRUPT, "is damaged or not a database"),
        (sqlite3.SQLITE_NOTADB, "is damaged or not a database"),
        (0, "Is the disk full, the folder read-only, or another program"),
    ],
)
@pytest.mark.usefixtures("app")
def test_startup_error_messages(monkeypatch: pytest.MonkeyPatch, code: int, words: str) -> None:
    def fail() -> None:
        cause = sqlite3.OperationalError("it broke")
        cause.sqlite_errorcode = code
        raise Unavailable("it broke") from cause

    monkeypatch.setattr(database, "reading", fail)
    with pytest.raises(ConfigError, match=words):
        database.bring_up_to_date()


@pytest.mark.parametrize(
    ("error", "is_the_servers"),
    [
        (errors.AdminShutdown(), True),
        (errors.LockNotAvailable(), True),
        (errors.ReadOnlySqlTransaction(), True),
        (errors.DataCorrupted(), True),
        (errors.IndexCorrupted(), True),
        (InterfaceError("the connection is closed"), True),
        (errors.UniqueViolation(), False),
        (errors.UndefinedTable(), False),
        (ValueError("a card"), False),
    ],
)
def test_server_errors(error: Exception, is_the_servers: bool) -> None:
    assert postgres.is_trouble(error) is is_the_servers
    assert postgres.is_trouble(DBAPIError("SELECT 1", {}, error)) is is_the_servers


def test_file_that_is_not_a_database_is_unchanged(instance: Path) -> None:
    instance.mkdir()
    file = instance / "kalooki.sqlite"
    file.write_bytes(b"shopping list " * 500)
    with pytest.raises(ConfigError, match="damaged or not a database"):
        create_app({"INSTANCE": str(instance)})
    assert file.read_bytes() == b"shopping list " * 500


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of POSIX")
def test_secret_is_created_once_and_private(instance: Path) -> None:
    first = create_app({"INSTANCE": str(instance)}).config["SECRET_KEY"]
    assert len(first) == 64
    assert create_app({"INSTANCE": str(instance)}).config["SECRET_KEY"] == first
    assert os.stat(instance / "config.py").st_mode & 0o777 == 0o600  # noqa: PTH116


def test_instance_creates_missing_parent_folders(tmp_path: Path) -> None:
    instance = tmp_path / "new" / "games"
    create_app({"INSTANCE": str(instance)})
    assert (instance / "kalooki.sqlite").exists()


@pytest.mark.parametrize("secret", ["", "dev", "x" * 31, None])
def test_short_secret_is_refused(instance: Path, secret: str | None) -> None:
    with pytest.raises(ConfigError, match="SECRET_KEY"):
        create_app({"INSTANCE": str(instance), "SECRET_KEY": secret})


def test_reading_releases_its_lock(app: Flask, game_id: str, new: Callable[..., NewEntry]) -> None:
    assert app
    with reading() as connection:
        connection.execute(text("SELECT count(*) FROM game"))
        assert append(game_id, new("k2"), base=1).seq == 2


def test_full_table_scan_is_detected(app: Flask, kind: str) -> None:
    assert app
    with reading() as connection, closing(connection.connection.cursor()) as cursor:
        by_title = plans.PLANS[kind](cursor, "SELECT id FROM game WHERE title = 'Tuesday'", ())
        by_id = plans.PLANS[kind](cursor, "SELECT title FROM game WHERE id = 'Tuesday'", ())
    assert plans.is_scan(by_title)
    assert not plans.is_scan(by_id)
