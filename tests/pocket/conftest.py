"""The pocket as it was built from this source, its host, and phones that opened it once."""

import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import (
    browser,
    browser_path,
    live_server,
    open_context,
    open_phone,
    watch,
)
from tests.pocket.phone import FOLDER, Host, PocketPhone

__all__ = ["browser", "browser_path", "live_server", "open_context", "open_phone", "watch"]
expect.set_options(timeout=20_000)
BUILD = (sys.executable, "-m", "kalooki_ref.pocket.build", "--quick", "--out")


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all processes of this run share."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if os.environ.get("PYTEST_XDIST_WORKER") else folder


@contextmanager
def made_once(place: Path) -> Iterator[bool]:
    """Say whether this folder is still to be made; others wait meanwhile."""
    with place.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield not place.exists()


@pytest.fixture(scope="session")
def pocket(shared: Path) -> Path:
    """Build the pocket once; return its folder."""
    folder = shared / "host" / FOLDER
    folder.parent.mkdir(exist_ok=True)
    with made_once(folder) as is_new:
        if is_new:
            subprocess.run([*BUILD, folder], check=True, stdin=subprocess.DEVNULL)
    return folder


@pytest.fixture(scope="session")
def installed(shared: Path, pocket: Path, browser_path: Path) -> Path:
    """Open the pocket once on a new phone; return the browser's profile, to be copied."""
    profile = shared / "installed"
    with made_once(profile) as is_new:
        if is_new:
            host = Host(pocket.parent)
            phone = PocketPhone(browser_path, profile, host)
            with phone.switched_on() as page:
                phone.open(page)
            host.kill()
    return profile


@pytest.fixture
def host(pocket: Path) -> Iterator[Host]:
    host = Host(pocket.parent)
    yield host
    host.kill()


@pytest.fixture
def new_phone(
    browser_path: Path, host: Host, tmp_path: Path
) -> Iterator[Callable[[Path | None], PocketPhone]]:
    """Give a way to take another phone in hand: with nothing on it, or a copy of a profile."""
    phones: list[PocketPhone] = []

    def new_phone(like: Path | None = None) -> PocketPhone:
        profile = tmp_path / f"phone-{len(phones)}"
        if like:
            shutil.copytree(like, profile, symlinks=True)
        phones.append(PocketPhone(browser_path, profile, host))
        return phones[-1]

    yield new_phone
    complaints = [one for phone in phones for one in phone.watch.unexpected()]
    assert not complaints, "The page complained:\n" + "\n".join(complaints)


@pytest.fixture
def phone(new_phone: Callable[[Path | None], PocketPhone], installed: Path) -> PocketPhone:
    """A phone that opened the address once."""
    return new_phone(installed)
