"""Failures of PostgreSQL, the network, a worker or the master lose and duplicate nothing.

The app recovers by itself. `KALOOKI_SEED` selects another run, `KALOOKI_FAILURES` sets its length.
"""

import os
import random
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import psycopg
import pytest

from kalooki_ref import create_app
from kalooki_ref.store.postgres import CHANNEL
from tests.commits import seed_of_this_run
from tests.databases import Postgres, connections_closed, folder_of_this_run
from tests.faults.freezing import FREEZE
from tests.faults.network import Line
from tests.faults.record import Damage, damage_in
from tests.faults.test_kill import ROOT, new_game
from tests.faults.writers import Crowd, Phone
from tests.server import (
    HOST,
    PATIENCE,
    Server,
    fetch,
    free_port,
    running,
    start,
    wait_until,
)
from tests.web.phone import Phone as Visitor

pytestmark = pytest.mark.share(of=3)

FAILURES = int(os.environ.get("KALOOKI_FAILURES", "6"))
# Seconds of writing before a failure.
SOON, LATE = 0.1, 0.4
NO_DAMAGE = Damage((), (), (), (), ())

Failure = Callable[[], None]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Postgres]:
    """A server of its own, because the tests kill it."""
    server = Postgres.made(folder_of_this_run() / f"killed-{secrets.token_hex(4)}")
    yield server
    server.stop()


@pytest.fixture
def line(postgres: Postgres) -> Iterator[Line]:
    """The proxy in front of PostgreSQL."""
    with closing(Line(postgres.port)) as line:
        yield line


def through(line: Line, url: str) -> str:
    """Return the database's URL through the proxy."""
    return url.replace(url.rpartition(":")[2].partition("/")[0], str(line.port))


def children_of(server: Server) -> dict[int, str]:
    """Return the child processes of a server's master, with their command lines."""
    found = subprocess.run(
        ["ps", "-eww", "-o", "pid=,ppid=,args="], capture_output=True, encoding="utf-8", check=True
    ).stdout
    lines = [line.split(maxsplit=2) for line in found.splitlines()]
    return {int(pid): args for pid, parent, args in lines if int(parent) == server.process.pid}


def workers_of(server: Server) -> list[int]:
    return [pid for pid, args in children_of(server).items() if "spawn_main" in args]


def is_served(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def under_writers(
    server: Server, url: str, fail: Callable[[random.Random], None], times: int
) -> Damage:
    """Cause failures repeatedly under four writers; return the first damage."""
    seed = seed_of_this_run()
    chance = random.Random(seed)
    port = int(server.url.rpartition(":")[2])
    crowd = Crowd(port, seed)
    crowd.game = new_game(port, chance)
    found = NO_DAMAGE
    with crowd.writing():
        for _ in range(times):
            crowd.saves_again()
            time.sleep(chance.uniform(SOON, LATE))
            acked = frozenset(crowd.acked.copy())
            fail(chance)
            found = damage_in(url, acked=acked, sent=None)
            crowd.game = new_game(port, chance)
            if found:
                break
        crowd.saves_again()
    print(f"{len(crowd.acked)} acknowledged, {crowd.refused} refused; {crowd.strange[:3]}")
    found = found or damage_in(url, acked=frozenset(crowd.acked), sent=frozenset(crowd.sent))
    assert found or not crowd.strange, "a game that is lost is found missing too"
    return found


def test_failures_lose_and_duplicate_nothing(
    tmp_path: Path, postgres: Postgres, line: Line
) -> None:
    url = postgres.new_database("failing")
    settings = {"DATABASE_URL": through(line, url), "KALOOKI_LIMITS": "false"}
    port = free_port()
    server = start(tmp_path / "instance", port=port, workers=2, **settings)

    def crash(_chance: random.Random) -> None:
        postgres.stop()
        postgres.start()

    def kill_a_worker(chance: random.Random) -> None:
        with suppress(ProcessLookupError):  # it has just ended by itself
            os.kill(chance.choice(workers_of(server)), signal.SIGKILL)

    def cut_the_line(chance: random.Random) -> None:
        with line.cut():
            time.sleep(chance.uniform(SOON, LATE))

    def kill_the_master(_chance: random.Random) -> None:
        nonlocal server
        server.kill()
        wait_until(lambda: not is_served(port))  # its workers end with it
        server = start(tmp_path / "instance", port=port, workers=2, **settings)

    turns = [crash, kill_a_worker, cut_the_line, kill_the_master] * FAILURES

    def fail(chance: random.Random) -> None:
        turns.pop()(chance)

    try:
        wait_until(lambda: len(workers_of(server)) == 2)
        assert not under_writers(server, url, fail, FAILURES)
        wait_until(lambda: len(workers_of(server)) == 2)
    finally:
        server.stop()


def test_master_survives_the_death_of_its_processes(tmp_path: Path, postgres: Postgres) -> None:
    """Workers and their helper processes are killed at random times."""
    chance = random.Random(seed_of_this_run())
    settings = {"DATABASE_URL": postgres.new_database("outlived"), "KALOOKI_LIMITS": "false"}
    with running(tmp_path / "instance", workers=2, **settings) as server:
        for _ in range(FAILURES):
            wait_until(lambda: len(workers_of(server)) == 2)
            time.sleep(chance.uniform(0, LATE))
            for pid in chance.sample([*children_of(server)], chance.randint(1, 2)):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        wait_until(lambda: len(workers_of(server)) == 2)
        wait_until(lambda: is_ready(server))
        assert server.process.poll() is None
    assert server.process.returncode == 0
    assert "Traceback" not in server.log.read_text("utf-8")


def test_master_replaces_a_frozen_worker(tmp_path: Path, postgres: Postgres) -> None:
    command = (sys.executable, "-m", "tests.faults.freezing")
    settings = {"DATABASE_URL": postgres.new_database("frozen"), "PYTHONPATH": str(ROOT)}
    with running(tmp_path / "instance", command=command, workers=2, **settings) as server:
        wait_until(lambda: len(workers_of(server)) == 2)
        before = workers_of(server)
        with pytest.raises(OSError, match=r"(?i)closed|reset"):
            fetch(server.url + FREEZE)
        wait_until(lambda: len(workers_of(server)) == 2)
        assert len({*before} & {*workers_of(server)}) == 1
        assert is_ready(server)
    assert "in freeze" in server.log.read_text("utf-8")


def test_asynchronous_commit_is_detected_as_lost(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.new_database("early")
    command = (sys.executable, "-m", "tests.faults.early_commit")
    settings = {"DATABASE_URL": url, "KALOOKI_LIMITS": "false", "PYTHONPATH": str(ROOT)}
    server = start(tmp_path / "instance", command=command, **settings)

    def crash(_chance: random.Random) -> None:
        postgres.stop()
        postgres.start()

    try:
        assert under_writers(server, url, crash, 20).lost
    finally:
        server.stop()


def stream(server: Server, game: str, kept: ExitStack) -> HTTPResponse:
    """Open a stream and read its first event."""
    line = HTTPConnection(HOST, int(server.url.rpartition(":")[2]), timeout=PATIENCE)
    kept.enter_context(closing(line))
    line.request("GET", f"{game}/stream")
    answer = line.getresponse()
    assert answer.status == 200
    return answer


def next_number(answer: HTTPResponse) -> int | None:
    """Return the stream's next number; None if the stream has ended."""
    for line in iter(answer.readline, b""):
        if line.startswith(b"data: "):
            return int(line[6:])
    return None


def test_events_reach_streams_of_all_workers_also_after_a_crash(
    tmp_path: Path, postgres: Postgres
) -> None:
    settings = {"DATABASE_URL": postgres.new_database("news"), "KALOOKI_LIMITS": "false"}
    settings["KALOOKI_METRICS"] = "true"
    with (
        running(tmp_path / "instance", workers=2, **settings) as server,
        closing(Phone(int(server.url.rpartition(":")[2]))) as phone,
        ExitStack() as kept,
    ):
        game = phone.begin_game("0" * 32)
        streams = [stream(server, game, kept) for _ in range(8)]
        assert {next_number(stream) for stream in streams} == {0}
        for base in (1, 2):
            call = {"key": f"{base:032}", "base": base, "player": "1", "answer": "refused"}
            assert phone.post(f"{game}/calls", call).status == 303  # type: ignore[union-attr]
            assert {next_number(stream) for stream in streams} == {base}
        postgres.stop()
        postgres.start()
        assert {next_number(stream) for stream in streams} == {None}
        wait_until(lambda: listeners(postgres) == 2)
        streams += [stream(server, game, kept) for _ in range(8)]
        assert {next_number(stream) for stream in streams[8:]} == {2}
        wait_until(lambda: open_streams(server) == 8)
        for worker in workers_of(server):
            os.kill(worker, signal.SIGKILL)
            wait_until(lambda: len(workers_of(server)) == 2)
        wait_until(lambda: open_streams(server) == 0)


def is_ready(server: Server) -> bool:
    try:
        return fetch(f"{server.url}/readyz")[0] == 200
    except OSError:
        return False


def listeners(postgres: Postgres) -> int:
    """Return the number of workers that LISTEN for changes."""
    listening = "SELECT count(*) FROM pg_stat_activity WHERE query = %s"
    with closing(psycopg.connect(postgres.url())) as connection:
        row = connection.execute(listening, [f"LISTEN {CHANNEL}"]).fetchone()
    assert row
    return int(row[0])


def open_streams(server: Server) -> int:
    """Return the number of open streams according to /metrics."""
    found = re.search(r"^kalooki_open_streams (\d+)\.0$", fetch(f"{server.url}/metrics")[1], re.M)
    assert found
    return int(found[1])


def test_page_is_503_without_the_database_and_recovers(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", postgres.new_database("gone"))
    with connections_closed():
        phone = Visitor(create_app({"INSTANCE": str(tmp_path / "instance")}).test_client())
        phone.begin()
        postgres.stop()
        try:
            refused = phone.client.get(phone.table)
            assert refused.status_code == 503
            assert int(refused.headers["Retry-After"]) > 0
            assert "Everything saved earlier is safe" in phone.words(refused)
            assert phone.client.get("/readyz").status_code == 503
            assert phone.client.get("/healthz").status_code == 200
        finally:
            postgres.start()
        assert phone.get().status_code == 200
        assert phone.post("calls", player="1").status_code == 303
