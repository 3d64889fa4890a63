"""Crowds of phones at live tables, against the real server, beside a bare Flask app.

First fifty phones at one table, as a club starts the app: one process and SQLite. Then a thousand
tables of five phones with four workers, PostgreSQL and Redis. Every phone holds a stream open and
fetches its page when the number moves, as live.js does; one phone of each table saves. "news" is
the time from a tap to the number, "shown" to the page. Prints milliseconds, megabytes, and at how
many saves a second the targets hold; fails above a target. `KALOOKI_CROWD=100` takes so many
tables. Needs a quiet machine, and Linux, where 127.0.0.0/8 is this machine.
"""

import asyncio
import contextlib
import multiprocessing
import os
import socket
import statistics
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from flask import Flask

sys.path.insert(0, str(Path(__file__).parents[1]))

from kalooki_ref.web.server import allow_open_files, pass_on
from kalooki_ref.web.stream_hub import Receive, Send
from kalooki_ref.web.wsgi import Scope, Threads, WholeRequest
from tests import databases
from tests.faults.writers import SYSTEM
from tests.server import HOST, free_port, running

TABLES = int(os.environ.get("KALOOKI_CROWD", "1000"))
WORKERS = 4
SECONDS = 30.0
RUSH_SECONDS = 10.0
LINES = 40
"""Connections that carry pages and saves, each one request at a time."""
BARE = "/bare"
BARE_PAGE = "x" * 15_000
"""About as long as a table's page."""

LIVE = {"X_Sent_By": "live", "Accept_Encoding": "gzip, deflate, br", "Accept_Language": "en"}
PACES = (5, 10, 15, 20, 30, 40)
"""Saves a second that are tried, until one is too many."""
TARGETS = {"save": 100, "news": 500, "shown": 1000}

Form = dict[str, object]
Answer = dict[str, str]


def address(number: int) -> tuple[str, int]:
    """Return the address of one of many homes, each with a network of its own."""
    return f"127.{1 + number // 40_000}.{number // 200 % 200}.{1 + number % 200}", 0


def request(port: int, path: str, form: Form | None = None, **headers: str) -> bytes:
    """Return a request; in the names of headers "_" stands for "-"."""
    body = urllib.parse.urlencode(form or {}, doseq=True).encode()
    lines = [f"{'POST' if form else 'GET'} {path} HTTP/1.1", f"Host: {HOST}:{port}"]
    lines += [f"{name.replace('_', '-')}: {text}" for name, text in headers.items() if text]
    if form:
        lines += [f"Origin: http://{HOST}:{port}", f"Content-Length: {len(body)}"]
        lines += ["Content-Type: application/x-www-form-urlencoded"]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Line:
    """A connection for one request after the other."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.number = port, number
        self.ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, path: str, form: Form | None, **headers: str) -> Answer:
        """Return the headers of an answer, its status, and the cookies it sets."""
        if self.ends is None or self.ends[0].at_eof():
            home = address(self.number)
            self.ends = await asyncio.open_connection(HOST, self.port, local_addr=home)
        reader, writer = self.ends
        writer.write(request(self.port, path, form, **headers))
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
        answer = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        await reader.readexactly(int(answer.get("content-length", 0)))
        cookies = [line[12:].split(";")[0] for line in lines if line[:11].lower() == "set-cookie:"]
        return answer | {"status": status.split()[1], "cookies": "; ".join(cookies)}


@dataclass(eq=False)
class Table:
    """A game, its phones' cookie, and how long saves took to reach them: as news, and shown."""

    path: str
    cookie: str
    version: int = 1
    saved_at: float = 0.0
    news: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)

    def since_saved(self) -> float:
        return (time.perf_counter() - self.saved_at) * 1000


def newest(data: bytes, known: int) -> int:
    """Return the last number in a piece of a stream, which says the old one again now and then."""
    return max([known, *(int(line[6:]) for line in data.split(b"\n") if line[:6] == b"data: ")])


class Watcher(asyncio.Protocol):
    """A phone's stream; at each new number it fetches its page, unless it has saved that itself."""

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
    """All tables and phones of a run, and how long everything took."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.free: asyncio.Queue[Line] = asyncio.Queue()
        for number in range(LINES):
            self.free.put_nowait(Line(port, number))
        self.tables: list[Table] = []
        self.taken: dict[str, list[float]] = {"page": [], "save": []}
        self.tasks: set[asyncio.Task[None]] = set()
        self.watching = 0

    async def ask(self, path: str, form: Form | None = None, **headers: str) -> Answer:
        line = await self.free.get()
        try:
            return await line.ask(path, form, **headers)
        finally:
            self.free.put_nowait(line)

    async def timed(self, name: str, path: str, form: Form | None = None, **headers: str) -> Answer:
        begun = time.perf_counter()
        answer = await self.ask(path, form, **headers)
        assert answer["status"] in {"200", "204", "304"}, answer
        self.taken[name].append((time.perf_counter() - begun) * 1000)
        return answer

    async def page(self, table: Table, cookie: str, tag: str) -> Answer:
        """Fetch a page as live.js does."""
        fetched = await self.timed("page", table.path, Cookie=cookie, If_None_Match=tag, **LIVE)
        table.shown.append(table.since_saved())
        return fetched

    async def save(self, table: Table) -> None:
        """Save as outbox.js does, and fetch the page with what it says."""
        form: Form = {"key": f"{time.time_ns():032}", "base": table.version, "player": "1"}
        table.version += 1
        table.saved_at = time.perf_counter()
        form["answer"], sent = "refused", {"Cookie": table.cookie, "X_Sent_By": "script"}
        saved = await self.timed("save", f"{table.path}/calls", form, **sent)
        await self.page(table, f"{table.cookie}; {saved['cookies']}", '"none"')

    async def sit_down(self, tables: int, phones: int) -> None:
        """Begin so many games, and open the streams of so many phones at each."""
        forms = [SYSTEM | {"key": f"{number:032}"} for number in range(tables)]
        begun = await asyncio.gather(*(self.ask("/games", form) for form in forms))
        paths = [urllib.parse.urlsplit(answer["location"]).path for answer in begun]
        cookies = [answer["cookies"] for answer in begun]
        self.tables = [Table(*both) for both in zip(paths, cookies, strict=True)]
        loop = asyncio.get_running_loop()
        for number, table in enumerate([one for one in self.tables for _ in range(phones)]):
            watcher = Watcher(self, table, saves=number % phones == 0)
            await loop.create_connection(
                lambda watcher=watcher: watcher,  # type: ignore[misc]
                HOST, self.port, local_addr=address(number),
            )  # fmt: skip
        while self.watching < tables * phones:
            await asyncio.sleep(0.1)

    def begin(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.ended)

    def ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        task.result()

    async def play(self, seconds: float, *, saves: float) -> None:
        """Let one table after the other save, so many a second, however quick the server is."""
        await self.pace(
            seconds, saves, lambda turn: self.save(self.tables[turn % len(self.tables)])
        )

    async def look(self, seconds: float, *, pages: float) -> None:
        """Ask the bare app, so many times a second."""
        await self.pace(seconds, pages, lambda _turn: self.timed("page", BARE))

    async def pace(self, seconds: float, a_second: float, work: object) -> None:
        begun = time.perf_counter()
        for turn in range(int(a_second * seconds)):
            await asyncio.sleep(max(begun + turn / a_second - time.perf_counter(), 0))
            self.begin(work(turn))  # type: ignore[operator]
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


def serve_bare(port: int) -> None:
    """Serve a page of the same length that costs nothing."""
    app = Flask("bare")
    app.add_url_rule(BARE, view_func=lambda: BARE_PAGE)
    threads = Threads(app.wsgi_app, 8)

    async def bare(scope: Scope, _receive: Receive, send: Send) -> None:
        await pass_on(send, await threads.answer(WholeRequest(scope)))

    uvicorn.run(bare, host=HOST, port=port, log_level="critical", lifespan="off", http="h11")


@contextlib.contextmanager
def bare_server() -> Iterator[int]:
    port = free_port()
    process = multiprocessing.get_context("spawn").Process(target=serve_bare, args=(port,))
    process.start()
    while socket.socket().connect_ex((HOST, port)):
        time.sleep(0.05)
    yield port
    process.terminate()
    process.join()


def family(pid: int) -> Iterator[Path]:
    """Yield what Linux tells of a process and of all that came from it."""
    yield Path(f"/proc/{pid}")
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        yield from family(int(child))


def megabytes(pid: int) -> float:
    """Return the memory of all workers together, each shared page counted once."""
    lines = [(one / "smaps_rollup").read_text().splitlines() for one in family(pid)]
    sizes = [line.split()[1] for told in lines for line in told if line.startswith("Pss:")]
    return sum(map(int, sizes)) / 1024


def processor(pid: int) -> float:
    """Return the seconds all workers together have kept a processor busy."""
    stats = [(one / "stat").read_text().rpartition(")")[2].split() for one in family(pid)]
    return sum(int(stat[11]) + int(stat[12]) for stat in stats) / os.sysconf("SC_CLK_TCK")


class Report:
    """The figures as they come, and whether all held."""

    def __init__(self) -> None:
        self.figures = self.held = 0
        print(f"{'milliseconds':56}{'p50':>8}{'p95':>8}{'target':>8}")

    def show(self, when: str, found: dict[str, list[float]], **most: int) -> None:
        for name, times in found.items():
            p95, target = statistics.quantiles(times, n=20)[-1], most.get(name)
            self.figures += target is not None
            self.held += target is not None and p95 <= target
            told = f"{name}, {when} ({len(times)})"
            print(
                f"{told:56}{statistics.median(times):8.1f}{p95:8.1f}{target or '':>8}", flush=True
            )


async def one_table(port: int, bare: int, report: Report) -> None:
    crowd, beside = Crowd(port), Crowd(bare)
    await crowd.sit_down(1, 50)
    await crowd.play(3, saves=1)
    crowd.figures()
    await beside.look(10, pages=50)
    report.show("bare Flask, 50 a second", beside.figures())
    await crowd.play(SECONDS, saves=1)
    report.show("50 phones at one table", crowd.figures(), page=100, **TARGETS)


async def many_tables(port: int, pid: int, bare: int, report: Report) -> None:
    crowd, beside = Crowd(port), Crowd(bare)
    await crowd.sit_down(TABLES, 5)
    print(f"{crowd.watching} streams are open: {megabytes(pid):.0f} MB, all workers together")
    pace = TABLES / 50
    await crowd.play(3, saves=pace)
    crowd.figures()
    await beside.look(10, pages=pace * 5)
    report.show(f"bare Flask, {pace * 5:.0f} a second", beside.figures())
    before, own = processor(pid), time.process_time()
    await crowd.play(SECONDS, saves=pace)
    each, ours = (
        spent / (pace * SECONDS) * 1000
        for spent in (processor(pid) - before, time.process_time() - own)
    )
    report.show(f"{TABLES} tables, {pace:.0f} saves a second", crowd.figures(), **TARGETS)
    print(f"A save and the five pages that follow keep a processor busy for {each:.0f} ms")
    print(f"and for {ours:.0f} ms this program, which plays the phones on the same machine.")
    await crowd.play(RUSH_SECONDS, saves=TABLES / RUSH_SECONDS)
    report.show(f"{TABLES} tables save in {RUSH_SECONDS:.0f} s", crowd.figures(), save=500)
    print(f"Afterwards: {megabytes(pid):.0f} MB, all workers together")
    await climb(crowd)


async def climb(crowd: Crowd) -> None:
    """Print how many saves a second hold the targets."""
    most = 0
    for pace in PACES:
        await crowd.play(RUSH_SECONDS, saves=pace)
        p95 = {
            name: statistics.quantiles(times, n=20)[-1] for name, times in crowd.figures().items()
        }
        held = all(p95[name] <= target for name, target in TARGETS.items())
        told = ", ".join(f"{name} {p95[name]:.0f}" for name in TARGETS)
        print(f"{pace} saves a second: {told} ms, p95", flush=True)
        if not held:
            break
        most = pace
    print(f"The targets hold up to {most} saves a second")


def main() -> int:
    """Print every figure beside its target; return 1 when one is above."""
    allow_open_files(5 * TABLES + 500)
    report = Report()
    with tempfile.TemporaryDirectory() as folder, bare_server() as bare:
        with running(Path(folder) / "club", KALOOKI_LIMITS="false") as server:
            asyncio.run(one_table(int(server.url.rpartition(":")[2]), bare, report))
        databases.begin_run()
        redis = databases.Redis.made(databases.folder_of_this_run() / "redis")
        try:
            url = databases.shared_postgres().new_database("crowd")
            settings = {"DATABASE_URL": url, "REDIS_URL": redis.url, "KALOOKI_LIMITS": "false"}
            with running(Path(folder) / "many", workers=WORKERS, **settings) as server:
                port, pid = int(server.url.rpartition(":")[2]), server.process.pid
                asyncio.run(many_tables(port, pid, bare, report))
        finally:
            redis.stop()
            databases.end_run()
    print(f"{report.held} of {report.figures} held")
    return int(report.held < report.figures)


if __name__ == "__main__":
    sys.exit(main())
