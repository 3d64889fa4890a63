"""The processes that answer: one, or several on one port, where one that dies is replaced at once.

Several share nothing but the listener and the database, so that has to be a server's.
"""

import gc
import os
import signal
import socket
import time
from multiprocessing import connection, get_all_start_methods, get_context, parent_process
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, NoReturn

GARBAGE = (10_000, 20, 100)
"""New things before Python looks among the new, looks before it looks further, and then at all."""
PRELOADED = ["kalooki_ref.web.app", "kalooki_ref.web.server", "psycopg"]
YOUNG_SECONDS = 2.0
"""A worker that dies so soon is replaced a little later: it may find no database yet."""
PATIENCE = 10.0
"""Seconds a worker gets to finish what it has begun."""


def collect_seldom() -> None:
    """Look for garbage again, but not in what a start made, and seldom in what has grown old.

    A search makes so much that Python would stop every page for 50 ms, several times a second.
    """
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


def keep_answering(
    settings: dict[str, Any], listener: socket.socket, *, workers: int, threads: int
) -> NoReturn:
    """Keep so many workers running until this process is asked to end, and end them with it."""
    forks = "forkserver" in get_all_start_methods()
    context: Any = get_context("forkserver" if forks else "spawn")
    if forks:
        context.set_forkserver_preload(PRELOADED)

    def started() -> Any:
        worker = context.Process(target=answer, args=(settings, listener, threads))
        worker.start()
        return worker, time.monotonic()

    with TemporaryDirectory(prefix="kalooki-", ignore_cleanup_errors=True) as folder:
        os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
        crew = [started() for _ in range(workers)]
        try:
            while True:
                connection.wait([worker.sentinel for worker, _ in crew])
                if any(_died_young(*one) for one in crew):
                    time.sleep(YOUNG_SECONDS)
                crew = [one if one[0].is_alive() else started() for one in crew]
        finally:
            _end([worker for worker, _ in crew])


def answer(settings: dict[str, Any], listener: socket.socket, threads: int) -> None:
    """Be a worker: make the app and answer, until asked to end or left alone."""
    gc.disable()  # a start makes no garbage; looking for it takes a fifth of its time
    from kalooki_ref import create_app
    from kalooki_ref.store.tables import Unfit
    from kalooki_ref.web.middleware.monitoring import log_trouble
    from kalooki_ref.web.middleware.templates import prepare
    from kalooki_ref.web.server import serve

    Thread(target=_end_with_parent, daemon=True).start()
    try:
        app = create_app(settings)
    except Unfit as error:
        log_trouble(error)
        raise SystemExit(1) from None
    prepare(app)
    collect_seldom()
    serve(app, listener, threads=threads)


def _died_young(worker: Any, begun: float) -> bool:
    return not worker.is_alive() and time.monotonic() - begun < YOUNG_SECONDS


def _end(crew: list[Any]) -> None:
    """Ask all to end, wait for what they have begun, and insist in the end."""
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
