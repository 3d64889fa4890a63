"""Heavy questions: one request at a time, for some seconds, so that pages never wait for them.

A search or a long list of questions keeps a thread busy. One runs, which also keeps the search's
tables to one thread; three more wait; any more get an answer to try again. All other
threads stay free for the game's pages.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from flask_babel import gettext as _
from werkzeug.exceptions import ServiceUnavailable

MOST_THREADS = 4
"""Worker threads that heavy questions can take, running or waiting; a server needs more."""
WAIT_SECONDS = 7.0
BODY_SECONDS = 3.0
"""After this long, the questions of a body that are left get a short search."""
REFUSE_SECONDS = 6.0
"""After this long, they are refused."""
RETRY_SECONDS = 3

_running = Lock()
_threads = BoundedSemaphore(MOST_THREADS)


class Busy(ServiceUnavailable):
    """Too many heavy questions at once; nothing was lost, and another try soon will do."""


class Stopwatch:
    """How long the questions of one request have taken so far."""

    def __init__(self) -> None:
        self._started = time.monotonic()

    @property
    def is_late(self) -> bool:
        """Whether the questions left get a short search."""
        return time.monotonic() - self._started > BODY_SECONDS

    @property
    def is_over(self) -> bool:
        """Whether the questions left are refused."""
        return time.monotonic() - self._started > REFUSE_SECONDS


@contextmanager
def heavy_work() -> Iterator[Stopwatch]:
    """Run a block of heavy work when no other runs; raises Busy."""
    if not _threads.acquire(blocking=False):
        raise _busy()
    try:
        if not _running.acquire(timeout=WAIT_SECONDS):
            raise _busy()
        try:
            yield Stopwatch()
        finally:
            _running.release()
    finally:
        _threads.release()


def _busy() -> Busy:
    sentence = _("Too many questions at the moment. Try again in a few seconds.")
    return Busy(sentence, retry_after=RETRY_SECONDS)
