"""HTTP/1.1 connections that refuse what no browser sends.

Clients that are slow on purpose are left to the proxy (`deploy/Caddyfile`). TCP keep-alive notices
phones that vanished (`cli.serve.bound`).
"""

import asyncio
import re
import sys
from typing import Any, ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_HEAD = 32 * 1024
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
    """A connection that is closed at once if ``most`` others are open."""

    most: ClassVar[int]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.conn = StrictConnection(h11.SERVER, MOST_HEAD)
        super().connection_made(transport)
        if len(self.connections) > self.most:
            transport.abort()


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
