"""Soak test: memory stays constant under continuous attacks, and saves still succeed.

Each attacker has addresses of its own and reconnects whenever it is refused. Prints the server's
memory and the slowest save every ten seconds; fails if memory, after the first minute, changes by
more than its target. `KALOOKI_SOAK=10` sets the minutes. Needs Linux, where all of 127.0.0.0/8 is
loopback.
"""

import contextlib
import multiprocessing
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.attacks import ask_on, attacking, new_game, save
from kalooki_ref.server.connections import MOST_HEAD, allow_open_files
from kalooki_ref.server.middleware.body_sizes import LARGEST_FILE
from tests.attacks.test_heavy_questions import CROWD
from tests.attacks.test_hostile_requests import CHUNKED, FORM, MEGABYTE, head, memory, send_bytes
from tests.faults.writers import Phone
from tests.server import Server, running

MINUTES = float(os.environ.get("KALOOKI_SOAK", "10"))
LOOK_SECONDS, FIRST_SECONDS = 10.0, 60.0
# Megabytes.
MOST_MOVED = 20
# Attackers of each kind, and connections that each holds at a time.
OF_A_KIND, HELD = 4, 25
HELD_SECONDS = 5.0
LINE = b"GET /rules/jamaican HTTP/1.1\r\nHost: localhost\r\n"

ATTACKS: dict[str, Callable[[random.Random], bytes]] = {
    "half a head": lambda chance: LINE + b"X: " + b"x" * chance.randrange(MOST_HEAD),
    "too long a head": lambda _chance: LINE + b"X: " + b"x" * 2 * MOST_HEAD,
    "half a form": lambda chance: head(length=FORM) + b"x" * chance.randrange(FORM),
    "half a file": lambda chance: (
        head(path=b"/open/", length=LARGEST_FILE) + b"x" * chance.randrange(LARGEST_FILE)
    ),
    "chunks": lambda _chance: head(CHUNKED.strip()) + b"1\r\nx\r\n" * 5000,
    "pages that nobody reads": lambda _chance: (LINE + b"\r\n") * 20,
}


def attack(server: Server, kind: str, number: int, over: float) -> None:
    """Open connections, hold them for a while, and repeat."""
    chance = random.Random(f"{kind} {number}")
    while time.time() < over:
        with contextlib.ExitStack() as held, contextlib.suppress(OSError):
            for _ in range(HELD):
                data = ATTACKS[kind](chance)
                held.enter_context(send_bytes(server, data, sender=chance.randrange(500)))
            time.sleep(chance.uniform(0, HELD_SECONDS))


def attackers(server: Server, over: float) -> None:
    """Run all attackers, in a process of their own."""
    allow_open_files(len(ATTACKS) * OF_A_KIND * HELD + 200)
    for kind in ATTACKS:
        for number in range(OF_A_KIND):
            threading.Thread(target=attack, args=(server, kind, number, over)).start()


def slowest_save(phone: Phone, game: str, version: int) -> tuple[int, float]:
    """Save for some seconds; return the game's version and the slowest save in milliseconds."""
    slowest, until = 0.0, time.monotonic() + LOOK_SECONDS
    while time.monotonic() < until:
        begun = time.perf_counter()
        call = {"key": f"{time.time_ns():032}", "base": version, "player": "1", "answer": "refused"}
        assert save(phone, f"{game}/calls", call) == 303
        slowest, version = max(slowest, time.perf_counter() - begun), version + 1
        time.sleep(0.2)
    return version, slowest * 1000


def main() -> int:
    """Print a line every ten seconds; return 1 if memory changed too much."""
    processes = multiprocessing.get_context("fork")
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "instance", KALOOKI_LIMITS="false") as server,
    ):
        port, begun = int(server.url.rpartition(":")[2]), time.monotonic()
        over, seen = time.time() + MINUTES * 60, []
        process = processes.Process(target=attackers, args=(server, over))
        process.start()
        game, version = new_game(port), 1
        with (
            attacking(partial(ask_on, port), range(CROWD)),
            contextlib.closing(Phone(port)) as phone,
        ):
            while time.time() < over - LOOK_SECONDS:
                version, slowest = slowest_save(phone, game, version)
                seconds, megabytes = time.monotonic() - begun, memory(server) / MEGABYTE
                print(
                    f"{seconds:5.0f} s: {megabytes:6.1f} MB, slowest save {slowest:5.0f} ms",
                    flush=True,
                )
                if seconds > FIRST_SECONDS:
                    seen.append(megabytes)
        process.join()
    moved = max(seen) - min(seen)
    print(f"Memory moved by {moved:.1f} MB after the first minute; at most {MOST_MOVED}")
    return int(moved > MOST_MOVED)


if __name__ == "__main__":
    sys.exit(main())
