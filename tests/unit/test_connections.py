"""Connections of the server (kalooki_ref.web.server): counted, bounded, closed in silence."""

import asyncio
import resource
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from kalooki_ref.web import server
from kalooki_ref.web.server import Connection, allow_open_files, bounded, read_body
from kalooki_ref.web.stream_hub import Receive

HERE, THERE = "192.0.2.1", "192.0.2.2"
BOUNDS = {"MOST_CONNECTIONS": 3, "MOST_FROM_ONE_ADDRESS": 2, "PROXIES": 0}


class Transport(asyncio.Transport):
    """The other end of a connection, as far as the server sees it."""

    def __init__(self, address: str) -> None:
        super().__init__({"peername": (address, 50000)})
        self.is_open = True

    def write(self, data: object) -> None:
        """Send nothing."""

    def is_closing(self) -> bool:
        return not self.is_open

    def close(self) -> None:
        self.is_open = False

    abort = close


async def thinks(_scope: object, _receive: object, _send: object) -> None:
    """Never answer."""
    await asyncio.Event().wait()


class Door:
    """Where phones come in: a server with bounds, and time that passes when told to."""

    def __init__(self, **settings: int) -> None:
        self.kind = bounded({**BOUNDS, **settings})
        self.runner = asyncio.Runner()
        self.config = uvicorn.Config(app=thinks, log_config=None)

    def connect(self, address: str = HERE) -> tuple[Connection, Transport]:
        connection = self.kind(self.config, ServerState(), {}, _loop=self.runner.get_loop())
        transport = Transport(address)
        connection.connection_made(transport)
        return connection, transport

    def wait(self) -> None:
        """Let more time pass than a head may take."""
        self.runner.run(asyncio.sleep(0.02))


@pytest.fixture
def door(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Door]]:
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.01)
    doors: list[Door] = []

    def build(**settings: int) -> Door:
        doors.append(Door(**settings))
        return doors[-1]

    yield build
    for one in doors:
        one.runner.close()
    Connection.by_address.clear()


def test_one_address_holds_so_many_connections_and_all_together_so_many(
    door: Callable[..., Door],
) -> None:
    phones = door()
    ours = [phones.connect() for _ in range(3)]
    assert [transport.is_open for _, transport in ours] == [True, True, False]
    ours[2][0].connection_lost(None)
    assert [phones.connect(THERE)[1].is_open for _ in range(2)] == [True, False]


def test_who_leaves_makes_room(door: Callable[..., Door]) -> None:
    phones = door()
    first, _ = phones.connect()
    phones.connect()
    first.connection_lost(None)
    assert phones.connect()[1].is_open
    assert Connection.by_address == {HERE: 2}
    assert not phones.connect()[1].is_open


def test_nothing_is_kept_of_an_address_that_left(door: Callable[..., Door]) -> None:
    connection, _ = door().connect()
    connection.connection_lost(None)
    assert dict(Connection.by_address) == {}


def test_behind_a_proxy_only_the_sum_counts(door: Callable[..., Door]) -> None:
    phones = door(PROXIES=1)
    assert [phones.connect()[1].is_open for _ in range(4)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("sent", "is_open"),
    [(b"", False), (b"GET / HT", False), (b"POST / HTTP/1.1\r\nHost: x\r\n\r\n", True)],
)
def test_a_head_that_does_not_come_is_not_waited_for(
    door: Callable[..., Door], sent: bytes, is_open: bool
) -> None:
    phones = door()
    connection, transport = phones.connect()
    if sent:
        connection.data_received(sent)
    phones.wait()
    assert transport.is_open is is_open


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
def test_as_many_files_may_be_open_as_the_system_allows(
    monkeypatch: pytest.MonkeyPatch, limits: tuple[int, int], after: tuple[int, int] | None
) -> None:
    changes: list[Any] = []
    monkeypatch.setattr(resource, "getrlimit", lambda _kind: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _kind, both: changes.append(both))
    allow_open_files(500)
    assert changes == ([after] if after else [])


@pytest.mark.parametrize(
    ("pieces", "body", "length"),
    [
        ([b""], b"", 0),
        ([b"ca", b"rds"], b"cards", 5),
        ([b"ten bytes!"], b"ten bytes!", 10),
        ([b"ten bytes!", b"1"], b"", 11),
        ([b"ten bytes!", b"1", b""], b"", 11),
    ],
)
def test_of_a_body_that_is_too_large_only_the_length_is_kept(
    monkeypatch: pytest.MonkeyPatch, pieces: list[bytes], body: bytes, length: int
) -> None:
    monkeypatch.setattr(server, "MOST_READ", 10)
    assert asyncio.run(read_body(sender(pieces))) == (body, length)


def test_a_sender_who_is_gone_or_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_DROPPED", 20)
    assert asyncio.run(read_body(sender([b"x" * 20]))) == (b"x" * 20, 20)
    for pieces in ([b"x" * 21], [b"x" * 20, b"x"], []):
        with pytest.raises(ConnectionError):
            asyncio.run(read_body(sender(pieces)))


def sender(pieces: list[bytes]) -> Receive:
    """Send these pieces of a body, and then hang up."""
    left = list(pieces)

    async def receive() -> dict[str, Any]:
        if not left:
            return {"type": "http.disconnect"}
        piece = left.pop(0)
        return {"type": "http.request", "body": piece, "more_body": bool(left)}

    return receive
