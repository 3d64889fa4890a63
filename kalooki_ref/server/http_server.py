"""The HTTP server: an event loop reads requests and holds streams open; threads run the app.

A phone that sends slowly, or stops halfway, never takes a thread, so nobody else waits for it.
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

from kalooki_ref.server.bodies import MOST_FILES, MOST_FILES_OF_ONE, SOON, WholeBodies, refuse
from kalooki_ref.server.connections import MOST_ARRIVING, Room, allow_open_files, bounded
from kalooki_ref.server.heavy_work import HEAVY, MOST_THREADS
from kalooki_ref.server.middleware.body_sizes import FILES
from kalooki_ref.server.middleware.security import SAFE_METHODS
from kalooki_ref.server.stream_hub import HUB, STAYS, AsgiMessage, Hub, Receive, Send, follow
from kalooki_ref.store.database import hear_others

IDLE_SECONDS = 20
STOP_SECONDS = 8
# Open files besides those of connections.
MORE_FILES = 200
# So that heavy questions never take the last one.
LEAST_THREADS = MOST_THREADS + 2
# Heavy questions that are answered or wait for their turn; seconds until the app refuses one.
MOST_QUESTIONS, TURN_SECONDS = 32, 5.0
# Requests that save, at a time; most of each is waiting for the database.
MOST_SAVES = 12
# Seconds that a page waits for saves under way to end, at most.
PAGE_WAITS = 1.0
# How long a thread computes before the event loop gets a turn. When a thousand tables save within
# ten seconds, one save in twenty takes 4.8 s with Python's own 5 ms, and 0.4 with this.
SWITCH_SECONDS = 0.0005
STREAM = "stream.show"
HEALTH = {"health.healthz", "health.readyz"}
STAYS_NAME = STAYS.lower().encode()
NOT_OF_A_STREAM = (STAYS_NAME, b"content-length")


def serve(app: Flask, listener: socket.socket, *, threads: int) -> None:
    """Answer on this listener until the process is asked to end; requests under way finish."""
    sys.setswitchinterval(SWITCH_SECONDS)
    allow_open_files(app.config["MOST_CONNECTIONS"] + MORE_FILES)
    hear_others(app)
    arriving, requests = Room(MOST_ARRIVING), Requests(app, threads=max(threads, LEAST_THREADS))
    bodies = WholeBodies(
        requests,
        largest_form=app.config["MAX_CONTENT_LENGTH"],
        takes_file=lambda scope: requests.route(scope)[0] in FILES,
        most_files_of_one=MOST_FILES if app.config["PROXIES"] else MOST_FILES_OF_ONE,
        arriving=arriving,
    )
    config = uvicorn.Config(
        bodies,
        http=bounded(app.config, arriving),
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
    """Ends the streams first when it is asked to end: nobody waits for those."""

    def __init__(self, config: uvicorn.Config, hub: Hub) -> None:
        super().__init__(config)
        self.hub = hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.hub.end()
        await super().shutdown(sockets)


class Requests:
    """The ASGI app: runs the Flask app in one of two thread pools, and holds streams open.

    What somebody saves never waits behind pages: those are made one after another, which is no
    slower, and wait for saves under way. Heavy questions take turns, too; waiting costs no thread,
    and one that waits too long is refused by the app, in words.
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
        # "X_Forwarded_For" would pass for the proxy's own "X-Forwarded-For".
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
        """Make a page when no other one is made and nothing is saved.

        Of an address, one page at a time waits for its turn: many long pages hold up only those
        who ask for them.
        """
        own_turn = self.own_turns.setdefault(scope["client"][0], asyncio.Lock())
        async with contextlib.AsyncExitStack() as room:
            await room.enter_async_context(own_turn)
            await room.enter_async_context(self.page_turn)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PAGE_WAITS):
                    await self.nothing_saved.wait()

            async def made(message: AsgiMessage) -> None:
                await room.aclose()
                await send(message)

            await self.others(scope, receive, made)

    def route(self, scope: AsgiMessage) -> tuple[str, Mapping[str, Any]]:
        """Return the endpoint of a request and the values in its path; "" if no route matches."""
        try:
            return self.addresses.match(scope["path"], scope["method"])
        except HTTPException:
            return "", {}

    async def question(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        """Answer a heavy question when its turn comes."""
        if self.questions >= MOST_QUESTIONS:
            await refuse(send, 503, retry_after=SOON)
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
        """Let the app decide on a stream, and keep it open once its thread is free again."""
        stream = self.hub.open(game_id)
        if stream is None:
            await refuse(send, 503, retry_after=SOON)
            return
        stays = False

        async def keep_open(message: AsgiMessage) -> None:
            nonlocal stays
            headers = message.get("headers", [])
            if number := dict(headers).get(STAYS_NAME):
                stays = True
                stream.began(int(number))
                kept = [pair for pair in headers if pair[0] not in NOT_OF_A_STREAM]
                message = {**message, "headers": kept}
            await send({**message, "more_body": True} if stays else message)

        try:
            await self.others(scope, receive, keep_open)
            if stays:
                await follow(stream, receive, send)
        finally:
            self.hub.close(stream)
