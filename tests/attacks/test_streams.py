"""Event streams over real connections: threads, limits, shutdown."""

import secrets
import socket
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.faults.forked import forking
from tests.server import PATIENCE, Server

# Limit on streams of the server under test, many times its threads.
MOST = 40
FIRST = b"data: 0\n\n"
Watch = Callable[[], socket.socket]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("streams")
    with forking(folder / "instance", KALOOKI_MOST_STREAMS=str(MOST)) as server:
        yield server


def post(address: str, **form: object) -> str:
    """Submit a form; return the redirect's target."""
    sent = urllib.parse.urlencode({"key": secrets.token_hex(16), **form}, doseq=True).encode()
    ours = {"Sec-Fetch-Site": "same-origin"}
    with urllib.request.urlopen(
        urllib.request.Request(address, data=sent, headers=ours), timeout=PATIENCE
    ) as answer:
        return str(answer.url)


@pytest.fixture
def table(server: Server) -> str:
    return post(f"{server.url}/games", system="jamaican", names=["Ann", "Ben", "Cleo"], dealer="1")


@pytest.fixture
def watch(table: str) -> Iterator[Watch]:
    """Factory for streams of the table."""
    parts = urlsplit(table)
    with ExitStack() as opened:

        def watch() -> socket.socket:
            phone = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)
            opened.callback(phone.close)
            request = f"GET {parts.path}/stream HTTP/1.1\r\nHost: {parts.netloc}\r\n\r\n"
            phone.sendall(request.encode())
            return phone

        yield watch


def read_until(phone: socket.socket, words: bytes) -> bytes:
    """Read until these bytes arrive; return everything read. Raises TimeoutError."""
    heard = b""
    while words not in heard:
        piece = phone.recv(4096)
        assert piece, heard
        heard += piece
    return heard


def open_stream(watch: Watch) -> tuple[socket.socket, bytes]:
    """Open a stream and return its start, retrying while a closed one still counts."""
    while b" 200 " not in (heard := read_until(phone := watch(), b"\r\n\r\n")):
        time.sleep(0.02)
    return phone, heard if FIRST in heard else heard + read_until(phone, FIRST)


def test_more_streams_than_threads_receive_a_save(table: str, watch: Watch) -> None:
    phones = [open_stream(watch) for _ in range(MOST)]
    post(f"{table}/calls", base="1", player="2")
    for phone, head in phones:
        assert b"x-stream" not in head.lower()
        read_until(phone, b"data: 1\n\n")


def test_stream_over_the_limit_is_503(watch: Watch) -> None:
    for _ in range(MOST):
        open_stream(watch)
    head = read_until(watch(), b"\r\n\r\n").lower()
    assert head.startswith(b"http/1.1 503")
    assert b"retry-after: 5" in head


def test_closed_stream_frees_its_slot(watch: Watch) -> None:
    phones = [open_stream(watch) for _ in range(MOST)]
    assert b" 503 " in read_until(watch(), b"\r\n\r\n")
    phones[0][0].close()
    assert open_stream(watch)


def test_stream_of_an_unknown_game_is_404(server: Server) -> None:
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{server.url}/g/nobodys/stream", timeout=PATIENCE)


def test_shutdown_closes_streams_at_once(tmp_path: Path) -> None:
    with forking(tmp_path / "instance") as server:
        table = urlsplit(post(f"{server.url}/games", system="jamaican", names=["A", "B", "C"]))
        with socket.create_connection((table.hostname, table.port), timeout=PATIENCE) as phone:
            request = f"GET {table.path}/stream HTTP/1.1\r\nHost: {table.netloc}\r\n\r\n"
            phone.sendall(request.encode())
            read_until(phone, FIRST)
            server.process.terminate()
            read_until(phone, b"retry: ")
            server.process.wait(PATIENCE)
            assert server.process.poll() == 0
