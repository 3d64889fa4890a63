"""The referee depends on fields of a system, never on which system it is."""

import ast
from collections.abc import Iterator
from pathlib import Path

from kalooki_ref.rules.systems import SYSTEMS
from tests.repo.source import imports_of, modules_of, name_of, tree_of

SLUGS = {system.slug for system in SYSTEMS}
MODULES = {f"kalooki_ref.rules.{slug}" for slug in SLUGS} | {"kalooki_ref.rules.systems"}
IDENTITY = {"slug", "sheet"}


def test_referee_names_no_system() -> None:
    found = [
        f"{name_of(path)}: {name}"
        for path in modules_of("referee", "game")
        for name in systems_named(path)
    ]
    assert not found


def systems_named(path: Path) -> Iterator[str]:
    """Yield each slug, each comparison of one and each import of a system in a module."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Constant) and node.value in SLUGS:
            yield str(node.value)
        if isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            yield from (
                s.attr for s in sides if isinstance(s, ast.Attribute) and s.attr in IDENTITY
            )
    yield from (name for name in imports_of(path) if name.rpartition(".")[0] in MODULES)
