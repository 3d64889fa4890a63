"""The examples in the help of `kalooki-ref` can be run as printed."""

import shlex
import subprocess
from pathlib import Path

import pytest

from kalooki_ref import create_app
from kalooki_ref.cli import check, demo, json_lines, main, maintenance, make_parser, serve
from kalooki_ref.cli.exits import FAILED
from tests.server import COMMAND

WITHOUT_FILES = (check.EXAMPLES, serve.EXAMPLES, demo.EXAMPLES, *maintenance.EXAMPLES.values())
PIPED = [lines.split("\n  kalooki-ref")[0] for lines in json_lines.EXAMPLES.values()]


def arguments_in(lines: str) -> list[list[str]]:
    """Return the arguments of each example; two spaces separate it from its explanation."""
    commands = (line.strip().partition("  ")[0].partition(" > ")[0] for line in lines.splitlines())
    return [shlex.split(command)[1:] for command in commands if command]


@pytest.mark.parametrize(
    "name", ["serve", "demo", "check", "judge", "advise", "export", "recover", "audit"]
)
def test_help_ends_with_examples(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([name, "--help"])
    assert f"\n  kalooki-ref {name}" in capsys.readouterr().out.partition("examples:")[2]


@pytest.mark.parametrize("lines", WITHOUT_FILES)
def test_every_example_is_accepted(lines: str) -> None:
    for arguments in arguments_in(lines):
        assert "run" in make_parser().parse_args(arguments), arguments


@pytest.mark.parametrize("arguments", arguments_in(check.EXAMPLES), ids=" ".join)
def test_check_example_gets_a_verdict(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) in {check.LEGAL, check.NOT_LEGAL}
    assert capsys.readouterr().out.startswith(("Legal", "Not legal"))


@pytest.mark.parametrize("command", PIPED, ids=json_lines.EXAMPLES)
def test_json_lines_example_is_answered(command: str) -> None:
    inside = command.replace("kalooki-ref", shlex.quote(COMMAND[0]))
    done = subprocess.run(["bash", "-c", inside], capture_output=True, encoding="utf-8", check=True)
    assert '"error"' not in done.stdout
    assert done.stdout.startswith("{")


def test_unknown_game_suggests_a_next_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    create_app({"INSTANCE": str(tmp_path)})
    assert main(["export", "--instance", str(tmp_path), "nothing"]) == FAILED
    assert "lists all games" in capsys.readouterr().err
