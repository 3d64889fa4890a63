"""`python -m tests.mutation [SEED [FAULTS]]`: plants random faults and says which no test notices.

Each room gets so many faults, one at a time, in copies of the tree that are thrown away; the tests
that know the faulty module run first. Faults that change nothing anybody could see are listed in
equivalent.txt, with the reason, and not counted.
"""

import os
import random
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import count, islice
from pathlib import Path
from queue import SimpleQueue

from tests.mutation.faults import Fault, faults_of

ROOT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
QUICK = ("tests/rulebook", "tests/unit", "tests/games")
ROOMS = {
    "rules": ("kalooki_ref/rules", (*QUICK, "tests/properties")),
    "referee": ("kalooki_ref/referee", (*QUICK, "tests/properties")),
    "advice": ("kalooki_ref/referee/advice", ("tests/unit", "tests/properties")),
    "game": ("kalooki_ref/game", (*QUICK, "tests/store", "tests/web")),
    "store": ("kalooki_ref/store", ("tests/store", "tests/web")),
    "web": ("kalooki_ref/web", ("tests/unit", "tests/rulebook", "tests/web")),
}
"""Each room with its folder and the tests that are to notice."""
FAULTS = 20
SECONDS = 600
"""So long may the tests of one fault run; a fault that hangs is noticed."""
LATER = count(2_000_000_000)
"""Times of change that no file has, so that nothing compiled before is taken for the fault."""


def main(seed: int, faults: int) -> int:
    """Plant the faults of one seed; return 1 when the tests fail without any."""
    print(f"SEED={seed}", flush=True)
    listed = equivalent()
    with ExitStack() as stack:
        trees: SimpleQueue[Path] = SimpleQueue()
        workers = os.cpu_count() or 1
        for _ in range(workers):
            trees.put(copy_to(Path(stack.enter_context(tempfile.TemporaryDirectory()))))
        pool = stack.enter_context(ThreadPoolExecutor(workers))
        chosen = {room: sample(room, f"{seed}.{room}", faults, listed) for room in ROOMS}
        for room, (_, tests) in ROOMS.items():
            failure = partial(failure_with, trees, tests, seed)
            if found := failure(None):
                print(f"{room}: the tests fail without any fault:\n{found}")
                return 1
            report(room, zip(chosen[room], pool.map(failure, chosen[room]), strict=True))
    return 0


def equivalent() -> set[tuple[str, str, str]]:
    """Return the listed faults: file, line before, line after; a reason stands beneath each."""
    blocks = EQUIVALENT.read_text("utf-8").strip().split("\n\n")
    heads = (block.splitlines()[:3] for block in blocks if block and not block.startswith("#"))
    return {(path, before, after) for path, before, after in heads}


def copy_to(tree: Path) -> Path:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    return tree


def sample(room: str, seed: str, faults: int, listed: set[tuple[str, str, str]]) -> list[Fault]:
    """Return so many faults of a room; what belongs to a room of its own is left to that."""
    folder = ROOT / ROOMS[room][0]
    inner = [ROOT / other for other, _ in ROOMS.values() if (ROOT / other) != folder]
    found = [
        fault
        for path in sorted(folder.rglob("*.py"))
        if "migrations" not in path.parts
        and not any(path.is_relative_to(other) for other in inner if other.is_relative_to(folder))
        for fault in faults_of(ROOT, path)
    ]
    random.Random(seed).shuffle(found)
    counted = (fault for fault in found if (fault.path, *fault.changed) not in listed)
    return list(islice(counted, faults))


def failure_with(
    trees: "SimpleQueue[Path]", tests: Sequence[str], seed: int, fault: Fault | None
) -> str:
    """Return what the tests print when they fail with a fault, and nothing when they pass."""
    tree = trees.get()
    try:
        if fault is None:
            return failure(tree, tests, seed)
        faulty = tree / fault.path
        faulty.write_text(fault.after, "utf-8")
        os.utime(faulty, (time := next(LATER), time))
        found = failure(tree, [*closest(tree, fault, tests), *tests], seed)
        faulty.write_text(fault.before, "utf-8")
        return found
    finally:
        trees.put(tree)


def closest(tree: Path, fault: Fault, tests: Sequence[str]) -> list[str]:
    """Return the test files that import the faulty module."""
    module = fault.path.removesuffix(".py").replace("/", ".")
    files = (path for folder in tests for path in sorted((tree / folder).glob("test_*.py")))
    return [str(path) for path in files if module in path.read_text("utf-8")]


def failure(tree: Path, tests: Iterable[str], seed: int) -> str:
    """Run tests in a tree until one fails; return the end of what they print then."""
    options = ["-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}"]
    run = [sys.executable, "-m", "pytest", *options, *tests]
    own = {**os.environ, "PYTHONPATH": str(tree)}
    try:
        ended = subprocess.run(
            run, cwd=tree, env=own, timeout=SECONDS, capture_output=True, check=False
        )
    except subprocess.TimeoutExpired:
        return f"They take longer than {SECONDS} s."
    return ended.stdout.decode()[-1500:] if ended.returncode else ""


def report(room: str, outcomes: Iterable[tuple[Fault, str]]) -> None:
    """Print a room's share and every fault that was missed."""
    faults = list(outcomes)
    missed = [fault for fault, found in faults if not found]
    caught = len(faults) - len(missed)
    print(
        f"{room}: {caught} of {len(faults)} caught ({caught / max(len(faults), 1):.0%})", flush=True
    )
    for fault in missed:
        print(f"{fault.diff}\n", flush=True)


if __name__ == "__main__":
    seed, faults, *_ = [*sys.argv[1:], "", ""]
    sys.exit(main(int(seed or secrets.randbelow(10**6)), int(faults or FAULTS)))
