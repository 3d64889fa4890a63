"""`kalooki-ref demo`: serves the app with a dozen made-up games and a season of a circle."""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from kalooki_ref.cli import serve
from kalooki_ref.cli.arguments import with_examples
from kalooki_ref.cli.exits import cannot_start

if TYPE_CHECKING:
    from flask import Flask

EXAMPLES = """
  kalooki-ref demo                     look around; the games are gone when it stops
  kalooki-ref demo --instance try-out  keep them in the folder try-out
"""


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "demo",
        help="start the app with made-up games",
        description="Starts the app with a dozen made-up games at every stage, and a circle of "
        "cousins with a season of twelve evenings.",
        **with_examples(EXAMPLES),
    )
    serve.add_options(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if chosen.instance is not None:
        return _serve_games(chosen)
    with TemporaryDirectory(prefix="kalooki-demo-", ignore_cleanup_errors=True) as folder:
        chosen.instance = folder
        return _serve_games(chosen)


def _serve_games(chosen: argparse.Namespace) -> int:
    from kalooki_ref.store.tables import ConfigError

    try:
        make_games(Path(chosen.instance).resolve())
    except (OSError, ConfigError) as error:
        return cannot_start(error)
    return serve.run(chosen)


def demo_app(folder: str) -> "Flask":
    """Create the app with the demo games, for `flask run`."""
    from kalooki_ref import create_app

    make_games(Path(folder).resolve())
    return create_app({"INSTANCE": str(Path(folder).resolve())})


def make_games(folder: Path) -> dict[str, str]:
    """Store the demo's games and its circle in a folder without games; return ids by title."""
    from kalooki_ref import create_app
    from kalooki_ref.cli.demo_games import demo_games
    from kalooki_ref.cli.demo_season import KEY, NAME, season, season_games
    from kalooki_ref.store.circles import Change, change_circle, create_circle
    from kalooki_ref.store.event_store import all_games, import_game

    app = create_app({"INSTANCE": str(folder)})
    with app.app_context():
        if all_games():
            return {}
        ids = {
            game.title: import_game(game.stored(f"demo-{number}"))
            for number, game in enumerate(demo_games())
        }
        games = [import_game(game) for game in season_games()]
        create_circle(KEY, name=NAME, zone=app.config["TIMEZONE"], games=games)
        change_circle(KEY, Change(seasons={KEY: season()}))
    with (folder / "config.py").open("a", encoding="utf-8") as settings:
        settings.write("DEMO = True\n")
    return ids
