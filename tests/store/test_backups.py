"""Backups and restore, readiness, and file permissions."""

import os
import re
import shlex
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.cli import main
from kalooki_ref.store import backups, database, sqlite
from kalooki_ref.store.backups import back_up, daily_backup, restore_backup, todays_backup
from kalooki_ref.store.database import can_write
from kalooki_ref.store.event_store import append, load
from kalooki_ref.store.tables import ConfigError, NewEntry, Unavailable

pytestmark = pytest.mark.file
New = Callable[..., NewEntry]
A_DAY = 24 * 3600
LOGS = ("-wal", "-shm")


def file_of(instance: Path) -> Path:
    return instance / "kalooki.sqlite"


def entries_in(copy: Path) -> int:
    with closing(sqlite3.connect(copy)) as connection:
        return int(connection.execute("SELECT count(*) FROM entry").fetchone()[0])


def test_backup_contains_earlier_saves(
    instance: Path, game_id: str, new: New, tmp_path: Path
) -> None:
    append(game_id, new("k2"), base=1)
    copy = back_up(file_of(instance), tmp_path / "copy.sqlite")
    append(game_id, new("k3"), base=2)
    assert entries_in(copy) == 2
    assert [left.name for left in tmp_path.glob(".copy*")] == []


def test_backup_creates_missing_folders(instance: Path, game_id: str, tmp_path: Path) -> None:
    assert game_id
    copy = back_up(file_of(instance), tmp_path / "stick" / "kalooki" / "copy.sqlite")
    assert entries_in(copy) == 1


def expired_beside(copy: Path) -> Path:
    old = copy.with_name("kalooki-old.sqlite")
    old.touch()
    os.utime(old, (time.time() - 36 * A_DAY,) * 2)
    return old


def test_day_has_one_backup(instance: Path, game_id: str) -> None:
    assert game_id
    first = daily_backup(file_of(instance))
    assert first is not None
    assert first.parent == instance / "backups"
    expired_beside(first)
    assert daily_backup(file_of(instance)) is None
    assert list(first.parent.iterdir()) == [first]


def test_command_replaces_the_backup_of_today(
    instance: Path, game_id: str, new: New, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = daily_backup(file_of(instance))
    assert copy is not None
    old = expired_beside(copy)
    append(game_id, new("k2"), base=1)
    assert main(["backup", "--instance", str(instance)]) == 0
    assert capsys.readouterr().out == f"{copy}\n"
    assert entries_in(copy) == 2
    assert not old.exists()


def test_files_of_a_killed_backup_are_deleted_after_a_day(instance: Path, game_id: str) -> None:
    assert game_id
    folder = instance / "backups"
    folder.mkdir()
    left = [
        folder / ".kalooki-2026-11-27.sqlite.77",
        folder / ".kalooki-2026-11-27.sqlite.77-journal",
        instance / ".kalooki.sqlite.restored",
        instance / "..kalooki.sqlite.restored.77",
    ]
    under_way = folder / ".kalooki-2026-11-27.sqlite.78"
    for file in (*left, under_way):
        file.touch()
    for file in left:
        os.utime(file, (time.time() - 1.1 * A_DAY,) * 2)
    daily_backup(file_of(instance))
    assert [file for file in (*left, under_way) if file.exists()] == [under_way]


@pytest.mark.skipif(sys.platform != "linux", reason="counts what Linux lists")
def test_backup_leaves_no_file_open(instance: Path, game_id: str) -> None:
    assert game_id
    counts = []
    for number in range(4):
        backups.back_up(file_of(instance), instance / f"copy-{number}.sqlite")
        counts.append(len(list(Path("/proc/self/fd").iterdir())))
    assert counts[-1] <= counts[0]


def test_old_backups_are_deleted(instance: Path) -> None:
    folder = instance / "backups"
    folder.mkdir(parents=True)
    for age in (*range(9), 36):
        copy = folder / f"kalooki-{age:02}.sqlite"
        copy.touch()
        at = copy.stat().st_mtime - age * A_DAY
        os.utime(copy, (at, at))
    backups.drop_old(folder)
    assert sorted(copy.name for copy in folder.iterdir()) == [
        f"kalooki-{age:02}.sqlite" for age in range(7)
    ]
    for age, copy in zip((34.9, 35.1), sorted(folder.iterdir()), strict=False):
        at = time.time() - age * A_DAY
        os.utime(copy, (at, at))
    backups.drop_old(folder)
    assert "kalooki-00.sqlite" in {copy.name for copy in folder.iterdir()}
    assert "kalooki-01.sqlite" not in {copy.name for copy in folder.iterdir()}


def test_damaged_database_does_not_replace_its_backup(instance: Path, game_id: str) -> None:
    assert game_id
    copy = daily_backup(file_of(instance))
    assert copy is not None
    before = copy.read_bytes()
    for left in instance.glob("kalooki.sqlite*"):
        left.unlink()
    file_of(instance).write_bytes(before[:-4096] + b"\xff" * 4096)
    with pytest.raises(ConfigError, match="is damaged"):
        todays_backup(file_of(instance))
    assert [left.read_bytes() for left in copy.parent.iterdir()] == [before]


def test_restored_backup_is_opened(instance: Path, game_id: str, new: New, tmp_path: Path) -> None:
    copy = back_up(file_of(instance), tmp_path / "copy.sqlite")
    append(game_id, new("k2"), base=1)
    saved = restore_backup(copy, file_of(instance))
    assert saved is not None
    assert entries_in(saved) == 2
    with create_app({"INSTANCE": str(instance)}).app_context():
        assert load(game_id).version == 1


def test_invalid_backup_is_not_restored(instance: Path, game_id: str) -> None:
    assert game_id
    before = file_of(instance).read_bytes()
    bad = instance / "bad.sqlite"
    for content in (b"", b"shopping list " * 500, before[: len(before) // 2]):
        bad.write_bytes(content)
        with pytest.raises(ConfigError, match="not a backup, or is damaged"):
            restore_backup(bad, file_of(instance))
    assert file_of(instance).read_bytes() == before


@pytest.mark.parametrize("content", ["CREATE TABLE shopping (item)", "PRAGMA user_version = 7"])
def test_database_of_another_app_is_not_restored(
    instance: Path,
    game_id: str,
    content: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    other = tmp_path / "other.sqlite"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute(content)
    assert main(["restore", str(other), "--instance", str(instance)]) == 2
    assert "not a backup of Kalooki Ref" in capsys.readouterr().err
    with create_app({"INSTANCE": str(instance)}).app_context():
        assert load(game_id).version == 1


def test_database_of_another_app_is_replaced_by_a_backup(
    instance: Path, game_id: str, tmp_path: Path
) -> None:
    copy = back_up(file_of(instance), tmp_path / "copy.sqlite")
    for file in instance.glob("kalooki.sqlite*"):
        file.unlink()
    with closing(sqlite3.connect(file_of(instance))) as connection:
        connection.execute("CREATE TABLE shopping (item)")
    restore_backup(copy, file_of(instance))
    with create_app({"INSTANCE": str(instance)}).app_context():
        assert load(game_id).version == 1


def restoring(message: str) -> list[str]:
    """Return the arguments of the command that a message names."""
    command = re.search(r'kalooki-ref (restore "[^"]+" --instance "[^"]+")', message)
    assert command
    return shlex.split(command[1])


@pytest.mark.parametrize("damage", ["empty", "torn"])
def test_damaged_database_is_reported_at_startup(instance: Path, game_id: str, damage: str) -> None:
    copy = daily_backup(file_of(instance))
    assert copy is not None
    content = copy.read_bytes() if damage == "torn" else b""
    for name in ("-wal", "-shm"):
        file_of(instance).with_name(f"kalooki.sqlite{name}").unlink(missing_ok=True)
    file_of(instance).unlink()
    file_of(instance).write_bytes(content[:5000])
    os.utime(file_of(instance), (0, 0))
    with pytest.raises(ConfigError) as refused:
        create_app({"INSTANCE": str(instance)})
    assert main([*restoring(str(refused.value)), "--as-it-is"]) == 0
    with create_app({"INSTANCE": str(instance)}).app_context():
        assert load(game_id).version == 1


def test_empty_database_beside_backups_is_asked_about(instance: Path, game_id: str) -> None:
    copy = daily_backup(file_of(instance))
    assert copy is not None
    for left in instance.glob("kalooki.sqlite*"):
        left.unlink()
    file_of(instance).touch()
    with pytest.raises(ConfigError, match=f"there are backups.*{re.escape(copy.name)}") as refused:
        create_app({"INSTANCE": str(instance)})
    assert file_of(instance).read_bytes() == b""
    assert main([*restoring(str(refused.value)), "--as-it-is"]) == 0
    with create_app({"INSTANCE": str(instance)}).app_context():
        assert load(game_id).version == 1


def test_read_only_folder_is_not_called_damage(
    instance: Path, game_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert game_id
    may = os.access

    def is_allowed(path: Path, mode: int) -> bool:
        return mode != os.W_OK and may(path, mode)

    monkeypatch.setattr(os, "access", is_allowed)  # root may write whatever the mode
    with pytest.raises(ConfigError, match="a worn SD card") as refused:
        create_app({"INSTANCE": str(instance)})
    assert "damaged" not in str(refused.value)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY])
def test_file_that_cannot_be_checked_is_not_called_damaged(
    instance: Path, game_id: str, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    assert game_id

    def refuse(*_args: object, **_more: object) -> None:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(sqlite.sqlite3, "connect", refuse)
    assert sqlite.is_sound(file_of(instance))


@pytest.mark.skipif(sys.platform == "win32", reason="an open file stays in its place there")
@pytest.mark.parametrize("how", ["moved", "deleted", "replaced"])
def test_save_to_a_replaced_file_is_refused(
    instance: Path, game_id: str, new: New, how: str
) -> None:
    file = file_of(instance)
    if how == "replaced":
        other = back_up(file, instance / "other.sqlite")
        other.replace(file)
    elif how == "moved":
        file.rename(instance / "elsewhere.sqlite")
    else:
        file.unlink()
    with pytest.raises(Unavailable, match="moved, deleted or replaced"):
        append(game_id, new("k2"), base=1)


def test_readiness_probe_writes_and_is_cached(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert app
    now, times = [1000.0], []
    monkeypatch.setattr(database.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(sqlite, "probe", times.append)
    for moment in (0.0, 1.0, 4.9, 5.1, 6.0):
        now[0] = 1000.0 + moment
        can_write()
    assert len(times) == 2


def test_readiness_fails_if_a_save_would_fail(app: Flask, instance: Path) -> None:
    assert app
    with closing(sqlite3.connect(file_of(instance), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Unavailable):
            can_write()


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of POSIX")
def test_instance_is_private(instance: Path, game_id: str) -> None:
    assert game_id
    copy = daily_backup(file_of(instance))
    assert copy is not None
    assert instance.stat().st_mode & 0o777 == 0o700
    files = [path for path in instance.rglob("*") if path.is_file()]
    assert {copy, *(file_of(instance).with_name(f"kalooki.sqlite{end}") for end in LOGS)} <= {
        *files
    }
    assert {file.name: oct(file.stat().st_mode & 0o777) for file in files} == {
        file.name: "0o600" for file in files
    }


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of POSIX")
def test_mode_of_other_folders_is_unchanged(instance: Path) -> None:
    instance.mkdir(mode=0o755)
    (instance / "letter.txt").touch()
    create_app({"INSTANCE": str(instance)})
    assert instance.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("command", ["audit", "backup", "export", "recover"])
def test_folder_without_games_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    command: str,
) -> None:
    missing = tmp_path / "misspelled"
    for address in ("", "postgresql://nobody@localhost:1/nothing"):
        monkeypatch.setenv("DATABASE_URL", address)
        with pytest.raises(SystemExit) as ended:
            main([command, "--instance", str(missing)])
        assert ended.value.code == 2
        assert f"No games belong to the folder {missing}." in capsys.readouterr().err
        assert not missing.exists()


BROKEN = {
    "SECRET_KEY = ": "config.py can't be read: SyntaxError",
    "SECRET_KEY = 1 / 0": "config.py can't be read: ZeroDivisionError",
    "SECRET_KEY = 7": "SECRET_KEY has 0 bytes",
    'TRUSTED_HOSTS = "kalooki.example"': "TRUSTED_HOSTS can't be 'kalooki.example'",
    "PROXIES = 'one'": "PROXIES can't be 'one'. The default is 0.",
    "MOST_GAMES = 'many'": "MOST_GAMES can't be 'many'. The default is '300/hour'.",
    "POCKET_URL = 'https://somebody.github.io/kalooki-ref'": "It has to look like https://",
    "POCKET_URL = 'javascript://somebody/'": "POCKET_URL can't be 'javascript://somebody/'",
    "LIMITS_STORAGE = 'nowhere://'": "LIMITS_STORAGE can't be used",
}


@pytest.mark.parametrize("setting", BROKEN)
def test_invalid_setting_is_reported_in_one_line(
    instance: Path, capsys: pytest.CaptureFixture[str], setting: str
) -> None:
    instance.mkdir()
    (instance / "config.py").write_text(f"SECRET_KEY = {'x' * 32!r}\n{setting}\n", "utf-8")
    assert main(["serve", "--port", "0", "--instance", str(instance)]) == 2
    for command in ("audit", "export", "backup"):
        with pytest.raises(SystemExit) as ended:
            main([command, "--instance", str(instance)])
        assert ended.value.code == 2
    printed = capsys.readouterr().err
    assert printed.count(BROKEN[setting]) == 4
    assert len(printed.splitlines()) == 4


def test_instance_must_be_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "games").touch()
    assert main(["serve", "--port", "0", "--instance", str(tmp_path / "games")]) == 2
    assert "games is a file, not a folder." in capsys.readouterr().err


def test_integrity_check_of_a_sound_file(instance: Path, game_id: str) -> None:
    assert game_id
    assert sqlite.is_sound(file_of(instance))
