"""`make steady`: runs `make test` several times, and prints which tests failed how often.

Half of the runs have every core kept busy by something else. Each run takes another share of the
tests that rest in a commit (tests/commits.py).
"""

import os
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from tests import results

FOLDER = Path("build/steady")
RUNS = 5


@dataclass(frozen=True, slots=True)
class Run:
    """One run of all tests: how it went, and the ids of the tests that failed."""

    name: str
    tests: int
    failed: tuple[str, ...]
    minutes: float
    has_passed: bool

    def __str__(self) -> str:
        result = "passed" if self.has_passed else f"{len(self.failed)} failed"
        return f"{self.name:<12}{self.tests:>7} tests{self.minutes:>7.1f} min  {result}"


@contextmanager
def busy_cores() -> Iterator[None]:
    """Context: keep every core busy with other processes."""
    command = [sys.executable, "-c", "while True: pass"]
    others = [subprocess.Popen(command) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()


def run_tests(name: str, share: int) -> Run:
    """Run `make test`; its output, report, traces and pictures are in `FOLDER`."""
    report = FOLDER / f"{name}.xml"
    command = ["make", "test", f"PYTEST_ARGS=--junitxml={report}"]
    environ = {**os.environ, "KALOOKI_SHARE": str(share)}
    began = time.monotonic()
    with (FOLDER / f"{name}.log").open("w", encoding="utf-8") as log:
        status = subprocess.run(command, env=environ, stdout=log, stderr=log, check=False)
    minutes = (time.monotonic() - began) / 60
    if results.FOLDER.exists():
        shutil.move(results.FOLDER, FOLDER / name)
    tests, failed = read_report(report) if report.exists() else (0, ())
    return Run(name, tests, failed, minutes, has_passed=status.returncode == 0)


def read_report(report: Path) -> tuple[int, tuple[str, ...]]:
    """Return the number of tests, and the ids of those that failed."""
    cases = ElementTree.parse(report).getroot().findall(".//testcase")
    failed = [case for case in cases if {"failure", "error"} & {part.tag for part in case}]
    names = (f"{case.get('classname')}::{case.get('name')}" for case in failed)
    return len(cases), tuple(dict.fromkeys(names))


def main(times: int) -> int:
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    runs = list[Run]()
    for number in range(1, times + 1):
        runs.append(run_tests(f"rest-{number}", share=number))
        print(runs[-1], flush=True)
    for number in range(1, times + 1):
        with busy_cores():
            runs.append(run_tests(f"busy-{number}", share=times + number))
        print(runs[-1], flush=True)
    at_rest = Counter(name for run in runs[:times] for name in run.failed)
    while_busy = Counter(name for run in runs[times:] for name in run.failed)
    print(f"\n{'at rest':>8}{'busy':>8}  failed test")
    for name in sorted({*at_rest, *while_busy}):
        print(f"{at_rest[name]:>8}{while_busy[name]:>8}  {name}")
    print(f"\n{sum(run.has_passed for run in runs)} of {len(runs)} runs passed; logs in {FOLDER}/")
    return 0 if all(run.has_passed for run in runs) else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else RUNS))
