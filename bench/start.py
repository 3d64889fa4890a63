"""How long the program takes to import, and how much memory a fresh worker holds.

Targets: import within 0.8 s, a worker within 70 MB. Each figure is the median of five processes.
"""

import statistics
import subprocess
import sys

TIMES = 5
IMPORT = """
import time
begun = time.perf_counter()
import kalooki_ref.{module}
print(time.perf_counter() - begun)
"""
MEMORY = """
import resource, sys, tempfile
from kalooki_ref import create_app
client = create_app({"INSTANCE": tempfile.mkdtemp()}).test_client()
client.get("/")
unit = 1 if sys.platform == "darwin" else 1024
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6)
"""


def median_of(program: str) -> float:
    """Run a program that prints one number, several times, each in a process of its own."""
    command = [sys.executable, "-c", program]
    runs = (
        subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(TIMES)
    )
    return statistics.median(float(run.stdout) for run in runs)


def main() -> None:
    rows = (
        ("import the web app (s)", median_of(IMPORT.format(module="web")), 0.8),
        ("import the referee (s)", median_of(IMPORT.format(module="referee")), 0.8),
        ("worker after one page (MB)", median_of(MEMORY), 70.0),
    )
    print(f"{'figure':<30}{'ours':>10}{'target':>10}")
    for name, ours, target in rows:
        print(f"{name:<30}{ours:>10.2f}{target:>10.2f}")


if __name__ == "__main__":
    main()
