"""Restores a whole backup, without the games in it that this app doesn't write."""

import argparse
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kalooki_ref.cli.exits import DONE, WRONG, failed, folder_of, made_app, uses_postgres

OWN_BACKUP = "If the backup is your own, restore them with --as-it-is."


def restore_all(chosen: argparse.Namespace) -> int:
    """Restore a backup without its invalid games, which are named."""
    from kalooki_ref.store.backups import refuse_foreign
    from kalooki_ref.store.deletion import erase_games

    file = chosen.file.resolve()
    refuse_foreign(file)
    with opened_alone(file) as (alone, copy):
        found = {} if chosen.as_it_is else _faults_in(alone)
        if found and all(found.values()):
            return failed(f"{_named(found)}\nNothing was restored from {chosen.file}. {OWN_BACKUP}")
        left_out = [game_id for game_id, fault in found.items() if fault]
        if left_out:
            print(_named(found), file=sys.stderr)
            print(f"They are left out; {chosen.file} keeps them. {OWN_BACKUP}", file=sys.stderr)
            with alone.app_context():
                erase_games(left_out)
        if uses_postgres(folder_of(chosen)):
            done = _move_in(chosen, alone)
        else:
            done = _put_back(chosen, copy if left_out else file)
    return done or (WRONG if left_out else DONE)


def _named(found: dict[str, str]) -> str:
    return "\n".join(f"Game {game_id}: {fault}." for game_id, fault in found.items() if fault)


@contextmanager
def opened_alone(file: Path) -> Iterator[tuple[Any, Path]]:
    """Yield an app with a copy of a database file, and the copy; the file isn't changed."""
    from kalooki_ref import create_app
    from kalooki_ref.store.backups import back_up
    from kalooki_ref.store.tables import db

    with TemporaryDirectory() as folder:
        copy = back_up(file, Path(folder) / "kalooki.sqlite")
        alone = create_app({"INSTANCE": folder, "SECRET_KEY": secrets.token_hex(32)})
        try:
            yield alone, copy
        finally:
            with alone.app_context():
                db.engine.dispose()


def _faults_in(alone: Any) -> dict[str, str]:
    """Return why each game of a database can't be taken, by id; empty for valid ones."""
    from kalooki_ref.store.event_store import all_games, load
    from kalooki_ref.web.copies.imports import fault_of_stored

    with alone.app_context():
        return {row.id: fault_of_stored(load(row.id)) for row in all_games()}


def _put_back(chosen: argparse.Namespace, file: Path) -> int:
    """Replace the SQLite file with a backup; works even if the app can't start."""
    from kalooki_ref.store.backups import restore_backup

    database = folder_of(chosen) / "kalooki.sqlite"
    saved = restore_backup(file, database)
    print(f"{database} is {chosen.file} again.")
    if saved:
        print(f"What it held before: {saved}")
    print("Start the app again if it is running.")
    return DONE


def _move_in(chosen: argparse.Namespace, alone: Any) -> int:
    """Copy a SQLite database into PostgreSQL."""
    from kalooki_ref.store.moving import move_in
    from kalooki_ref.store.tables import db

    with alone.app_context():
        source = db.engine
    with made_app(chosen).app_context():
        count = move_in(source)
    print(f"Moved from {chosen.file} into PostgreSQL, with all their phones: {count} games.")
    return DONE
