"""`judge` and `advise`: subcommands that answer each line of JSON with one, in order."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from kalooki_ref.cli.examples import with_examples

DONE, UNREADABLE = 0, 2
ABOUT = {
    "judge": "answer questions about rules, one JSON object a line",
    "advise": "find the best play for a hand, one JSON object a line",
}

EXAMPLES = {
    "judge": """
  echo '{"sheet": "004", "kind": "meld", "input": {"as": "run", "cards": ["7H", "*", "9H"]}}' |
    kalooki-ref judge
  kalooki-ref judge questions.jsonl > answers.jsonl
""",
    "advise": """
  echo '{"system": "jamaican", "round": 1, "hand": "7H 7D 7S 9S 9C * KC KD KH 2H"}' |
    kalooki-ref advise
  kalooki-ref advise hands.jsonl > plays.jsonl
""",
}

LineAnswer = Callable[[str], Any]


def add(commands: Any) -> None:
    for name, help_text in ABOUT.items():
        parser: argparse.ArgumentParser = commands.add_parser(
            name,
            help=help_text,
            description=(
                "Reads one JSON object per line and writes one answer per line, in order. A line"
                ' that can\'t be read gets an "error", and the rest continues.'
            ),
            **with_examples(EXAMPLES[name]),
        )
        parser.add_argument(
            "file", nargs="?", default="-", metavar="FILE", help="default: standard input"
        )
        parser.set_defaults(run=partial(run, name=name))


def answers_of(name: str) -> LineAnswer:
    """Return the function that answers a line; imported late, so that other commands start fast."""
    from kalooki_ref.api.advice_questions import advise
    from kalooki_ref.api.judge import answer_line, judge

    return partial(answer_line, answer=judge if name == "judge" else advise)


def run(chosen: argparse.Namespace, *, name: str) -> int:
    if chosen.file == "-":
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
        write_answers(sys.stdin, answers_of(name))
        return DONE
    try:
        with open(chosen.file, encoding="utf-8", errors="replace") as lines:  # noqa: PTH123
            write_answers(lines, answers_of(name))
    except OSError as error:
        print(f"{chosen.file} can't be read: {error.strerror}", file=sys.stderr)
        return UNREADABLE
    return DONE


def write_answers(lines: Iterable[str], answer: LineAnswer) -> None:
    for line in lines:
        if line.strip():
            print(json.dumps(answer(line)), flush=True)
