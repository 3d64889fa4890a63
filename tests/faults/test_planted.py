"""Every planted fault still applies: its original text occurs exactly once."""

import pytest

from tests.faults.planted import PLANTED, ROOT, Planted


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.name)
def test_planted_text_occurs_once(fault: Planted) -> None:
    assert (ROOT / fault.path).read_text("utf-8").count(fault.right) == 1
    assert fault.right != fault.wrong
    for name in fault.tests.partition(" -k")[0].split():
        assert (ROOT / name).exists()
