"""Backups of the SQLite file: created while the app runs, verified, expired, restored."""

import os
import sqlite3
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kalooki_ref.store import sqlite
from kalooki_ref.store.sqlite import has_tables, is_sound
from kalooki_ref.store.tables import ConfigError

FOLDER, RESTORED = "backups", "kalooki.sqlite.restored"
# Every release of this app has them.
OWN_TABLES = {"alembic_version", "game"}
MOST_KEPT = 7
# A deleted game stays in backups for at most this many days.
MOST_DAYS = 35


def back_up(database: Path, copy: Path) -> Path:
    """Copy a database that may be in use, atomically; return the copy. Raises ConfigError."""
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
    """Make today's backup and delete expired ones; return None if today's exists already."""
    drop_old(database.parent / FOLDER)
    return None if _todays(database).exists() else back_up(database, _todays(database))


def todays_backup(database: Path) -> Path:
    """Make today's backup, or replace it by a newer one, and delete expired ones; return it."""
    drop_old(database.parent / FOLDER)
    return back_up(database, _todays(database))


def _todays(database: Path) -> Path:
    return database.parent / FOLDER / f"kalooki-{datetime.now(UTC):%Y-%m-%d}.sqlite"


def backup_before(database: Path, reason: str) -> Path:
    """Back up before a change that can't be undone, such as a migration; raises ConfigError."""
    name = f"kalooki-{datetime.now(UTC):%Y-%m-%d-%H%M%S}-before-{reason}.sqlite"
    return back_up(database, database.parent / FOLDER / name)


def newest_first(folder: Path) -> list[Path]:
    """Return the backups in a folder; none if there is no such folder."""
    copies = folder.glob("kalooki-*.sqlite")
    return sorted(copies, key=lambda copy: copy.stat().st_mtime, reverse=True)


def drop_old(folder: Path) -> None:
    """Delete all but the newest `MOST_KEPT` backups, and those older than `MOST_DAYS`.

    Files that a killed backup or restore left half-written are deleted after a day.
    """
    now = datetime.now(UTC)
    oldest = (now - timedelta(days=MOST_DAYS)).timestamp()
    for place, copy in enumerate(newest_first(folder), 1):
        if place > MOST_KEPT or copy.stat().st_mtime < oldest:
            copy.unlink(missing_ok=True)
    yesterday = (now - timedelta(days=1)).timestamp()
    for left in (*folder.glob(".kalooki-*.sqlite.*"), *folder.parent.glob(f".*{RESTORED}*")):
        with suppress(FileNotFoundError):  # one that is finished right now
            if left.stat().st_mtime < yesterday:
                left.unlink()


def restore_backup(copy: Path, database: Path) -> Path | None:
    """Replace the database with a backup; return a new backup of the replaced file, if any.

    A running app detects that its file was replaced, and refuses to save until it is restarted.
    Raises ConfigError.
    """
    refuse_foreign(copy)
    saved = None
    if database.exists() and is_sound(database):
        saved = backup_before(database, "restore")
    fresh = back_up(copy, database.with_name(f".{RESTORED}"))
    for left in ("-wal", "-shm"):
        database.with_name(database.name + left).unlink(missing_ok=True)
    fresh.replace(database)
    _sync(database.parent)
    return saved


def refuse_damaged(copy: Path) -> None:
    """Raise ConfigError if a file is not a backup, or is corrupt."""
    if not copy.is_file() or not is_sound(copy):
        raise ConfigError(f"{copy} is not a backup, or is damaged.")


def refuse_foreign(copy: Path) -> None:
    """Raise ConfigError if a file is not a backup of this app, or is corrupt."""
    refuse_damaged(copy)
    if not has_tables(copy, OWN_TABLES):
        raise ConfigError(f"{copy} is a database, but not a backup of Kalooki Ref.")


def _sync(path: Path) -> None:
    """Flush a file, or the entries of a folder, to disk (fsync)."""
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
