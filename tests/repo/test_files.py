"""Files at the top of the repository, and module docstrings."""

import ast

from tests.repo.source import ROOT, name_of, own_files, tracked, tree_of

TOP = {
    ".ci", ".editorconfig", ".github", ".gitignore", ".oxlintrc.json", ".pre-commit-config.yaml",
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE",
    "Makefile", "README.md", "bench", "deploy", "docs", "instance", "kalooki_ref", "pyproject.toml",
    "requirements-bench.lock", "requirements-dev.lock", "requirements-mutation.lock",
    "requirements-pocket.lock",
    "requirements-scale.lock", "requirements.lock", "SECURITY.md", "static", "templates", "tests",
}  # fmt: skip


def test_every_module_has_a_docstring() -> None:
    python = [path for path in own_files("kalooki_ref", "tests", "bench") if path.suffix == ".py"]
    written = [path for path in python if path.stat().st_size]
    assert not [name_of(path) for path in written if not ast.get_docstring(tree_of(path))]


def test_top_level_files() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} <= TOP


def test_no_game_and_no_secret_is_in_git() -> None:
    kept = [name_of(path) for path in tracked() if path.relative_to(ROOT).parts[0] == "instance"]
    assert kept == ["instance/.gitignore"]
