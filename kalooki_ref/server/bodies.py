"""Buffers request bodies before the app runs, with limits on memory and time.

Forms and file uploads have separate memory budgets. When forms exceed theirs, the oldest unfinished
one is dropped; uploads are accepted only on routes that expect a file, a few at a time.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from http import HTTPStatus

from kalooki_ref.server.connections import MEGABYTE, MemoryBudget
from kalooki_ref.server.middleware.body_sizes import LARGEST_FILE
from kalooki_ref.server.stream_hub import AsgiMessage, Receive, Send

Asgi = Callable[[AsgiMessage, Receive, Send], Awaitable[None]]

FORM_SECONDS, FILE_SECONDS = 15.0, 60.0
# Concurrent uploads, from arrival until the response: per process, and per address.
MOST_FILES, MOST_FILES_OF_ONE = 8, 2
# A body over the limit is read and discarded up to this size: a client that is still sending when
# the connection closes sees an error instead of the 413 response.
MOST_DROPPED = 40 * MEGABYTE
# Value of the Retry-After header, in seconds.
RETRY_AFTER = "5"


class Full(Exception):
    """Too many uploads are in progress."""


class WholeBodies:
    """ASGI middleware that passes each request on with its complete body."""

    def __init__(
        self,
        app: Asgi,
        *,
        largest_form: int,
        takes_file: Callable[[AsgiMessage], bool],
        most_files_of_one: int,
        arriving: MemoryBudget,
    ) -> None:
        self.app = app
        self.largest_form = largest_form
        self.takes_file = takes_file
        self.most_files_of_one = most_files_of_one
        self.arriving = arriving
        self.file_budget = MemoryBudget(MOST_FILES * LARGEST_FILE)
        self.file_senders: list[str] = []

    async def __call__(self, scope: AsgiMessage, receive: Receive, send: Send) -> None:
        with contextlib.ExitStack() as held:
            try:
                body = await self.body(scope, receive, held)
            except (TimeoutError, ConnectionError):
                await refuse(send, 408)
            except Full:
                await refuse(send, 503, retry_after=RETRY_AFTER)
            else:
                await self.app(scope, replay(body, receive), send)

    async def body(self, scope: AsgiMessage, receive: Receive, held: contextlib.ExitStack) -> bytes:
        """Return the complete body; empty if it is too large, so that the app responds with 413.

        Clean-up to run after the response is pushed onto ``held``. Raises TimeoutError or
        ConnectionError if the body doesn't arrive, Full if too many uploads are in progress.
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
        return await read(receive, FILE_SECONDS, self.file_budget)


class Body:
    """A partly received body, charged to a memory budget."""

    def __init__(self, patience: asyncio.Timeout, budget: MemoryBudget) -> None:
        self.data = bytearray()
        self.patience = patience
        self.budget = budget

    async def grow(self, receive: Receive) -> bool:
        """Append the next chunk; return whether more follow."""
        message = await next_piece(receive)
        self.data += message["body"]
        self.budget.take(self, len(message["body"]))
        return bool(message["more_body"])

    def give_up(self) -> None:
        if not self.patience.expired():
            self.patience.reschedule(0)


async def read(receive: Receive, seconds: float, budget: MemoryBudget) -> bytes:
    """Return the complete body; raises TimeoutError or ConnectionError."""
    async with asyncio.timeout(seconds) as patience:
        body = Body(patience, budget)
        try:
            while await body.grow(receive):
                pass
        finally:
            budget.release(body)
    return bytes(body.data)


async def drop(receive: Receive, length: int) -> None:
    """Read and discard a body of ``length`` bytes; raises ConnectionError if that is too many."""
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
    """Return a ``receive`` callable that yields the buffered body, then the connection's events."""
    messages: list[AsgiMessage] = [{"type": "http.request", "body": body, "more_body": False}]

    async def give() -> AsgiMessage:
        return messages.pop() if messages else await receive()

    return give


async def refuse(send: Send, status: int, **headers: str) -> None:
    """Send a plain-text error response without calling the app, and close the connection."""
    text = HTTPStatus(status).phrase.encode()
    pairs = {"connection": "close", "content-length": str(len(text)), **headers}
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in pairs.items()]
    await send({"type": "http.response.start", "status": status, "headers": named})
    await send({"type": "http.response.body", "body": text, "more_body": False})
