"""Measures the import time, the restart after a kill, and the memory of a worker.

Targets: import within 0.8 s, the first save within 1 s of a kill, a worker within 80 MB with
its three languages. Each figure is the median of five processes with an existing instance.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from tests.faults.writers import Phone
from tests.server import running, start

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

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
    """Return the median of a number printed by several runs of a program."""
    return statistics.median(number_of(program) for _ in range(TIMES))


def number_of(program: str) -> float:
    command = [sys.executable, "-c", program]
    run = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
    return float(run.stdout)


def seconds_to_save_after_a_kill(instance: Path) -> list[float]:
    """Kill and restart the server several times; return the seconds to each first save."""
    with running(instance) as server, closing(Phone(port_of(server.url))) as phone:
        game = phone.begin_game("a-key-of-sixteen-signs")
        server.kill()
    return [seconds_to_save(instance, game, base) for base in range(1, TIMES + 1)]


def seconds_to_save(instance: Path, game: str, base: int) -> float:
    """Return the seconds from starting the command to the first save."""
    begun = time.perf_counter()
    server = start(instance)
    with closing(Phone(port_of(server.url))) as phone:
        form = {"key": f"key-number-{base:08}", "base": base, "player": "1", "answer": "refused"}
        answer = phone.post(f"{game}/calls", form)
    taken = time.perf_counter() - begun
    server.kill()
    assert answer is not None
    assert answer.status == 303
    return taken


def port_of(url: str) -> int:
    return int(url.rpartition(":")[2])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        saves = seconds_to_save_after_a_kill(Path(folder) / "killed")
        worker = MEMORY.format(instance=folder)
        first = number_of(worker)
        rows = (
            ("import the web app (s)", median_of(IMPORT.format(module="app")), 0.8),
            ("import the referee (s)", median_of(IMPORT.format(module="referee.lay")), 0.8),
            ("kill -9 to the first save (s)", statistics.median(saves), 1.0),
            ("worker after one page (MB)", median_of(worker), 80.0),
            ("the very first one (MB)", first, 80.0),
        )
    print(f"{'figure':<31}{'ours':>10}{'target':>10}")
    for name, ours, target in rows:
        print(f"{name:<31}{ours:>10.2f}{target:>10.2f}")


if __name__ == "__main__":
    main()
