"""The streams open in this process: who waits for news of which game.

They live on the server's event loop; changes come in from the threads that wrote them.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]

# Where the app keeps its hub, among its extensions.
HUB = "kalooki_hub"
# Set by the app on a stream that may stay open, to its number; the server takes it out.
STAYS = "X-Stream-Stays"
MOST_A_GAME = 200
# A stream says its number again after so much silence: proxies and phones then know it lives.
BEAT_SECONDS = 15.0
# News goes out to the phones of a table one by one within so long: the page that the first one
# fetches is ready for the others, and changes that follow at once are fetched together.
SPREAD_MILLISECONDS = 150
# Milliseconds, drawn for each, after which the phones of an ended stream come back.
LEAST_AWAY, MOST_AWAY = 200, 2500


def event(number: int, *, retry: int | None = None) -> str:
    """Return a number as an event; ``retry`` is in milliseconds."""
    again = f"retry: {retry}\n" if retry is not None else ""
    return f"{again}id: {number}\ndata: {number}\n\n"


class Stream:
    """One page that waits: the newest number, whether it is still to be sent, and if it is over."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.number = 0
        self.is_over = False
        self.moved = asyncio.Event()
        self.delay = secrets.randbelow(SPREAD_MILLISECONDS) / 1000

    def began(self, number: int) -> None:
        """Note what the app itself sent; something newer may have come in meanwhile."""
        if self.number <= number:
            self.number = number
            self.moved.clear()

    def owe(self, number: int) -> None:
        self.number = max(self.number, number)
        self.moved.set()

    def end(self) -> None:
        self.is_over = True
        self.moved.set()


class Hub:
    """All streams of a process, by game; bounded, so that pages always find a connection."""

    def __init__(self, most: int, count: Callable[[int], None] = lambda _open: None) -> None:
        """``count`` gets the number of open streams whenever it changes."""
        self._most = most
        self._count = count
        self._open = 0
        self._streams: dict[str, set[Stream]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_running(self) -> bool:
        """Whether a server holds streams open here."""
        return self._loop is not None

    def heard(self, game_id: str, number: int) -> None:
        """Send news on (store.changes.Listener); from any thread."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just ended
                self._loop.call_soon_threadsafe(self._tell, game_id, number)

    def open(self, game_id: str) -> Stream | None:
        """Return a stream for this game, or None if there are too many."""
        self._loop = asyncio.get_running_loop()
        waiting = self._streams.get(game_id, set())
        if len(waiting) >= MOST_A_GAME or self._open >= self._most:
            return None
        stream = Stream(game_id)
        self._streams.setdefault(game_id, set()).add(stream)
        self._open += 1
        self._count(self._open)
        return stream

    def close(self, stream: Stream) -> None:
        waiting = self._streams[stream.game_id]
        waiting.discard(stream)
        self._open -= 1
        self._count(self._open)
        if not waiting:
            del self._streams[stream.game_id]

    def end(self, game_id: str = "") -> None:
        """End all streams, or those of one game; their phones come back one by one."""
        for waiting in [self._streams.get(game_id, set())] if game_id else self._streams.values():
            for stream in waiting:
                stream.end()

    def _tell(self, game_id: str, number: int) -> None:
        if number <= 0:
            self.end(game_id)
        for stream in self._streams.get(game_id, ()):
            stream.owe(abs(number))


async def follow(stream: Stream, receive: Receive, send: Send) -> None:
    """Send a stream's numbers until its phone is gone or it is ended."""
    listening = asyncio.create_task(end_with_phone(stream, receive))
    try:
        while not stream.is_over:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await stream.moved.wait()
                    await asyncio.sleep(0 if stream.is_over else stream.delay)
            stream.moved.clear()
            if not stream.is_over:
                await send(piece(event(stream.number)))
        away = LEAST_AWAY + secrets.randbelow(MOST_AWAY - LEAST_AWAY)
        await send(piece(f"retry: {away}\n\n", is_last=True))
    except OSError:
        pass  # the phone disconnected meanwhile
    finally:
        listening.cancel()


async def end_with_phone(stream: Stream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def piece(text: str, *, is_last: bool = False) -> AsgiMessage:
    return {"type": "http.response.body", "body": text.encode(), "more_body": not is_last}
