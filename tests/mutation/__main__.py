"""`python -m tests.mutation [SEED [FAULTS [ROOMS]]]`: plants random faults, says which are missed.

All tests run once without a fault, and each function remembers which tests reach it. Then each room
gets so many faults, one at a time, in copies of the tree that are thrown away; the tests that reach
the faulty function run, the quickest first. Faults that change nothing anybody could see are listed
in equivalent.txt, with the reason, and not counted.
"""

import json
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
from functools import cache, partial
from itertools import accumulate, count, islice
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
SECONDS = 60
"""So long may the tests chosen for a fault take without it; a fault that hangs is noticed."""
FIRST = 20
"""So many tests run first: most faults are noticed by one of them, and few files are read."""
LATER = count(2_000_000_000)
"""Times of change that no file has, so that nothing compiled before is taken for the fault."""
Reached = dict[str, tuple[float, list[str]]]
"""The seconds of each test, and the functions it reached."""


def main(seed: int, faults: int, rooms: Sequence[str]) -> int:
    """Plant the faults of one seed; return 1 when the tests fail without any."""
    print(f"SEED={seed}", flush=True)
    listed = equivalent()
    with ExitStack() as stack:
        trees: SimpleQueue[Path] = SimpleQueue()
        workers = os.cpu_count() or 1
        for _ in range(workers):
            trees.put(copy_to(Path(stack.enter_context(tempfile.TemporaryDirectory()))))
        folders = dict.fromkeys(folder for room in rooms for folder in ROOMS[room][1])
        failed, reached = reached_by(trees, folders, seed)
        if failed:
            print(f"The tests fail without any fault:\n{failed}")
            return 1
        pool = stack.enter_context(ThreadPoolExecutor(workers))
        for room in rooms:
            own = ROOMS[room][1]
            known = {name: found for name, found in reached.items() if name.startswith(own)}
            faulty = sample(room, f"{seed}.{room}", faults, listed)
            outcome = partial(failure_with, trees, known, seed)
            report(room, zip(faulty, pool.map(outcome, faulty), strict=True))
    return 0


def equivalent() -> set[tuple[str, str, str]]:
    """Return the listed faults: file, line before, line after; a reason stands beneath each."""
    blocks = EQUIVALENT.read_text("utf-8").strip().split("\n\n")
    heads = (block.splitlines()[:3] for block in blocks if block and not block.startswith("#"))
    return {(path, before, after) for path, before, after in heads}


def copy_to(tree: Path) -> Path:
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).exists():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    return tree


def reached_by(
    trees: "SimpleQueue[Path]", folders: Iterable[str], seed: int
) -> tuple[str, Reached]:
    """Run all tests of these folders; return how they fail, and what each reached."""
    tree = trees.get()
    with tempfile.TemporaryDirectory() as folder:
        run = ["--numprocesses=auto", "--dist=worksteal", *folders]
        failed = failure(tree, run, seed, KALOOKI_REACH=folder)
        parts = [json.loads(path.read_text("utf-8")) for path in Path(folder).iterdir()]
    trees.put(tree)
    return failed, {name: found for part in parts for name, found in part.items()}


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


def failure_with(trees: "SimpleQueue[Path]", known: Reached, seed: int, fault: Fault) -> str:
    """Return what the tests print when they fail with a fault, and nothing when they pass."""
    tree = trees.get()
    faulty = tree / fault.path
    try:
        faulty.write_text(fault.after, "utf-8")
        os.utime(faulty, (time := next(LATER), time))
        tests = chosen(fault, known)
        parts = filter(None, (tests[:FIRST], tests[FIRST:]))
        return next(filter(None, (failure_of(tree, part, seed) for part in parts)), "")
    finally:
        faulty.write_text(fault.before, "utf-8")
        trees.put(tree)


def failure_of(tree: Path, tests: Sequence[str], seed: int) -> str:
    """Run these tests, in this order, until one fails; return the end of what they print then."""
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    (listed := tree / "chosen.txt").write_text("\n".join(tests), "utf-8")
    return failure(tree, list(files), seed, KALOOKI_CHOSEN=str(listed))


def chosen(fault: Fault, known: Reached) -> list[str]:
    """Return the tests that may notice, as far as time allows.

    Those that reach the faulty function come first, the quickest of them first; then those whose
    file names the module, because it may be reached in another process. What runs when a module is
    read, or is reached by no test, may be noticed by every test.
    """
    module = fault.path.removesuffix(".py").replace("/", ".")
    naming = {name for name in known if module in source_of(name.partition("::")[0])}
    reaching = {
        name
        for name, (_, functions) in known.items()
        if (fault.function in functions if fault.function else functions)
    }
    maybe = reaching | naming or known
    by_turn = sorted(maybe, key=lambda name: (name not in reaching, known[name][0]))
    spent = accumulate(known[name][0] for name in by_turn)
    return [name for name, seconds in zip(by_turn, spent, strict=True) if seconds < SECONDS]


@cache
def source_of(path: str) -> str:
    return (ROOT / path).read_text("utf-8")


def failure(tree: Path, run: Sequence[str], seed: int, **told: str) -> str:
    """Run tests in a tree until one fails; return the end of what they print then."""
    options = ["-x", "-q", "-m", "not slow", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}"]
    command = [sys.executable, "-m", "pytest", "-p", "tests.mutation.reach", *options, *run]
    own = {**os.environ, "PYTHONPATH": str(tree), **told}
    try:
        ended = subprocess.run(
            command, cwd=tree, env=own, timeout=10 * SECONDS, capture_output=True, check=False
        )
    except subprocess.TimeoutExpired:
        return f"They take longer than {10 * SECONDS} s."
    return (ended.stdout + ended.stderr).decode()[-1500:] if ended.returncode else ""


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
    seed, faults, rooms, *_ = [*sys.argv[1:], "", "", ""]
    which = rooms.split(",") if rooms else list(ROOMS)
    sys.exit(main(int(seed or secrets.randbelow(10**6)), int(faults or FAULTS), which))
