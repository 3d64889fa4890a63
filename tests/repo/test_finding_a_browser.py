"""Finding and installing a Chromium for the tests."""

import os
import subprocess
from pathlib import Path

import pytest

from tests import debian
from tests.browser import chromium


def make_program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def no_browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine without a browser; the only folder on its PATH."""
    monkeypatch.delenv("KALOOKI_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(chromium, "playwrights_own", lambda: tmp_path / "none")
    monkeypatch.setattr(chromium, "MAC_PLACES", ())
    return tmp_path


@pytest.mark.usefixtures("no_browser")
def test_no_browser_installed() -> None:
    assert chromium.find() is None


def test_configured_browser_is_preferred(no_browser: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_program(no_browser / "chromium")
    mine = make_program(no_browser / "elsewhere" / "mine")
    monkeypatch.setenv("KALOOKI_CHROMIUM", str(mine))
    assert chromium.find() == mine


def test_browser_on_the_path_is_found(no_browser: Path) -> None:
    chrome = make_program(no_browser / "google-chrome")
    assert chromium.find() == chrome


def test_snap_stub_is_ignored(no_browser: Path) -> None:
    make_program(no_browser / "chromium-browser", "#!/bin/sh\nexec /snap/bin/chromium\n")
    chrome = make_program(no_browser / "chrome")
    assert chromium.find() == chrome


def test_non_executable_file_is_ignored(no_browser: Path) -> None:
    (no_browser / "chromium").write_text("", "utf-8")
    assert chromium.find() is None


def test_installs_debian_package_as_root(no_browser: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The headless package if there is one, otherwise the full browser."""
    calls = no_browser / "asked"
    make_program(
        no_browser / "apt-get", f'#!/bin/sh\necho "$2" "$@" >> {calls}\ntest "$2" = update\n'
    )
    monkeypatch.setattr(debian, "is_debian", lambda: True)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    chromium.install()
    tried = [line.split() for line in calls.read_text("utf-8").splitlines()]
    once = [("install", name) for name in ("chromium-headless-shell", "chromium")]
    wanted = [step for one in once for step in (one, ("update", "update"), one)]
    assert [(words[0], words[-1]) for words in tried] == wanted


@pytest.mark.usefixtures("no_browser")
def test_installs_with_playwright_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(debian, "is_debian", lambda: False)
    monkeypatch.setattr(subprocess, "run", lambda command, **_: calls.append(command))
    chromium.install()
    assert calls[0][1:] == ["-m", "playwright", "install", "chromium"]
