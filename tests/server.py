"""Starts and stops the real app in a process of its own."""

import contextlib
import itertools
import os
import random
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HOST = "127.0.0.1"
# Timeout in seconds, even for a busy machine.
PATIENCE = 120.0
# Below the ephemeral range, so that no other process gets a port while its server is down.
PORTS = range(10_000, 32_000)
COMMAND = (str(Path(sys.executable).with_name("kalooki-ref")),)


@dataclass(frozen=True, slots=True)
class Server:
    """A running app: its URL, instance folder and process."""

    url: str
    instance: Path
    log: Path
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """Kill it, like a power cut."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def stop(self) -> None:
        """Terminate it, and kill it if it doesn't stop."""
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()


def free_port() -> int:
    """Return a free port, which this test run doesn't use again."""
    return next(filter(is_free, own_ports()))


@cache
def own_ports() -> Iterator[int]:
    """Yield this test process's ports, from a random one on."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    ports = PORTS[number :: int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))]
    first = random.randrange(len(ports))
    return itertools.cycle([*ports[first:], *ports[:first]])


def is_free(port: int) -> bool:
    with socket.socket() as probe, contextlib.suppress(OSError):
        probe.bind((HOST, port))
        return True
    return False


def wait_until(is_so: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for a condition; raises AssertionError on timeout."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, "it did not come"
        time.sleep(0.02)


def start(
    instance: Path,
    *,
    command: Sequence[str] = COMMAND,
    port: int | None = None,
    workers: int = 1,
    **environ: str,
) -> Server:
    """Start the app on a free port and wait until it responds; raises RuntimeError with its log."""
    port = port or free_port()
    instance.mkdir(parents=True, exist_ok=True)
    log = instance.parent / f"{instance.name}.log"
    arguments = ["serve", "--host", HOST, "--port", str(port), "--instance", str(instance)]
    arguments += ["--workers", str(workers)]
    with log.open("ab") as sink:
        process = subprocess.Popen(
            [*command, *arguments],
            cwd=instance.parent,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=sink,
            env={**os.environ, **environ},
        )
    server = Server(f"http://{HOST}:{port}", instance, log, process)
    wait_until_it_answers(server)
    return server


def wait_until_it_answers(server: Server) -> None:
    until = time.monotonic() + PATIENCE
    while server.process.poll() is None and time.monotonic() < until:
        with contextlib.suppress(OSError, urllib.error.URLError):
            status, _ = fetch(server.url + "/healthz")
            if status == 200:
                return
        time.sleep(0.02)
    server.kill()
    raise RuntimeError(
        f"The app did not start:\n{server.log.read_text(errors='replace', encoding='utf-8')}"
    )


def fetch(url: str) -> tuple[int, str]:
    """Return status and text of a page."""
    with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
        return answer.status, answer.read().decode()


@contextlib.contextmanager
def running(instance: Path, **options: Any) -> Iterator[Server]:
    """Context: run the app."""
    server = start(instance, **options)
    try:
        yield server
    finally:
        server.stop()
