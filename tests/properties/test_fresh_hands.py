"""Compares advice on newly generated hands with brute force and CP-SAT.

`KALOOKI_SEED` selects other hands, `KALOOKI_HANDS=1000` more of them.
"""

import os

import pytest

from tests.commits import seed_of_this_run
from tests.properties.counted import compared
from tests.properties.written import written

HANDS = int(os.environ.get("KALOOKI_HANDS", "15"))


@pytest.mark.slow
def test_fresh_hands_match_their_proofs() -> None:
    pytest.importorskip("ortools")
    # Importing CP-SAT takes a second, so only this test does it.
    from tests.properties.prove import proven_hands

    for case in proven_hands(HANDS, seed_of_this_run()):
        fault = compared(case).fault
        assert not fault, f"{written(case)}  <-- {fault}"
