"""The open event streams of this process, by game (server-sent events).

Streams belong to the server's event loop; changes are published from the threads that save them.
"""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

AsgiMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[AsgiMessage]]
Send = Callable[[AsgiMessage], Awaitable[None]]

# Key of the hub in the app's extensions.
HUB = "kalooki_hub"
# Response header by which a view asks the server to keep a stream open; its value is the game's
# current number. The server removes it.
STAYS = "X-Stream-Stays"
MOST_A_GAME = 200
# Heartbeat: proxies and phones close a stream that is silent for long.
BEAT_SECONDS = 15.0
# Random reconnection delay in milliseconds, so that phones don't all return at once.
LEAST_AWAY, MOST_AWAY = 200, 2500


def event(number: int, *, retry: int | None = None) -> str:
    """Format a number as a server-sent event; ``retry`` is in milliseconds."""
    again = f"retry: {retry}\n" if retry is not None else ""
    return f"{again}id: {number}\ndata: {number}\n\n"


class Stream:
    """One open stream: its newest number, and whether that has yet to be sent."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        self.number = 0
        self.is_over = False
        self.has_news = asyncio.Event()

    def mark_sent(self, number: int) -> None:
        """Record the number that the view sent itself, unless a newer one arrived meanwhile."""
        if self.number <= number:
            self.number = number
            self.has_news.clear()

    def push(self, number: int) -> None:
        self.number = max(self.number, number)
        self.has_news.set()

    def end(self) -> None:
        self.is_over = True
        self.has_news.set()


class Hub:
    """All streams of a process, by game; limited, so that connections are left for pages."""

    def __init__(self, most: int, count: Callable[[int], None] = lambda _open: None) -> None:
        """``count`` gets the number of open streams whenever it changes."""
        self._most = most
        self._count = count
        self._open = 0
        self._streams: dict[str, set[Stream]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_running(self) -> bool:
        """Whether an event loop serves streams in this process."""
        return self._loop is not None

    def publish(self, game_id: str, number: int) -> None:
        """Send a game's new number to its streams (a store.changes.Listener); thread-safe."""
        if self._loop is not None:
            with contextlib.suppress(RuntimeError):  # the loop has just stopped
                self._loop.call_soon_threadsafe(self._publish, game_id, number)

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
        """Close the streams of a game, or all of them; phones reconnect after a random delay."""
        for waiting in [self._streams.get(game_id, set())] if game_id else self._streams.values():
            for stream in waiting:
                stream.end()

    def _publish(self, game_id: str, number: int) -> None:
        if number <= 0:
            self.end(game_id)
        for stream in self._streams.get(game_id, ()):
            stream.push(abs(number))


async def follow(stream: Stream, receive: Receive, send: Send) -> None:
    """Send a stream's numbers until the phone disconnects or the stream is closed."""
    listening = asyncio.create_task(close_on_disconnect(stream, receive))
    try:
        while not stream.is_over:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_SECONDS):
                    await stream.has_news.wait()
            stream.has_news.clear()
            if not stream.is_over:
                await send(chunk(event(stream.number)))
        away = LEAST_AWAY + secrets.randbelow(MOST_AWAY - LEAST_AWAY)
        await send(chunk(f"retry: {away}\n\n", is_last=True))
    except OSError:
        pass  # the phone disconnected meanwhile
    finally:
        listening.cancel()


async def close_on_disconnect(stream: Stream, receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    stream.end()


def chunk(text: str, *, is_last: bool = False) -> AsgiMessage:
    return {"type": "http.response.body", "body": text.encode(), "more_body": not is_last}
