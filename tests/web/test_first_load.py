"""Every page is small and asks for little when it is opened for the first time."""

from bench.first_load import MOST_KILOBYTES, MOST_REQUESTS, loads


def test_a_page_is_small_and_asks_for_little() -> None:
    found = loads()
    assert len(found) > 40
    heavy = {load.page: load.size for load in found if load.size > MOST_KILOBYTES * 1000}
    busy = {load.page: load.requests for load in found if load.requests > MOST_REQUESTS}
    assert not heavy
    assert not busy
