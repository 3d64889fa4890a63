"""`kalooki-ref advise`: hands in JSON lines, one answer a line, in order.

Not here: what can be asked and how it is answered (web.advices).
"""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

DONE, UNREADABLE = 0, 2


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "advise",
        help="say what is best for hands in JSON lines, from a file or piped in",
        description=(
            "Reads one JSON object a line and writes one a line, in order. A line that cannot be "
            'read is answered with "error" and the rest goes on.'
        ),
    )
    parser.add_argument(
        "file", nargs="?", default="-", metavar="FILE", help="default: what is piped in"
    )
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    if chosen.file == "-":
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        answer(sys.stdin)
        return DONE
    try:
        with open(chosen.file, encoding="utf-8", errors="replace") as lines:  # noqa: PTH123
            answer(lines)
    except OSError as error:
        print(f"{chosen.file} cannot be read: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    return DONE


def answer(lines: Iterable[str]) -> None:
    from kalooki_ref.web.advices import advise_line

    for line in lines:
        if line.strip():
            print(json.dumps(advise_line(line)), flush=True)
