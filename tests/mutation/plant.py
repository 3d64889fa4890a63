"""A pytest plugin: tries one fault after another, each in a fork of a process that is ready.

Everything is read and collected once. A fork gives the faulty function its new code and runs the
chosen tests until one fails. What runs while modules are read can't be changed afterwards: there
the fork reads everything again, its own faulty file included. ``KALOOKI_FAULTS`` names two open
files: faults come through one, a line of JSON each, and outcomes leave through the other.
"""

import functools
import gc
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from types import CodeType, FunctionType

import pytest

ROOT = Path(__file__).parents[2]
OWN = ("kalooki_ref", "tests")
# Said once everything is read, so that no fault is on disk before.
READY = "ready"
# Seconds that tests may take beyond three times of what they took without a fault.
MARGIN = 20
# Each function's code by its name and first line.
Keys = dict[tuple[str, int], CodeType]


class Order:
    """Keeps the chosen tests alone, in the order they were chosen in."""

    def __init__(self, tests: Sequence[str]) -> None:
        self.place = {name: at for at, name in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self.place),
            key=lambda item: self.place[item.nodeid],
        )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Answer every fault that comes in with what the tests print, or nothing when they pass."""
    warm_up()
    items = {item.nodeid: item for item in session.items}
    inlet, outlet = map(int, os.environ["KALOOKI_FAULTS"].split(","))
    with os.fdopen(inlet) as faults, os.fdopen(outlet, "w") as outcomes:
        print(READY, file=outcomes, flush=True)
        for line in faults:
            fault = json.loads(line)
            outcomes.write(json.dumps(in_a_fork(fault, items)) + "\n")
            outcomes.flush()
    return True


def warm_up() -> None:
    """Compile the templates; forget what functions of the package keep from doing so."""
    from kalooki_ref import create_app

    with tempfile.TemporaryDirectory() as folder:
        app = create_app({"INSTANCE": folder})
        for name in app.jinja_env.list_templates():
            app.jinja_env.get_template(name)
    for kept in gc.get_objects():
        if isinstance(kept, functools._lru_cache_wrapper) and kept.__module__.startswith(OWN[0]):
            kept.cache_clear()


def in_a_fork(fault: dict[str, object], items: dict[str, pytest.Item]) -> str:
    with tempfile.TemporaryFile("w+", errors="replace") as printed:
        sys.stdout.flush()
        if not (pid := os.fork()):
            os.setpgid(0, 0)
            os.dup2(printed.fileno(), 1)
            os.dup2(printed.fileno(), 2)
            os._exit(exit_code(fault, items))
        _, status = os.waitpid(pid, 0)
        leave_nothing(pid)
        printed.seek(0)
        return status and (printed.read()[-1500:] or f"ended by signal {status}")


def leave_nothing(pid: int) -> None:
    """End what tests of a fork left running, and take away its files and found examples."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    shutil.rmtree(ROOT / ".hypothesis", ignore_errors=True)
    for left in Path(tempfile.gettempdir()).glob("pytest-of-*"):
        shutil.rmtree(left, ignore_errors=True)


def exit_code(fault: dict[str, object], items: dict[str, pytest.Item]) -> int:
    """Run the tests of a fault in this process, which a fault that hangs ends."""
    most = MARGIN + 3 * int(fault["seconds"])
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(10 * most)
    try:
        if fault["again"] or not replaced(fault):
            return read_again(fault)
        return run([items[name] for name in fault["tests"] if name in items])
    except BaseException:
        traceback.print_exc()
        return 1


def replaced(fault: dict[str, object]) -> bool:
    """Give the functions around the fault their faulty code; False where that can't be done."""
    path = str(ROOT / fault["path"])
    before, after = (
        codes(compile(fault[k], path, "exec", dont_inherit=True)) for k in ("before", "after")
    )
    changed = {key: code for key, code in after.items() if before.get(key, code) != code}
    found = 0
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and function.__code__.co_filename == path:
            code = function.__code__
            new = changed.get((code.co_qualname, code.co_firstlineno))
            if new is not None:
                if new.co_freevars != code.co_freevars:
                    return False
                function.__code__ = new
                found += 1
    return found > 0


def codes(module: CodeType) -> Keys:
    return {(code.co_qualname, code.co_firstlineno): code for code in inside(module)}


def inside(code: CodeType) -> Iterator[CodeType]:
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield one
            yield from inside(one)


def run(items: Sequence[pytest.Item]) -> int:
    for item, following in pairwise([*items, None]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.shouldfail:
            return 1
    return 0


def read_again(fault: dict[str, object]) -> int:
    """Forget every module of ours and start pytest once more with the files of the tests."""
    tests = fault["tests"]
    for name in [name for name in sys.modules if name.partition(".")[0] in OWN]:
        del sys.modules[name]
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    return pytest.main([*fault["options"], *files], plugins=[Order(tests)])
