"""Runs several worker processes on one port, and replaces those that die or freeze.

Workers share only the listening socket and the database, which has to be PostgreSQL.
"""

import faulthandler
import os
import signal
import socket
import time
from dataclasses import dataclass
from multiprocessing import connection, get_context, parent_process
from multiprocessing.context import SpawnProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, NoReturn

# A worker that dies within this time is restarted with a delay: the database may not be up yet.
YOUNG_SECONDS = 2.0
# A worker whose event loop stands still for this long ends, and is replaced.
FROZEN_SECONDS = 30.0
# Seconds for a worker's graceful shutdown.
PATIENCE = 10.0
# Not "forkserver": its helper process could die too, and it saves no memory.
PROCESSES = get_context("spawn")


@dataclass(frozen=True, slots=True)
class Worker:
    """A worker process, and when it was started."""

    process: SpawnProcess
    begun: float

    @property
    def died_young(self) -> bool:
        """Whether it died so soon that the next one would probably die, too."""
        return not self.process.is_alive() and time.monotonic() - self.begun < YOUNG_SECONDS


def keep_answering(
    settings: dict[str, Any], listener: socket.socket, *, workers: int, threads: int
) -> NoReturn:
    """Keep this many workers running until SIGTERM or SIGINT, then stop them."""

    def start() -> Worker:
        process = PROCESSES.Process(target=answer, args=(settings, listener, threads))
        process.start()
        return Worker(process, time.monotonic())

    with TemporaryDirectory(prefix="kalooki-", ignore_cleanup_errors=True) as folder:
        figures = Path(os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder))
        crew = [start() for _ in range(workers)]
        try:
            while True:
                connection.wait([worker.process.sentinel for worker in crew])
                if any(worker.died_young for worker in crew):
                    time.sleep(YOUNG_SECONDS)
                dead = [worker for worker in crew if not worker.process.is_alive()]
                _forget_streams(figures, dead)
                crew = [start() if worker in dead else worker for worker in crew]
        finally:
            _end([worker.process for worker in crew])


def answer(settings: dict[str, Any], listener: socket.socket, threads: int) -> None:
    """Worker process: create the app and serve, until SIGTERM or the parent's death."""
    from kalooki_ref import create_app
    from kalooki_ref.server.http_server import serve
    from kalooki_ref.server.middleware.monitoring import log_trouble
    from kalooki_ref.store.tables import ConfigError

    Thread(target=_end_with_parent, daemon=True).start()
    try:
        app = create_app(settings)
    except ConfigError as error:
        log_trouble(error)
        raise SystemExit(1) from None
    serve(app, listener, threads=threads, beat=put_off_end)


async def put_off_end() -> None:
    """Let this process end `FROZEN_SECONDS` from now, unless this is called again before.

    The timer needs no GIL, which a regular expression may hold; it logs where every thread was.
    """
    faulthandler.dump_traceback_later(FROZEN_SECONDS, exit=True)


def _forget_streams(figures: Path, dead: list[Worker]) -> None:
    """Delete the live gauges of dead workers from the Prometheus folder."""
    for worker in dead:
        for file in figures.glob(f"gauge_live*_{worker.process.pid}.db"):
            file.unlink(missing_ok=True)


def _end(crew: list[SpawnProcess]) -> None:
    """Terminate all workers gracefully, and kill those that don't stop in time."""
    for worker in crew:
        worker.terminate()
    until = time.monotonic() + PATIENCE
    for worker in crew:
        worker.join(max(until - time.monotonic(), 0))
        worker.kill()
        worker.join()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)
