"""Limits on connections of the HTTP server (kalooki_ref.server.connections)."""

import asyncio
import resource
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from kalooki_ref.server import connections
from kalooki_ref.server.connections import (
    Connection,
    allow_open_files,
    is_too_long,
    limited_connection,
)
from tests.event_loop import in_own_thread


class Transport(asyncio.Transport):
    """A fake transport."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 50000)})
        self.is_open = True

    def write(self, data: object) -> None:
        """Discard the data."""

    def is_closing(self) -> bool:
        return not self.is_open

    def close(self) -> None:
        self.is_open = False

    abort = close


async def never_answer(_scope: object, _receive: object, _send: object) -> None:
    """Never answer."""
    await asyncio.Event().wait()


class LimitedServer:
    """A server that takes two connections."""

    def __init__(self) -> None:
        self.kind = limited_connection(2)
        self.runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
        self.config = uvicorn.Config(app=never_answer, log_config=None)
        self.state = ServerState()

    def connect(self) -> tuple[Connection, Transport]:
        connection = self.kind(self.config, self.state, {}, _loop=self.runner.get_loop())
        transport = Transport()
        connection.connection_made(transport)
        return connection, transport


@pytest.fixture
def limited_server() -> Iterator[LimitedServer]:
    server = LimitedServer()
    yield server
    in_own_thread(server.runner.close)


def test_connections_are_limited(limited_server: LimitedServer) -> None:
    ours = [limited_server.connect() for _ in range(3)]
    assert [transport.is_open for _, transport in ours] == [True, True, False]
    for connection, _ in ours[1:]:
        connection.connection_lost(None)
    assert [limited_server.connect()[1].is_open for _ in range(2)] == [True, False]


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
