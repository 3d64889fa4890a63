"""Starts the app in a forked process, ten times faster than a new interpreter.

The fork server only imports the modules; it has no app, database or threads.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

from tests.server import HOST, PATIENCE, Server, free_port, wait_until_it_answers

FORKS = get_context("forkserver")
FORKS.set_forkserver_preload(
    ["pytest", "kalooki_ref.app", "kalooki_ref.server.http_server", "alembic.command"]
)


class Fork(FORKS.Process):  # type: ignore[misc,name-defined]
    """A forked process with the interface of subprocess.Popen."""

    def poll(self) -> int | None:
        return cast("int | None", self.exitcode)

    def wait(self, seconds: float) -> None:
        self.join(seconds)

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)


def start_forked(instance: Path, port: int | None = None, **environ: str) -> Server:
    """Start the app like `kalooki-ref serve`; return once it responds."""
    port = port or free_port()
    instance.mkdir(parents=True, exist_ok=True)
    log = instance.parent / f"{instance.name}.log"
    arguments = ["serve", "--host", HOST, "--port", str(port), "--instance", str(instance)]
    process: Any = Fork(target=serve, args=(arguments, log, {**os.environ, **environ}), daemon=True)
    process.start()
    server = Server(f"http://{HOST}:{port}", instance, log, process)
    wait_until_it_answers(server)
    return server


def opened_at_once(instance: Path, times: int) -> list[int | None]:
    """Open an instance in ``times`` processes at once; return their exit codes."""
    started = [Fork(target=open_app, args=(instance, {**os.environ})) for _ in range(times)]
    for process in started:
        process.start()
    for process in started:
        process.join(PATIENCE)
    return [process.exitcode for process in started]


def open_app(instance: Path, environ: dict[str, str]) -> None:
    from kalooki_ref import create_app

    live_in(environ)
    create_app({"INSTANCE": str(instance)})


def live_in(environ: dict[str, str]) -> None:
    """Replace the environment, which is that of the fork server's first caller."""
    os.environ.clear()
    os.environ.update(environ)


@contextmanager
def forking(instance: Path, **environ: str) -> Iterator[Server]:
    """Context: run the app."""
    server = start_forked(instance, **environ)
    try:
        yield server
    finally:
        server.stop()


def serve(arguments: list[str], log: Path, environ: dict[str, str]) -> None:
    from kalooki_ref.cli import main

    live_in(environ)
    with log.open("ab") as sink:
        os.dup2(sink.fileno(), sys.stdout.fileno())
        os.dup2(sink.fileno(), sys.stderr.fileno())
    main(arguments)
