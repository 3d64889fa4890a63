"""Systems and switches against a golden file; see tests/rulebook/systems.py."""

import json

from tests.rulebook.systems import PATH, changed_in_this_revision, lines

GOLDEN = PATH.read_text("utf-8").splitlines()


def test_systems_match_the_golden_file() -> None:
    assert lines() == GOLDEN, "run `python -m tests.rulebook.systems`"


def test_changed_value_needs_a_new_revision() -> None:
    calls = next(line for line in GOLDEN if line.startswith("jamaican max_calls = "))
    earlier = f"jamaican max_calls = {json.dumps(7)}"
    others = [line for line in GOLDEN if line != calls]
    assert changed_in_this_revision([*others, earlier]) == [earlier]
    assert changed_in_this_revision(others) == []
    assert changed_in_this_revision(["revision -1", earlier]) == []
