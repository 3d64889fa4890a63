"""The proven hands as they are kept, and how ours stand to all of them: one command.

`python -m tests.properties.proven_files [EVERY]` holds every hand, or every tenth with 10, and
prints each that we answer differently or do not prove, then the slowest. Tests hold a fifth of
them, another one with every commit. Not here: proving hands (prove).
"""

import sys
import time
from functools import cache
from pathlib import Path

from kalooki_ref.rules.systems import SYSTEMS
from tests.properties.counted import held
from tests.properties.written import Proven, read_line, written

PROVEN = Path(__file__).parent / "proven"
SLUGS = tuple(system.slug for system in SYSTEMS)
# A file for each system, and one of hands that were answered wrongly once.
BOOKS = (*SLUGS, "found")
SLOWEST = 5


@cache
def proven(proven_file: str) -> tuple[Proven, ...]:
    """Return the hands of one file."""
    lines = (PROVEN / f"{proven_file}.txt").read_text("utf-8").splitlines()
    return tuple(read_line(line) for line in lines)


def main(every: int) -> int:
    """Hold the hands of all files and print what is wrong, not proved, or slow."""
    times, wrong, unproved = [], 0, 0
    for one in (one for proven_file in BOOKS for one in proven(proven_file)[::every]):
        began = time.process_time()
        found = held(one)
        times.append((time.process_time() - began, written(one)))
        wrong += bool(found.fault)
        unproved += found.is_open
        if found.fault or found.is_open:
            print(f"{written(one)}  <-- {found.fault or 'not proved'}", flush=True)
    for seconds, line in sorted(times)[-SLOWEST:]:
        print(f"{1000 * seconds:.0f} ms  {line}")
    print(f"{len(times)} hands, {wrong} answered differently, {unproved} not proved")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(int([*sys.argv, "1"][1]))))
