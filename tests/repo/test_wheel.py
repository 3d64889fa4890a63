"""The wheel works in an empty environment, outside the checkout."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repo.source import ROOT
from tests.server import Server, fetch, running

pytestmark = pytest.mark.slow

WHERE = "import kalooki_ref; print(kalooki_ref.__file__)"
TEMPLATES = """
from pathlib import Path
from kalooki_ref import create_app
print(create_app({"INSTANCE": str(Path.cwd())}).jinja_loader.searchpath[0])
"""


def run(*command: str | Path, cwd: Path) -> str:
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=cwd, env=environ, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a new environment; return the folder with its commands.

    Dependencies are borrowed from this environment by a .pth file, so no network is needed.
    """
    folder = tmp_path_factory.mktemp("installed") / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
    bin_folder = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = (sys.executable, "-m", "pip", "--python", bin_folder / "python", "-qq")
    run(*pip, "install", "--no-index", "--no-deps", wheel, cwd=folder.parent)
    site = run(bin_folder / "python", "-c", SITE, cwd=folder.parent)
    Path(site, "lent.pth").write_text(sysconfig.get_path("purelib"), "utf-8")
    return bin_folder


SITE = "import sysconfig; print(sysconfig.get_path('purelib'))"


@pytest.fixture(scope="module")
def server(programs: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    empty = tmp_path_factory.mktemp("empty")
    with running(empty / "instance", command=[str(programs / "kalooki-ref")]) as server:
        yield server


def test_wheel_has_templates_static_files_and_migrations(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    for folder in ("templates/", "static/css/", "static/js/", "store/migrations/versions/"):
        assert any(name.startswith(f"kalooki_ref/{folder}") for name in names), folder
    assert "kalooki_ref/py.typed" in names


def test_what_builds_the_pocket_is_not_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    parts = {name.split("/")[2] for name in names if name.startswith("kalooki_ref/pocket/")}
    assert parts == {"__init__.py", "bridge.py", "warm_up.py", "whats_new.py"}


def test_wheel_has_nothing_else(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    assert {name.split("/")[0].split("-")[0] for name in names} == {"kalooki_ref"}
    assert not [name for name in names if name.endswith((".sqlite", ".pyc", ".log"))]


def test_code_and_templates_are_loaded_from_the_wheel(programs: Path, tmp_path: Path) -> None:
    home = str(programs.parent)
    assert run(programs / "python", "-c", WHERE, cwd=tmp_path).startswith(home)
    assert run(programs / "python", "-c", TEMPLATES, cwd=tmp_path).startswith(home)


def test_wheel_serves_pages(server: Server) -> None:
    status, home = fetch(server.url + "/")
    assert status == 200
    assert "<html" in home
    for address in linked_files(home):
        assert fetch(server.url + address)[0] == 200, address
    assert fetch(server.url + "/healthz")[0] == 200


def linked_files(page: str) -> list[str]:
    """Return the URLs of a page's stylesheets and scripts."""
    marks = [part.split('"')[0] for part in page.replace('src="', 'href="').split('href="')[1:]]
    files = [mark for mark in marks if mark.split("?")[0].endswith((".css", ".js"))]
    assert any(".css" in mark for mark in files), "the page has no style"
    return files


def test_wheel_uses_the_given_instance(server: Server) -> None:
    assert (server.instance / "kalooki.sqlite").is_file()
