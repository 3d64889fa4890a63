"""Fixtures: the pocket built from this source, its host, and phones that have installed it.

`page`, `open_phone` and `send` replace those of tests/browser, to run the same journeys in the
pocket. They share one browser per process, and with it its clock; a test that closes, kills, breaks
or stops something uses its own `phone`.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import browser_path, page, page_without_script
from tests.browser.recorded import recorded
from tests.pocket.phone import FOLDER, Host, PocketPhone, send

__all__ = ["browser_path", "page", "page_without_script"]
BUILD = (sys.executable, "-m", "kalooki_ref.pocket.build", "--quick", "--out")


@pytest.fixture(autouse=True)
def sending_from_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the helpers of tests/browser send forms as pages do."""
    monkeypatch.setattr("tests.browser.phone.send", send)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder shared by all processes of this run."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if os.environ.get("PYTEST_XDIST_WORKER") else folder


@contextmanager
def made_once(place: Path) -> Iterator[bool]:
    """Yield whether this process has to create the folder; other processes wait meanwhile."""
    with place.with_suffix(".lock").open("w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield not place.exists()


@pytest.fixture(scope="session")
def pocket(shared: Path) -> Path:
    """The folder of the pocket, built once."""
    folder = shared / "host" / FOLDER
    folder.parent.mkdir(exist_ok=True)
    with made_once(folder) as is_new:
        if is_new:
            subprocess.run([*BUILD, folder], check=True, stdin=subprocess.DEVNULL)
    return folder


@pytest.fixture(scope="session")
def installed(shared: Path, pocket: Path, browser_path: Path) -> Path:
    """A browser profile with the pocket installed, to be copied."""
    profile = shared / "installed"
    with made_once(profile) as is_new:
        if is_new:
            with hosting(pocket) as host:
                phone = PocketPhone(browser_path, profile, host)
                with phone.switched_on() as page:
                    phone.open(page)
    return profile


@pytest.fixture
def host(pocket: Path) -> Iterator[Host]:
    with hosting(pocket) as host:
        yield host


@contextmanager
def hosting(pocket: Path) -> Iterator[Host]:
    host = Host(pocket.parent if FOLDER else pocket)
    yield host
    host.kill()


@pytest.fixture
def phone(browser_path: Path, host: Host, installed: Path, tmp_path: Path) -> Iterator[PocketPhone]:
    """A phone for one test, with the pocket installed."""
    phone = copy_profile(installed, PocketPhone(browser_path, tmp_path / "phone", host))
    yield phone
    assert_no_complaints(phone)


def copy_profile(installed: Path, phone: PocketPhone) -> PocketPhone:
    shutil.copytree(installed, phone.profile, symlinks=True)
    return phone


def assert_no_complaints(phone: PocketPhone) -> None:
    complaints = list(phone.watch.unexpected())
    assert not complaints, "The page complained:\n" + "\n".join(complaints)


@pytest.fixture(scope="session")
def started(
    browser_path: Path, pocket: Path, installed: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[PocketPhone]:
    """The shared phone, with the browser's language, which tests may change."""
    profile = tmp_path_factory.mktemp("started") / "phone"
    with hosting(pocket) as host:
        phone = copy_profile(installed, PocketPhone(browser_path, profile, host))
        with phone.switched_on(locale=None) as page:
            phone.open(page)
            yield phone


@pytest.fixture
def open_phone(
    started: PocketPhone, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Page]]:
    """Factory for pages on the shared phone, without any games."""
    started.forget()
    pages: list[Page] = []

    def open_phone(*, script: bool = True, colour: Literal["light", "dark"] = "light") -> Page:
        page = started.context.new_page()
        page.emulate_media(color_scheme=colour)
        pages.append(page if script else started.without_script(page))
        return page

    with recorded(started.context, request.node, started.watch):
        yield open_phone
    for opened in pages:
        opened.close()
    assert_no_complaints(started)
