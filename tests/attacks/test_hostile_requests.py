"""Malformed and oversized requests are refused without affecting other clients."""

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kalooki_ref.server.connections import MOST_HEAD, allow_open_files
from kalooki_ref.server.http_server import MOST_FILES, MOST_FILES_OF_ONE
from kalooki_ref.server.middleware.body_sizes import LARGEST_FILE
from kalooki_ref.server.settings import SETTINGS
from tests.faults.forked import forking
from tests.server import HOST, PATIENCE, Server, fetch

pytestmark = pytest.mark.faults

CHUNKED = b"Transfer-Encoding: chunked\r\n"
SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
FORM = int(str(SETTINGS["MAX_CONTENT_LENGTH"]))
MEGABYTE = 1024 * 1024
HALF_SENT = 300
# For buffers and connections, more on a busy machine; without limits it would be 350 MB.
MOST_GROWTH = 150 * MEGABYTE
LARGE = b"game=" + b"x" * (LARGEST_FILE - 5)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with forking(tmp_path_factory.mktemp("hostile") / "instance", KALOOKI_LIMITS="false") as server:
        yield server


def address(number: int) -> str:
    return f"127.0.{1 + number // 200}.{1 + number % 200}"


def send_bytes(server: Server, data: bytes, *, sender: int = 0) -> socket.socket:
    """Send these bytes on a new connection from the loopback address number ``sender``."""
    port = int(server.url.rpartition(":")[2])
    client = socket.create_connection((HOST, port), PATIENCE, source_address=(address(sender), 0))
    with contextlib.suppress(ConnectionError):
        client.sendall(data)
    return client


def read_all(client: socket.socket) -> bytes:
    """Return everything received until the server closes the connection."""
    heard = b""
    with client, contextlib.suppress(ConnectionError):
        while piece := client.recv(65536):
            heard += piece
    return heard


def head(*lines: bytes, path: bytes = b"/games", length: int | None = None) -> bytes:
    kept = [b"POST " + path + b" HTTP/1.1", b"Host: localhost", b"Sec-Fetch-Site: same-origin"]
    kept += [b"Content-Type: application/x-www-form-urlencoded", *lines]
    kept += [] if length is None else [b"Content-Length: %d" % length]
    return b"\r\n".join([*kept, b"", b""])


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def memory(server: Server) -> int:
    """Return a server's memory in bytes."""
    lines = Path(f"/proc/{server.process.pid}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))


def test_chunked_bodies_are_refused(server: Server) -> None:
    chunks = b"1\r\nx\r\n" * 100
    answer = read_all(send_bytes(server, head(CHUNKED.strip()) + chunks))
    assert status(answer) == 400
    assert b"connection: close" in answer.lower()


@pytest.mark.parametrize("length", [0, 5, len(SMUGGLED)])
def test_content_length_with_chunks_closes_the_connection(server: Server, length: int) -> None:
    """Otherwise a proxy that uses the length would forward the rest as another request."""
    both = head(CHUNKED.strip(), length=length) + b"0\r\n\r\n" + SMUGGLED
    answer = read_all(send_bytes(server, both))
    assert status(answer) == 400
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("times", [1, 100], ids=["one long header", "many headers"])
def test_long_head_is_refused(server: Server, times: int) -> None:
    line = b"X-Long: " + b"x" * (MOST_HEAD // times)
    whole = b"\r\n".join([b"GET /healthz HTTP/1.1", b"Host: localhost", *[line] * times, b"", b""])
    assert status(read_all(send_bytes(server, whole))) == 400
    with send_bytes(server, whole[:-4]) as client:
        assert status(read_all(client)) == 400


def test_incomplete_bodies_use_limited_memory(server: Server) -> None:
    """Forms and files of the maximum size from many addresses, without their last byte."""
    allow_open_files(2 * HALF_SENT + 200)
    before = memory(server)
    with contextlib.ExitStack() as held:
        for number in range(HALF_SENT):
            for path, length in ((b"/games", FORM), (b"/open/", LARGEST_FILE)):
                data = head(path=path, length=length) + b"x" * (length - 1)
                held.enter_context(send_bytes(server, data, sender=number))
        assert fetch(server.url + "/healthz")[0] == 200
        assert memory(server) - before < MOST_GROWTH


def test_files_that_wait_are_few(server: Server) -> None:
    """The server doesn't notice that the clients of those that wait are gone."""
    half = head(path=b"/open/", length=LARGEST_FILE) + b"x" * (LARGEST_FILE // 4)
    before = memory(server)
    with contextlib.ExitStack() as held:
        for number in range(MOST_FILES):
            held.enter_context(send_bytes(server, half, sender=number // MOST_FILES_OF_ONE))
        for number in range(HALF_SENT):
            send_bytes(server, half, sender=number).close()
        asked = head(b"Connection: close", path=b"/open/", length=LARGEST_FILE)
        assert status(read_all(send_bytes(server, asked, sender=HALF_SENT))) == 503
        assert memory(server) - before < MOST_GROWTH


def test_forms_do_not_wait_for_uploads(server: Server) -> None:
    half = head(path=b"/open/", length=LARGEST_FILE) + b"game="
    with contextlib.ExitStack() as held:
        for number in range(MOST_FILES):
            held.enter_context(send_bytes(server, half, sender=number // MOST_FILES_OF_ONE))
        form = b"game=" + b"x" * (FORM - 5)
        asked = head(b"Connection: close", path=b"/open/", length=FORM) + form
        assert status(read_all(send_bytes(server, asked, sender=9))) == 422


def test_uploads_of_one_client_leave_room_for_others(server: Server) -> None:
    half = head(path=b"/open/", length=LARGEST_FILE) + b"game="
    whole = head(b"Connection: close", path=b"/open/", length=LARGEST_FILE) + LARGE
    with contextlib.ExitStack() as held:
        for _ in range(MOST_FILES):
            held.enter_context(send_bytes(server, half))
        assert status(read_all(send_bytes(server, whole, sender=1))) == 422


def test_large_body_is_accepted_only_for_files(server: Server) -> None:
    """Elsewhere it is refused by its Content-Length."""
    large, path = LARGE, b"/open/"
    answer = read_all(send_bytes(server, head(b"Connection: close", length=LARGEST_FILE) + large))
    assert status(answer) == 413
    assert b"larger than a game ever needs" in answer
    with contextlib.ExitStack() as held:
        for number in range(MOST_FILES):
            half = head(length=LARGEST_FILE) + b"name="
            held.enter_context(send_bytes(server, half, sender=number // MOST_FILES_OF_ONE))
        file = head(b"Connection: close", path=path, length=LARGEST_FILE) + large
        assert status(read_all(send_bytes(server, file, sender=9))) == 422
