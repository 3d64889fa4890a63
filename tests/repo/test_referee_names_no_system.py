"""What differs between systems is a field: the rooms that judge never ask which system it is."""

import ast
from pathlib import Path

import pytest

from kalooki_ref.rules.systems import SYSTEMS
from tests.repo.source import imports_of, modules_of, names_and_ids, tree_of

SLUGS = {system.slug for system in SYSTEMS}
MODULES = {f"kalooki_ref.rules.{slug}" for slug in SLUGS} | {"kalooki_ref.rules.systems"}
IDENTITY = {"slug", "sheet"}

judging = pytest.mark.parametrize("path", **names_and_ids(modules_of("referee", "game")))


@judging
def test_holds_no_slug(path: Path) -> None:
    constants = {node.value for node in ast.walk(tree_of(path)) if isinstance(node, ast.Constant)}
    assert not constants & SLUGS


@judging
def test_compares_no_slug(path: Path) -> None:
    compares = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Compare)]
    sides = [side for node in compares for side in (node.left, *node.comparators)]
    assert not [s for s in sides if isinstance(s, ast.Attribute) and s.attr in IDENTITY]


@judging
def test_imports_no_system(path: Path) -> None:
    assert not {name for name in imports_of(path) if name.rpartition(".")[0] in MODULES}
