"""Heavy questions take turns: a search or a whole game to read never delays a save.

A search, a long list of questions, or a game from elsewhere keeps a thread busy. One request of
them runs, which also keeps the search's tables to one thread; three more wait; any more get an
answer to try again. Our own server lets them wait before they take a thread (`HEAVY`).
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from werkzeug.exceptions import ServiceUnavailable

from kalooki_ref.words.language import gettext as _

# Endpoints that may ask for heavy work, where a form or a query is sent.
HEAVY = {
    "advice.at_table",
    "advice.show",
    "advice.verdict",
    "advice.verdict_at_table",
    "api.advise",
    "api.judge",
    "copy.bring_back",
    "opening.keep",
    "opening.show",
}
# Worker threads that heavy questions can take, running or waiting; a server needs more.
MOST_THREADS = 4
WAIT_SECONDS = 3.0
# After this long, the questions of a body that are left get a short search.
BODY_SECONDS = 3.0
# After this long, they are refused.
REFUSE_SECONDS = 6.0
RETRY_SECONDS = 3

_running = Lock()
_threads = BoundedSemaphore(MOST_THREADS)


class Busy(ServiceUnavailable):
    """Too many heavy questions at once; nothing was lost, and another try soon will do."""

    title = ""


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
    busy = Busy(
        _("Too many questions at the moment. Try again in a few seconds."),
        retry_after=RETRY_SECONDS,
    )
    busy.title = _("Busy for a moment")
    return busy
