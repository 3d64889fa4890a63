"""Copies of the database file: made while the app runs, checked, kept for a while, put back."""

import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kalooki_ref.store import sqlite
from kalooki_ref.store.sqlite import is_sound
from kalooki_ref.store.tables import ConfigError

FOLDER = "backups"
MOST_KEPT = 7
# Days after which a deleted game is gone from every backup.
MOST_DAYS = 35


def back_up(database: Path, copy: Path) -> Path:
    """Copy a database that may be in use, whole or not at all; raises ConfigError."""
    copy.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    unfinished = copy.with_name(f".{copy.name}.{os.getpid()}")
    try:
        os.close(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        sqlite.copy(database, unfinished)
        refuse_damaged(unfinished)
        _sync(unfinished)
        unfinished.replace(copy)
        _sync(copy.parent)
    except (OSError, sqlite3.Error) as error:
        raise ConfigError(f"Could not back up {database}: {error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
    return copy


def daily_backup(database: Path) -> Path | None:
    """Back up once a day beside the database, and drop what is too old; None where that is done."""
    copy = database.parent / FOLDER / f"kalooki-{datetime.now(UTC):%Y-%m-%d}.sqlite"
    drop_old(copy.parent)
    return None if copy.exists() else back_up(database, copy)


def backup_before(database: Path, reason: str) -> Path:
    """Back up before the file is changed for good, such as by a migration; raises ConfigError."""
    name = f"kalooki-{datetime.now(UTC):%Y-%m-%d-%H%M%S}-before-{reason}.sqlite"
    return back_up(database, database.parent / FOLDER / name)


def drop_old(folder: Path) -> None:
    """Keep the newest few backups, and none for longer than a deleted game may last."""
    oldest = (datetime.now(UTC) - timedelta(days=MOST_DAYS)).timestamp()
    copies = sorted(folder.glob("kalooki-*.sqlite"), key=lambda copy: copy.stat().st_mtime)
    for place, copy in enumerate(reversed(copies), 1):
        if place > MOST_KEPT or copy.stat().st_mtime < oldest:
            copy.unlink(missing_ok=True)


def put_back(copy: Path, database: Path) -> Path | None:
    """Put a backup in the database's place; returns the backup made of what was there.

    A running app notices that its file was replaced and asks to be started again. Raises ConfigError.
    """
    refuse_damaged(copy)
    saved = None
    if database.exists() and is_sound(database):
        saved = backup_before(database, "restore")
    fresh = back_up(copy, database.with_name(f".{database.name}.restored"))
    for left in ("-wal", "-shm"):
        database.with_name(database.name + left).unlink(missing_ok=True)
    fresh.replace(database)
    _sync(database.parent)
    return saved


def refuse_damaged(copy: Path) -> None:
    """Refuse what is no backup, or a damaged one; raises ConfigError."""
    if not copy.is_file() or not is_sound(copy):
        raise ConfigError(f"{copy} is not a backup, or is damaged.")


def _sync(path: Path) -> None:
    """Have the file, or the names in the folder, on disk before going on."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
