"""Measures the pocket in Chromium: download size, response times, memory.

Needs `make pocket`. The browser is pinned to one core if possible. Times are medians of several
runs, advice is the 99th percentile of a hundred. A cold start is measured after the browser itself
is idle. A page's time is from the tap until it is drawn and its script has run, with a second
between taps. Rendering is in software here, so the device scale factor is 1 instead of 3.
`--quota 0.25` limits the browser to a quarter of the core's time, with three times the limits; that
requires root.
"""

import argparse
import gzip
import os
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Page

from kalooki_ref.pocket.build.pocket_serve import OUT
from tests.browser import chromium
from tests.pocket.phone import ADDRESS, FOLDER, Host, PocketPhone, app_is_up
from tests.pocket.table import Table

TIMES, FEW_TIMES = 5, 3
LOOK = 1.0
SETTLED = 3.0
SCREEN = {"device_scale_factor": 1}
PAGES = ("", "history", "standings", "round?winner=2", "board", "print")
VERDICT = "check?system=standard&cards=7H+8H+*+*"
ADVICE = "advice?system=standard&hand=7H+7D+7S+9S+9C+*+4D+5D+6D+7D+KC+2H+3S"
LAYS = "practise/lay?system=standard"
Row = tuple[str, float, float]
SHOWN = """() => new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries()[0].startTime / 1000))
    .observe({ type: 'paint', buffered: true });
})"""
READY = """() => new Promise((done) => {
  const [page] = performance.getEntriesByType('navigation');
  new PerformanceObserver((list) => {
    done(Math.max(list.getEntries().at(-1).startTime, page.domContentLoadedEventEnd) / 1000);
  }).observe({ type: 'paint', buffered: true });
})"""
FETCH = """async (address) => {
  const before = performance.now();
  await (await fetch(address)).text();
  return (performance.now() - before) / 1000;
}"""
CUT_SNAPSHOT = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  const kept = (await cache.keys()).filter(({ url }) => url.endsWith('/snapshot'));
  await Promise.all(kept.map((request) => cache.delete(request)));
}"""
STORED = "async () => (await navigator.storage.estimate()).usage / 1e6"


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def downloaded() -> Iterator[Path]:
    """Yield the files downloaded by a first visit."""
    text = (OUT / "worker" / "build.js").read_text("utf-8")
    yield from (OUT / address for address in re.findall(r'"address": "([^"]+)"', text))
    yield from (path for path in OUT.rglob("*") if path.suffix == ".js")


def served(path: Path) -> int:
    """Return the bytes a host sends: text compressed, packs as they are."""
    body = path.read_bytes()
    return len(body if path.suffix == ".bin" else gzip.compress(body))


def rows(phone: PocketPhone) -> Iterator[Row]:
    """Yield name, figure and limit, in the order of a first use."""
    with phone.switched_on(**SCREEN) as page:
        yield "first start, download included (s)", seconds(lambda: phone.open(page)), 12
        yield "download (MB)", sum(map(served, downloaded())) / 1e6, 7.5
        table = Table(phone, page, seed=1)
        page.goto(table.game)
    yield from cold(phone, table.game)
    with phone.switched_on(**SCREEN) as page:
        page.goto(table.game)
        app_is_up(page)
        yield from warm(page, table.game)
        yield "storage (MB)", page.evaluate(STORED), 90
        yield "memory of the worker (MB)", memory(phone), 160
        page.evaluate(CUT_SNAPSHOT)
    tapped = [start(phone, table.game)[1] for _ in range(FEW_TIMES)]
    yield "first tap without a snapshot (s)", statistics.median(tapped), 5


def cold(phone: PocketPhone, game: str) -> Iterator[Row]:
    """Yield the times of a cold start; the first tap comes while Python starts."""
    shown, tapped = zip(*(start(phone, game) for _ in range(TIMES)), strict=True)
    yield "cold start: last page in sight (s)", statistics.median(shown), 0.3
    yield "cold start: first tap answered (s)", statistics.median(tapped), 2


def start(phone: PocketPhone, game: str) -> tuple[float, float]:
    with phone.switched_on(**SCREEN) as page:
        time.sleep(SETTLED)
        page.goto("./?start", wait_until="commit")
        return page.evaluate(SHOWN), seconds(lambda: page.evaluate(FETCH, f"{game}/history"))


def warm(page: Page, game: str) -> Iterator[Row]:
    pages = [later(page, f"{game}/{name}") for name in PAGES * TIMES]
    yield "a later page, drawn and ready (s)", statistics.median(pages), 0.15
    verdicts = timed(page, (f"{VERDICT}&n={turn}" for turn in range(20)))
    yield "a verdict (s)", statistics.median(verdicts), 0.1
    advice = timed(page, (f"{ADVICE}&round={1 + turn % 9}" for turn in range(99)))
    yield "advice, 99th of a hundred (s)", sorted(advice)[-2], 0.3
    # The slowest kind of question.
    lays = timed(page, (f"{LAYS}&seed={turn}&level={1 + turn % 3}" for turn in range(100)))
    yield "a question, median (s)", statistics.median(lays), 0.1
    yield "a question, 95th of a hundred (s)", sorted(lays)[94], 0.1


def later(page: Page, address: str) -> float:
    time.sleep(LOOK)
    page.goto(address)
    return float(page.evaluate(READY))


def timed(page: Page, addresses: Iterable[str]) -> list[float]:
    return [page.evaluate(FETCH, ADDRESS + address) for address in addresses]


def memory(phone: PocketPhone) -> float:
    """Return the private memory of the process of worker and page."""
    return max(private(process) for process in renderers(phone.profile)) / 1e6


def renderers(profile: Path) -> Iterator[Path]:
    """Yield the renderer processes of the browser with this profile."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            is_one = b"--type=renderer" in (process / "cmdline").read_bytes()
            if is_one and is_below(process, profile):
                yield process


def is_below(process: Path, profile: Path) -> bool:
    """Return whether a process was started by the browser with this profile."""
    while process.name != "0":
        if f"--user-data-dir={profile}".encode() in (process / "cmdline").read_bytes():
            return True
        status = (process / "status").read_text("utf-8")
        process = process.with_name(status.split("PPid:")[1].split()[0])
    return False


def private(process: Path) -> int:
    lines = [line.split() for line in (process / "smaps_rollup").read_text("utf-8").splitlines()]
    return sum(int(line[1]) * 1024 for line in lines if line[0].startswith("Private_"))


@contextmanager
def slowed(browser: Path, share: float, folder: Path) -> Iterator[Path]:
    """Yield a command that starts the browser with a share of a core's time."""
    if share >= 1:
        yield browser
        return
    group = Path("/sys/fs/cgroup/cpu/kalooki-bench")
    group.mkdir(exist_ok=True)
    (group / "cpu.cfs_quota_us").write_text(str(round(100_000 * share)), "utf-8")
    command = folder / "browser"
    command.write_text(f'#!/bin/sh\necho $$ >{group}/cgroup.procs\nexec {browser} "$@"\n', "utf-8")
    command.chmod(0o755)
    yield command
    with suppress(OSError):
        group.rmdir()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quota", type=float, default=1, help="share of one core's time")
    share = parser.parse_args().quota
    with suppress(AttributeError, OSError):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = chromium.find()
    if found is None or not (OUT / "sw.js").exists():
        print(chromium.MISSING if found is None else "Run `make pocket` first.")
        return 1
    with (
        tempfile.TemporaryDirectory() as folder,
        slowed(found, share, Path(folder)) as browser,
    ):
        (Path(folder) / FOLDER).symlink_to(OUT)
        host = Host(Path(folder))
        phone = PocketPhone(browser, Path(folder) / "phone", host)
        allowed = 1 if share >= 1 else 3
        print(f"load {os.getloadavg()[0]:.1f} before")
        print(f"{'figure':<40}{'ours':>10}{'limit':>10}")
        for name, ours, limit in rows(phone):
            most = limit if "MB" in name else limit * allowed
            print(f"{name:<40}{ours:>10.2f}{most:>10.2f}", flush=True)
        host.kill()
    return 0


if __name__ == "__main__":
    sys.exit(main())
