"""Simulated phones for bench/crowd.py: their streams, page requests and saves.

All phones share one event loop; they send HTTP over real connections, like live.js and outbox.js.
"""

import asyncio
import json
import time
import urllib.parse
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field

from tests.faults.writers import SYSTEM
from tests.server import HOST

# Connections for pages, and as many for saves; each has one request at a time.
LINES = 40
# More addresses than phones.
HOMES = 10**6
# Seconds until every phone has got the event of the last save.
LAST_NEWS = 0.3
# The cookie of flash messages; each phone reads its own before the measurement.
MESSAGE = "kalooki="
LIVE = {"X_Sent_By": "live", "Accept_Encoding": "gzip, deflate, br", "Accept_Language": "en"}
BARE, JSON = "/bare", "application/json"

Form = Mapping[str, object]
Answer = dict[str, str]


def address(number: int) -> tuple[str, int]:
    """Return the loopback address of one of many households."""
    return f"127.{1 + number // 40_000}.{number // 200 % 200}.{1 + number % 200}", 0


def request(port: int, path: str, form: Form | None = None, **headers: str) -> bytes:
    """Format a request; "_" in header names becomes "-"."""
    body = urllib.parse.urlencode(form or {}, doseq=True).encode()
    lines = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", f"Host: {HOST}:{port}"]
    lines += [f"{name.replace('_', '-')}: {text}" for name, text in headers.items() if text]
    if form:
        lines += [f"Origin: http://{HOST}:{port}", f"Content-Length: {len(body)}"]
        lines += ["Content-Type: application/x-www-form-urlencoded"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Line:
    """A persistent connection with one request at a time."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.number = port, number
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: Form | None, **headers: str) -> Answer:
        """Send a request; return headers, status, cookies, and any JSON."""
        if self.ends is None or self.ends[0].at_eof():
            home = address(self.number)
            self.ends = await asyncio.open_connection(HOST, self.port, local_addr=home)
        reader, writer = self.ends
        writer.write(request(self.port, path, form, **headers))
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
        answer = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(answer.get("content-length", 0)))
        if answer.get("content-type") == JSON:
            answer["body"] = body.decode()
        cookies = [line[12:].split(";")[0] for line in lines if line[:11].lower() == "set-cookie:"]
        return answer | {"status": status.split()[1], "cookies": "; ".join(cookies)}


def without_message(cookies: str) -> str:
    return "; ".join(cookie for cookie in cookies.split("; ") if not cookie.startswith(MESSAGE))


@dataclass(eq=False)
class Table:
    """A game, its phones' cookie, and the times from a save to the event and to the page.

    ``version`` is the base of the next save; ``entries`` is the number of acknowledged ones.
    """

    path: str
    cookie: str
    version: int = 1
    acknowledged: int = 1
    saved_at: float = 0.0
    news: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)

    def since_saved(self) -> float:
        return (time.perf_counter() - self.saved_at) * 1000


def newest(data: bytes, known: int) -> int:
    """Return the last number in a chunk of a stream, which may be a repeated one."""
    return max([known, *(int(line[6:]) for line in data.split(b"\n") if line[:6] == b"data: ")])


class Watcher(asyncio.Protocol):
    """A phone's stream; fetches the page at each new number, except after its own saves."""

    def __init__(self, crowd: "Crowd", table: Table, *, saves: bool) -> None:
        self.crowd, self.table, self.saves = crowd, table, saves
        self.number = -1
        self.tag = '"none"'

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        asked = request(self.crowd.port, f"{self.table.path}/stream", Cookie=self.table.cookie)
        transport.write(asked)

    def data_received(self, data: bytes) -> None:
        self.crowd.watching += data.startswith(b"HTTP/1.1 200")
        before, self.number = self.number, newest(data, self.number)
        if 0 <= before < self.number:
            self.table.news.append(self.table.since_saved())
            if not self.saves:
                self.crowd.begin(self.fetch())

    async def fetch(self) -> None:
        answer = await self.crowd.page(self.table, self.table.cookie, self.tag)
        self.tag = answer.get("etag", self.tag)


class Crowd:
    """All tables and phones of a run, and the measured times; they share ``homes`` addresses."""

    def __init__(self, port: int, homes: int = HOMES) -> None:
        self.port, self.homes = port, homes
        self.free: dict[bool, asyncio.Queue[Line]] = {True: asyncio.Queue(), False: asyncio.Queue()}
        for number in range(2 * LINES):
            self.free[number < LINES].put_nowait(Line(port, number % homes))
        self.tables: list[Table] = []
        self.taken: dict[str, list[float]] = {"page": [], "save": []}
        self.tasks: set[asyncio.Task[None]] = set()
        self.watching = 0
        self.errors = 0

    async def ask(self, path: str, form: Form | None = None, **headers: str) -> Answer:
        free = self.free[form is None]  # saves have connections of their own
        line = await free.get()
        try:
            return await line.ask(path, form, **headers)
        finally:
            free.put_nowait(line)

    async def timed(self, name: str, path: str, form: Form | None = None, **headers: str) -> Answer:
        begun = time.perf_counter()
        answer = await self.ask(path, form, **headers)
        assert answer["status"] in {"200", "204", "304"}, answer
        self.taken[name].append((time.perf_counter() - begun) * 1000)
        return answer

    async def page(self, table: Table, cookie: str, tag: str) -> Answer:
        """Fetch a page as live.js does."""
        fetched = await self.timed(
            "page", table.path, None, Cookie=cookie, If_None_Match=tag, **LIVE
        )
        table.shown.append(table.since_saved())
        return fetched

    async def save(self, table: Table) -> None:
        """Save like outbox.js, and fetch the page with the flash message."""
        key = f"{time.time_ns():032}"
        form = {"key": key, "base": table.version, "player": "1", "answer": "refused"}
        table.version += 1
        table.saved_at = time.perf_counter()
        path, cookie = f"{table.path}/calls", table.cookie
        saved = await self.timed("save", path, form, Cookie=cookie, X_Sent_By="script")
        table.acknowledged += 1
        await self.page(table, f"{table.cookie}; {saved['cookies']}", '"none"')

    async def sit_down(self, tables: int, phones: int) -> None:
        """Start ``tables`` games and open the streams of ``phones`` phones at each."""
        forms = [SYSTEM | {"key": f"{number:032}"} for number in range(tables)]
        begun = await asyncio.gather(*(self.ask("/games", form) for form in forms))
        paths = [urllib.parse.urlsplit(answer["location"]).path for answer in begun]
        cookies = [without_message(answer["cookies"]) for answer in begun]
        self.tables = [Table(*both) for both in zip(paths, cookies, strict=True)]
        loop = asyncio.get_running_loop()
        for number, table in enumerate([table for table in self.tables for _ in range(phones)]):
            watcher = Watcher(self, table, saves=number % phones == 0)
            await loop.create_connection(
                lambda watcher=watcher: watcher,  # type: ignore[misc]
                HOST, self.port, local_addr=address(number % self.homes),
            )  # fmt: skip
        while self.watching < tables * phones:
            await asyncio.sleep(0.1)

    async def lost(self) -> int:
        """Return the number of acknowledged saves that are missing."""
        queries = [self.ask(f"{table.path}.json", Cookie=table.cookie) for table in self.tables]
        games = [json.loads(answer["body"]) for answer in await asyncio.gather(*queries)]
        both = zip(self.tables, games, strict=True)
        return sum(max(table.acknowledged - game["version"], 0) for table, game in both)

    def begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        if error := task.exception():
            self.errors += 1
            print(f"failed: {error}"[:300])

    async def play(self, seconds: float, *, saves: float) -> None:
        """Save at one table after another at a fixed rate, however fast the server is."""
        await self.pace(
            seconds, saves, lambda turn: self.save(self.tables[turn % len(self.tables)])
        )

    async def look(self, seconds: float, *, pages: float) -> None:
        """Request the bare app at a fixed rate."""
        await self.pace(seconds, pages, lambda _turn: self.timed("page", BARE))

    async def pace(self, seconds: float, a_second: float, work: object) -> None:
        begun = time.perf_counter()
        for turn in range(int(a_second * seconds)):
            await asyncio.sleep(max(begun + turn / a_second - time.perf_counter(), 0))
            self.begin(work(turn))  # type: ignore[operator]
        while self.tasks:
            await asyncio.sleep(0.02)
        await asyncio.sleep(LAST_NEWS)
        while self.tasks:
            await asyncio.sleep(0.02)

    def figures(self) -> dict[str, list[float]]:
        """Return what was timed since the last time."""
        news = [wait for table in self.tables for wait in table.news]
        shown = [wait for table in self.tables for wait in table.shown]
        found = {**self.taken, "news": news, "shown": shown}
        self.taken = {"page": [], "save": []}
        for table in self.tables:
            table.news.clear()
            table.shown.clear()
        return {name: times for name, times in found.items() if times}
