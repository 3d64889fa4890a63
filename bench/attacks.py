"""Measures response times of the real server under attack.

First twenty clients ask the heaviest questions and ignore Retry-After; then there are a thousand
incomplete requests, heads and forms in turn; then both at once. Each client has its own address.
Prints p50 and p95 in milliseconds; fails above a target. Needs an idle machine with Linux, where
all of 127.0.0.0/8 is loopback.
"""

import contextlib
import http.client
import json
import multiprocessing
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from pathlib import Path

from kalooki_ref.server.connections import allow_open_files
from tests.attacks.test_heavy_questions import CROWD, WORST
from tests.attacks.test_slow_clients import HALF_BODY, HALF_HEAD
from tests.faults.writers import Phone
from tests.server import HOST, running

# What a client does until it is over; it counts the statuses it gets.
Attacker = Callable[[int, Event, Counter[int]], None]
# Milliseconds of each kind of request.
Times = dict[str, list[float]]

ASKED_AT_ONCE = 50
HALF_SENT = 1000
LOOKS = 50
# Seconds between the requests of a family. People at a table ask far less often.
PAUSE = 0.2
TARGETS = {
    "alone": {"table page": 100, "health": 100, "save": 100},
    "beside the worst questions": {"table page": 250, "health": 100, "save": 250},
    "beside half-sent requests": {"table page": 100, "health": 100, "save": 100},
    "beside both": {"table page": 250, "health": 100, "save": 250},
}


def address(number: int) -> str:
    """Return a client's own loopback address."""
    return f"127.0.{1 + number // 200}.{1 + number % 200}"


def ask_on(port: int, number: int, over: Event, seen: Counter[int]) -> None:
    """Ask the heaviest questions repeatedly, as one client."""
    door, question = WORST[number % len(WORST)]
    body = json.dumps([{**question, "id": number} for number in range(ASKED_AT_ONCE)])
    headers = {"Content-Type": "application/json"}
    line = http.client.HTTPConnection(HOST, port, timeout=120, source_address=(address(number), 0))
    while not over.is_set():
        line.request("POST", f"/api/v1/{door}", body, headers)
        answer = line.getresponse()
        answer.read()
        seen[answer.status] += 1
    line.close()


def crowd(attacker: Attacker, clients: Iterable[int], over: Event, told: "Queue[str]") -> None:
    """Run all attackers, in a process of their own, until it is over; report the statuses."""
    seen: Counter[int] = Counter()
    threads = [threading.Thread(target=attacker, args=(client, over, seen)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    told.put(", ".join(f"{count} × {status}" for status, count in sorted(seen.items())))


@contextlib.contextmanager
def attacking(attacker: Attacker, clients: Iterable[int]) -> Iterator[None]:
    """Context: run the attackers until it ends; print the statuses they got."""
    processes = multiprocessing.get_context("fork")
    over, told = processes.Event(), processes.Queue()
    process = processes.Process(target=crowd, args=(attacker, clients, over, told))
    process.start()
    time.sleep(1)
    yield
    over.set()
    print(f"  answers: {told.get()}")
    process.join()


@contextlib.contextmanager
def half_sent(port: int) -> Iterator[None]:
    """Context: hold incomplete requests open."""
    allow_open_files(HALF_SENT + 200)
    with contextlib.ExitStack() as held:
        for number in range(HALF_SENT):
            line = socket.create_connection((HOST, port), source_address=(address(number), 0))
            held.enter_context(line)
            line.sendall(HALF_BODY if number % 2 else HALF_HEAD)
        yield


def looks(port: int, game: str) -> Times:
    """Return the milliseconds of requests for the game, of health checks, and of saves."""
    taken: Times = {"table page": [], "health": [], "save": []}
    with contextlib.closing(Phone(port)) as phone:
        for number in range(LOOKS):
            key = f"{time.time_ns():032}"
            call = {"key": key, "base": number + 1, "player": "1", "answer": "refused"}
            acts: dict[str, Callable[[], int]] = {
                "table page": lambda: look(phone, game),
                "health": lambda: look(phone, "/healthz"),
                "save": lambda call=call: save(phone, f"{game}/calls", call),  # type: ignore[misc]
            }
            for name, act in acts.items():
                begun = time.perf_counter()
                assert act() in {200, 303, 409}
                taken[name].append((time.perf_counter() - begun) * 1000)
                time.sleep(PAUSE)
    return taken


def look(phone: Phone, path: str) -> int:
    phone.connection.request("GET", path)
    answer = phone.connection.getresponse()
    answer.read()
    return answer.status


def save(phone: Phone, path: str, form: dict[str, object]) -> int:
    answer = phone.post(path, form)
    assert answer is not None
    return answer.status


def new_game(port: int) -> str:
    with contextlib.closing(Phone(port)) as phone:
        return phone.begin_game(f"{time.time_ns():032}")


def measured(port: int) -> Iterator[tuple[str, Times]]:
    looks(port, new_game(port))  # warm
    yield "alone", looks(port, new_game(port))
    with attacking(partial(ask_on, port), range(CROWD)):
        yield "beside the worst questions", looks(port, new_game(port))
    with half_sent(port):
        yield "beside half-sent requests", looks(port, new_game(port))
    with attacking(partial(ask_on, port), range(CROWD)), half_sent(port):
        yield "beside both", looks(port, new_game(port))


def report(measured: Iterable[tuple[str, Times]], targets: Mapping[str, Mapping[str, int]]) -> int:
    """Print every figure beside its target; return 1 if one is above."""
    figures = held = 0
    print(f"{'milliseconds':56}{'p50':>8}{'p95':>8}{'target':>8}")
    for when, taken in measured:
        for name, times in taken.items():
            p95, most = statistics.quantiles(times, n=20)[-1], targets[when][name]
            figures, held = figures + 1, held + (p95 <= most)
            told = f"{name}, {when}"
            print(f"{told:56}{statistics.median(times):8.0f}{p95:8.0f}{most:8}", flush=True)
    print(f"{held} of {figures} held")
    return int(held < figures)


def main() -> int:
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "instance") as server,
    ):
        return report(measured(int(server.url.rpartition(":")[2])), TARGETS)


if __name__ == "__main__":
    sys.exit(main())
