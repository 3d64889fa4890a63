"""Maintenance subcommands: `export`, `restore`, `backup`, `audit`, `recover`."""

import argparse
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kalooki_ref.cli.examples import with_examples
from kalooki_ref.cli.phone_file import add_games

DONE, WRONG, FAILED = 0, 1, 2
# Maximum size of a file with everything of a phone; the longest real games need a thousandth.
MOST_READ = 16 * 1024 * 1024
IN_POSTGRES = "PostgreSQL keeps these games. Back them up with pg_dump; docs/deploy.md says how."
OWN_BACKUP = "If the backup is your own, restore them with --as-it-is."
SQLITE_MARK = b"SQLite format 3\0"
EXAMPLES = {
    "export": """
  kalooki-ref export                                  list all games
  kalooki-ref export 4f8Zk2Qw --to sunday.json        one game, to restore later
  kalooki-ref export 4f8Zk2Qw --csv > sunday.csv      its scores, for a spreadsheet
""",
    "restore": """
  kalooki-ref restore sunday.json                     add one game
  kalooki-ref restore kalooki-everything.json         add every game of a phone's file
  kalooki-ref restore everything.sqlite               put a whole backup back
""",
    "backup": """
  kalooki-ref backup                                  today's file in backups/
  kalooki-ref backup /media/stick/everything.sqlite
""",
    "recover": """
  kalooki-ref recover                                 list all games
  kalooki-ref recover 4f8Zk2Qw
""",
    "audit": """
  kalooki-ref audit
  kalooki-ref audit --instance ~/kalooki
""",
}


def add(commands: Any) -> None:
    sends = _command(
        commands,
        "export",
        "write a game as JSON (to restore) or CSV (for a spreadsheet)",
        "Writes a game to the terminal or a file, as UTF-8. Without a game, lists all games.",
        run=export,
    )
    sends.add_argument("game", nargs="?", help="the last part of the game's link")
    sends.add_argument("--csv", action="store_true", help="scores only, for a spreadsheet")
    sends.add_argument(
        "--separator",
        choices=("comma", "semicolon"),
        default="comma",
        help="between columns of --csv; spreadsheets in Italian or Spanish expect a semicolon",
    )
    sends.add_argument("--to", type=Path, metavar="FILE", help="write to this file")
    reads = _command(
        commands,
        "restore",
        "bring back games (JSON) or everything (a backup)",
        "Adds the game in an exported JSON file, or the games of a phone's “Save everything” that "
        "aren't here yet, or replaces the database with a backup. The "
        "current database is backed up first. With DATABASE_URL set, everything in the backup is "
        "copied into that PostgreSQL database, which has to be empty.",
        run=restore,
    )
    reads.add_argument("file", type=Path, help="a file from `export` or `backup`")
    reads.add_argument(
        "--as-it-is",
        action="store_true",
        help="put a backup back with games in it that this app doesn't write",
    )
    copies = _command(
        commands,
        "backup",
        "copy the database while the app runs",
        "Copies the database to a checked, complete file while the app keeps running. The app "
        "also does this once a day, in backups/ in the instance folder.",
        run=backup,
    )
    copies.add_argument("file", type=Path, nargs="?", help="default: today's file in backups/")
    regains = _command(
        commands,
        "recover",
        "print a code that makes a phone the scorekeeper of a guarded table",
        "For a table whose scorekeeper's phone is lost, or that has lost its phones because the "
        "app has a new address. The recovery code on paper stops working. Without a game, lists "
        "all games.",
        run=recover,
    )
    regains.add_argument("game", nargs="?", help="the last part of the game's link")
    _command(
        commands,
        "audit",
        "recalculate every game and report problems",
        "Reads every entry of every game, recalculates everything, and lists games that can't be "
        "read or shown. Exit code 1 if there are any.",
        run=audit,
    )


def export(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store.event_store import load
    from kalooki_ref.store.tables import UnknownGame
    from kalooki_ref.web.copies.export import as_json, json_text
    from kalooki_ref.web.results.spreadsheet import SEPARATORS, as_csv
    from kalooki_ref.web.shared.open_game import open_stored

    with _app(chosen).app_context():
        if not chosen.game:
            return _list()
        try:
            opened = open_stored(load(chosen.game))
        except UnknownGame:
            return _no_game(chosen.game)
        separator = SEPARATORS[chosen.separator]
        text = as_csv(opened, separator) if chosen.csv else json_text(as_json(opened))
    if chosen.to is None:
        sys.stdout.write(text)
        return DONE
    try:
        chosen.to.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        return _failed(f"{chosen.to} can't be written: {error.strerror}")
    return DONE


def recover(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store.event_store import changes_of
    from kalooki_ref.store.join_codes import CodeKind, kept_codes
    from kalooki_ref.store.links import access_of
    from kalooki_ref.store.tables import UnknownGame
    from kalooki_ref.web.shared.join_codes import code_of, grouped, make_code

    with _app(chosen).app_context():
        if not chosen.game:
            return _list()
        try:
            changes_of(chosen.game)
        except UnknownGame:
            return _no_game(chosen.game)
        if not access_of(chosen.game, "").is_guarded:
            print("This table is open: every phone that has its link may write. It needs no code.")
            return DONE
        make_code(chosen.game, CodeKind.RECOVERY)
        nonce = kept_codes(chosen.game)[CodeKind.RECOVERY].nonce
        print(grouped(code_of(CodeKind.RECOVERY, chosen.game, nonce)))
    print("On the phone that is to keep score: open the app, tap “Join a table”, type this code.")
    print("It works once; the phone then shows a new one to write down.")
    return DONE


def restore(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store.tables import ConfigError, Unavailable
    from kalooki_ref.web.copies.everything_file import is_everything
    from kalooki_ref.web.copies.game_files import game_in, text_in
    from kalooki_ref.web.copies.imports import restored
    from kalooki_ref.words.import_words import ExportError

    try:
        with chosen.file.open("rb") as file:
            content = file.read(MOST_READ + 1)
        if content.startswith(SQLITE_MARK):
            return _restore_all(chosen)
        if len(content) > MOST_READ:
            return _failed(f"{chosen.file} is larger than any game: {MOST_READ} bytes at most")
        data = game_in(text_in(content))
        with _app(chosen).app_context():
            if is_everything(data):
                return add_games(data)
            print(restored(data))
    except (OSError, ValueError, ExportError, ConfigError, Unavailable) as error:
        return _failed(f"{chosen.file} can't be read back: {error}")
    return DONE


def backup(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store.backups import back_up, daily_backup
    from kalooki_ref.store.database import database_path
    from kalooki_ref.store.tables import ConfigError

    try:
        with _app(chosen).app_context():
            database = database_path()
            if database is None:
                return _failed(IN_POSTGRES)
            made = back_up(database, chosen.file.resolve()) if chosen.file else None
            made = made or daily_backup(database)
    except (OSError, ConfigError) as error:
        return _failed(str(error))
    print(made or "Today's backup already exists.")
    return DONE


def audit(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store.event_store import all_games, load
    from kalooki_ref.web.copies.imports import audit_of
    from kalooki_ref.web.shared.open_game import open_stored

    games = rounds = wrong = 0
    with _app(chosen).app_context():
        for row in all_games():
            games += 1
            try:
                rounds += audit_of(open_stored(load(row.id)))
            except Exception as error:  # an audit names every game it can't read
                wrong += 1
                print(f"{row.id}  {type(error).__name__}: {error}")
    print(f"{games} games, {rounds} rounds: {wrong} can't be read." if wrong else
          f"{games} games, {rounds} rounds: all add up.")  # fmt: skip
    return WRONG if wrong else DONE


def _restore_all(chosen: argparse.Namespace) -> int:
    """Restore a backup without its invalid games, which are named."""
    from kalooki_ref.store.backups import refuse_damaged

    file = chosen.file.resolve()
    refuse_damaged(file)
    with opened_alone(file) as (alone, copy):
        found = {} if chosen.as_it_is else _faults_in(alone)
        if found and all(found.values()):
            return _failed(
                f"{_named(found)}\nNothing was restored from {chosen.file}. {OWN_BACKUP}"
            )
        left_out = [game_id for game_id, fault in found.items() if fault]
        if left_out:
            print(_named(found), file=sys.stderr)
            print(f"They are left out; {chosen.file} keeps them. {OWN_BACKUP}", file=sys.stderr)
            _erase_in(alone, left_out)
        if _uses_postgres(chosen):
            done = _move_in(chosen, alone)
        else:
            done = _put_back(chosen, copy if left_out else file)
    return done or (WRONG if left_out else DONE)


def _named(found: dict[str, str]) -> str:
    return "\n".join(f"Game {game_id}: {fault}." for game_id, fault in found.items() if fault)


def _erase_in(alone: Any, ids: list[str]) -> None:
    from kalooki_ref.store.deletion import erase_games

    with alone.app_context():
        erase_games(ids)


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
    from flask import Flask

    from kalooki_ref.store.backups import restore_backup

    folder = chosen.instance or Flask("kalooki_ref").instance_path
    database = Path(folder).resolve() / "kalooki.sqlite"
    saved = restore_backup(file, database)
    print(f"{database} is {chosen.file} again.")
    if saved:
        print(f"What it held before: {saved}")
    print("Start the app again if it is running.")
    return DONE


def _uses_postgres(chosen: argparse.Namespace) -> bool:
    """Return whether the games are in PostgreSQL, without creating the app."""
    from flask import Flask

    from kalooki_ref.server.settings import configure

    folder = Path(chosen.instance).resolve() if chosen.instance else None
    app = Flask("kalooki_ref", instance_path=str(folder) if folder else None)
    configure(app, {})
    return bool(app.config["DATABASE_URL"])


def _move_in(chosen: argparse.Namespace, alone: Any) -> int:
    """Copy a SQLite database into PostgreSQL."""
    from kalooki_ref.store.moving import move_in
    from kalooki_ref.store.tables import db

    with alone.app_context():
        source = db.engine
    with _app(chosen).app_context():
        count = move_in(source)
    print(f"Moved from {chosen.file} into PostgreSQL, with all their phones: {count} games.")
    return DONE


def _list() -> int:
    from kalooki_ref.store.event_store import all_games

    for row in all_games():
        print(row.id, row.created_at, f"{row.version} entries", row.title, sep="  ")
    return DONE


def _no_game(game_id: str) -> int:
    return _failed(f"There is no game {game_id}. Run kalooki-ref export to list them.")


def _command(
    commands: Any, name: str, short: str, description: str, *, run: Any
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=short, description=description, **with_examples(EXAMPLES[name])
    )
    parser.add_argument("--instance", metavar="FOLDER", help="folder for games and settings")
    parser.set_defaults(run=run)
    return parser


def _failed(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return FAILED


def _app(chosen: argparse.Namespace) -> Any:
    """Create the app; exits with a one-line message if it can't start."""
    from kalooki_ref import create_app
    from kalooki_ref.store.tables import ConfigError

    instance = str(Path(chosen.instance).resolve()) if chosen.instance else None
    try:
        return create_app({"INSTANCE": instance})
    except (OSError, ConfigError) as error:
        raise SystemExit(_failed(f"Kalooki Ref can't start: {error}")) from None
