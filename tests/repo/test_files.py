"""A file holds one idea, and the top of the tree only what people expect there."""

import ast
from pathlib import Path

import pytest

from tests.repo.source import ROOT, name_of, names_and_ids, own_files, tracked, tree_of

MOST_LINES = 400
WRITTEN_BY_HAND = {".py", ".js", ".css", ".html"}
TOP = {
    ".ci", ".editorconfig", ".github", ".gitignore", ".oxlintrc.json", ".pre-commit-config.yaml",
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
    "Makefile", "README.md", "bench", "deploy", "docs", "instance", "kalooki_ref", "pyproject.toml",
    "requirements-bench.lock", "requirements-dev.lock", "requirements-pocket.lock",
    "requirements-scale.lock", "requirements.lock", "SECURITY.md", "static", "templates", "tests",
}  # fmt: skip

ours = tuple(
    path
    for path in own_files("kalooki_ref", "templates", "static", "tests", "bench")
    if path.suffix in WRITTEN_BY_HAND
)
python = tuple(path for path in ours if path.suffix == ".py" and path.stat().st_size)


@pytest.mark.parametrize("path", **names_and_ids(ours))
def test_a_file_is_short(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= MOST_LINES


@pytest.mark.parametrize("path", **names_and_ids(python))
def test_a_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(tree_of(path)), f"{name_of(path)} needs a sentence at its head"


def test_the_top_is_tidy() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= TOP


def test_no_game_and_no_secret_is_kept_in_git() -> None:
    kept = [name_of(path) for path in tracked() if path.relative_to(ROOT).parts[0] == "instance"]
    assert kept == ["instance/.gitignore"]
