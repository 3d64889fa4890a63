"""Limits on connections of the HTTP server (kalooki_ref.server.connections)."""

import asyncio
import resource
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from kalooki_ref.server import connections
from kalooki_ref.server.connections import (
    Connection,
    MemoryBudget,
    allow_open_files,
    is_too_long,
    limited_connection,
)
from tests.event_loop import in_own_thread

HERE, THERE = "192.0.2.1", "192.0.2.2"
BOUNDS = {"MOST_CONNECTIONS": 3, "MOST_FROM_ONE_ADDRESS": 2, "PROXIES": 0}


class Transport(asyncio.Transport):
    """A fake transport."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 50000)})
        self.is_open = True

    def write(self, data: object) -> None:
        """Discard the data."""

    def get_write_buffer_size(self) -> int:
        return 60

    def is_closing(self) -> bool:
        return not self.is_open

    def close(self) -> None:
        self.is_open = False

    abort = close


async def never_answer(_scope: object, _receive: object, _send: object) -> None:
    """Never answer."""
    await asyncio.Event().wait()


class LimitedServer:
    """A server with limits and short timeouts."""

    def __init__(self, **settings: int) -> None:
        self.arriving, self.unread = MemoryBudget(100), MemoryBudget(100)
        self.kind = limited_connection({**BOUNDS, **settings}, self.arriving)
        self.kind.unread = self.unread
        self.runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.config = uvicorn.Config(app=never_answer, log_config=None)

    def connect(self, address: str = HERE) -> tuple[Connection, Transport]:
        connection = self.kind(self.config, ServerState(), {}, _loop=self.runner.get_loop())
        transport = Transport(address)
        connection.connection_made(transport)
        return connection, transport

    def wait(self) -> None:
        """Wait until the timeout for request heads is over."""
        in_own_thread(self.runner.run, asyncio.sleep(0.02))


@pytest.fixture
def limited_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., LimitedServer]]:
    monkeypatch.setattr(connections, "HEAD_SECONDS", 0.01)
    monkeypatch.setattr(connections, "UNREAD_SECONDS", 0.01)
    doors: list[LimitedServer] = []

    def build(**settings: int) -> LimitedServer:
        doors.append(LimitedServer(**settings))
        return doors[-1]

    yield build
    for one in doors:
        in_own_thread(one.runner.close)


def test_connections_are_limited_per_address_and_in_total(
    limited_server: Callable[..., LimitedServer],
) -> None:
    phones = limited_server()
    ours = [phones.connect() for _ in range(3)]
    assert [transport.is_open for _, transport in ours] == [True, True, False]
    ours[2][0].connection_lost(None)
    assert [phones.connect(THERE)[1].is_open for _ in range(2)] == [True, False]


def test_closed_connection_frees_its_slot(limited_server: Callable[..., LimitedServer]) -> None:
    phones = limited_server()
    first, _ = phones.connect()
    phones.connect()
    first.connection_lost(None)
    assert phones.connect()[1].is_open
    assert phones.kind.by_address == {HERE: 2}
    assert not phones.connect()[1].is_open


def test_counter_of_a_closed_address_is_deleted(
    limited_server: Callable[..., LimitedServer],
) -> None:
    phones = limited_server()
    connection, _ = phones.connect()
    connection.connection_lost(None)
    assert dict(phones.kind.by_address) == {}


def test_behind_a_proxy_only_the_total_is_limited(
    limited_server: Callable[..., LimitedServer],
) -> None:
    phones = limited_server(PROXIES=1)
    assert [phones.connect()[1].is_open for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("sent", "is_open"),
    [(b"", False), (b"GET / HT", False), (b"POST / HTTP/1.1\r\nHost: x\r\n\r\n", True)],
)
def test_incomplete_head_times_out(
    limited_server: Callable[..., LimitedServer], sent: bytes, is_open: bool
) -> None:
    phones = limited_server()
    connection, transport = phones.connect()
    if sent:
        connection.data_received(sent)
    phones.wait()
    assert transport.is_open is is_open


def test_oldest_incomplete_head_is_dropped_over_budget(
    limited_server: Callable[..., LimitedServer],
) -> None:
    phones = limited_server(MOST_FROM_ONE_ADDRESS=3)
    (first, slow), (second, quick), (third, newest) = (phones.connect() for _ in range(3))
    first.data_received(b"GET / HTTP/1.1\r\nX: " + b"x" * 30)
    second.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    third.data_received(b"GET / HTTP/1.1\r\nX: " + b"x" * 60)
    assert [slow.is_open, quick.is_open, newest.is_open] == [False, True, True]


def test_unread_response_times_out(limited_server: Callable[..., LimitedServer]) -> None:
    phones = limited_server()
    (first, reads), (second, sleeps) = phones.connect(), phones.connect()
    for one in (first, second):
        one.data_received(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    first.pause_writing()
    first.resume_writing()
    second.pause_writing()
    assert phones.unread.taken == 60
    phones.wait()
    assert (reads.is_open, sleeps.is_open) == (True, False)
    second.connection_lost(None)
    assert phones.unread.taken == 0


def test_oldest_unread_response_is_dropped_over_budget(
    limited_server: Callable[..., LimitedServer],
) -> None:
    phones = limited_server()
    (first, oldest), (second, newest) = phones.connect(), phones.connect()
    first.pause_writing()
    second.pause_writing()
    assert (oldest.is_open, newest.is_open) == (False, True)


def test_head_size_is_limited_wherever_it_is_split(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_HEAD", 20)
    assert not is_too_long(b"GET / HTTP/1.1\r\n\r\n" + b"x" * 90)
    assert not is_too_long(b"x" * 20)
    assert is_too_long(b"x" * 21)
    assert is_too_long(b"x" * 20 + b"\r\n\r\n")


@pytest.mark.parametrize(
    ("limits", "after"),
    [
        ((100, 1000), (500, 1000)),
        ((100, 300), (300, 300)),
        ((700, 1000), None),
        ((100, resource.RLIM_INFINITY), (500, resource.RLIM_INFINITY)),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), None),
    ],
)
def test_open_file_limit_is_raised_as_far_as_allowed(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], after: tuple[int, int] | None
) -> None:
    changes: list[Any] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, both: changes.append(both))
    allow_open_files(500)
    assert changes == ([after] if after else [])
