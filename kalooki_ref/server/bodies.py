"""Reads request bodies completely before the app runs, so that a slow client takes no thread."""

import asyncio
from http import HTTPStatus

from kalooki_ref.server.middleware.body_sizes import LARGEST_FILE
from kalooki_ref.server.stream_hub import AsgiMessage, Receive, Send

# Seconds for a form, and for a file.
FORM_SECONDS, FILE_SECONDS = 15.0, 60.0
# A body over the limit is read and discarded up to this size: a client that is still sending when
# the connection closes sees an error instead of the 413 response.
MOST_DROPPED = 40 * LARGEST_FILE


async def read(receive: Receive, seconds: float) -> bytes:
    """Return the complete body; raises TimeoutError or ConnectionError."""
    body, is_partial = bytearray(), True
    async with asyncio.timeout(seconds):
        while is_partial:
            message = await next_piece(receive)
            body += message["body"]
            is_partial = message["more_body"]
    return bytes(body)


async def drop(receive: Receive, length: int) -> bytes:
    """Read and discard a body of ``length`` bytes; raises ConnectionError if that is too many."""
    if length > MOST_DROPPED:
        raise ConnectionError
    async with asyncio.timeout(FORM_SECONDS):
        while (await next_piece(receive))["more_body"]:
            pass
    return b""


async def next_piece(receive: Receive) -> AsgiMessage:
    message = await receive()
    if message["type"] != "http.request":
        raise ConnectionError
    return message


async def refuse(send: Send, status: int, **headers: str) -> None:
    """Send a plain-text error response without calling the app, and close the connection."""
    text = HTTPStatus(status).phrase.encode()
    pairs = {"connection": "close", "content-length": str(len(text)), **headers}
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in pairs.items()]
    await send({"type": "http.response.start", "status": status, "headers": named})
    await send({"type": "http.response.body", "body": text, "more_body": False})
