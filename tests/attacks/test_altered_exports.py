"""Fuzz tests of game imports by web, command line and pocket."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from kalooki_ref import create_app
from tests.attacks.altered_exports import SAME, whole_game
from tests.commits import seed_of_this_run

ROOT = Path(__file__).parents[2]
FILES = int(os.environ.get("KALOOKI_ALTERED", "40"))


def test_altered_files_are_refused_or_playable() -> None:
    """Run in a separate process, with a limit of 200 MB of memory."""
    command = [sys.executable, "-m", "tests.attacks.altered_exports", str(FILES)]
    run = subprocess.run(
        [*command, str(seed_of_this_run())],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-2000:]
    print(run.stdout)


@pytest.mark.parametrize("slug", ["jamaican", "caribbean", "kalooki40", "kooky", "standard"])
def test_unaltered_file_opens(slug: str, tmp_path: Path) -> None:
    client = create_app({"INSTANCE": str(tmp_path / "instance")}).test_client()
    sent = {"game": json.dumps(whole_game(slug)), "key": "k" * 32}
    answer = client.post("/open/keep", data=sent, headers=SAME)
    assert answer.status_code == 303
