"""What a sample is drawn by: every commit holds another part of a long set.

`KALOOKI_WHOLE=1` holds all of it. What chance draws is another with every commit, too, and the same
in every run of one: a run that fails can be repeated. `KALOOKI_SEED` draws something else.
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
    """Return what chance starts from, and print it."""
    seed = int(os.environ.get("KALOOKI_SEED") or number_of_this_commit() % SEEDS)
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
    """Return one of several equal shares; the values of ``at`` in one commit cover all of them."""
    if os.environ.get("KALOOKI_WHOLE"):
        return members
    return members[(number_of_this_commit() + at) % of :: of]
