"""`kalooki-ref serve`: ports, the code for phones, and a clean end."""

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
from tests.server import HOST, Server, running

PATIENCE = 120.0


def test_a_taken_port_is_passed_over() -> None:
    with closing(serve.listen(HOST, None)) as first, closing(serve.listen(HOST, None)) as second:
        assert first.getsockname()[1] < second.getsockname()[1]


def test_an_answer_is_sent_at_once() -> None:
    """Else its two pieces wait for each other, 40 ms an answer; asyncio goes by the protocol."""
    with closing(serve.listen(HOST, None)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_port_asked_for_is_not_replaced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(socket.create_server((HOST, 0))) as other:
        port = str(other.getsockname()[1])
        code = main(["serve", "--host", HOST, "--port", port, "--instance", str(tmp_path)])
    assert code == 2
    assert re.search(rf"can't start: port {port} .*isn't available", capsys.readouterr().err)


def test_it_says_where_it_is_and_ends_when_asked(tmp_path: Path) -> None:
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


def test_the_code_stands_on_white_in_any_terminal() -> None:
    lines = terminal_qr("http://192.168.1.20:5040/", "utf-8").splitlines()
    assert all(BLACK_ON_WHITE in line for line in lines)
    assert terminal_qr("http://192.168.1.20:5040/", "cp1250") == ""


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    kind: str
    text: str


def sent(server: Server, path: str, *, size: int) -> Answer:
    """Send ``size`` spaces and return the answer, even if the server stops reading."""
    kind = "application/json" if path.startswith("/api") else "application/x-www-form-urlencoded"
    headers = {"Content-Type": kind, "Sec-Fetch-Site": "same-origin"}
    with closing(HTTPConnection(server.url.removeprefix("http://"), timeout=PATIENCE)) as program:
        with suppress(OSError):
            program.request("POST", path, b" " * size, headers)
        with program.getresponse() as answer:
            return Answer(answer.status, answer.headers.get_content_type(), answer.read().decode())


def test_the_app_itself_answers_a_body_that_is_too_large(tmp_path: Path) -> None:
    with running(tmp_path / "instance") as server:
        for door in ("/api/v1/judge", "/api/v1/advise"):
            for size in (1_000_001, 1_048_576, 1_048_577, 3_000_000, 30_000_000):
                answer = sent(server, door, size=size)
                assert (answer.status, answer.kind) == (413, "application/json")
                error = json.loads(answer.text)["error"]
                assert error == "Send at most 1000000 bytes at a time."
        page = sent(server, "/games", size=3_000_000)
        assert (page.status, page.kind) == (413, "text/html")
        assert "larger than a game ever needs" in page.text
        assert sent(server, "/api/v1/judge", size=9).status == 400
    assert "Traceback" not in server.log.read_text("utf-8")


def test_a_save_never_waits_for_pages(tmp_path: Path) -> None:
    app, pages = create_app({"INSTANCE": str(tmp_path / "instance")}), threading.Event()

    def wsgi(environ: Any, start: Any) -> list[bytes]:
        if environ["REQUEST_METHOD"] == "GET":
            pages.wait(PATIENCE)
        start("200 OK", [])
        return [b"here"]

    app.wsgi_app = wsgi  # type: ignore[method-assign]
    server = Requests(app, threads=1)

    async def evening() -> None:
        looks = [asyncio.create_task(status_of(server, "GET")) for _ in range(3)]
        try:
            assert await asyncio.wait_for(status_of(server, "POST"), PATIENCE / 2) == 200
            assert not any(look.done() for look in looks)
        finally:
            pages.set()
        assert await asyncio.gather(*looks) == [200] * 3

    asyncio.run(evening())


class Held:
    """A server whose app answers a save only when it is let, and notes what it is asked."""

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


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0)


def test_a_page_waits_for_saves_under_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "PAGE_WAITS", PATIENCE)
    held = Held(tmp_path)

    async def evening() -> None:
        save = asyncio.create_task(status_of(held.server, "POST"))
        await until(lambda: held.asked == ["POST"])
        look = asyncio.create_task(status_of(held.server, "GET"))
        await until(held.server.page_turn.locked)
        assert held.asked == ["POST"]
        held.saved.set()
        assert [await save, await look] == [200, 200]

    asyncio.run(evening())


def test_a_page_waits_only_so_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_server, "PAGE_WAITS", 0.01)
    held = Held(tmp_path)

    async def evening() -> None:
        save = asyncio.create_task(status_of(held.server, "POST"))
        await until(lambda: held.asked == ["POST"])
        assert await status_of(held.server, "GET") == 200
        assert not save.done()
        held.saved.set()
        assert await save == 200

    asyncio.run(evening())


def test_a_phone_that_reads_slowly_holds_no_page_up(tmp_path: Path) -> None:
    held = Held(tmp_path)

    async def evening() -> None:
        reads = asyncio.Event()
        slow = asyncio.create_task(status_of(held.server, "GET", reads=reads))
        await until(lambda: held.asked == ["GET"])
        try:
            assert await asyncio.wait_for(status_of(held.server, "HEAD"), PATIENCE / 4) == 200
            assert not slow.done()
        finally:
            reads.set()
        assert await slow == 200

    asyncio.run(evening())


def test_an_address_that_asks_for_much_holds_up_itself(tmp_path: Path) -> None:
    held, greedy, other = Held(tmp_path), "192.168.7.8", "192.168.7.9"

    async def look(address: str) -> None:
        await status_of(held.server, "GET", address=address)

    async def evening() -> None:
        async with held.server.page_turn:
            looks = [asyncio.create_task(look(greedy)) for _ in range(5)]
            looks.append(asyncio.create_task(look(other)))
            await until(lambda: len(held.server.own_turns) == 2)
        await asyncio.gather(*looks)

    asyncio.run(evening())
    assert held.addresses == [greedy, other, *[greedy] * 4]


def test_a_header_with_an_underscore_cannot_pass_for_the_proxys(tmp_path: Path) -> None:
    app = create_app({"INSTANCE": str(tmp_path / "instance")})
    seen: dict[str, Any] = {}

    def wsgi(environ: Any, start: Any) -> list[bytes]:
        seen.update(environ)
        start("200 OK", [])
        return [b""]

    app.wsgi_app = wsgi  # type: ignore[method-assign]
    headers = ((b"x-forwarded-for", b"198.51.100.7"), (b"x_forwarded_for", b"10.0.0.1"))
    asyncio.run(status_of(Requests(app, threads=1), "GET", *headers))
    assert seen["HTTP_X_FORWARDED_FOR"] == "198.51.100.7"


async def status_of(
    server: Requests,
    method: str,
    *headers: tuple[bytes, bytes],
    reads: asyncio.Event | None = None,
    address: str = HOST,
) -> int:
    """Return what a request is answered; the phone takes nothing until it ``reads``."""
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
