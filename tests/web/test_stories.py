"""Page texts of whole evenings against golden files; see tests/web/stories."""

from itertools import zip_longest

import pytest

from tests.web.stories import FILES
from tests.web.stories.replay import replayed


@pytest.mark.slow
def test_page_texts_match_the_golden_files() -> None:
    assert FILES
    for file in FILES:
        text = file.read_text("utf-8")
        lines = zip_longest(text.splitlines(), replayed(text).splitlines())
        changed = [(number, *pair) for number, pair in enumerate(lines, 1) if pair[0] != pair[1]]
        assert not changed[:1], (
            f"{file.name}: run `python -m tests.web.stories` and read the difference"
        )
