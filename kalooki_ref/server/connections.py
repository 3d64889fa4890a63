"""HTTP/1.1 connections that refuse what no browser sends, and don't wait long for slow clients."""

import asyncio
import re
import sys
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_HEAD = 32 * 1024
HEAD_SECONDS = 10.0
# Time a client has to read its last response before the connection is closed.
UNREAD_SECONDS = 120.0
END_OF_HEAD = re.compile(rb"\n\r?\n")


class StrictConnection(h11.Connection):
    """Reject requests that no browser sends, before they are parsed at length."""

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE and is_too_long(self.trailing_data[0]):
            raise h11.RemoteProtocolError("the head is too long")
        event = super().next_event()
        if isinstance(event, h11.Request) and b"transfer-encoding" in dict(event.headers):
            # Chunked bodies cost more to parse than to send; together with a Content-Length they
            # allow request smuggling, since proxies disagree about which of the two counts.
            raise h11.RemoteProtocolError("send a Content-Length")
        return event


def is_too_long(head: bytes) -> bool:
    """Whether the request head in this buffer is longer than `MOST_HEAD` bytes."""
    return len(head) > MOST_HEAD and END_OF_HEAD.search(head, 0, MOST_HEAD) is None


class Connection(H11Protocol):
    """A connection that is closed if its client sends or reads too slowly."""

    most: ClassVar[int]
    _head_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.conn = StrictConnection(h11.SERVER, MOST_HEAD)
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait_for_head()
        else:
            self._stop_waiting()

    def pause_writing(self) -> None:
        """Start the timeout for a client that isn't reading its response (asyncio.Protocol)."""
        super().pause_writing()
        self._unread_timer = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread_timer:
            self._unread_timer.cancel()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()  # closes once everything is sent
        self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def _wait_for_head(self) -> None:
        self._head_timer = self._head_timer or self.loop.call_later(
            HEAD_SECONDS, self.transport.abort
        )

    def _stop_waiting(self) -> None:
        if self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None


def limited_connection(most: int) -> type[Connection]:
    """Return a `Connection` class of which ``most`` may be open."""
    return type("LimitedConnection", (Connection,), {"most": most})


def allow_open_files(wanted: int) -> None:
    """Raise the limit on open files to ``wanted``, as far as the system allows."""
    if sys.platform == "win32":  # no such limit on this system
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
