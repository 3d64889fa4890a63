"""Clients that send incomplete requests don't block others (slowloris)."""

import contextlib
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from kalooki_ref.server.bodies import FORM_SECONDS
from kalooki_ref.server.connections import allow_open_files
from tests.faults.forked import forking
from tests.server import HOST, Server, fetch

pytestmark = pytest.mark.faults

CROWD = 550
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HALF_BODY = (
    b"POST /games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded"
    b"\r\nContent-Length: 1000\r\n\r\nname="
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with forking(tmp_path / "instance") as started:
        yield started


def half_sent(server: Server, start: bytes) -> socket.socket:
    port = int(server.url.rpartition(":")[2])
    client = socket.create_connection((HOST, port), timeout=FORM_SECONDS + 20)
    client.sendall(start)
    return client


@pytest.mark.parametrize("start", [HALF_HEAD, HALF_BODY], ids=["head", "body"])
def test_page_is_served_during_many_incomplete_requests(server: Server, start: bytes) -> None:
    allow_open_files(CROWD + 200)
    with contextlib.ExitStack() as crowd:
        for _ in range(CROWD):
            crowd.enter_context(half_sent(server, start))
        for path in ("/healthz", "/", "/check"):
            status, _ = fetch(server.url + path)
            assert status == 200


def test_incomplete_form_times_out(server: Server) -> None:
    with half_sent(server, HALF_BODY) as client:
        answer = b"".join(iter(partial(client.recv, 4096), b""))
        assert answer.startswith(b"HTTP/1.1 408")


def test_expect_100_continue(server: Server) -> None:
    request = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\n"
    with half_sent(server, request + b"Connection: close\r\n\r\n") as client:
        answer = b"".join(iter(lambda: client.recv(4096), b""))
    assert b"HTTP/1.1 200 OK" in answer
