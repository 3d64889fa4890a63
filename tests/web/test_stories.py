"""Page texts of whole evenings against golden files; see tests/web/stories."""

from tests.web.stories import FILES
from tests.web.stories.replay import replayed


def test_page_texts_match_the_golden_files() -> None:
    assert FILES
    for file in FILES:
        text = file.read_text("utf-8")
        assert replayed(text) == text, "run `python -m tests.web.stories` and read the difference"
