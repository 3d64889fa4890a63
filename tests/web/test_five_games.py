"""What the pages say while five tables play, word for word; see tests/web/five_games.py."""

from tests.web.five_games import STORY, retold


def test_page_texts_match_the_golden_file() -> None:
    text = STORY.read_text("utf-8")
    assert retold(text) == text, "run `python -m tests.web.five_games` and read the difference"
