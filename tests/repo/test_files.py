"""Files at the top of the repository, module docstrings, and the shape of lines."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repo.source import ROOT, name_of, own_files, tracked, tree_of

TOP = {
    ".ci", ".editorconfig", ".github", ".gitignore", ".oxlintrc.json", ".pre-commit-config.yaml",
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
    "Makefile", "README.md", "bench", "deploy", "docs", "instance", "kalooki_ref", "pyproject.toml",
    "requirements-bench.lock", "requirements-dev.lock", "requirements-mutation.lock",
    "requirements-pocket.lock",
    "requirements-scale.lock", "requirements.lock", "SECURITY.md", "static", "templates", "tests",
}  # fmt: skip
# Comments, and what stands in parentheses, such as the address of a picture.
NOT_DECLARED = re.compile(r"/\*.*?\*/|\([^()]*\)", re.DOTALL)
TWO_ON_A_LINE = re.compile(r";\s*[^\s]|{\s*[^\s}]")
LONGEST_LINE = 140
OPENING = {"open", "fdopen"}
READING = {"read_text": 1, "write_text": 2}


def test_every_module_has_a_docstring() -> None:
    python = [path for path in own_files("kalooki_ref", "tests", "bench") if path.suffix == ".py"]
    written = [path for path in python if path.stat().st_size]
    assert not [name_of(path) for path in written if not ast.get_docstring(tree_of(path))]


def test_top_level_files() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= TOP


def test_no_game_and_no_secret_is_in_git() -> None:
    kept = [name_of(path) for path in tracked() if path.relative_to(ROOT).parts[0] == "instance"]
    assert kept == ["instance/.gitignore"]


def test_style_sheets_have_one_declaration_a_line() -> None:
    sheets = [path for path in own_files("static") if path.suffix == ".css"]
    assert not [
        (name_of(path), line)
        for path in sheets
        for line in NOT_DECLARED.sub("", path.read_text("utf-8")).splitlines()
        if TWO_ON_A_LINE.search(line)
    ]


def test_lines_of_templates_fit_into_a_review() -> None:
    pages = [path for path in own_files("templates") if path.suffix == ".html"]
    assert not [
        (name_of(path), line)
        for path in pages
        for line in path.read_text("utf-8").splitlines()
        if len(line) > LONGEST_LINE
    ]


def test_every_text_file_names_its_encoding() -> None:
    """The encoding of the system isn't UTF-8 on Windows before Python 3.15."""
    python = [
        path
        for path in own_files("kalooki_ref", "deploy", "tests", "bench")
        if path.suffix == ".py"
    ]
    assert not [
        f"{name_of(path)}:{call.lineno}" for path in python for call in without_encoding(path)
    ]


@pytest.mark.parametrize(
    "call",
    [
        'open(name, "w")', "open(name)", "path.open()", 'path.open("a")', 'os.fdopen(handle, "w")',
        "path.read_text()", "path.write_text(text)", "run(command, text=True)",
    ],
)  # fmt: skip
def test_call_without_encoding_is_found(call: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(call, "utf-8")
    assert len([*without_encoding(module)]) == 1


def without_encoding(path: Path) -> Iterator[ast.Call]:
    """Yield the calls of a module that read or write text as the system encodes it."""
    for call in ast.walk(tree_of(path)):
        if not isinstance(call, ast.Call):
            continue
        name = ast.unparse(call.func).rpartition(".")[2]
        named = {word.arg: ast.unparse(word.value) for word in call.keywords}
        given = [*map(ast.unparse, call.args), named.get("mode", "")]
        modes = [mode for mode in given if re.fullmatch(r"'[rwaxbt+]+'", mode)]
        is_text = (
            (name in OPENING and is_in_text_mode(call, modes))
            or len(call.args) < READING.get(name, 0)
            or named.get("text") == "True"
        )
        if is_text and "encoding" not in named:
            yield call


def is_in_text_mode(call: ast.Call, modes: list[str]) -> bool:
    """Return whether a call opens a file as text; others of that name, like os.open, don't."""
    if modes:
        return "b" not in modes[0]
    return isinstance(call.func, ast.Name) or not call.args
