"""Page texts of five games against a golden file; see tests/web/five_games.py."""

from tests.web.five_games import STORY, replayed


def test_page_texts_match_the_golden_file() -> None:
    text = STORY.read_text("utf-8")
    assert replayed(text) == text, "run `python -m tests.web.five_games` and read the difference"
