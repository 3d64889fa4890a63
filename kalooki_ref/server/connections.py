"""HTTP/1.1 connections, limited in number and in the memory and time each may use."""

import asyncio
import re
import sys
from collections import Counter
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, ClassVar, Protocol

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_HEAD = 32 * 1024
HEAD_SECONDS = 10.0
# Time a client has to read its response before the connection is closed.
UNREAD_SECONDS = 120.0
MEGABYTE = 1024 * 1024
# Bytes per process for partly received requests, and for responses not yet read.
MOST_ARRIVING, MOST_UNREAD = 16 * MEGABYTE, 32 * MEGABYTE
END_OF_HEAD = re.compile(rb"\n\r?\n")


class Holder(Protocol):
    """An object charged to a MemoryBudget; ``give_up`` makes it release its memory."""

    def give_up(self) -> None: ...


class MemoryBudget:
    """Memory shared by slow clients; over the limit, the oldest holders have to give up theirs."""

    def __init__(self, most: int) -> None:
        self.most, self.taken = most, 0
        self.sizes: dict[Holder, int] = {}

    def take(self, holder: Holder, size: int) -> None:
        self.sizes[holder] = self.sizes.get(holder, 0) + size
        self.taken += size
        while self.taken > self.most:
            oldest = next(iter(self.sizes))
            self.release(oldest)
            oldest.give_up()

    def release(self, holder: Holder) -> None:
        self.taken -= self.sizes.pop(holder, 0)


class StrictConnection(h11.Connection):
    """Reject requests that no browser sends, before their body is parsed."""

    def next_event(self) -> Any:
        if self.their_state is h11.IDLE and is_too_long(self.trailing_data[0]):
            raise h11.RemoteProtocolError("the head is too long", error_status_hint=431)
        event = super().next_event()
        names = {name for name, _ in event.headers} if isinstance(event, h11.Request) else set()
        if b"transfer-encoding" in names:
            # Chunked bodies cost more to parse than to send; together with a Content-Length they
            # allow request smuggling, since proxies disagree about which of the two counts.
            status = 400 if b"content-length" in names else 411
            raise h11.RemoteProtocolError("send a Content-Length", error_status_hint=status)
        return event


def is_too_long(head: bytes) -> bool:
    """Whether the request head in this buffer is longer than `MOST_HEAD` bytes."""
    return len(head) > MOST_HEAD and END_OF_HEAD.search(head, 0, MOST_HEAD) is None


class Connection(H11Protocol):
    """A counted connection that is closed if its client sends or reads too slowly."""

    most: ClassVar[int]
    most_from_one_address: ClassVar[int]
    arriving: ClassVar[MemoryBudget]
    unread: ClassVar[MemoryBudget]
    by_address: ClassVar[Counter[str]]
    _address = ""
    _head_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.conn = StrictConnection(h11.SERVER, MOST_HEAD)
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self.by_address[self._address] += 1
        if self._is_one_too_many():
            transport.abort()
        else:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.resume_writing()
        self.by_address[self._address] -= 1
        if not self.by_address[self._address]:
            del self.by_address[self._address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait_for_head()
            self.arriving.take(self, len(data))
        else:
            self._stop_waiting()

    def pause_writing(self) -> None:
        """Start the timeout for a client that isn't reading its response (asyncio.Protocol)."""
        super().pause_writing()
        self._unread_timer = self.loop.call_later(UNREAD_SECONDS, self.give_up)
        self.unread.take(self, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        super().resume_writing()
        self.unread.release(self)
        if self._unread_timer:
            self._unread_timer.cancel()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():  # closes only once these are sent
            self.loop.call_later(UNREAD_SECONDS, self.give_up)

    def give_up(self) -> None:
        self.transport.abort()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that can't be parsed with h11's status for it, and close."""
        status = HTTPStatus(getattr(sys.exception(), "error_status_hint", 400))
        headers = [(b"connection", b"close"), (b"content-type", b"text/plain; charset=utf-8")]
        answer = h11.Response(status_code=status, headers=headers, reason=status.phrase.encode())
        for event in (answer, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _is_one_too_many(self) -> bool:
        crowded = self.by_address[self._address] > self.most_from_one_address
        return crowded or self.by_address.total() > self.most

    def _wait_for_head(self) -> None:
        self._head_timer = self._head_timer or self.loop.call_later(HEAD_SECONDS, self.give_up)

    def _stop_waiting(self) -> None:
        self.arriving.release(self)
        if self._head_timer:
            self._head_timer.cancel()
            self._head_timer = None


def limited_connection(settings: Mapping[str, Any], arriving: MemoryBudget) -> type[Connection]:
    """Return a `Connection` class with the limits from the settings.

    Behind a proxy all connections come from one address, so only their total is limited.
    """
    most = settings["MOST_CONNECTIONS"]
    alone = most if settings["PROXIES"] else settings["MOST_FROM_ONE_ADDRESS"]
    bounds = {"most": most, "most_from_one_address": alone, "arriving": arriving}
    own = {"unread": MemoryBudget(MOST_UNREAD), "by_address": Counter()}
    return type("LimitedConnection", (Connection,), bounds | own)


def allow_open_files(wanted: int) -> None:
    """Raise the limit on open files to ``wanted``, as far as the system allows."""
    if sys.platform == "win32":  # no such limit on this system
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
