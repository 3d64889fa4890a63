"""Files at the top of the repository, module docstrings, and the shape of lines."""

import ast
import re

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
