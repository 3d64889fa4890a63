"""What all tests share: their order, and a mark by folder."""

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import databases
from tests.compiled import compile_once

HERE = Path(__file__).parent
LATE = ("browser", "faults", "pocket")
ORDER = ("repo", "unit", "scripts", "rulebook", "games", "properties", "store", "web", *LATE)

# A machine that does other things too is no fault of what is tested.
BUSY = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("ci", BUSY, derandomize=True)
settings.register_profile("person", BUSY)
settings.load_profile("ci" if os.environ.get("CI") else "person")
compile_once()
ALL_ON_POSTGRES = os.environ.get("KALOOKI_DATABASE") == "postgresql"
for name in ("DATABASE_URL", "SECRET_KEY"):
    os.environ.pop(name, None)  # nobody's own games are played with here


def folder_of(item: pytest.Item) -> str:
    parts = item.path.relative_to(HERE).parts
    return parts[0] if len(parts) > 1 else ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run quick rooms first; where processes share the work, the long tests, so none comes last."""
    for item in items:
        if folder_of(item) in LATE:
            item.add_marker(folder_of(item))
    items.sort(key=turn_of, reverse=hasattr(config, "workerinput"))


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        databases.begin_run()


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        databases.end_run()


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """Return the address of a database of this process alone, in a real PostgreSQL server."""
    if not databases.are_installed() and not os.environ.get("CI"):
        pytest.skip(databases.MISSING)
    return databases.shared_postgres().new_database(f"test_{os.getpid()}")


@pytest.fixture(autouse=ALL_ON_POSTGRES)
def on_postgres(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let every app of this test keep its games in PostgreSQL, in a database without any."""
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    databases.empty(postgres_url)
    with databases.connections_closed():
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Two processes a core, and one: tests of browsers, servers and locks mostly wait."""
    return 2 * (os.cpu_count() or 1) + 1


def turn_of(item: pytest.Item) -> tuple[bool, int]:
    """Say when a test has its turn: folders left to right, and slow tests after all quick rooms."""
    folder = folder_of(item)
    place = ORDER.index(folder) if folder in ORDER else 0
    late = folder in LATE or item.get_closest_marker("slow") is not None
    return late, place


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    started = os.environ.get("MAKE_STARTED")
    if started:
        seconds = time.time() - int(started)
        terminalreporter.write_line(f"{seconds:.0f} s since make began, setting up included.")
