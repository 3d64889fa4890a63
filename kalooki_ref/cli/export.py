"""`kalooki-ref export`: a game as JSON or CSV; `kalooki-ref restore` reads the JSON back."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

DONE, FAILED = 0, 2


def add(commands: Any) -> None:
    sends: argparse.ArgumentParser = commands.add_parser(
        "export",
        help="write a game as JSON (reads back) or CSV (for a spreadsheet)",
        description="Writes a game to the terminal; without a game, lists the games there are.",
    )
    sends.add_argument("game", nargs="?", help="the last part of the game's address")
    sends.add_argument("--csv", action="store_true", help="scores only, for a spreadsheet")
    sends.add_argument("--instance", metavar="FOLDER", help="where the games lie")
    sends.set_defaults(run=export)
    reads: argparse.ArgumentParser = commands.add_parser(
        "restore",
        help="make a game from an exported JSON file",
        description="Makes a new game with the whole book of the exported one.",
    )
    reads.add_argument("file", type=Path, help="what `kalooki-ref export GAME` wrote")
    reads.add_argument("--instance", metavar="FOLDER", help="where the games lie")
    reads.set_defaults(run=restore)


def export(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store import UnknownGame, load
    from kalooki_ref.web.access.open_game import opened
    from kalooki_ref.web.export import as_csv, as_json, json_text

    with _app(chosen).app_context():
        if not chosen.game:
            return _list()
        try:
            table = opened(load(chosen.game))
        except UnknownGame:
            print(f"there is no game {chosen.game}", file=sys.stderr)
            return FAILED
        text = as_csv(table) if chosen.csv else json_text(as_json(table))
    sys.stdout.write(text)
    return DONE


def restore(chosen: argparse.Namespace) -> int:
    from kalooki_ref.web.export import ExportError, restored

    try:
        data = json.loads(chosen.file.read_text(encoding="utf-8"))
        with _app(chosen).app_context():
            print(restored(data))
    except (OSError, ValueError, ExportError) as error:
        print(f"{chosen.file} cannot be read back: {error}", file=sys.stderr)
        return FAILED
    return DONE


def _list() -> int:
    from kalooki_ref.store import all_games

    for row in all_games():
        print(row.id, row.created_at, f"{row.version} entries", row.title, sep="  ")
    return DONE


def _app(chosen: argparse.Namespace) -> Any:
    from kalooki_ref import create_app

    instance = str(Path(chosen.instance).resolve()) if chosen.instance else None
    return create_app({"INSTANCE": instance})
