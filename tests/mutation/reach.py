"""A pytest plugin: writes down which functions each test reaches, or runs chosen tests in order.

``KALOOKI_REACH`` names the folder to write to, ``KALOOKI_CHOSEN`` a file with one test a line.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = str(ROOT / "kalooki_ref")
REACH, CHOSEN = os.environ.get("KALOOKI_REACH"), os.environ.get("KALOOKI_CHOSEN")
REACHED: dict[str, tuple[float, list[str]]] = {}
"""The seconds of each test, and the functions it reached, as ``kalooki_ref/cards.py:12``."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Trace the calls of one test, its fixtures included."""
    if REACH is None:
        return (yield)
    codes: set[CodeType] = set()

    def trace(frame: FrameType, _event: str, _argument: object) -> None:
        if frame.f_code.co_filename.startswith(PACKAGE):
            codes.add(frame.f_code)

    started, before = time.perf_counter(), sys.gettrace()
    sys.settrace(trace)
    try:
        return (yield)
    finally:
        sys.settrace(before)
        REACHED[item.nodeid] = time.perf_counter() - started, sorted(map(name_of, codes))


def name_of(code: CodeType) -> str:
    path = Path(code.co_filename).relative_to(ROOT).as_posix()
    return f"{path}:{code.co_firstlineno}"


def pytest_sessionfinish() -> None:
    """Write down what this process found; with several, each has a file of its own."""
    if REACH is not None and REACHED:
        Path(REACH, f"{os.getpid()}.json").write_text(json.dumps(REACHED), "utf-8")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the chosen tests alone, in the order they were chosen in."""
    if CHOSEN is None:
        return
    lines = Path(CHOSEN).read_text("utf-8").splitlines()
    place = {name: at for at, name in enumerate(lines)}
    items[:] = sorted((i for i in items if i.nodeid in place), key=lambda i: place[i.nodeid])
