"""The HTTP server: one event loop reads requests whole, a few threads answer them.

A phone that sends slowly, or stops halfway, costs a socket and a little memory but never a
thread, so nobody else waits for it. What is half sent is given up after some seconds.
"""

import asyncio
import contextlib
import re
import socket
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import h11
import uvicorn
from flask import Flask
from uvicorn.protocols.http.h11_impl import H11Protocol

from kalooki_ref.store.database import hear_others
from kalooki_ref.web.middleware.limits import MOST_THREADS
from kalooki_ref.web.middleware.responses import LIVE, SENT_BY
from kalooki_ref.web.stream import HUB
from kalooki_ref.web.stream_hub import STAYS, Hub, Receive, Send, follow
from kalooki_ref.web.wsgi import Scope, Threads, WholeAnswer, WholeRequest

MOST_READ = 1024 * 1024
"""Bytes of a body that are kept; the app refuses longer ones by their length."""
MOST_DROPPED = 40 * MOST_READ
"""Bytes of a too large body that are read and dropped, so that its sender sees the answer."""
MOST_HEAD = 32 * 1024
HEAD_SECONDS = 10.0
BODY_SECONDS = 15.0
IDLE_SECONDS = 20
STOP_SECONDS = 8
BEAT_SECONDS = 2
MORE_FILES = 200
"""Open files besides those of connections."""
LEAST_THREADS = MOST_THREADS + 2
"""So that heavy questions never take the last one."""
LOOKS = (SENT_BY.lower().encode(), LIVE.encode())
LOOK_THREADS = 1
"""Of the phones that look by themselves: a crowd of them slows no save, and is as soon served."""
QUESTIONS = "/api/"
QUESTION_THREADS = MOST_THREADS + 1
"""Threads of the programs that ask questions: all that can run or wait, and one to refuse more."""
SWITCH_SECONDS = 0.001
"""How long a search keeps a page waiting for its turn on the interpreter; Python's own is 0.005."""

STREAM = re.compile(r"/g/([\w-]+)/stream$")
STAYS_NAME = STAYS.lower().encode()
NOT_OF_A_STREAM = (STAYS_NAME, b"content-length")
FULL_SECONDS = "5"
"""After so long a phone may ask for a stream again; until then it looks by itself."""


def serve(
    app: Flask, listener: socket.socket, *, threads: int, beat: Callable[[], None] = lambda: None
) -> None:
    """Answer on this listener until the process is asked to end; requests under way finish.

    ``beat`` is called every `BEAT_SECONDS` while the event loop runs and threads answer.
    """
    allow_open_files(app.config["MOST_CONNECTIONS"] + MORE_FILES)
    sys.setswitchinterval(SWITCH_SECONDS)
    wsgi: Any = app.wsgi_app
    hub: Hub = app.extensions[HUB]
    hear_others(app)

    requests = WholeRequests(
        hub,
        pages=Threads(wsgi, max(threads, LEAST_THREADS)),
        saves=Threads(wsgi, LEAST_THREADS),
        looks=Threads(wsgi, LOOK_THREADS),
        questions=Threads(wsgi, QUESTION_THREADS),
    )

    async def alive() -> None:
        if not requests.are_stuck():
            beat()

    config = uvicorn.Config(
        requests,
        http=bounded(app.config),
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        callback_notify=alive,
        timeout_notify=BEAT_SECONDS,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        h11_max_incomplete_event_size=MOST_HEAD,
    )
    Server(config, hub).run(sockets=[listener])


class Server(uvicorn.Server):
    """Ends the streams first when it is asked to end: nobody waits for those."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.end()
        await super().shutdown(sockets)


class WholeRequests:
    """Hands a request on once its body is there, and gives up on one that does not come.

    What somebody saves never stands in a line with pages; what somebody taps, never with the looks
    of all the phones that have just heard of news; and neither with the questions of programs.
    """

    def __init__(
        self, hub: Hub, *, pages: Threads, saves: Threads, looks: Threads, questions: Threads
    ) -> None:
        self.hub = hub
        self.pages = pages
        self.saves = saves
        self.looks = looks
        self.questions = questions

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                request = WholeRequest(scope, *await read_body(receive))
        except (TimeoutError, ConnectionError):
            await give_up(send)
            return
        stream = STREAM.search(scope["path"])
        if stream and scope["method"] == "GET":
            await self.stream(stream[1], request, receive, send)
            return
        await pass_on(send, await self.threads_for(scope).answer(request))

    def are_stuck(self) -> bool:
        """Say whether any of the threads have stood still since this was asked the last time."""
        every = (self.pages, self.saves, self.looks, self.questions)
        stuck = [threads.are_stuck() for threads in every]  # each has to be asked
        return any(stuck)

    def threads_for(self, scope: Scope) -> Threads:
        if scope["path"].startswith(QUESTIONS):
            return self.questions
        if scope["method"] == "POST":
            return self.saves
        return self.looks if LOOKS in scope["headers"] else self.pages

    async def stream(
        self, game_id: str, request: WholeRequest, receive: Receive, send: Send
    ) -> None:
        """Let the app decide on a stream, and keep it open once its thread is free again."""
        stream = self.hub.open(game_id)
        if stream is None:
            await refuse(send, 503, retry_after=FULL_SECONDS)
            return
        try:
            answer = await self.pages.answer(request)
            number = dict(answer.headers).get(STAYS_NAME)
            if number is None:
                await pass_on(send, answer)
                return
            stream.began(int(number))
            kept = tuple(pair for pair in answer.headers if pair[0] not in NOT_OF_A_STREAM)
            await pass_on(send, WholeAnswer(answer.status, kept, answer.body), is_last=False)
            await follow(stream, receive, send)
        finally:
            self.hub.close(stream)


async def pass_on(send: Send, answer: WholeAnswer, *, is_last: bool = True) -> None:
    """Send what the app answered; where it is not the last, more of the body follows."""
    start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
    await send(start)
    await send({"type": "http.response.body", "body": answer.body, "more_body": not is_last})


async def read_body(receive: Receive) -> tuple[bytes, int]:
    """Return a body and its length; of a body that is too large, nothing but the length.

    Raises ConnectionError when the sender is gone, or sends more than anybody would.
    """
    body, length, more = bytearray(), 0, True
    while more:
        message = await receive()
        piece = message.get("body", b"")
        length += len(piece)
        if message["type"] != "http.request" or length > MOST_DROPPED:
            raise ConnectionError
        body = body + piece if length <= MOST_READ else bytearray()
        more = message.get("more_body", False)
    return bytes(body), length


async def give_up(send: Send) -> None:
    """Answer a request that did not come whole, and end its connection."""
    await refuse(send, 408)


async def refuse(send: Send, status: int, **headers: str) -> None:
    """Answer without the app, with these headers, and end the connection."""
    pairs = {"connection": "close", "content-length": "0", **headers}
    named = [(name.replace("_", "-").encode(), text.encode()) for name, text in pairs.items()]
    with contextlib.suppress(Exception):  # the client may be gone
        await send({"type": "http.response.start", "status": status, "headers": named})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Connection(H11Protocol):
    """A connection that is counted, and closed when the head of its request does not come."""

    most: ClassVar[int]
    most_from_one_address: ClassVar[int]
    by_address: ClassVar[Counter[str]] = Counter()
    _address = ""
    _waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        peer = transport.get_extra_info("peername")
        self._address = str(peer[0]) if peer else ""
        self.by_address[self._address] += 1
        if self._is_one_too_many():
            transport.abort()
        else:
            self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.by_address[self._address] -= 1
        if not self.by_address[self._address]:
            del self.by_address[self._address]
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._wait_for_head()
        else:
            self._stop_waiting()

    def _is_one_too_many(self) -> bool:
        crowded = self.by_address[self._address] > self.most_from_one_address
        return crowded or self.by_address.total() > self.most

    def _wait_for_head(self) -> None:
        self._waiting = self._waiting or self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waiting:
            self._waiting.cancel()
            self._waiting = None


def bounded(settings: Mapping[str, Any]) -> type[Connection]:
    """Return the connections of a server with these bounds.

    From a proxy all come from one address, and only their sum counts.
    """
    most = settings["MOST_CONNECTIONS"]
    alone = most if settings["PROXIES"] else settings["MOST_FROM_ONE_ADDRESS"]
    return type("BoundedConnection", (Connection,), {"most": most, "most_from_one_address": alone})


def allow_open_files(wanted: int) -> None:
    """Let the process open so many files, as far as the system allows."""
    if sys.platform == "win32":  # no such limit there
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
