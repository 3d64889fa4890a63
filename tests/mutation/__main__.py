"""`python -m tests.mutation [SEED [FAULTS [ROOMS]]]`: plants random faults, says which are missed.

All tests run once without a fault, and each function remembers which tests reach it; .pytest_cache
keeps that of a file until it changes. Then each room gets so many faults, one at a time, in copies
of the tree; the tests that reach the faulty function run, the quickest first. Faults that change
nothing anybody could see are listed in equivalent.txt, with the reason, and not counted.
"""

import os
import random
import secrets
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from tests.mutation.faults import Fault, faults_of
from tests.mutation.reached import Reached, affordable, chosen, reached_by
from tests.mutation.workers import ROOT, Worker, working

EQUIVALENT = Path(__file__).with_name("equivalent.txt")
FAULTS = 20
QUICK = ("tests/rulebook", "tests/unit", "tests/games")
ATTACKS = ("tests/attacks/test_heavy_questions.py", "tests/attacks/test_limits.py")
# Each room with its folder and the tests that are to notice.
ROOMS = {
    "rules": ("kalooki_ref/rules", (*QUICK, "tests/properties", "tests/reference")),
    "referee": ("kalooki_ref/referee", (*QUICK, "tests/properties", "tests/reference")),
    "advice": ("kalooki_ref/referee/advice", ("tests/rulebook", "tests/unit", "tests/properties")),
    "game": ("kalooki_ref/game", (*QUICK, "tests/store", "tests/web")),
    "store": ("kalooki_ref/store", ("tests/unit", "tests/store", "tests/web")),
    "web": (
        "kalooki_ref/web",
        ("tests/unit", "tests/rulebook", "tests/reference", "tests/web", *ATTACKS),
    ),
}
# Read first where modules have to be read again, because they are quick.
FIRST = ("tests/rulebook", "tests/unit")


def main(seed: int, faults: int, rooms: Sequence[str]) -> int:
    """Plant the faults of one seed; return 1 when the tests fail without any."""
    began = time.monotonic()
    print(f"SEED={seed}", flush=True)
    folders = list(dict.fromkeys(folder for room in rooms for folder in ROOMS[room][1]))
    failed, reached = reached_by(folders, seed)
    if failed:
        print(f"The tests fail without any fault:\n{failed}")
        return 1
    with ExitStack() as stack:
        idle: SimpleQueue[Worker] = SimpleQueue()
        for _ in range(os.cpu_count() or 1):
            idle.put(stack.enter_context(working(folders, seed)))
        pool = stack.enter_context(ThreadPoolExecutor(idle.qsize()))
        outcomes = [outcomes_of(room, reached, seed, faults, idle, pool) for room in rooms]
        for room, faulty in zip(rooms, outcomes, strict=True):
            report(room, faulty)
    print(f"{time.monotonic() - began:.0f} s")
    return 0


def outcomes_of(
    room: str, reached: Reached, seed: int, faults: int, idle: "SimpleQueue[Worker]", pool: Executor
) -> Iterable[tuple[Fault, str]]:
    """Begin with a room's faults, beside those of other rooms; return what becomes of each."""
    tests = {name: found for name, found in reached.items() if name.startswith(ROOMS[room][1])}
    faulty = sample(room, f"{seed}.{room}", faults, equivalent())
    return zip(faulty, pool.map(partial(failure_with, idle, tests), faulty), strict=True)


def equivalent() -> set[tuple[str, str, str]]:
    """Return the listed faults: file, line before, line after; a reason stands beneath each."""
    blocks = EQUIVALENT.read_text("utf-8").strip().split("\n\n")
    heads = (block.splitlines()[:3] for block in blocks if block and not block.startswith("#"))
    return {(path, before, after) for path, before, after in heads}


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


def failure_with(idle: "SimpleQueue[Worker]", reached: Reached, fault: Fault) -> str:
    """Return what the tests print when they fail with a fault, and nothing when they pass.

    A function that runs while modules are read can't be changed afterwards: they are read again,
    first those of a few quick folders.
    """
    again = not fault.function or any(
        fault.function in functions for name, (_, functions) in reached.items() if "::" not in name
    )
    tests = chosen(fault, {name: found for name, found in reached.items() if "::" in name})
    first = [name for name in tests if name.startswith(FIRST)] if again else tests
    rest = [name for name in tests if name not in set(first)]
    worker = idle.get()
    try:
        for part in filter(None, (affordable(first, reached), affordable(rest, reached))):
            seconds = sum(reached[name][0] for name in part)
            if outcome := worker.failure(fault, part, seconds=seconds, again=again):
                return outcome
    finally:
        idle.put(worker)
    return ""


def report(room: str, outcomes: Iterable[tuple[Fault, str]]) -> None:
    """Print every fault that is missed, when it is, and then a room's share."""
    planted = caught = 0
    for fault, found in outcomes:
        planted += 1
        caught += bool(found)
        if not found:
            print(f"{fault.diff}\n", flush=True)
    print(f"{room}: {caught} of {planted} caught ({caught / max(planted, 1):.0%})", flush=True)


if __name__ == "__main__":
    seed, faults, rooms, *_ = [*sys.argv[1:], "", "", ""]
    which = rooms.split(",") if rooms else list(ROOMS)
    sys.exit(main(int(seed or secrets.randbelow(10**6)), int(faults or FAULTS), which))
