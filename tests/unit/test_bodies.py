"""Buffering of request bodies (kalooki_ref.server.bodies)."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from kalooki_ref.server import bodies
from kalooki_ref.server.bodies import WholeBodies, drop, read
from kalooki_ref.server.connections import MemoryBudget
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
    budget = MemoryBudget(10)
    assert event_loop.run(read(sender(*pieces), LATE, budget)) == b"".join(pieces)
    assert budget.taken == 0


def test_disconnect_raises_connection_error() -> None:
    budget = MemoryBudget(10)
    with pytest.raises(ConnectionError):
        event_loop.run(read(sender(), LATE, budget))
    with pytest.raises(ConnectionError):
        event_loop.run(drop(sender(), 5))
    assert budget.taken == 0


def test_slow_body_times_out() -> None:
    budget = MemoryBudget(10)
    with pytest.raises(TimeoutError):
        event_loop.run(read(sender(b"half", hangs=True), 0.01, budget))
    assert budget.taken == 0


def test_oldest_incomplete_body_is_dropped_over_budget() -> None:
    async def scenario() -> list[Any]:
        budget = MemoryBudget(10)
        tasks = []
        for pieces in ((b"12345",), (b"678",), (b"abc", b"d")):
            hangs = len(pieces) == 1
            tasks.append(asyncio.create_task(read(sender(*pieces, hangs=hangs), LATE, budget)))
            await asyncio.sleep(0)
        answers = await asyncio.gather(tasks[0], tasks[2], return_exceptions=True)
        assert budget.taken == 3
        tasks[1].cancel()
        return answers

    gone, whole = event_loop.run(scenario())
    assert isinstance(gone, TimeoutError)
    assert whole == b"abcd"


def test_oversized_body_is_not_drained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MOST_DROPPED", 20)
    event_loop.run(drop(sender(b"x" * 20), 20))
    with pytest.raises(ConnectionError):
        event_loop.run(drop(sender(b"x" * 21), 21))


def test_upload_slot_is_released_after_the_response() -> None:
    """Two uploads from one address one after the other, even if the app fails."""

    async def app(_scope: AsgiMessage, receive: Receive, _send: object) -> None:
        assert len((await receive())["body"]) == 30
        raise ZeroDivisionError

    async def send(_message: AsgiMessage) -> None:
        raise AssertionError("refused")

    server = WholeBodies(
        app,
        largest_form=20,
        takes_file=lambda _scope: True,
        most_files_of_one=1,
        arriving=MemoryBudget(20),
    )
    scope = {"headers": [(b"content-length", b"30")], "client": ("192.0.2.1", 5)}
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            event_loop.run(server(scope, sender(b"x" * 30), send))
