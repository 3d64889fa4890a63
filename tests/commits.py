"""What a sample is drawn by: every commit holds another part of a long set.

`KALOOKI_WHOLE=1` holds all of it. What chance draws is the same in every run, so that none fails
for a number that nobody drew before; `KALOOKI_SEED` is another, and `make trust` draws one.
"""

import os
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

Member = TypeVar("Member")
SEED = 2026


def seed_of_this_run() -> int:
    """Return what chance starts from, and print it, so that a run can be repeated."""
    seed = int(os.environ.get("KALOOKI_SEED") or SEED)
    print(f"KALOOKI_SEED={seed}")
    return seed


@cache
def number_of_this_commit() -> int:
    """Return another number with every commit."""
    command = ["git", "rev-parse", "HEAD"]
    here = Path(__file__).parent
    commit = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False).stdout
    return int(commit or "0", 16)


def share_of_this_commit(members: Sequence[Member], of: int, at: int = 0) -> Sequence[Member]:
    """Return one of so many equal shares; all values of ``at`` in one commit together hold all."""
    if os.environ.get("KALOOKI_WHOLE"):
        return members
    return members[(number_of_this_commit() + at) % of :: of]
