"""Size and number of requests of a first page load."""

import pytest

from bench.first_load import MOST_KILOBYTES, MOST_LATER_KILOBYTES, MOST_REQUESTS, later, loads
from kalooki_ref.words.language import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_size_and_requests(language: str) -> None:
    found = loads(language)
    assert len(found) > 40
    heavy = {load.page: load.size for load in found if load.size > MOST_KILOBYTES * 1000}
    busy = {load.page: load.requests for load in found if load.requests > MOST_REQUESTS}
    assert not heavy
    assert not busy


def test_later_requests_are_small() -> None:
    assert 0 < later() <= MOST_LATER_KILOBYTES * 1000
