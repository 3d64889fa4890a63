"""The worst texts as arguments of the command line, in its files, and in questions to the API.

Commands, options and fields are found in the parser and in the questions' signatures.
"""

import argparse
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kalooki_ref import create_app
from kalooki_ref.api.advice_questions import advice_question, advise
from kalooki_ref.api.judge import KINDS, judge
from kalooki_ref.api.signatures import fields_of
from kalooki_ref.cli import main, make_parser
from tests.attacks.cost import measured
from tests.attacks.worst_texts import NAMES, worst_text
from tests.commits import share_of_this_commit

# They run until they are stopped.
SERVING = {"serve", "demo"}
LONGEST_ARGUMENT, LARGEST_FILE = 100_000, 1_000_000
SECONDS = 0.5
MOST_MEMORY = 50 * 1024 * 1024
EXIT_CODES = {0, 1, 2}
FILE_FIELDS = {"file"}


def commands() -> Iterator[tuple[str, argparse.Action]]:
    """Yield each argument that takes a text, with its command."""
    parser = make_parser()
    (subparsers,) = (action for action in parser._actions if isinstance(action.choices, dict))
    assert isinstance(subparsers.choices, dict)
    for name, command in subparsers.choices.items():
        if name not in SERVING:
            yield from ((name, action) for action in command._actions if is_text(action))


def is_text(action: argparse.Action) -> bool:
    return action.nargs != 0 and action.choices is None and action.dest != "instance"


def run_command(arguments: list[str]) -> int:
    """Run a command in this process, without its output; return its exit code."""
    try:
        return main(arguments)
    except SystemExit as left:
        return int(left.code or 0)


def needed(name: str, given: argparse.Action) -> list[str]:
    """Return valid values for the other arguments that the command can't do without."""
    return ["7H 8H 9H 10H"] if name == "check" and given.dest != "melds" else []


@pytest.mark.parametrize(
    ("name", "action"), [*commands()], ids=lambda value: getattr(value, "dest", value)
)
def test_worst_texts_cost_little_on_the_command_line(
    name: str,
    action: argparse.Action,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SECRET_KEY", "x" * 32)
    monkeypatch.setattr("flask.Flask.auto_find_instance_path", lambda _app: str(tmp_path / "own"))
    create_app()  # most commands refuse a folder without games
    option = action.option_strings[-1:]
    for text in share_of_this_commit(NAMES, of=4):
        value = worst_text(text, LONGEST_ARGUMENT).replace("\0", "0")
        if action.dest in FILE_FIELDS:
            file = tmp_path / "worst"
            file.write_text(worst_text(text, LARGEST_FILE), "utf-8")
            value = str(file)
        command = [name, *needed(name, action), *option, value]
        run_command([name, *needed(name, action), *option, "x"])  # imports
        code, cost = measured(partial(run_command, command), seconds=SECONDS)
        assert code in EXIT_CODES, (text, code)
        assert cost.seconds < SECONDS, (text, cost)
        assert cost.memory < MOST_MEMORY, (text, cost)
        assert "Traceback" not in capsys.readouterr().err


def questions() -> Iterator[tuple[str, str, Any]]:
    """Yield each field of each question: what asks it, the field, and the rest of the object."""
    for kind, functions in KINDS.items():
        for function in functions:
            for field in fields_of(function):
                yield "judge", field.key, {"system": "standard", "kind": kind}
    for field in fields_of(advice_question):
        yield "advise", field.key, {"system": "standard"}


def asked(ask: str, field: str, rest: dict[str, Any], value: Any) -> dict[str, Any]:
    own = {field: value}
    return advise(rest | own) if ask == "advise" else judge(rest | {"input": own})


def test_worst_texts_cost_little_in_questions_of_the_api() -> None:
    distinct = {(ask, field, json.dumps(rest)): rest for ask, field, rest in questions()}
    found = []
    for (ask, field, _), rest in share_of_this_commit([*distinct.items()], of=8):
        for name in NAMES:
            text = worst_text(name, LONGEST_ARGUMENT)
            for value in (text, [text], [name] * 10_000, {text: text}, nested(500)):
                answered, cost = measured(partial(asked, ask, field, rest, value), seconds=SECONDS)
                if cost.seconds > SECONDS or cost.memory > MOST_MEMORY or not answered:
                    found.append((ask, field, name, cost))
    assert not found


def nested(depth: int) -> Any:
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    return value
