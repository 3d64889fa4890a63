"""The `kalooki-ref` command; a module per group of subcommands.

Each module has `add(commands)`, which declares its arguments and sets the function to run. Slow
imports go inside that function, so that a verdict doesn't have to import Flask.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

from kalooki_ref.cli import check, demo, json_lines, maintenance, serve

COMMANDS = (serve, demo, check, json_lines, maintenance)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    parser = make_parser()
    chosen = parser.parse_args(arguments)
    if "run" not in chosen:
        parser.print_help()
        return 2
    try:
        code: int = chosen.run(chosen)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    return code


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="kalooki-ref",
        description="Keeps score and settles rules arguments for Kalooki.",
        epilog="Run kalooki-ref COMMAND --help to see more about a command.",
    )
    parser.add_argument("--version", action="version", version=f"kalooki-ref {own_version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        command.add(commands)
    return parser


def own_version() -> str:
    try:
        return version("kalooki-ref")
    except PackageNotFoundError:
        return "from a checkout"
