"""The pocket as it was built from this source, its host, and a phone to open it on."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import browser_path
from tests.pocket.phone import Host, PocketPhone

__all__ = ["browser_path"]
expect.set_options(timeout=20_000)

ICON = "Error while trying to use the following icon from the Manifest"
"""Chromium asks for a manifest's icons past the service worker; offline it finds none."""


@pytest.fixture(scope="session")
def pocket(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the pocket once, however many processes share the tests; return its folder."""
    shared = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        shared = shared.parent
    folder, command = shared / "pocket", (sys.executable, "-m", "kalooki_ref.pocket.build")
    with (shared / "pocket.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "worker" / "build.js").exists():
            subprocess.run([*command, "--out", folder], check=True, stdin=subprocess.DEVNULL)
    return folder


@pytest.fixture
def host(pocket: Path) -> Iterator[Host]:
    host = Host(pocket)
    yield host
    host.kill()


@pytest.fixture
def new_phone(
    browser_path: Path, host: Host, tmp_path: Path
) -> Iterator[Callable[[], PocketPhone]]:
    """Give a way to take another phone in hand, with nothing on it."""
    phones: list[PocketPhone] = []

    def new_phone() -> PocketPhone:
        profile = tmp_path / f"phone-{len(phones)}"
        phones.append(PocketPhone(browser_path, profile, host.url))
        return phones[-1]

    yield new_phone
    complaints = [one for phone in phones for one in phone.watch.unexpected() if ICON not in one]
    assert not complaints, "The page complained:\n" + "\n".join(complaints)


@pytest.fixture
def phone(new_phone: Callable[[], PocketPhone]) -> PocketPhone:
    return new_phone()
