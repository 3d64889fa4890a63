"""Builds of the pocket are reproducible; run by `make trust`, not by CI."""

import subprocess
import sys
from pathlib import Path

BUILD = (sys.executable, "-m", "kalooki_ref.pocket.build", "--quick", "--out")


def files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_builds_are_reproducible(tmp_path: Path) -> None:
    for name in ("one", "two"):
        subprocess.run([*BUILD, tmp_path / name], check=True, stdin=subprocess.DEVNULL)
    first, second = files(tmp_path / "one"), files(tmp_path / "two")
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []
