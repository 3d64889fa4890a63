"""The HTTP server: an event loop reads requests and keeps streams open; threads run Flask.

A request takes a thread only once it has arrived completely, so a slow client delays nobody.
"""

import asyncio
import contextlib
import socket
import sys
from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

import uvicorn
from a2wsgi import WSGIMiddleware
from flask import Flask
from werkzeug.exceptions import HTTPException

from kalooki_ref.server.bodies import (
    MOST_FILES,
    MOST_FILES_OF_ONE,
    RETRY_AFTER,
    WholeBodies,
    refuse,
)
from kalooki_ref.server.connections import (
    MOST_ARRIVING,
    MemoryBudget,
    allow_open_files,
    limited_connection,
)
from kalooki_ref.server.heavy_work import HEAVY, MOST_THREADS
from kalooki_ref.server.middleware.body_sizes import FILES
from kalooki_ref.server.middleware.security import SAFE_METHODS
from kalooki_ref.server.stream_hub import HUB, STAYS, AsgiMessage, Hub, Receive, Send, follow
from kalooki_ref.store.database import listen_for_changes

IDLE_SECONDS = 20
STOP_SECONDS = 8
# Open files besides sockets.
MORE_FILES = 200
# More than heavy requests can occupy.
LEAST_THREADS = MOST_THREADS + 2
# Heavy requests that run or wait; seconds one waits for its turn.
MOST_QUESTIONS, TURN_SECONDS = 32, 5.0
# Threads for saves, which mostly wait for the database.
MOST_SAVES = 12
# Seconds a page waits at most for saves in progress.
PAGE_WAITS = 1.0
# How long a thread keeps the GIL before another gets it. When a thousand tables save within ten
# seconds, the 95th percentile of a save is 4.8 s with Python's default of 5 ms, 0.4 s with this.
SWITCH_SECONDS = 0.0005
STREAM = "stream.show"
HEALTH = {"health.healthz", "health.readyz"}
STAYS_NAME = STAYS.lower().encode()
NOT_OF_A_STREAM = (STAYS_NAME, b"content-length")


def serve(app: Flask, listener: socket.socket, *, threads: int) -> None:
    """Serve the app on this socket until SIGTERM or SIGINT; running requests finish first."""
    sys.setswitchinterval(SWITCH_SECONDS)
    allow_open_files(app.config["MOST_CONNECTIONS"] + MORE_FILES)
    listen_for_changes(app)
    arriving = MemoryBudget(MOST_ARRIVING)
    requests = Requests(app, threads=max(threads, LEAST_THREADS))
    bodies = WholeBodies(
        requests,
        largest_form=app.config["MAX_CONTENT_LENGTH"],
        takes_file=lambda scope: requests.route(scope)[0] in FILES,
        most_files_of_one=MOST_FILES if app.config["PROXIES"] else MOST_FILES_OF_ONE,
        arriving=arriving,
    )
    config = uvicorn.Config(
        bodies,
        http=limited_connection(app.config, arriving),
        loop="asyncio",
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=STOP_SECONDS,
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


class Requests:
    """ASGI app that runs Flask in two thread pools and keeps event streams open.

    Saves have a pool of their own, so they never queue behind pages. Pages are rendered one at a
    time (the GIL makes more no faster) and wait for saves in progress. Heavy requests are
    serialized too: waiting takes no thread, and after `TURN_SECONDS` the app answers 503 itself.
    """

    def __init__(self, app: Flask, *, threads: int) -> None:
        wsgi: Any = app.wsgi_app
        self.saves: Any = WSGIMiddleware(wsgi, workers=MOST_SAVES)
        self.others: Any = WSGIMiddleware(wsgi, workers=threads)
        self.addresses = app.url_map.bind("localhost")
        self.hub: Hub = app.extensions[HUB]
        self.turn = asyncio.Lock()
        self.questions = 0
        self.page_turn = asyncio.Lock()
        self.own_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.saving = 0
        self.nothing_saved = asyncio.Event()
        self.nothing_saved.set()

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        # WSGI can't tell "X_Forwarded_For" from the proxy's own "X-Forwarded-For".
        scope["headers"] = [pair for pair in scope["headers"] if b"_" not in pair[0]]
        endpoint, values = self.route(scope)
        changes = scope["method"] not in SAFE_METHODS
        if endpoint == STREAM and scope["method"] == "GET":
            await self.stream(values["game_id"], scope, receive, send)
        elif endpoint in HEAVY and (changes or scope["query_string"]):
            await self.question(scope, receive, send)
        elif changes or endpoint in HEALTH:
            await self.at_once(scope, receive, send)
        else:
            await self.page(scope, receive, send)

    async def at_once(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        self.saving += 1
        self.nothing_saved.clear()
        try:
            await self.saves(scope, receive, send)
        finally:
            self.saving -= 1
            if not self.saving:
                self.nothing_saved.set()

    async def page(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Render a page while no other page is rendered and no save is in progress.

        Only one page per address competes for the turn, so a client that requests many long
        pages delays only itself.
        """
        own_turn = self.own_turns.setdefault(scope["client"][0], asyncio.Lock())
        async with contextlib.AsyncExitStack() as turns:
            await turns.enter_async_context(own_turn)
            await turns.enter_async_context(self.page_turn)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PAGE_WAITS):
                    await self.nothing_saved.wait()

            async def release_and_send(message: AsgiMessage) -> None:
                await turns.aclose()
                await send(message)

            await self.others(scope, receive, release_and_send)

    def route(self, scope: AsgiMessage) -> tuple[str, Mapping[str, Any]]:
        """Return the endpoint of a request and the values in its path; "" if no route matches."""
        try:
            return self.addresses.match(scope["path"], scope["method"])
        except HTTPException:
            return "", {}

    async def question(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Run a heavy request when its turn comes."""
        if self.questions >= MOST_QUESTIONS:
            await refuse(send, 503, retry_after=RETRY_AFTER)
            return
        self.questions += 1
        try:
            async with contextlib.AsyncExitStack() as turn:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(TURN_SECONDS):
                        await turn.enter_async_context(self.turn)
                await self.others(scope, receive, send)
        finally:
            self.questions -= 1

    async def stream(self, game_id: str, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Call the app for a stream; if it allows one, keep it open without a thread."""
        stream = self.hub.open(game_id)
        if stream is None:
            await refuse(send, 503, retry_after=RETRY_AFTER)
            return
        stays = False

        async def keep_open(message: AsgiMessage) -> None:
            nonlocal stays
            headers = message.get("headers", [])
            if number := dict(headers).get(STAYS_NAME):
                stays = True
                stream.mark_sent(int(number))
                kept = [pair for pair in headers if pair[0] not in NOT_OF_A_STREAM]
                message = {**message, "headers": kept}
            await send({**message, "more_body": True} if stays else message)

        try:
            await self.others(scope, receive, keep_open)
            if stays:
                await follow(stream, receive, send)
        finally:
            self.hub.close(stream)
