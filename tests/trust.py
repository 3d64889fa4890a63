"""`make trust`: the long set of faults and attacks, and one table of what held.

Each row is a promise of SECURITY.md, the tests that try to break it, and how many cases there were.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGER = {"KALOOKI_KILLS": "1000", "CI": "1"}
PROMISES = (
    ("a saved entry survives kill -9, once", "tests/faults/test_kill.py"),
    (
        "locks, full disks and damage lose nothing",
        "tests/faults/test_locks.py tests/store",
    ),
    ("a file that is restored is whole or refused", "tests/web/test_export.py"),
    ("nothing is overwritten in silence", "tests/web/test_append.py tests/web/test_review.py"),
    ("slow clients hold nobody up", "tests/attacks/test_slow_clients.py"),
    ("hard questions hold nobody up", "tests/attacks/test_heavy_questions.py"),
    ("floods are told to wait", "tests/attacks/test_limits.py"),
    ("what is typed is never run", "tests/web/test_hostile_text.py"),
    ("other sites cannot act for you", "tests/web/test_security.py"),
    ("the API answers by its own schema", "tests/web/test_api_schema.py tests/web/test_api.py"),
    ("a deleted game is gone", "tests/web/test_deletion.py"),
)
COUNT = re.compile(r"(\d+) (passed|failed|error)")


def tried(files: str) -> tuple[int, bool]:
    """Run the tests that try to break a promise; say how many cases there were, and if all held."""
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", *files.split()]
    run = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **LONGER}, capture_output=True, text=True, check=False
    )
    if run.returncode:
        print(run.stdout[-4000:], file=sys.stderr)
    return sum(int(number) for number, _ in COUNT.findall(run.stdout)), run.returncode == 0


def main() -> int:
    print(f"{'promise':<44}{'cases':>7}  result", flush=True)
    all_held = True
    for promise, files in PROMISES:
        cases, held = tried(files)
        all_held &= held
        print(f"{promise:<44}{cases:>7}  {'held' if held else 'BROKEN'}", flush=True)
    return 0 if all_held else 1


if __name__ == "__main__":
    sys.exit(main())
