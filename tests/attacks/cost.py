"""Measures what a request costs: CPU time of this thread, and memory while it runs."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

Answer = TypeVar("Answer")
KILOBYTE = 1024
STATUS, CLEAR = Path("/proc/self/status"), Path("/proc/self/clear_refs")
# Writing this resets the peak of memory (proc(5)).
PEAK = "5"
TRIES = 3
# A loop, and the CPU time it takes on a quiet machine.
LOOPS, QUIET_SECONDS = 1_000_000, 0.06


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of CPU and bytes; 0 bytes where the system doesn't tell."""

    seconds: float
    memory: int


def measured(work: Callable[[], Answer], *, seconds: float) -> tuple[Answer, Cost]:
    """Return the result of ``work`` and its cost; the least of some tries if it seems too much.

    On a busy machine the same work takes more CPU time, as caches are shared.
    """
    least = Cost(float("inf"), 0)
    for _ in range(TRIES):
        before = reset_peak()
        begun = time.thread_time()
        answer = work()
        taken = time.thread_time() - begun
        if taken < least.seconds:
            least = Cost(taken, peak() - before)
        if taken < seconds:
            break
    return answer, least


def slowness() -> float:
    """Return how many times as much CPU time work takes now as on a quiet machine; 1 at least."""
    begun = time.thread_time()
    sum(number * number % 7 for number in range(LOOPS))
    return max(1.0, (time.thread_time() - begun) / QUIET_SECONDS)


def reset_peak() -> int:
    """Forget the peak of this process's memory; return the memory in use."""
    try:
        CLEAR.write_text(PEAK, "ascii")
    except OSError:
        return 0
    return peak()


def peak() -> int:
    try:
        lines = STATUS.read_text("utf-8").splitlines()
    except OSError:
        return 0
    return next(int(line.split()[1]) * KILOBYTE for line in lines if line.startswith("VmHWM"))
