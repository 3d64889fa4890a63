"""Copies the working tree, to plant faults in it and run tests there."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Modification times in the future, so that .pyc files of earlier versions are invalid.
LATER = count(2_000_000_000)


def files() -> list[str]:
    """Return every file that is tracked, or untracked and not ignored."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    return [
        name for name in filter(None, listed.stdout.decode().split("\0")) if (ROOT / name).is_file()
    ]


@contextmanager
def copied_tree() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        for name in files():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
        (temporary := Path(folder) / "tmp").mkdir()
        for path in (Path(folder), temporary):
            path.chmod(0o755)  # PostgreSQL runs as another user
        yield tree


def pytest_in(tree: Path, *arguments: str, **settings: str) -> tuple[list[str], dict[str, str]]:
    """Return the command that runs tests in a tree, and its environment."""
    own = {
        "PYTHONPATH": str(tree),
        "TMPDIR": str(tree.parent / "tmp"),
        "PYTHONDONTWRITEBYTECODE": "",
    }
    return [sys.executable, "-m", "pytest", *arguments], {**os.environ, **own, **settings}
