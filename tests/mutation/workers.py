"""Processes that try faults, each in a copy of the tree that is thrown away."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import IO

from tests.mutation.faults import Fault

ROOT = Path(__file__).parents[2]
OPTIONS = ("-x", "-q", "-p", "no:cacheprovider")
# Times of change that no file has, so that nothing compiled before is taken for the fault.
LATER = count(2_000_000_000)


@dataclass(frozen=True, slots=True)
class Worker:
    """A process that has read everything, in a copy of the tree; see tests/mutation/plant.py."""

    tree: Path
    faults: IO[str]
    outcomes: IO[str]
    options: Sequence[str]

    def failure(self, fault: Fault, tests: Sequence[str], *, seconds: float, again: bool) -> str:
        """Return what these tests print when they fail with a fault, and nothing when they pass."""
        faulty = self.tree / fault.path
        faulty.write_text(fault.after, "utf-8")
        os.utime(faulty, (at := next(LATER), at))
        settings = {
            **asdict(fault),
            "again": again,
            "tests": tests,
            "seconds": seconds,
            "options": self.options,
        }
        self.faults.write(json.dumps(settings) + "\n")
        self.faults.flush()
        outcome: str = json.loads(self.outcomes.readline())
        faulty.write_text(fault.before, "utf-8")
        return outcome


@contextmanager
def working(folders: Sequence[str], seed: int) -> Iterator[Worker]:
    with copied_tree() as tree:
        (inlet, faults), (outcomes, outlet) = os.pipe(), os.pipe()
        options = [*OPTIONS, f"--hypothesis-seed={seed}"]
        command, own = pytest_in(
            tree, "-s", "-p", "tests.mutation.plant", *options, *folders,
            KALOOKI_FAULTS=f"{inlet},{outlet}", KALOOKI_SEED=str(seed),
        )  # fmt: skip
        process = subprocess.Popen(
            command, cwd=tree, env=own, pass_fds=(inlet, outlet), stdout=subprocess.DEVNULL
        )
        os.close(inlet), os.close(outlet)
        with os.fdopen(faults, "w") as settings, os.fdopen(outcomes) as heard:
            if not heard.readline():
                raise RuntimeError("The tests can't be read; try `pytest --collect-only`.")
            yield Worker(tree, settings, heard, options)
        process.wait()


def files() -> list[str]:
    """Return every file of the tree that is kept, or would be with the next commit."""
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
