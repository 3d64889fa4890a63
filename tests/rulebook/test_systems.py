"""All that the five systems say, line by line; see tests/rulebook/systems.py."""

from tests.rulebook.systems import PATH, said


def test_the_systems_say_what_is_written() -> None:
    assert said() == PATH.read_text("utf-8").splitlines(), "run `python -m tests.rulebook.systems`"
