"""The rooms that will run inside the phone keep to what can be lowered to MicroPython."""

import ast
from pathlib import Path

import pytest

from tests.repo.source import LOWERED_ROOMS, PACKAGE, imports_of, modules_of, names_and_ids, tree_of

MODULES = {
    "__future__", "collections", "collections.abc", "dataclasses", "enum", "functools",
    "itertools", "typing",
}  # fmt: skip
LACKING_NAMES = {
    "collections.Counter", "collections.ChainMap", "itertools.combinations",
    "itertools.combinations_with_replacement", "itertools.permutations", "itertools.product",
    "itertools.pairwise", "itertools.batched", "itertools.groupby",
}  # fmt: skip
LACKING_METHODS = {"bit_count", "bit_length", "_replace", "removeprefix", "removesuffix"}
LACKING_SYNTAX = (ast.Match, ast.TryStar, ast.AsyncFunctionDef, ast.Await, ast.AsyncFor)
PLAIN_BASES = {"Enum", "StrEnum", "IntEnum", "Exception", "ValueError", "NamedTuple", "Protocol"}

lowered = pytest.mark.parametrize("path", **names_and_ids(modules_of(*LOWERED_ROOMS)))


@lowered
def test_imports_only_what_can_be_lowered(path: Path) -> None:
    outside = {name for name in imports_of(path) if not name.startswith(PACKAGE + ".")}
    unknown = {name for name in outside if name.rpartition(".")[0] not in MODULES}
    assert not unknown
    assert not outside & LACKING_NAMES


@lowered
def test_uses_no_syntax_that_is_lacking(path: Path) -> None:
    found = [node for node in ast.walk(tree_of(path)) if isinstance(node, LACKING_SYNTAX)]
    assert not [f"line {node.lineno}: {type(node).__name__}" for node in found]


@lowered
def test_has_no_positional_only_parameters(path: Path) -> None:
    functions = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.arguments)]
    assert not [node for node in functions if node.posonlyargs]


@lowered
def test_calls_no_method_that_is_lacking(path: Path) -> None:
    attributes = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Attribute)]
    lacking = [f"line {a.lineno}: {a.attr}" for a in attributes if a.attr in LACKING_METHODS]
    assert not lacking


@lowered
def test_reaches_no_lacking_name_through_its_module(path: Path) -> None:
    """`itertools.product(…)` after `import itertools` is as lacking as the name itself."""
    attributes = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.Attribute)]
    reached = {ast.unparse(node) for node in attributes}
    assert not reached & LACKING_NAMES


@lowered
def test_classes_are_plain(path: Path) -> None:
    """Dataclasses and enums in their declarative form: no metaclass, no base of our own."""
    classes = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.ClassDef)]
    assert not [node.name for node in classes if node.keywords]
    bases = {ast.unparse(base) for node in classes for base in node.bases}
    assert bases <= PLAIN_BASES


@lowered
def test_only_dataclasses_are_decorated(path: Path) -> None:
    classes = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.ClassDef)]
    decorators = {ast.unparse(mark) for node in classes for mark in node.decorator_list}
    assert all(mark.startswith("dataclass(") for mark in decorators), decorators
    assert all("frozen=True" in mark and "slots=True" in mark for mark in decorators), decorators
