"""Maintenance subcommands: `export`, `restore`, `backup`, `audit`, `recover`."""

import argparse
import sys
from pathlib import Path
from typing import Any

from kalooki_ref.cli.arguments import game, with_examples
from kalooki_ref.cli.exits import DONE, WRONG, failed, found_app, made_app, refuse_new_folder
from kalooki_ref.cli.phone_file import add_all
from kalooki_ref.cli.restore_backup import restore_all

# Maximum size of a file with everything of a phone; the longest real games need a thousandth.
MOST_READ = 16 * 1024 * 1024
IN_POSTGRES = "PostgreSQL keeps these games. Back them up with pg_dump; docs/deploy.md says how."
# The file named "-": standard input, or standard output.
STANDARD = Path("-")
SQLITE_MARK = b"SQLite format 3\0"
EXAMPLES = {
    "export": """
  kalooki-ref export                                  list all games
  kalooki-ref export 4f8Zk2Qw --to sunday.json        one game, to restore later
  kalooki-ref export 4f8Zk2Qw --csv > sunday.csv      its scores, for a spreadsheet
""",
    "restore": """
  kalooki-ref restore sunday.json                     add one game
  kalooki-ref restore kalooki-everything.json         add the games and circles of a phone's file
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
    sends.add_argument("game", nargs="?", type=game, help="the game's address, or its last part")
    sends.add_argument("--csv", action="store_true", help="scores only, for a spreadsheet")
    sends.add_argument(
        "--separator",
        choices=("comma", "semicolon"),
        help="between columns of --csv (default: comma); spreadsheets in Italian or Spanish "
        "expect a semicolon",
    )
    sends.add_argument("--to", type=Path, metavar="FILE", help="write to this file")
    reads = _command(
        commands,
        "restore",
        "bring back games (JSON) or everything (a backup)",
        "Adds the game in an exported JSON file, or what the games and circles here lack of a "
        "phone's “Save everything”, printing the address of each circle, or replaces the database "
        "with a backup. The current database is backed up first. With DATABASE_URL set, "
        "everything in the backup is copied into that PostgreSQL database, which has to be empty.",
        run=restore,
    )
    reads.add_argument(
        "file",
        type=Path,
        help="a file from `export` or `backup`; - reads standard input, but no backup",
    )
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
        "also does this once a day, in backups/ in the instance folder, and keeps seven of them.",
        run=backup,
    )
    copies.add_argument(
        "file", type=Path, nargs="?", help="default: today's file in backups/, which is replaced"
    )
    regains = _command(
        commands,
        "recover",
        "print a code that makes a phone the scorekeeper of a guarded table",
        "For a table whose scorekeeper's phone is lost, or that has lost its phones because the "
        "app has a new address. The recovery code on paper stops working. Without a game, lists "
        "all games.",
        run=recover,
    )
    regains.add_argument("game", nargs="?", type=game, help="the game's address, or its last part")
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

    if not chosen.game and (chosen.csv or chosen.to):
        return failed("Which game? Name it; “kalooki-ref export” alone lists all games.")
    if chosen.separator and not chosen.csv:
        return failed("--separator is for a spreadsheet: add --csv, or leave it out.")
    with found_app(chosen).app_context():
        if not chosen.game:
            return _list()
        try:
            opened = open_stored(load(chosen.game))
        except UnknownGame:
            return _no_game(chosen.game)
        separator = SEPARATORS[chosen.separator or "comma"]
        text = as_csv(opened, separator) if chosen.csv else json_text(as_json(opened))
    if chosen.to in (None, STANDARD):
        sys.stdout.write(text)
        return DONE
    try:
        chosen.to.write_text(text, encoding="utf-8", newline="")
    except OSError as error:
        return failed(f"{chosen.to} can't be written: {error.strerror}")
    return DONE


def recover(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store.event_store import changes_of
    from kalooki_ref.store.join_codes import CodeKind, kept_codes
    from kalooki_ref.store.links import access_of
    from kalooki_ref.store.tables import UnknownGame
    from kalooki_ref.web.shared.join_codes import code_of, grouped, make_code

    with found_app(chosen).app_context():
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

    refuse_new_folder(chosen)
    name = "Standard input" if chosen.file == STANDARD else chosen.file
    try:
        content = _content(chosen.file)
        if content.startswith(SQLITE_MARK) and chosen.file == STANDARD:
            return failed("A backup can't be read from standard input. Save it as a file first.")
        if content.startswith(SQLITE_MARK):
            return restore_all(chosen)
        if len(content) > MOST_READ:
            return failed(f"{name} is larger than any game: {MOST_READ} bytes at most")
        data = game_in(text_in(content))
        with made_app(chosen).app_context():
            if is_everything(data):
                return add_all(data)
            print(restored(data))
    except (OSError, ValueError, ExportError, ConfigError, Unavailable) as error:
        return failed(f"{name} can't be read back: {error}")
    return DONE


def _content(file: Path) -> bytes:
    """Return the content of a file or of standard input, but not all of one that is too large."""
    if file == STANDARD:
        return sys.stdin.buffer.read(MOST_READ + 1)
    with file.open("rb") as opened:
        return opened.read(MOST_READ + 1)


def backup(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store.backups import back_up, todays_backup
    from kalooki_ref.store.database import database_path
    from kalooki_ref.store.tables import ConfigError

    if chosen.file == STANDARD:
        return failed("A backup can't be written to standard output. Name a file.")
    try:
        with found_app(chosen).app_context():
            database = database_path()
            if database is None:
                return failed(IN_POSTGRES)
            file = chosen.file.resolve() if chosen.file else None
            print(back_up(database, file) if file else todays_backup(database))
    except (OSError, ConfigError) as error:
        return failed(str(error))
    return DONE


def audit(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store.event_store import all_games, load
    from kalooki_ref.web.copies.imports import audit_of
    from kalooki_ref.web.shared.open_game import open_stored

    games = rounds = wrong = 0
    with found_app(chosen).app_context():
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


def _list() -> int:
    from kalooki_ref.store.event_store import all_games

    for row in all_games():
        print(row.id, row.created_at, f"{row.version} entries", row.title, sep="  ")
    return DONE


def _no_game(game_id: str) -> int:
    return failed(f"There is no game {game_id}. Leave it out, and the command lists all games.")


def _command(
    commands: Any, name: str, short: str, description: str, *, run: Any
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, help=short, description=description, **with_examples(EXAMPLES[name])
    )
    parser.add_argument("--instance", metavar="FOLDER", help="folder for games and settings")
    parser.set_defaults(run=run)
    return parser
