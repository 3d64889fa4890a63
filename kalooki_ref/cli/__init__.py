"""The `kalooki-ref` command; a module per group of subcommands.

Each module has `add(commands)`, which declares its arguments and sets the function to run. Slow
imports go inside that function, so that a verdict doesn't have to import Flask.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import TextIO

from kalooki_ref.cli import check, demo, json_lines, maintenance, serve

COMMANDS = (serve, demo, check, json_lines, maintenance)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code."""
    write_utf8(sys.stdout, sys.stderr)
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


def write_utf8(*streams: TextIO) -> None:
    """Write UTF-8 to files and pipes on every system, with line ends as they are.

    A terminal keeps its encoding; letters that it lacks become question marks.
    """
    for stream in streams:
        if not isinstance(stream, TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", newline="")


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
