"""The HTTP server: an event loop reads requests and keeps streams open; threads run Flask.

A request takes a thread only once it has arrived completely, and its response is sent without one,
so a slow client delays nobody.
"""

import asyncio
import contextlib
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from heapq import heappop, heappush
from io import BytesIO
from itertools import count
from typing import Any
from weakref import WeakValueDictionary

import uvicorn
from a2wsgi.wsgi import build_environ
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import run_wsgi_app

from kalooki_ref.server import bodies
from kalooki_ref.server.bodies import refuse
from kalooki_ref.server.clients import client_of
from kalooki_ref.server.connections import allow_open_files, limited_connection
from kalooki_ref.server.heavy_work import ALWAYS_HEAVY, HEAVY
from kalooki_ref.server.middleware.body_sizes import FILES
from kalooki_ref.server.middleware.security import SAFE_METHODS
from kalooki_ref.server.stream_hub import HUB, STAYS, AsgiMessage, Hub, Receive, Send, follow
from kalooki_ref.store.database import listen_for_changes

IDLE_SECONDS = 20
STOP_SECONDS = 8
# Open files besides sockets.
MORE_FILES = 200
# Threads for saves, of which one client takes two at most: more would only share the GIL, and saves
# wait for one database anyway. Threads for heavy requests, of which one runs.
MOST_SAVES, MOST_HEAVY = 3, 6
# Requests of one client that run at a time in a pool; its others wait without a thread.
MOST_OF_ONE, MOST_HEAVY_OF_ONE = 2, 1
# How long a request counts against its client, if several wait for a thread. In the order of
# arrival, a page beside those of twenty clients that never pause took 377 ms (p95), not 115.
RECENT_SECONDS = 10
# More requests in that time than a phone at a table makes; below, the order of arrival counts.
OFTEN = 20
# Files in memory, from arrival until the response: per process, and per client.
MOST_FILES, MOST_FILES_OF_ONE = 8, 2
# Files in memory or waiting for their turn. One that waits takes 64 kB, also if its client is gone.
MOST_FILES_ASKED, MOST_FILES_ASKED_OF_ONE = 48, 12
# How long a thread keeps the GIL before another gets it. Beside the worst questions to the advice
# page, the 95th percentile of a save is 211 ms with Python's default of 5 ms, 58 ms with this.
SWITCH_SECONDS = 0.0005
# Value of the Retry-After header, in seconds.
RETRY_AFTER = "5"
STREAM = "stream.show"
HEALTH = {"health.healthz", "health.readyz"}
STAYS_NAME = STAYS.lower().encode()
Beat = Callable[[], Awaitable[None]]
# Start and body.
Response = tuple[AsgiMessage, AsgiMessage]
NOT_OF_A_STREAM = (STAYS_NAME, b"content-length")


def serve(app: Flask, listener: socket.socket, *, threads: int, beat: Beat | None = None) -> None:
    """Serve the app on this socket until SIGTERM or SIGINT; running requests finish first.

    The event loop awaits ``beat`` every second.
    """
    sys.setswitchinterval(SWITCH_SECONDS)
    allow_open_files(app.config["MOST_CONNECTIONS"] + MORE_FILES)
    listen_for_changes(app)
    config = uvicorn.Config(
        Requests(app, threads=threads),
        http=limited_connection(app.config["MOST_CONNECTIONS"]),
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
        callback_notify=beat,
        timeout_notify=1,
    )
    Server(config, app.extensions[HUB]).run(sockets=[listener])


class Server(uvicorn.Server):
    """A uvicorn server that closes open streams before its graceful shutdown."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.end()
        await super().shutdown(sockets)


@dataclass(frozen=True, slots=True)
class Asked:
    """A request that has arrived completely; ``endpoint`` is "" if no route matches."""

    scope: AsgiMessage
    client: str
    endpoint: str
    body: bytes

    @property
    def changes(self) -> bool:
        return self.scope["method"] not in SAFE_METHODS

    @property
    def is_heavy(self) -> bool:
        is_asked = bool(self.changes or self.scope["query_string"])
        return self.endpoint in ALWAYS_HEAVY or (self.endpoint in HEAVY and is_asked)


class Turns:
    """Limits how many requests of each client run at a time."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    def of(self, client: str) -> asyncio.Semaphore:
        return self.turns.setdefault(client, asyncio.Semaphore(self.most))


class Pool:
    """Threads that run Flask; the client that asked least of late gets the next one.

    A phone at a table asks every few seconds, so it doesn't queue behind those that ask all the
    time.
    """

    def __init__(self, app: Flask, threads: int, most_of_one: int = MOST_OF_ONE) -> None:
        self.app = app
        self.threads, self.free = ThreadPoolExecutor(threads), threads
        self.turns = Turns(most_of_one)
        self.recent: Counter[str] = Counter()
        self.waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self.numbers = count()

    async def run(self, asked: Asked) -> Response:
        """Run a request when its client's turn comes."""
        loop = asyncio.get_running_loop()
        async with self.turns.of(asked.client), self.thread(asked.client):
            return await loop.run_in_executor(self.threads, self.respond, asked)

    @contextlib.asynccontextmanager
    async def thread(self, client: str) -> AsyncIterator[None]:
        """Context: a thread is free for this client."""
        loop = asyncio.get_running_loop()
        if self.free:
            self.free -= 1
        else:
            turn = loop.create_future()
            heappush(self.waiting, (self.recent[client] // OFTEN, next(self.numbers), turn))
            await turn
        self.recent[client] += 1
        loop.call_later(RECENT_SECONDS, self.forget_one, client)
        try:
            yield
        finally:
            if self.waiting:
                *_, turn = heappop(self.waiting)
                turn.set_result(None)
            else:
                self.free += 1

    def forget_one(self, client: str) -> None:
        self.recent[client] -= 1
        if not self.recent[client]:
            del self.recent[client]

    def respond(self, asked: Asked) -> Response:
        """Run Flask; return the whole response, as each hand-over waits for the GIL twice."""
        environ: Any = build_environ(asked.scope, BytesIO(asked.body))  # type: ignore[arg-type]
        chunks, status, headers = run_wsgi_app(self.app.wsgi_app, environ, buffered=True)
        pairs = [(name.lower().encode("latin1"), value.encode("latin1")) for name, value in headers]
        return (
            {"type": "http.response.start", "status": int(status.split()[0]), "headers": pairs},
            {"type": "http.response.body", "body": b"".join(chunks)},
        )


class Requests:
    """ASGI app that runs Flask in thread pools and keeps event streams open.

    Saves have a pool of their own, so they never queue behind pages; health checks behind neither,
    and nothing behind heavy requests.
    """

    def __init__(self, app: Flask, *, threads: int) -> None:
        self.config: Mapping[str, Any] = app.config
        self.addresses = app.url_map.bind("localhost")
        self.hub: Hub = app.extensions[HUB]
        self.saves, self.others = Pool(app, MOST_SAVES), Pool(app, threads)
        self.heavy = Pool(app, MOST_HEAVY, MOST_HEAVY_OF_ONE)
        self.health = Pool(app, MOST_OF_ONE)
        self.files, self.file_turn = Turns(MOST_FILES_OF_ONE), asyncio.Semaphore(MOST_FILES)
        self.files_asked = Turns(MOST_FILES_ASKED_OF_ONE)
        self.all_files_asked = asyncio.Semaphore(MOST_FILES_ASKED)
        self.under_way: Counter[str] = Counter()

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        # WSGI can't tell "X_Forwarded_For" from the proxy's own "X-Forwarded-For".
        scope["headers"] = [pair for pair in scope["headers"] if b"_" not in pair[0]]
        client = client_of(scope, self.config["PROXIES"])
        if self.under_way[client] >= self.config["MOST_FROM_ONE_ADDRESS"]:
            await refuse(send, 503, retry_after=RETRY_AFTER)
            return
        self.under_way[client] += 1
        try:
            await self.serve(client, scope, receive, send)
        finally:
            self.under_way[client] -= 1
            if not self.under_way[client]:
                del self.under_way[client]

    async def serve(self, client: str, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        endpoint, values = self.route(scope)
        async with contextlib.AsyncExitStack() as turns:
            try:
                if self.is_file(endpoint, scope):
                    body = await self.file(client, receive, turns)
                else:
                    body = await self.form(scope, receive)
            except BlockingIOError:
                await refuse(send, 503, retry_after=RETRY_AFTER)
                return
            except (TimeoutError, ConnectionError):
                await refuse(send, 408)
                return
            asked = Asked(scope, client, endpoint, body)
            if endpoint == STREAM and scope["method"] == "GET":
                await self.stream(asked, values["game_id"], receive, send)
                return
            response = await self.pool_for(asked).run(asked)
        for message in response:
            await send(message)

    def route(self, scope: AsgiMessage) -> tuple[str, Mapping[str, Any]]:
        """Return the endpoint of a request and the values in its path; "" if no route matches."""
        try:
            return self.addresses.match(scope["path"], scope["method"])
        except HTTPException:
            return "", {}

    def is_file(self, endpoint: str, scope: AsgiMessage) -> bool:
        """Whether the body is larger than a form, where that is allowed."""
        most = FILES.get(endpoint, 0)
        return bool(self.config["MAX_CONTENT_LENGTH"] < length_of(scope) <= most)

    async def form(self, scope: AsgiMessage, receive: Receive) -> bytes:
        """Return the body; empty if it is too large, so that the app responds with 413."""
        length = length_of(scope)
        if length > bodies.MOST_DROPPED:
            raise ConnectionError
        is_kept = length <= self.config["MAX_CONTENT_LENGTH"]
        return await bodies.read(receive, bodies.FORM_SECONDS, is_kept=is_kept)

    async def file(self, client: str, receive: Receive, turns: contextlib.AsyncExitStack) -> bytes:
        """Return a body that keeps its place among the few in memory until ``turns`` is closed.

        Raises BlockingIOError if too many others wait.
        """
        for asked in (self.files_asked.of(client), self.all_files_asked):
            if asked.locked():
                raise BlockingIOError
            await turns.enter_async_context(asked)
        async with asyncio.timeout(bodies.FILE_SECONDS):
            await turns.enter_async_context(self.files.of(client))
            await turns.enter_async_context(self.file_turn)
            return await bodies.read(receive, bodies.FILE_SECONDS)

    def pool_for(self, asked: Asked) -> Pool:
        if asked.is_heavy:
            return self.heavy
        if asked.endpoint in HEALTH:
            return self.health
        return self.saves if asked.changes else self.others

    async def stream(self, asked: Asked, game_id: str, receive: Receive, send: Send) -> None:
        """Call the app for a stream; if it allows one, keep it open without a thread."""
        stream = self.hub.open(game_id)
        if stream is None:
            await refuse(send, 503, retry_after=RETRY_AFTER)
            return
        try:
            start, first = await self.others.run(asked)
            number = dict(start["headers"]).get(STAYS_NAME)
            if number is not None:
                stream.mark_sent(int(number))
                kept = [pair for pair in start["headers"] if pair[0] not in NOT_OF_A_STREAM]
                start, first = {**start, "headers": kept}, {**first, "more_body": True}
            await send(start)
            await send(first)
            if number is not None:
                await follow(stream, receive, send)
        finally:
            self.hub.close(stream)


def length_of(scope: AsgiMessage) -> int:
    return int(dict(scope["headers"]).get(b"content-length", 0))
