"""A request as WSGI has it (kalooki_ref.web.wsgi)."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

from kalooki_ref.web.wsgi import Threads, WholeAnswer, WholeRequest, environ_of

SCOPE = {
    "method": "GET",
    "path": "/",
    "query_string": b"",
    "http_version": "1.1",
    "scheme": "http",
    "headers": (),
}


def environ(*headers: tuple[bytes, bytes], body: bytes = b"", length: int = 0) -> dict[str, Any]:
    scope = {
        "method": "POST",
        "path": "/g/caf\u00e9",
        "query_string": b"a=1",
        "http_version": "1.1",
        "scheme": "http",
        "headers": headers,
        "client": ("127.0.0.9", 1234),
        "server": ("127.0.0.1", 5040),
    }
    return environ_of(WholeRequest(scope, body, length))


def test_a_header_with_an_underscore_cannot_pass_for_the_proxys() -> None:
    forwarded = environ((b"x-forwarded-for", b"198.51.100.7"), (b"x_forwarded_for", b"10.0.0.1"))
    assert forwarded["HTTP_X_FORWARDED_FOR"] == "198.51.100.7"


def test_a_header_sent_twice_is_one() -> None:
    twice = environ((b"x-forwarded-for", b"198.51.100.7"), (b"x-forwarded-for", b"10.0.0.1"))
    assert twice["HTTP_X_FORWARDED_FOR"] == "198.51.100.7,10.0.0.1"


def test_the_length_is_that_of_what_was_sent() -> None:
    in_pieces = environ((b"transfer-encoding", b"chunked"), body=b"abc", length=3)
    assert in_pieces["CONTENT_LENGTH"] == "3"
    assert "HTTP_TRANSFER_ENCODING" not in in_pieces
    too_long = environ((b"content-length", b"9000000"), length=9_000_000)
    assert (too_long["CONTENT_LENGTH"], too_long["wsgi.input"].read()) == ("9000000", b"")
    assert "CONTENT_LENGTH" not in environ()


def test_a_path_is_bytes_as_latin_1() -> None:
    assert environ()["PATH_INFO"].encode("latin-1").decode() == "/g/caf\u00e9"


def test_a_request_is_told_whole() -> None:
    known = environ((b"host", b"kalooki.example"), (b"content-type", b"text/plain"))
    known = {name: value for name, value in known.items() if not name.startswith("wsgi.")}
    assert known == {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/g/cafÃ©",
        "QUERY_STRING": "a=1",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "5040",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.9",
        "HTTP_HOST": "kalooki.example",
        "CONTENT_TYPE": "text/plain",
    }


def test_an_app_may_know_that_others_run_beside_it() -> None:
    known = environ(body=b"abc", length=3)
    assert known["wsgi.version"] == (1, 0)
    assert (known["wsgi.multithread"], known["wsgi.multiprocess"]) == (True, True)
    assert (known["wsgi.run_once"], known["wsgi.url_scheme"]) == (False, "http")
    assert known["wsgi.input"].read() == b"abc"


def test_threads_are_stuck_while_all_are_taken_and_none_answers() -> None:
    gate = threading.Event()

    def app(_environ: dict[str, Any], start: Callable[..., None]) -> list[bytes]:
        gate.wait(60)
        start("200 OK", [("X-Cards", "52")])
        return [b"Ann ", b"won"]

    async def play() -> None:
        threads = Threads(app, 2)
        assert not threads.are_stuck()
        phones = [asyncio.create_task(threads.answer(WholeRequest(SCOPE)))]
        await asyncio.sleep(0)
        assert not threads.are_stuck()
        phones.append(asyncio.create_task(threads.answer(WholeRequest(SCOPE))))
        await asyncio.sleep(0)
        assert threads.are_stuck()
        gate.set()
        answers = await asyncio.gather(*phones)
        assert answers == [WholeAnswer(200, ((b"x-cards", b"52"),), b"Ann won")] * 2
        assert not threads.are_stuck()
        assert not threads.are_stuck()

    asyncio.run(play())
