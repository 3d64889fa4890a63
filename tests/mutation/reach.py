"""A pytest plugin: writes down which functions each test reaches.

The package's modules are compiled with one more statement in each function, which notes that it
was called, without a call that tests of the work would count. ``KALOOKI_REACH`` names the folder to
write to.
"""

import ast
import builtins
import json
import os
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest

from tests.mutation.faults import functions_of

ROOT = Path(__file__).parents[2]
NOTED: dict[str, bool] = {}
# The seconds of each test, and the functions it reached, as ``kalooki_ref/cards.py:Card.name``.
REACHED: dict[str, tuple[float, list[str]]] = {}


class NotingLoader(SourceFileLoader):
    """Compiles a module so that its functions note that they were called."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)

    def source_to_code(self, data: Any, path: Any, **_options: Any) -> CodeType:
        tree = ast.parse(data)
        name = Path(path).relative_to(ROOT).as_posix()
        for function, qualified in list(functions_of(tree)):
            note = ast.parse(f"__noted__['{name}:{qualified}'] = True").body
            function.body[1 if ast.get_docstring(function) else 0 : 0] = note
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)


class Finder(MetaPathFinder):
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != "kalooki_ref":
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = NotingLoader(name, spec.origin)
        return spec


vars(builtins)["__noted__"] = NOTED
sys.meta_path.insert(0, Finder())


def pytest_collection_finish(session: pytest.Session) -> None:
    """Note what is called while modules are read; it stands beside the files, as a test would."""
    for path in {item.nodeid.partition("::")[0] for item in session.items}:
        REACHED[path] = 0.0, sorted(NOTED)
    NOTED.clear()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note the calls of one test, its fixtures included."""
    started = work_done()
    try:
        return (yield)
    finally:
        REACHED[item.nodeid] = work_done() - started, sorted(NOTED)
        NOTED.clear()


def work_done() -> float:
    """Return the seconds of a core this process and its children took, however busy it is."""
    return sum(os.times()[:4])


def pytest_sessionfinish() -> None:
    """Write down what this process found; with several, each has a file of its own."""
    if REACHED:
        path = Path(os.environ["KALOOKI_REACH"], f"{os.getpid()}.json")
        path.write_text(json.dumps(REACHED), "utf-8")
