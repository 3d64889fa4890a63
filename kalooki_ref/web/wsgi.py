"""The way from the event loop into Flask: a whole request in, a whole answer out, in a thread.

Each request wakes a thread once and the loop once, whatever the length of its answer.
"""

import asyncio
import io
import sys
from collections.abc import Callable, Iterable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

Scope = MutableMapping[str, Any]
Environ = dict[str, Any]
NAMED = {"content-type": "CONTENT_TYPE", "content-length": "CONTENT_LENGTH"}
"""Headers whose names in WSGI are their own."""


@dataclass(frozen=True, slots=True)
class WholeRequest:
    """A request whose body is there; ``length`` is what was sent, also where it was not kept."""

    scope: Scope
    body: bytes = b""
    length: int = 0


@dataclass(frozen=True, slots=True)
class WholeAnswer:
    """Everything that is sent back; names of headers are in lower case."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


class Threads:
    """A WSGI app and so many threads to run it in."""

    def __init__(self, app: Callable[..., Iterable[bytes]], count: int) -> None:
        self._app = app
        self._count = count
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="WSGI")
        self._begun = self._answered = self._answered_before = 0

    async def answer(self, request: WholeRequest) -> WholeAnswer:
        """Return what the app answers; other requests go on meanwhile."""
        loop = asyncio.get_running_loop()
        self._begun += 1
        try:
            return await loop.run_in_executor(self._pool, self._run, environ_of(request))
        finally:
            self._answered += 1

    def are_stuck(self) -> bool:
        """Say whether all are taken, and none has answered since this was asked the last time."""
        stands_still = self._answered == self._answered_before
        self._answered_before = self._answered
        return stands_still and self._begun - self._answered >= self._count

    def _run(self, environ: Environ) -> WholeAnswer:
        begun: list[tuple[str, list[tuple[str, str]]]] = []

        def start(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
            begun.append((status, headers))

        pieces = self._app(environ, start)
        try:
            body = b"".join(pieces)
        finally:
            getattr(pieces, "close", lambda: None)()
        status, headers = begun[-1]
        sent = ((name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers)
        return WholeAnswer(int(status[:3]), tuple(sent), body)


def environ_of(request: WholeRequest) -> Environ:
    """Return a request as WSGI has it (PEP 3333)."""
    scope = request.scope
    host, port = scope.get("server") or ("localhost", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": host,
        "SERVER_PORT": str(port or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": (scope.get("client") or ("", 0))[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": io.BytesIO(request.body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" not in name:  # else X_Forwarded_For would pass for the proxy's X-Forwarded-For
            _add_header(environ, name.decode("latin-1"), value.decode("latin-1"))
    if {"CONTENT_LENGTH", "HTTP_TRANSFER_ENCODING"} & environ.keys():
        environ.pop("HTTP_TRANSFER_ENCODING", None)  # the body is here, and so is its length
        environ["CONTENT_LENGTH"] = str(request.length)
    return environ


def _add_header(environ: Environ, name: str, value: str) -> None:
    key = NAMED.get(name) or f"HTTP_{name.upper().replace('-', '_')}"
    before = environ.get(key)
    environ[key] = value if before is None else f"{before},{value}"
