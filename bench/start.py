"""How long the program takes to import, and how much memory a fresh worker holds.

Targets: import within 0.8 s, a worker within 70 MB. Each figure is the median of five processes;
a worker opens an instance that was there before, as it does at every start but the very first.
"""

import statistics
import subprocess
import sys
import tempfile

TIMES = 5
IMPORT = """
import time
begun = time.perf_counter()
import kalooki_ref.{module}
print(time.perf_counter() - begun)
"""
MEMORY = """
import resource, sys
from kalooki_ref import create_app
client = create_app({{"INSTANCE": "{instance}"}}).test_client()
client.get("/")
unit = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6)
"""


def median_of(program: str) -> float:
    """Run a program that prints one number, several times, each in a process of its own."""
    return statistics.median(number_of(program) for _ in range(TIMES))


def number_of(program: str) -> float:
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(run.stdout)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        worker = MEMORY.format(instance=folder)
        first = number_of(worker)
        rows = (
            ("import the web app (s)", median_of(IMPORT.format(module="web.app")), 0.8),
            ("import the referee (s)", median_of(IMPORT.format(module="referee.lay")), 0.8),
            ("worker after one page (MB)", median_of(worker), 70.0),
            ("the very first one (MB)", first, 70.0),
        )
    print(f"{'figure':<30}{'ours':>10}{'target':>10}")
    for name, ours, target in rows:
        print(f"{name:<30}{ours:>10.2f}{target:>10.2f}")


if __name__ == "__main__":
    main()
