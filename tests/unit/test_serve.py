"""`kalooki-ref serve`: ports, the QR code, scheduling of requests, and shutdown."""

import asyncio
import json
import re
import socket
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from kalooki_ref import create_app
from kalooki_ref.cli import main, serve
from kalooki_ref.cli.serve import BLACK_ON_WHITE, terminal_qr
from kalooki_ref.server import http_server
from kalooki_ref.server.http_server import Requests
from tests import event_loop
from tests.server import HOST, Server, running

PATIENCE = 120.0


def test_port_in_use_is_skipped() -> None:
    with closing(serve.listen(HOST, None)) as first, closing(serve.listen(HOST, None)) as second:
        assert first.getsockname()[1] < second.getsockname()[1]


def test_nodelay_is_set() -> None:
    """Otherwise Nagle's algorithm delays each response by 40 ms."""
    with closing(serve.listen(HOST, None)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_requested_port_in_use_is_an_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(socket.create_server((HOST, 0))) as other:
        port = str(other.getsockname()[1])
        code = main(["serve", "--host", HOST, "--port", port, "--instance", str(tmp_path)])
    assert code == 2
    assert re.search(rf"can't start: port {port} .*isn't available", capsys.readouterr().err)


def test_serve_prints_its_address_and_stops_on_a_signal(tmp_path: Path) -> None:
    with running(tmp_path / "instance") as server:
        pass
    error = server.log.read_text("utf-8")
    assert f"{server.url}/" in error
    assert "Ctrl+C" in error
    assert "Traceback" not in error
    assert server.process.returncode == 0


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "serve" in capsys.readouterr().out


def test_qr_code_has_a_white_background() -> None:
    lines = terminal_qr("http://192.168.1.20:5040/", "utf-8").splitlines()
    assert all(BLACK_ON_WHITE in line for line in lines)
    assert terminal_qr("http://192.168.1.20:5040/", "cp1250") == ""


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


def test_save_never_waits_for_pages(tmp_path: Path) -> None:
    app, pages = create_app({"INSTANCE": str(tmp_path / "instance")}), threading.Event()

    def wsgi(environ: Any, start: Any) -> list[bytes]:
        if environ["REQUEST_METHOD"] == "GET":
            pages.wait(PATIENCE)
        start("200 OK", [])
        return [b"here"]

    app.wsgi_app = wsgi  # type: ignore[method-assign]
    server = Requests(app, threads=1)

    async def scenario() -> None:
        looks = [asyncio.create_task(status_of(server, "GET")) for _ in range(3)]
        try:
            assert await asyncio.wait_for(status_of(server, "POST"), PATIENCE / 2) == 200
            assert not any(look.done() for look in looks)
        finally:
            pages.set()
        assert await asyncio.gather(*looks) == [200] * 3

    event_loop.run(scenario())


class BlockingServer:
    """A server whose app blocks saves until released, and records its requests."""

    def __init__(self, folder: Path) -> None:
        app = create_app({"INSTANCE": str(folder / "instance")})
        app.wsgi_app = self.answer  # type: ignore[method-assign]
        self.asked: list[str] = []
        self.addresses: list[str] = []
        self.saved = threading.Event()
        self.server = Requests(app, threads=2)

    def answer(self, environ: Any, start: Any) -> list[bytes]:
        self.asked.append(environ["REQUEST_METHOD"])
        self.addresses.append(environ["REMOTE_ADDR"])
        if environ["REQUEST_METHOD"] == "POST":
            self.saved.wait(PATIENCE)
        start("200 OK", [])
        return [b"here"]


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0)


def test_page_waits_for_running_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "PAGE_WAITS", PATIENCE)
    held = BlockingServer(tmp_path)

    async def scenario() -> None:
        save = asyncio.create_task(status_of(held.server, "POST"))
        await wait_until(lambda: held.asked == ["POST"])
        look = asyncio.create_task(status_of(held.server, "GET"))
        await wait_until(held.server.page_turn.locked)
        assert held.asked == ["POST"]
        held.saved.set()
        assert [await save, await look] == [200, 200]

    event_loop.run(scenario())


def test_page_wait_is_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "PAGE_WAITS", 0.01)
    held = BlockingServer(tmp_path)

    async def scenario() -> None:
        save = asyncio.create_task(status_of(held.server, "POST"))
        await wait_until(lambda: held.asked == ["POST"])
        assert await status_of(held.server, "GET") == 200
        assert not save.done()
        held.saved.set()
        assert await save == 200

    event_loop.run(scenario())


def test_slow_reader_does_not_block_pages(tmp_path: Path) -> None:
    held = BlockingServer(tmp_path)

    async def scenario() -> None:
        reads = asyncio.Event()
        slow = asyncio.create_task(status_of(held.server, "GET", reads=reads))
        await wait_until(lambda: held.asked == ["GET"])
        try:
            assert await asyncio.wait_for(status_of(held.server, "HEAD"), PATIENCE / 4) == 200
            assert not slow.done()
        finally:
            reads.set()
        assert await slow == 200

    event_loop.run(scenario())


def test_busy_address_delays_only_itself(tmp_path: Path) -> None:
    held, greedy, other = BlockingServer(tmp_path), "192.168.7.8", "192.168.7.9"

    async def look(address: str) -> None:
        await status_of(held.server, "GET", address=address)

    async def scenario() -> None:
        async with held.server.page_turn:
            looks = [asyncio.create_task(look(greedy)) for _ in range(5)]
            looks.append(asyncio.create_task(look(other)))
            await wait_until(lambda: len(held.server.own_turns) == 2)
        await asyncio.gather(*looks)

    event_loop.run(scenario())
    assert held.addresses == [greedy, other, *[greedy] * 4]


def test_header_with_underscore_cannot_spoof_the_proxy(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path / "instance")})
    seen: dict[str, Any] = {}

    def wsgi(environ: Any, start: Any) -> list[bytes]:
        seen.update(environ)
        start("200 OK", [])
        return [b""]

    app.wsgi_app = wsgi  # type: ignore[method-assign]
    headers = ((b"x-forwarded-for", b"198.51.100.7"), (b"x_forwarded_for", b"10.0.0.1"))
    event_loop.run(status_of(Requests(app, threads=1), "GET", *headers))
    assert seen["HTTP_X_FORWARDED_FOR"] == "198.51.100.7"


async def status_of(
    server: Requests,
    method: str,
    *headers: tuple[bytes, bytes],
    reads: asyncio.Event | None = None,
    address: str = HOST,
) -> int:
    """Return a response's status; the client accepts no data until ``reads`` is set."""
    scope = {"type": "http", "method": method, "path": "/g/a", "query_string": b""}
    scope |= {"http_version": "1.1", "scheme": "http", "headers": list(headers)}
    scope |= {"client": (address, 50_000)}
    messages: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        if reads is not None:
            await reads.wait()
        messages.append(message)

    await server(scope, receive, send)
    return int(messages[0]["status"])
