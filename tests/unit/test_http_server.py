"""The server: which requests get a thread, and when; bodies and headers."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from kalooki_ref import create_app
from kalooki_ref.server import bodies
from kalooki_ref.server.http_server import (
    MOST_FILES_OF_ONE,
    MOST_HEAVY,
    MOST_OF_ONE,
    MOST_SAVES,
    OFTEN,
    Requests,
)
from tests import event_loop
from tests.server import HOST, Server, running

PATIENCE = 20.0


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    kind: str
    text: str


def post_spaces(server: Server, path: str, *, size: int) -> Answer:
    """Send ``size`` spaces and return the answer, even if the server stops reading."""
    kind = "application/json" if path.startswith("/api") else "application/x-www-form-urlencoded"
    headers = {"Content-Type": kind, "Sec-Fetch-Site": "same-origin"}
    with closing(HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE)) as program:
        with suppress(OSError):
            program.request("POST", path, b" " * size, headers)
        with program.getresponse() as answer:
            return Answer(answer.status, answer.headers.get_content_type(), answer.read().decode())


def test_oversized_body_gets_the_apps_413_page(tmp_path: Path) -> None:
    with running(tmp_path / "instance") as server:
        for door in ("/api/v1/judge", "/api/v1/advise"):
            for size in (1_000_001, 1_048_576, 1_048_577, 3_000_000, 30_000_000):
                answer = post_spaces(server, door, size=size)
                assert (answer.status, answer.kind) == (413, "application/json")
                error = json.loads(answer.text)["error"]
                assert error == "Send at most 1000000 bytes at a time."
        page = post_spaces(server, "/games", size=3_000_000)
        assert (page.status, page.kind) == (413, "text/html")
        assert "larger than a game ever needs" in page.text
        assert post_spaces(server, "/api/v1/judge", size=9).status == 400
    assert "Traceback" not in server.log.read_text("utf-8")


class HeldServer:
    """A server whose app holds chosen requests until released, and records all of them."""

    def __init__(self, folder: Path, held: str, *, threads: int = 1, **settings: object) -> None:
        """``held`` is a method and a path, or one of the two."""
        app = create_app({"INSTANCE": str(folder / "instance"), **settings})
        app.wsgi_app = self.answer  # type: ignore[assignment, method-assign]
        self.asked: list[str] = []
        self.held, self.released = held, threading.Event()
        self.server = Requests(app, threads=threads)

    def answer(self, environ: Any, start: Any) -> list[bytes]:
        what = f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']}"
        self.asked.append(f"{what} {environ['REMOTE_ADDR']}")
        if self.held in what:
            self.released.wait(PATIENCE)
        start("200 OK", [])
        return [b"here"]

    def ask(self, method: str, **asked: Any) -> asyncio.Task[int]:
        return asyncio.create_task(status_of(self.server, method, **asked))

    async def answered(self, method: str, **asked: Any) -> bool:
        """Whether a request is answered while others are held."""
        return await asyncio.wait_for(self.ask(method, **asked), PATIENCE / 2) == 200

    @asynccontextmanager
    async def holding(self, *asked: asyncio.Task[int], running: int) -> AsyncIterator[None]:
        """Context: ``running`` of these requests have reached the app and are held there."""
        await wait_until(lambda: len(self.asked) == running)
        try:
            yield
            assert not any(future.done() for future in asked)
        finally:
            self.released.set()
        assert await asyncio.gather(*asked) == [200] * len(asked)


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0)


@pytest.mark.parametrize(("held", "other"), [("GET", "POST"), ("POST", "GET")])
def test_saves_and_pages_never_wait_for_each_other(tmp_path: Path, held: str, other: str) -> None:
    table = HeldServer(tmp_path, f"{held} /g/a")

    async def scenario() -> None:
        many = [table.ask(held, client=f"192.0.2.{number}") for number in range(30)]
        running = MOST_SAVES if held == "POST" else 1
        async with table.holding(*many, running=running):
            assert await table.answered(other)
            assert await table.answered("GET", path="/healthz")

    event_loop.run(scenario())


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("proxies", [0, 1])
def test_requests_of_one_client_leave_threads_for_others(
    tmp_path: Path, method: str, proxies: int
) -> None:
    """Behind a proxy, the client is the one that the proxy names."""
    club = HeldServer(tmp_path, "/g/held", threads=MOST_OF_ONE + 1, PROXIES=proxies)

    async def scenario() -> None:
        greedy = [club.ask(method, path="/g/held", client="192.0.2.1") for _ in range(100)]
        async with club.holding(*greedy, running=MOST_OF_ONE):
            assert await club.answered(method, client="192.0.2.2")
            assert len(club.asked) == MOST_OF_ONE + 1

    event_loop.run(scenario())


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_who_asked_least_of_late_goes_first(tmp_path: Path, method: str) -> None:
    table = HeldServer(tmp_path, "/g/held")
    pool = table.server.saves if method == "POST" else table.server.others

    async def scenario() -> None:
        others = [f"192.0.2.{number}" for number in range(20)]
        for client in others * OFTEN:
            await table.ask(method, client=client)
        table.asked.clear()
        busy = [table.ask(method, path="/g/held", client=client) for client in others]
        running = MOST_SAVES if method == "POST" else 1
        async with table.holding(*busy, running=running):
            family = table.ask(method, path="/g/family", client="192.0.2.99")
            await wait_until(lambda: len(pool.waiting) == len(busy) - running + 1)
        assert await family == 200
        assert f"{method} /g/family 192.0.2.99" in table.asked[running : 2 * running]

    event_loop.run(scenario())


def test_households_of_ipv6_are_one_client(tmp_path: Path) -> None:
    home = HeldServer(tmp_path, "/g/held", threads=20)

    async def scenario() -> None:
        phones = [f"2001:db8:1:{number}::{number}" for number in range(1, 20)]
        async with home.holding(
            *[home.ask("GET", path="/g/held", client=phone) for phone in phones],
            running=MOST_OF_ONE,
        ):
            assert await home.answered("GET", client="2001:db8:2::1")

    event_loop.run(scenario())


@pytest.mark.parametrize("proxies", [0, 1])
def test_requests_under_way_are_limited_per_client(tmp_path: Path, proxies: int) -> None:
    club = HeldServer(tmp_path, "/g/held", threads=9, PROXIES=proxies, MOST_FROM_ONE_ADDRESS=9)

    async def scenario() -> None:
        phones = [club.ask("GET", path="/g/held", client="192.0.2.1") for _ in range(9)]
        async with club.holding(*phones, running=MOST_OF_ONE):
            assert await club.ask("GET", client="192.0.2.1") == 503
            assert await club.answered("GET", client="192.0.2.2")
        assert await club.answered("GET", client="192.0.2.1")
        assert not club.server.under_way

    event_loop.run(scenario())


HEAVY = {"path": "/advice", "query": b"hand=7H"}


def test_questions_take_no_threads_of_pages_and_saves(tmp_path: Path) -> None:
    """Those of one client run one at a time."""
    table = HeldServer(tmp_path, "/advice")

    async def scenario() -> None:
        questions = [table.ask("GET", client="192.0.2.1", **HEAVY) for _ in range(9)]
        async with table.holding(*questions, running=1):
            others = [f"192.0.2.{number}" for number in range(2, 40)]
            questions += [table.ask("GET", client=other, **HEAVY) for other in others]
            await wait_until(lambda: len(table.asked) == MOST_HEAVY)
            assert await table.answered("GET")
            assert await table.answered("POST")
            assert len(table.asked) == MOST_HEAVY + 2
        assert await asyncio.gather(*questions) == [200] * len(questions)

    event_loop.run(scenario())


@pytest.mark.parametrize("proxies", [0, 1])
def test_files_in_memory_are_limited_per_client(tmp_path: Path, proxies: int) -> None:
    club = HeldServer(tmp_path, "POST /open/", PROXIES=proxies)
    file = {"path": "/open/", "body": b"x" * 100_000}

    async def scenario() -> None:
        received: list[int] = []
        greedy = [club.ask("POST", client="192.0.2.1", received=received, **file) for _ in range(9)]
        await wait_until(lambda: len(received) == MOST_FILES_OF_ONE)
        other = club.ask("POST", client="192.0.2.2", received=received, **file)
        await wait_until(lambda: len(received) == MOST_FILES_OF_ONE + 1)
        assert await club.answered("POST", client="192.0.2.1")
        club.released.set()
        assert await asyncio.gather(*greedy, other) == [200] * 10

    event_loop.run(scenario())


def test_slow_reader_takes_no_turn(tmp_path: Path) -> None:
    club = HeldServer(tmp_path, "nothing")

    async def scenario() -> None:
        reads = asyncio.Event()
        slow = [club.ask("GET", reads=reads) for _ in range(3 * MOST_OF_ONE)]
        await wait_until(lambda: len(club.asked) == len(slow))
        assert await club.answered("GET")
        assert not any(future.done() for future in slow)
        reads.set()
        assert await asyncio.gather(*slow) == [200] * len(slow)

    event_loop.run(scenario())


@pytest.mark.parametrize(("length", "path"), [(100_000, "/games"), (2_000_000, "/open/")])
def test_body_that_is_too_large_is_left_to_the_app(tmp_path: Path, length: int, path: str) -> None:
    """The app gets no body and answers 413."""
    server = HeldServer(tmp_path, "nothing")
    event_loop.run(status_of(server.server, "POST", path=path, body=b"x" * length))
    assert server.asked == [f"POST {path} {HOST}"]


def test_body_that_stops_is_408(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "FORM_SECONDS", 0.01)
    server = HeldServer(tmp_path, "nothing")
    assert event_loop.run(status_of(server.server, "POST", body=b"half", length=9)) == 408
    assert server.asked == []


def test_header_with_underscore_cannot_spoof_the_proxy(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path / "instance")})
    seen: dict[str, Any] = {}

    def wsgi(environ: Any, start: Any) -> list[bytes]:
        seen.update(environ)
        start("200 OK", [])
        return [b""]

    app.wsgi_app = wsgi  # type: ignore[assignment, method-assign]
    headers = ((b"x-forwarded-for", b"198.51.100.7"), (b"x_forwarded_for", b"10.0.0.1"))
    event_loop.run(status_of(Requests(app, threads=1), "GET", *headers))
    assert seen["HTTP_X_FORWARDED_FOR"] == "198.51.100.7"


async def status_of(
    server: Requests,
    method: str,
    *headers: tuple[bytes, bytes],
    path: str = "/g/a",
    query: bytes = b"",
    client: str = HOST,
    body: bytes = b"",
    length: int | None = None,
    received: list[int] | None = None,
    reads: asyncio.Event | None = None,
) -> int:
    """Return a response's status; the client accepts no data until ``reads`` is set.

    Behind a proxy, ``client`` is what it names. A body shorter than ``length`` never ends; what
    the server has read of bodies is appended to ``received``.
    """
    is_behind_proxy = server.config["PROXIES"] > 0
    named = ((b"x-forwarded-for", f"203.0.113.9, {client}".encode()),) if is_behind_proxy else ()
    length = len(body) if length is None else length
    sent = [*headers, *named, (b"content-length", str(length).encode())]
    scope = {"type": "http", "method": method, "path": path, "query_string": query}
    scope |= {"http_version": "1.1", "scheme": "http", "headers": sent}
    scope |= {"client": (HOST if is_behind_proxy else client, 50_000)}
    messages: list[Any] = []

    async def receive() -> Any:
        if received is not None:
            received.append(len(body))
        if pieces:
            return pieces.pop()
        return await asyncio.Event().wait()

    pieces = [{"type": "http.request", "body": body, "more_body": len(body) < length}]

    async def send(message: Any) -> None:
        if reads is not None:
            await reads.wait()
        messages.append(message)

    await server(scope, receive, send)
    return int(messages[0]["status"])
