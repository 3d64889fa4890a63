"""Shared configuration: order of tests, markers by folder, shares of a commit, PostgreSQL."""

import os
import shutil
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests import databases, results
from tests.commits import share_of_this_commit
from tests.compiled import compile_once

HERE = Path(__file__).parent
LATE = ("browser", "faults", "pocket")
EARLY = ("repo", "unit", "scripts", "rulebook", "games", "properties", "store", "web", "evenings")
ORDER = (*EARLY, *LATE)
# Every commit runs one of this many shares of a folder's tests.
SHARES = {"browser": 4, "pocket": 4}

# Slow examples on a busy machine are not failures.
BUSY = settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    print_blob=True,
)
settings.register_profile("ci", BUSY, derandomize=True)
settings.register_profile("person", BUSY)
settings.load_profile("ci" if os.environ.get("CI") else "person")
compile_once()
# How many tests rest in this commit, and how many there are.
SELECTION = pytest.StashKey[tuple[int, int]]()
ALL_ON_POSTGRES = os.environ.get("KALOOKI_DATABASE") == "postgresql"
for name in ("DATABASE_URL", "SECRET_KEY"):
    os.environ.pop(name, None)  # don't use the developer's own database


def folder_of(item: pytest.Item) -> str:
    parts = item.path.relative_to(HERE).parts
    return parts[0] if len(parts) > 1 else ""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Run quick folders first; with several processes, start the slow tests first."""
    for item in items:
        if folder_of(item) in LATE:
            item.add_marker(folder_of(item))
    if not are_named(config):
        select_shares(config, items)
    items.sort(key=turn_of, reverse=hasattr(config, "workerinput"))


def are_named(config: pytest.Config) -> bool:
    """Return whether the command line names tests, all of which then run."""
    if hasattr(config, "workerinput"):
        return bool(config.workerinput["are_named"])
    return config.args_source is pytest.Config.ArgsSource.ARGS or bool(config.option.keyword)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker process of pytest-xdist what was asked of the main process."""
    node.workerinput["are_named"] = are_named(node.config)


def select_shares(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of the tests that rest in most commits, keep this commit's share."""
    by_share = defaultdict[int, list[pytest.Item]](list)
    for item in items:
        if (of := share_of(item)) > 1:
            by_share[of].append(item)
    left = {
        item
        for of, tests in by_share.items()
        for item in {*tests} - {*share_of_this_commit(tests, of=of)}
    }
    config.stash[SELECTION] = len(left), len(items)
    config.hook.pytest_deselected(items=[*left])
    items[:] = [item for item in items if item not in left]


def share_of(item: pytest.Item) -> int:
    """Return how many commits share this test: by its marker, its file's, or its folder."""
    marker = item.get_closest_marker("share")
    return int(marker.kwargs["of"]) if marker else SHARES.get(folder_of(item), 1)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        databases.begin_run()
        shutil.rmtree(results.FOLDER, ignore_errors=True)


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        databases.end_run()


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """URL of this process's own database in a real PostgreSQL server."""
    if not databases.are_installed() and not os.environ.get("CI"):
        pytest.skip(databases.MISSING)
    return databases.shared_postgres().new_database(f"test_{os.getpid()}")


@pytest.fixture(autouse=ALL_ON_POSTGRES)
def on_postgres(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make every app of this test use an empty PostgreSQL database."""
    monkeypatch.setenv("DATABASE_URL", postgres_url)
    databases.empty(postgres_url)
    with databases.connections_closed():
        yield


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process per core plus one: more of them take as long, and more memory."""
    return (os.cpu_count() or 1) + 1


def turn_of(item: pytest.Item) -> tuple[bool, int]:
    """Return a test's sort key: by folder, and slow tests after all quick folders."""
    folder = folder_of(item)
    place = ORDER.index(folder) if folder in ORDER else 0
    late = folder in LATE or item.get_closest_marker("slow") is not None
    return late, place


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    """Let the fixtures of a test know whether it failed."""
    report = yield
    item.stash[results.HAS_FAILED] = item.stash.get(results.HAS_FAILED, False) or report.failed
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tell the main process of pytest-xdist how many tests rested."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["selection"] = session.config.stash.get(SELECTION, None)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    if selection := getattr(node, "workeroutput", {}).get("selection"):
        node.config.stash[SELECTION] = tuple(selection)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    say = terminalreporter.write_line
    rested, of = terminalreporter.config.stash.get(SELECTION, (0, 0))
    if rested:
        say(f"{rested:,} of {of:,} tests rested in this commit; KALOOKI_WHOLE=1 runs all.")
    if results.FOLDER.exists():
        say(f"Traces and pictures of failed browser tests are in {results.FOLDER}/.")
    started = os.environ.get("MAKE_STARTED")
    if started:
        minutes, seconds = divmod(int(time.time()) - int(started), 60)
        say(f"{minutes}:{seconds:02} minutes since make began, setting up included.")
