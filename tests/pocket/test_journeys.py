"""A game of every system through the pages: from a server and inside the phone, the same.

KALOOKI_ROUNDS=9 plays whole games.
"""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page

from kalooki_ref.game.events import Event, RoundEnded
from tests.browser.evening import Evening
from tests.browser.test_evening import standings_shown
from tests.games.book import Book, games, read
from tests.pocket.phone import PocketPhone

ROUNDS = int(os.environ.get("KALOOKI_ROUNDS", "1"))


@pytest.fixture(params=["server", "pocket"])
def either(request: pytest.FixtureRequest) -> Iterator[Page]:
    """One journey, two hosts: a page of a server, or of a phone that needs none."""
    if request.param == "server":
        open_phone: Callable[[], Page] = request.getfixturevalue("open_phone")
        yield open_phone()
        return
    phone: PocketPhone = request.getfixturevalue("phone")
    with phone.switched_on() as page:
        yield page


def test_every_system_is_played(either: Page) -> None:
    for name in games():
        evening = Evening(either, read(name), by_thumb=False)
        table = evening.start()
        evening.play(first_rounds(evening.book.events))
        either.goto(f"{table}/standings")
        shown = {name: points for _, name, points in standings_shown(either)}
        assert shown == points_after(evening.book)


def first_rounds(events: list[Event]) -> list[object]:
    ends = [at for at, event in enumerate(events) if isinstance(event, RoundEnded)]
    return list(events[: ends[:ROUNDS][-1] + 1])


def points_after(book: Book) -> dict[str, int]:
    rounds = book.scores[:ROUNDS]
    return {name: sum(scores.get(name, 0) for scores in rounds) for name in book.names}
