"""Fresh hands held against both independent answers as they are made: everything tried, CP-SAT.

`KALOOKI_SEED` makes others, `KALOOKI_HANDS=1000` more of them. Not here: the thousands that were
proven before (test_proven_hands).
"""

import os

import pytest

pytest.importorskip("ortools")

from tests.commits import seed_of_this_run
from tests.properties.counted import held
from tests.properties.prove import proven_hands
from tests.properties.written import written

HANDS = int(os.environ.get("KALOOKI_HANDS", "30"))


@pytest.mark.slow
def test_fresh_hands_come_out_as_proven_just_now() -> None:
    for one in proven_hands(HANDS, seed_of_this_run()):
        fault = held(one).fault
        assert not fault, f"{written(one)}  <-- {fault}"
