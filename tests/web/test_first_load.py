"""Every page is small and asks for little when it is opened for the first time."""

import pytest

from bench.first_load import MOST_KILOBYTES, MOST_LATER_KILOBYTES, MOST_REQUESTS, later, loads
from kalooki_ref.words.language import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_small_and_asks_for_little(language: str) -> None:
    found = loads(language)
    assert len(found) > 40
    heavy = {load.page: load.size for load in found if load.size > MOST_KILOBYTES * 1000}
    busy = {load.page: load.requests for load in found if load.requests > MOST_REQUESTS}
    assert not heavy
    assert not busy


def test_what_comes_later_is_small_too() -> None:
    assert 0 < later() <= MOST_LATER_KILOBYTES * 1000
