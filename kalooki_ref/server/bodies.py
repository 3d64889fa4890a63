"""Reads request bodies whole before the app sees them, with bounds on memory and time.

A form never waits for room that files take: half-sent forms give way to newer ones. Files are let
in only where the app expects one, a few at a time.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from kalooki_ref.server.connections import MEGABYTE, Room
from kalooki_ref.server.middleware.body_sizes import LARGEST_FILE
from kalooki_ref.server.stream_hub import AsgiMessage, Receive, Send

Asgi = Callable[[AsgiMessage, Receive, Send], Awaitable[None]]

FORM_SECONDS, FILE_SECONDS = 15.0, 60.0
# Files on their way in or in use: in a process, and from one address.
MOST_FILES, MOST_FILES_OF_ONE = 8, 2
# Bytes of a too large body that are read and dropped, so that its sender sees the answer.
MOST_DROPPED = 40 * MEGABYTE
# Seconds after which somebody may try again for what there was no room for.
SOON = "5"


class Full(Exception):
    """There is no room for another file."""


class WholeBodies:
    """ASGI middleware: its app gets each body in one piece, and none that is too large."""

    def __init__(
        self,
        app: Asgi,
        *,
        largest_form: int,
        takes_file: Callable[[AsgiMessage], bool],
        most_files_of_one: int,
        arriving: Room,
    ) -> None:
        self.app = app
        self.largest_form = largest_form
        self.takes_file = takes_file
        self.most_files_of_one = most_files_of_one
        self.arriving = arriving
        self.file_room = Room(MOST_FILES * LARGEST_FILE)
        self.file_senders: list[str] = []

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        with contextlib.ExitStack() as held:
            try:
                body = await self.body(scope, receive, held)
            except (TimeoutError, ConnectionError):
                await refuse(send, 408)
            except Full:
                await refuse(send, 503, retry_after=SOON)
            else:
                await self.app(scope, replay(body, receive), send)

    async def body(self, scope: AsgiMessage, receive: Receive, held: contextlib.ExitStack) -> bytes:
        """Return a request's whole body, or nothing of one that the app refuses by its length.

        What has to be undone once it is answered goes on the stack ``held``. Raises TimeoutError
        or ConnectionError when the body doesn't come, Full when there is no room for it.
        """
        length = int(dict(scope["headers"]).get(b"content-length", 0))
        if length <= self.largest_form:
            return await read(receive, FORM_SECONDS, self.arriving)
        if length > LARGEST_FILE or not self.takes_file(scope):
            await drop(receive, length)
            return b""
        senders, address = self.file_senders, scope["client"][0]
        if len(senders) >= MOST_FILES or senders.count(address) >= self.most_files_of_one:
            await drop(receive, length)
            raise Full
        senders.append(address)
        held.callback(senders.remove, address)
        return await read(receive, FILE_SECONDS, self.file_room)


class Body:
    """A body while it comes in; it takes its memory from a room."""

    def __init__(self, patience: asyncio.Timeout, room: Room) -> None:
        self.kept = bytearray()
        self.patience = patience
        self.room = room

    async def grow(self, receive: Receive) -> bool:
        """Add the next piece; return whether another follows."""
        message = await next_piece(receive)
        self.kept += message["body"]
        self.room.take(self, len(message["body"]))
        return bool(message["more_body"])

    def give_up(self) -> None:
        if not self.patience.expired():
            self.patience.reschedule(0)


async def read(receive: Receive, seconds: float, room: Room) -> bytes:
    """Return a whole body; raises TimeoutError or ConnectionError."""
    async with asyncio.timeout(seconds) as patience:
        body = Body(patience, room)
        try:
            while await body.grow(receive):
                pass
        finally:
            room.leave(body)
    return bytes(body.kept)


async def drop(receive: Receive, length: int) -> None:
    """Read a body of this length and forget it, so that its sender waits for the answer."""
    if length > MOST_DROPPED:
        raise ConnectionError
    async with asyncio.timeout(FORM_SECONDS):
        while (await next_piece(receive))["more_body"]:
            pass


async def next_piece(receive: Receive) -> AsgiMessage:
    message = await receive()
    if message["type"] != "http.request":
        raise ConnectionError
    return message


def replay(body: bytes, receive: Receive) -> Receive:
    """Return what gives the whole body first, and then whatever happens on the connection."""
    messages: list[AsgiMessage] = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> AsgiMessage:
        return messages.pop() if messages else await receive()

    return give


async def refuse(send: Send, status: int, **headers: str) -> None:
    """Answer without the app, with these headers, and close the connection."""
    text = HTTPStatus(status).phrase.encode()
    pairs = {"connection": "close", "content-length": str(len(text)), **headers}
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in pairs.items()]
    await send({"type": "http.response.start", "status": status, "headers": named})
    await send({"type": "http.response.body", "body": text, "more_body": False})
