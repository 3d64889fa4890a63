"""Reads request bodies completely before the app runs, so that a slow client takes no thread."""

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus

from kalooki_ref.server.middleware.body_sizes import LARGEST_FILE
from kalooki_ref.server.stream_hub import Receive, Send

# Seconds for a form, and for a file.
FORM_SECONDS, FILE_SECONDS = 15.0, 60.0
# A body over the limit is read and discarded up to this size: a client that is still sending when
# the connection closes sees an error instead of the 413 response.
MOST_DROPPED = 40 * LARGEST_FILE


async def read(receive: Receive, seconds: float, *, is_kept: bool = True) -> bytes:
    """Return the complete body, or b"" if it isn't kept; raises TimeoutError or ConnectionError."""
    async with asyncio.timeout(seconds):
        return b"".join([piece async for piece in pieces(receive) if is_kept])


async def pieces(receive: Receive) -> AsyncIterator[bytes]:
    """Yield the pieces of a body; raises ConnectionError if the client disconnects."""
    is_partial = True
    while is_partial:
        message = await receive()
        if message["type"] != "http.request":
            raise ConnectionError
        yield message["body"]
        is_partial = message["more_body"]


async def refuse(send: Send, status: int, **headers: str) -> None:
    """Send a plain-text error response without calling the app, and close the connection."""
    text = HTTPStatus(status).phrase.encode()
    pairs = {"connection": "close", "content-length": str(len(text)), **headers}
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in pairs.items()]
    await send({"type": "http.response.start", "status": status, "headers": named})
    await send({"type": "http.response.body", "body": text, "more_body": False})
