"""Sampling by commit: every commit runs a different part of a large test set.

`KALOOKI_WHOLE=1` runs all of it, and `KALOOKI_SHARE=2` another part. Random seeds depend on the
commit as well, so that a failing run can be repeated; `KALOOKI_SEED` sets another seed.
"""

import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

Member = TypeVar("Member")
SEEDS = 10**6


def seed_of_this_run() -> int:
    """Return and print the random seed."""
    seed = int(os.environ.get("KALOOKI_SEED") or number_of_this_commit() % SEEDS)
    print(f"KALOOKI_SEED={seed}")
    return seed


@cache
def number_of_this_commit() -> int:
    """Return a number derived from the commit's hash, or the one that was asked for."""
    if asked := os.environ.get("KALOOKI_SHARE"):
        return int(asked)
    command = ["git", "rev-parse", "HEAD"]
    here = Path(__file__).parent
    commit = subprocess.run(
        command, cwd=here, capture_output=True, encoding="utf-8", check=False
    ).stdout
    return int(commit or "0", 16)


def share_of_this_commit(members: Sequence[Member], of: int, at: int = 0) -> Sequence[Member]:
    """Return one of ``of`` equal shares of a set; ``at`` selects different ones in one commit."""
    if os.environ.get("KALOOKI_WHOLE"):
        return members
    return members[(number_of_this_commit() + at) % of :: of]
