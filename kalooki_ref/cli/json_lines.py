"""`judge` and `advise`: subcommands that answer each line of JSON with one, in order."""

import argparse
import codecs
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from io import TextIOWrapper
from typing import Any, TextIO

from kalooki_ref.cli.arguments import with_examples
from kalooki_ref.cli.exits import DONE, failed
from kalooki_ref.decoding import encoding_of

NOT_TEXT = "this line isn't UTF-8; save the questions in that encoding"
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

# Half a character, so no encoding decodes to it.
NOT_A_SIGN, MARKED = "\udc80", "kalooki-marked"


def mark(error: UnicodeError) -> tuple[str, int]:
    """Decode to `NOT_A_SIGN`, bytes below 128 too, which "surrogateescape" can't in UTF-16."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return NOT_A_SIGN, error.end


codecs.register_error(MARKED, mark)


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
        with as_text(sys.stdin.buffer) as lines:
            write_answers(lines, answers_of(name))
        return DONE
    try:
        with open(chosen.file, "rb") as file, as_text(file) as lines:  # noqa: PTH123
            write_answers(lines, answers_of(name))
    except OSError as error:
        return failed(f"{chosen.file} can't be read: {error.strerror}")
    return DONE


@contextmanager
def as_text(file: Any) -> Iterator[TextIO]:
    """Decode a binary stream line by line, in the encoding that its beginning shows.

    What isn't text in it becomes `NOT_A_SIGN`, which `write_answers` reports.
    """
    lines = TextIOWrapper(file, encoding_of(file.peek(4)[:4]), errors=MARKED)
    try:
        yield lines
    finally:
        lines.detach()


def write_answers(lines: Iterable[str], answer: LineAnswer) -> None:
    for line in lines:
        if not line.strip():
            continue
        answered = answer(line) if is_text(line) else {"id": None, "error": NOT_TEXT}
        print(json.dumps(answered), flush=True)


def is_text(line: str) -> bool:
    return NOT_A_SIGN not in line
