"""Answers don't depend on Python's hash seed."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def judged_under(seed: str) -> bytes:
    command = [sys.executable, "-m", "kalooki_ref.cli", "judge", str(HERE / "rulings.jsonl")]
    world = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, cwd=ROOT, env=world, capture_output=True, check=True).stdout


def test_every_answer_is_the_same_under_any_hash_seed() -> None:
    first, *others = (judged_under(seed) for seed in ("0", "1", "4711"))
    assert first.count(b"\n") == (HERE / "rulings.jsonl").read_bytes().count(b"\n")
    assert all(other == first for other in others)
