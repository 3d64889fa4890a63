"""Complete answers against a golden file; see tests/rulebook/answers.py."""

from tests.rulebook.answers import PATH, lines


def test_answers_match_the_golden_file() -> None:
    text = PATH.read_text("utf-8")
    assert list(lines(text)) == text.splitlines(), "run `python -m tests.rulebook.answers`"
