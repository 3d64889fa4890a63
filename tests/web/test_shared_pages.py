"""Workers share the pages that script fetches; without Redis each makes its own."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.web.access import page_cache, shared_pages
from tests import databases
from tests.web.phone import Phone
from tests.web.test_page_cache import fetched, text_of

Worker = Callable[[], Flask]


@pytest.fixture(scope="module")
def redis() -> Iterator[databases.Redis]:
    if not databases.are_installed() and not os.environ.get("CI"):
        pytest.skip(databases.MISSING)
    server = databases.Redis.made(databases.folder_of_this_run() / f"pages-{os.getpid()}")
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody give up a Redis that answers late because the machine is busy."""
    monkeypatch.setattr(shared_pages, "PATIENCE", {"socket_timeout": 60})


@pytest.fixture
def worker(redis: databases.Redis, tmp_path: Path) -> Worker:
    """Give a way to start one more worker of the same instance."""
    settings = {"INSTANCE": str(tmp_path / "instance"), "REDIS_URL": redis.url, "LIMITS": False}
    return lambda: create_app(settings)


@pytest.fixture
def seated(worker: Worker) -> Phone:
    phone = Phone(worker().test_client())
    phone.begin()
    return phone


def at(app: Flask, phone: Phone) -> Phone:
    other = Phone(app.test_client())
    other.table = phone.table
    return other


def made_here(app: Flask) -> int:
    pages: page_cache.Pages = app.extensions[page_cache.PAGES]
    return len(pages.whole._kept)


def test_a_page_is_made_once_for_all_workers(worker: Worker, seated: Phone) -> None:
    second = worker()
    first, again = fetched(seated), fetched(at(second, seated))
    assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
    assert made_here(second) == 0
    seated.post("calls", player="2")
    assert "Ben called" in text_of(fetched(at(second, seated)))
    assert made_here(second) == 1


def test_another_instance_never_gets_it(redis: databases.Redis, tmp_path: Path) -> None:
    keys: list[str] = []
    for name in ("one", "two"):
        app = create_app({"INSTANCE": str(tmp_path / name), "REDIS_URL": redis.url})
        with app.app_context():
            app.extensions[page_cache.PAGES].shared.put(("game", 1), "t" * 16, name.encode())
            keys.append(app.extensions[page_cache.PAGES].shared.get(("game", 1))[1].decode())
    assert keys == ["one", "two"]


def test_pages_come_without_redis_too(
    worker: Worker, seated: Phone, redis: databases.Redis
) -> None:
    redis.stop()
    try:
        app = worker()
        for _ in range(2):
            assert "Ann" in text_of(fetched(at(app, seated)))
        assert made_here(app) == 1
    finally:
        redis.start()
