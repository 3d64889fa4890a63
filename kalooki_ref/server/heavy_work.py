"""Runs CPU-heavy requests one at a time, so that they never delay a save.

Heavy requests are advice searches, batches of API questions, imported games, and files with many
games. Only one runs; others wait for a while, and are answered 503 then. They wait in threads of
their own (`HEAVY`), where questions to practise with are made as well.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from werkzeug.exceptions import ServiceUnavailable

from kalooki_ref.words.language import gettext as _

# Endpoints that can be heavy when they get a form or a query.
HEAVY = {
    "advice.at_table",
    "advice.show",
    "advice.verdict",
    "advice.verdict_at_table",
    "api.advise",
    "api.judge",
    "copy.bring_back",
    "everything.keep",
    "everything.read",
    "opening.keep",
    "opening.show",
    "practise.show",
}
# Endpoints that are heavy without one, too.
ALWAYS_HEAVY = {"everything.save", "everything.save_circle"}
# How long a heavy request waits for the one that is running.
TURN_SECONDS = 5.0
# Once a batch has taken this long, its remaining questions get a short search.
BODY_SECONDS = 3.0
# Once it has taken this long, they are refused.
REFUSE_SECONDS = 6.0
RETRY_SECONDS = 3

_running = Lock()


class Busy(ServiceUnavailable):
    """503: too many heavy requests at once. Nothing was changed; the client may retry."""

    title = ""


class Stopwatch:
    """The time the questions of one request have taken so far."""

    def __init__(self) -> None:
        self._started = time.monotonic()

    @property
    def is_late(self) -> bool:
        """Whether the remaining questions get a short search."""
        return time.monotonic() - self._started > BODY_SECONDS

    @property
    def is_over(self) -> bool:
        """Whether the remaining questions are refused."""
        return time.monotonic() - self._started > REFUSE_SECONDS


@contextmanager
def heavy_work() -> Iterator[Stopwatch]:
    """Acquire the lock for heavy work; raises Busy if others have it for too long."""
    if not _running.acquire(timeout=TURN_SECONDS):
        busy = Busy(
            _("Too many questions at the moment. Try again in a few seconds."),
            retry_after=RETRY_SECONDS,
        )
        busy.title = _("Busy for a moment")
        raise busy
    try:
        yield Stopwatch()
    finally:
        _running.release()
