"""Fresh hands held against both independent answers as they are made: everything tried, CP-SAT.

`KALOOKI_SEED` makes others, `KALOOKI_HANDS=1000` more of them. Not here: the thousands that were
proven before (test_proven_hands).
"""

import os

import pytest

from tests.commits import seed_of_this_run
from tests.properties.counted import held
from tests.properties.written import written

HANDS = int(os.environ.get("KALOOKI_HANDS", "30"))


@pytest.mark.slow
def test_fresh_hands_match_their_proofs() -> None:
    pytest.importorskip("ortools")
    # It takes a second, which no other test has to wait for.
    from tests.properties.prove import proven_hands

    for one in proven_hands(HANDS, seed_of_this_run()):
        fault = held(one).fault
        assert not fault, f"{written(one)}  <-- {fault}"
