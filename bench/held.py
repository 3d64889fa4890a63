"""Measures a family's requests beside connections that others hold open, and with two servers.

First three thousand streams, then a thousand clients that ask for pages and read nothing, a
thousand half-sent forms, and clients that send a Content-Length with chunks again and again.
Finally two servers share a folder, and a family saves on both in turns. Prints p50 and p95 in
milliseconds; fails above a target. `KALOOKI_HELD=100` holds a hundredth of the connections. Needs
an idle machine with Linux, where all of 127.0.0.0/8 is loopback.
"""

import contextlib
import os
import socket
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.attacks import LOOKS, Times, address, look, looks, new_game, report, save
from kalooki_ref.server.connections import allow_open_files
from tests.attacks.test_hostile_requests import CHUNKED, MEGABYTE, head, memory, send_bytes
from tests.attacks.test_slow_clients import HALF_BODY
from tests.faults.writers import Phone
from tests.server import HOST, Server, running

SHARE = int(os.environ.get("KALOOKI_HELD", "1"))
STREAMS, CLIENTS = 3000 // SHARE, 1000 // SHARE
# Streams of a game are limited.
OF_A_GAME = 100
SMALLEST_BUFFER = 4096
# More than the system buffers for a connection.
UNREAD = b"GET /rules/jamaican HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200
TARGETS = {"table page": 300, "health": 100, "save": 250}


def port_of(server: Server) -> int:
    return int(server.url.rpartition(":")[2])


@contextlib.contextmanager
def streams(server: Server) -> Iterator[None]:
    with contextlib.ExitStack() as held:
        for number in range(STREAMS):
            if number % OF_A_GAME == 0:
                path = f"{new_game(port_of(server))}/stream".encode()
            asked = b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"
            client = held.enter_context(send_bytes(server, asked, sender=number))
            assert b" 200 " in client.recv(1024)
        yield


def slow_reader(server: Server, number: int) -> socket.socket:
    """Return a connection that asks for pages and takes little of them.

    With the usual buffer, loopback alone would take dozens of pages of each client: a crowd of
    a thousand that reads, and not what is measured here.
    """
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALLEST_BUFFER)
    client.bind((address(number), 0))
    client.connect((HOST, port_of(server)))
    client.sendall(UNREAD)
    return client


@contextlib.contextmanager
def unread_pages(server: Server) -> Iterator[None]:
    """Context: hold connections that asked for many pages and read none.

    Entered once the server has stopped making pages that nobody reads; until then it is a rush of
    clients, which `bench/crowd.py` measures.
    """
    begun = time.perf_counter()
    with contextlib.ExitStack() as held:
        clients = [held.enter_context(slow_reader(server, number)) for number in range(CLIENTS)]
        for client in clients:
            assert client.recv(1, socket.MSG_PEEK)
        seconds = time.perf_counter() - begun
        print(f"  {CLIENTS} clients have their first page after {seconds:.0f} s")
        wait_until_idle(server)
        seconds = time.perf_counter() - begun
        print(f"  the server waits for them after {seconds:.0f} s")
        yield


def wait_until_idle(server: Server) -> None:
    """Return when the server has used less than a twentieth of a processor for a second."""
    used = processor_seconds(server)
    while True:
        time.sleep(1)
        before, used = used, processor_seconds(server)
        if used - before < 0.05:
            return


def processor_seconds(server: Server) -> float:
    ticks = Path(f"/proc/{server.process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def half_forms(server: Server) -> Iterator[None]:
    with contextlib.ExitStack() as held:
        for number in range(CLIENTS):
            held.enter_context(send_bytes(server, HALF_BODY, sender=number))
        yield


@contextlib.contextmanager
def smuggling(server: Server) -> Iterator[None]:
    """Context: send requests with two lengths, on a new connection each."""
    is_over = threading.Event()

    def send() -> None:
        while not is_over.is_set():
            both = head(CHUNKED.strip(), length=5) + b"0\r\n\r\n"
            with send_bytes(server, both) as client:
                assert b" 400 " in client.recv(1024)

    attacker = threading.Thread(target=send)
    attacker.start()
    yield
    is_over.set()
    attacker.join()


def beside(server: Server, what: str) -> tuple[str, Times]:
    print(f"  memory: {memory(server) / MEGABYTE:.0f} MB")
    return what, looks(port_of(server), new_game(port_of(server)))


def on_both(servers: tuple[Server, Server]) -> Times:
    """Return the times of a family whose every other request goes to the other server."""
    taken: Times = {"table page": [], "save": []}
    game = new_game(port_of(servers[0]))
    with contextlib.ExitStack() as held:
        phones = [
            held.enter_context(contextlib.closing(Phone(port_of(server)))) for server in servers
        ]
        for number in range(LOOKS):
            call = {"key": f"{time.time_ns():032}", "base": number + 1, "player": "1"}
            begun = time.perf_counter()
            status = save(phones[number % 2], f"{game}/calls", {**call, "answer": "refused"})
            taken["save"].append((time.perf_counter() - begun) * 1000)
            assert status == 303, "a save on one server is seen by the other"
            begun = time.perf_counter()
            assert look(phones[1 - number % 2], game) == 200
            taken["table page"].append((time.perf_counter() - begun) * 1000)
    return taken


def measured(folder: Path) -> Iterator[tuple[str, Times]]:
    with running(folder / "club", KALOOKI_LIMITS="false") as server:
        looks(port_of(server), new_game(port_of(server)))  # warm
        with streams(server):
            yield beside(server, f"{STREAMS} streams")
        with unread_pages(server):
            yield beside(server, f"{CLIENTS} clients that read nothing")
        with half_forms(server):
            yield beside(server, f"{CLIENTS} half-sent forms")
        with smuggling(server):
            yield beside(server, "requests with two lengths")
    with (
        running(folder / "shared", KALOOKI_LIMITS="false") as first,
        running(folder / "shared", KALOOKI_LIMITS="false") as second,
    ):
        yield "two servers on one folder", on_both((first, second))


def main() -> int:
    """Print every figure beside its target; return 1 if one is above."""
    allow_open_files(STREAMS + 500)
    with tempfile.TemporaryDirectory() as folder:
        return report(measured(Path(folder)), defaultdict(lambda: TARGETS))


if __name__ == "__main__":
    sys.exit(main())
