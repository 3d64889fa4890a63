"""Reads the proven hands, and compares our search with all of them.

`python -m tests.properties.proven_files [EVERY]` checks every hand, or every tenth with 10, and
prints those that we answer differently or don't prove, then the slowest. The tests check a
twentieth of them, another one with every commit.
"""

import sys
import time
from functools import cache
from pathlib import Path

from kalooki_ref.rules.systems import SYSTEMS
from tests.properties.counted import compared
from tests.properties.written import Proven, read_line, written

PROVEN = Path(__file__).parent / "proven"
SLUGS = tuple(system.slug for system in SYSTEMS)
# One file per system, and one with hands that were once answered wrongly.
FILES = (*SLUGS, "found")
SLOWEST = 5


@cache
def proven(proven_file: str) -> tuple[Proven, ...]:
    """Return the hands of one file."""
    lines = (PROVEN / f"{proven_file}.txt").read_text("utf-8").splitlines()
    return tuple(read_line(line) for line in lines)


def main(every: int) -> int:
    """Check the hands of all files; print what is wrong, unproved, or slow."""
    times, wrong, unproved = [], 0, 0
    for case in (case for proven_file in FILES for case in proven(proven_file)[::every]):
        began = time.process_time()
        found = compared(case)
        times.append((time.process_time() - began, written(case)))
        wrong += bool(found.fault)
        unproved += found.is_open
        if found.fault or found.is_open:
            print(f"{written(case)}  <-- {found.fault or 'not proved'}", flush=True)
    for seconds, line in sorted(times)[-SLOWEST:]:
        print(f"{1000 * seconds:.0f} ms  {line}")
    print(f"{len(times)} hands, {wrong} answered differently, {unproved} not proved")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(int([*sys.argv, "1"][1]))))
