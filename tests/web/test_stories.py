"""What the pages say while a table plays and asks, word for word; see tests/web/stories.py."""

from pathlib import Path

import pytest

from tests.web.stories import FOLDER, retold

STORIES = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("story", STORIES, ids=[path.stem for path in STORIES])
def test_pages_say_what_they_said(story: Path) -> None:
    text = story.read_text("utf-8")
    assert retold(text) == text, "run `python -m tests.web.stories` and read the difference"
