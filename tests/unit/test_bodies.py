"""Reading of request bodies (kalooki_ref.server.bodies)."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from kalooki_ref.server.bodies import read
from kalooki_ref.server.stream_hub import AsgiMessage, Receive
from tests import event_loop

LATE = 60.0


def sender(*pieces: bytes, hangs: bool = False) -> Receive:
    """Return a ``receive`` that yields these chunks, then hangs or disconnects."""

    async def messages() -> AsyncIterator[AsgiMessage]:
        for number, piece in enumerate(pieces, 1):
            more = hangs or number < len(pieces)
            yield {"type": "http.request", "body": piece, "more_body": more}
        if hangs:
            await asyncio.Event().wait()
        while True:
            yield {"type": "http.disconnect"}

    return messages().__anext__


@pytest.mark.parametrize("pieces", [(b"",), (b"cards",), (b"ca", b"rds"), (b"ca", b"", b"rds")])
def test_body_is_read_completely(pieces: tuple[bytes, ...]) -> None:
    assert event_loop.run(read(sender(*pieces), LATE)) == b"".join(pieces)


def test_disconnect_raises_connection_error() -> None:
    with pytest.raises(ConnectionError):
        event_loop.run(read(sender(), LATE))


def test_slow_body_times_out() -> None:
    with pytest.raises(TimeoutError):
        event_loop.run(read(sender(b"half", hangs=True), 0.01))


def test_body_that_is_not_kept_is_read_to_its_end() -> None:
    assert event_loop.run(read(sender(b"ca", b"rds"), LATE, is_kept=False)) == b""
    with pytest.raises(TimeoutError):
        event_loop.run(read(sender(b"half", hangs=True), 0.01, is_kept=False))
