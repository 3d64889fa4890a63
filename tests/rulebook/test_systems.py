"""Systems and switches against a golden file; see tests/rulebook/systems.py."""

from tests.rulebook.systems import PATH, lines


def test_systems_match_the_golden_file() -> None:
    assert lines() == PATH.read_text("utf-8").splitlines(), "run `python -m tests.rulebook.systems`"
