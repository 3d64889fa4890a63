"""Exit codes of the commands, how they stop with a one-line message, and the app of some."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

DONE, WRONG, FAILED = 0, 1, 2


def failed(sentence: str) -> int:
    """Print why a command failed; return its exit code."""
    print(sentence, file=sys.stderr)
    return FAILED


def cannot_start(error: Exception) -> int:
    """Print why the app can't be created; return the exit code."""
    return failed(f"Kalooki Ref can't start: {error}")


def made_app(chosen: argparse.Namespace) -> Any:
    """Create the app; exits with a one-line message if it can't start."""
    from kalooki_ref import create_app
    from kalooki_ref.store.tables import ConfigError

    try:
        return create_app({"INSTANCE": str(folder_of(chosen))})
    except (OSError, ConfigError) as error:
        raise SystemExit(cannot_start(error)) from None


def found_app(chosen: argparse.Namespace) -> Any:
    """Create the app for games that exist; without any, exit with a one-line message.

    Otherwise a misspelled folder would become an empty app, and its backup look like a success.
    """
    from kalooki_ref.store.tables import ConfigError

    folder = folder_of(chosen)
    try:
        # Asking for settings that don't exist would create a secret, and codes need the old one.
        has_settings = (folder / "config.py").exists() or "SECRET_KEY" in os.environ
        exist = (folder / "kalooki.sqlite").exists() or (has_settings and uses_postgres(folder))
    except (OSError, ConfigError) as error:
        raise SystemExit(cannot_start(error)) from None
    if not exist:
        raise SystemExit(failed(f"No games belong to the folder {folder}. Name it: --instance."))
    return made_app(chosen)


def refuse_new_folder(chosen: argparse.Namespace) -> None:
    """Exit with a one-line message if the folder that was named doesn't exist.

    Otherwise a misspelled folder would become an app of its own.
    """
    if chosen.instance and not folder_of(chosen).is_dir():
        sentence = f"There is no folder {folder_of(chosen)}. For a new one, make the folder first."
        raise SystemExit(failed(sentence))


def folder_of(chosen: argparse.Namespace) -> Path:
    """Return the instance folder that was named, or the default one."""
    from flask import Flask

    return Path(chosen.instance or Flask("kalooki_ref").instance_path).resolve()


def uses_postgres(folder: Path) -> bool:
    """Return whether the games are in PostgreSQL, without creating the app; raises ConfigError."""
    from flask import Flask

    from kalooki_ref.server.settings import configure

    app = Flask("kalooki_ref", instance_path=str(folder))
    configure(app, {})
    return bool(app.config["DATABASE_URL"])
