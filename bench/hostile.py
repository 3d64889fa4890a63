"""Measures a family's requests while hostile clients send small, costly requests.

Each attack comes from twenty clients, one of them from a hundred connections of one client; every
client has its own address. Then all of it again through Caddy with `deploy/Caddyfile`. Prints p50
and p95 in milliseconds; fails above a target. Needs an idle machine with Linux, where all of
127.0.0.0/8 is loopback.
"""

import contextlib
import http.client
import json
import socket
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.synchronize import Event
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.attacks import Times, address, attacking, looks, new_game, report
from kalooki_ref.server.connections import allow_open_files
from tests.attacks.test_hostile_requests import FORM, head
from tests.deployment import caddy_before
from tests.server import HOST, running

CLIENTS, CONNECTIONS = 20, 100
# Addresses of the attackers begin here.
FIRST = 300
TARGETS = {"table page": 300, "health": 100, "save": 250}

Request = Callable[[int], bytes]


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n".encode()


def post(path: str, body: bytes) -> bytes:
    return head(path=path.encode(), length=len(body)) + body


def attacks(game: str) -> dict[str, Request]:
    """Return for each attack a function from the number of a request to the request."""
    blanks = post("/open/", b"game=3" + b"+" * 199_000 + b"x")
    part = b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n%s\r\n'
    accents = "a" + "\u0300\u0316" * ((FORM - 1000) // 4)
    parts = (part % (b"system", b"jamaican"), part % (b"names", accents.encode()), b"--b--\r\n")
    multipart = b"Content-Type: multipart/form-data; boundary=b"
    form = head(length=len(b"".join(parts))).replace(
        b"Content-Type: application/x-www-form-urlencoded", multipart
    )
    pages = [get(path) for path in (game, f"{game}/history", "/rules/jamaican", "/house-rules")]

    def draft(turn: int) -> bytes:
        fields = {f"hands-{turn}-{number}{'x' * 700}": ["1"] for number in range(40)}
        body = json.dumps(fields).encode()
        path = f"{game}/drafts/round-1".encode()
        asked = head(path=path, length=len(body)).replace(b"POST", b"PATCH", 1)
        return asked.replace(b"application/x-www-form-urlencoded", b"application/json") + body

    return {
        "blanks as a link": lambda _turn: blanks,
        "a name of accents": lambda _turn: form + b"".join(parts),
        "health checks and refused saves": lambda turn: (
            post("/games", b"names=x") if turn % 2 else get("/healthz")
        ),
        "pages": lambda turn: pages[turn % len(pages)],
        "large drafts": draft,
    }


def hammer(port: int, asked: Request, client: int, over: Event, seen: Counter[int]) -> None:
    """Send one request after another on a connection, and connect again when it is closed."""
    turn, host = client, f"{HOST}:{port}".encode()
    while not over.is_set():
        with (
            contextlib.suppress(OSError, http.client.HTTPException),
            socket.create_connection((HOST, port), 60, (address(FIRST + client), 0)) as line,
        ):
            while not over.is_set():
                line.sendall(asked(turn).replace(b"localhost", host, 1))
                answer = http.client.HTTPResponse(line)
                answer.begin()
                answer.read()
                seen[answer.status] += 1
                turn += 1


def measured(port: int, where: str) -> Iterator[tuple[str, Times]]:
    looks(port, new_game(port))  # warm
    for name, asked in attacks(new_game(port)).items():
        with attacking(partial(hammer, port, asked), range(CLIENTS)):
            yield f"{name}, {where}", looks(port, new_game(port))
        if name == "pages":
            with attacking(partial(hammer, port, asked), [0] * CONNECTIONS):
                yield f"{name}, {CONNECTIONS} at once, {where}", looks(port, new_game(port))


def main() -> int:
    """Print every figure beside its target; return 1 if one is above."""
    allow_open_files(CONNECTIONS * 10)
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "home", KALOOKI_LIMITS="false") as home,
        running(Path(folder) / "club", KALOOKI_LIMITS="false", KALOOKI_PROXIES="1") as club,
        caddy_before(club, Path(folder)) as site,
    ):
        figures = (
            line
            for where, url in (("bare", home.url), ("behind Caddy", site))
            for line in measured(int(url.rpartition(":")[2]), where)
        )
        return report(figures, defaultdict(lambda: TARGETS))


if __name__ == "__main__":
    sys.exit(main())
