"""A game is taken from the server to the pocket, continued offline, and brought back."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.evening import Evening, first_rounds
from tests.browser.test_evening import standings_shown
from tests.faults.forked import forking
from tests.games.whole_game import points_after, read
from tests.pocket.phone import ADDRESS, PocketPhone

# Browsers resolve this to loopback; the app doesn't know it as an own name.
CLUB = "club.localhost"


def shown_totals(page: Page, table: str) -> dict[str, int]:
    page.goto(f"{table}/standings")
    return {name: points for _, name, points in standings_shown(page)}


def test_game_is_taken_to_the_phone_and_brought_back(phone: PocketPhone, tmp_path: Path) -> None:
    settings = {"KALOOKI_TRUSTED_HOSTS": json.dumps([CLUB]), "KALOOKI_POCKET_URL": ADDRESS}
    with forking(tmp_path / "club", **settings) as server:
        club = server.url.replace("127.0.0.1", CLUB)
        phone.watch.allow(f"asked another host: {club}")
        with phone.switched_on(base_url=club) as page:
            evening = Evening(page, read("jamaican"), by_thumb=False)
            table = evening.begin()
            evening.play(first_rounds(evening.whole, 1))
            taken_along(page, table)
            phone.context.set_offline(True)
            copy = page.url
            evening.play(first_rounds(evening.whole, 3)[len(first_rounds(evening.whole, 1)) :])
            assert shown_totals(page, copy) == points_after(evening.whole, 3)
            for _ in range(2):
                brought_back(phone, page, copy)
                page.wait_for_url(table)
                assert shown_totals(page, table) == points_after(evening.whole, 3)


def taken_along(page: Page, table: str) -> None:
    page.goto(f"{table}/send")
    page.get_by_role("link", name="Take it along on this phone").tap()
    expect(page.get_by_text("It is kept beside your own games.")).to_be_visible()
    page.get_by_role("button", name="Keep it").tap()
    page.wait_for_url(f"{ADDRESS}g/*")


def brought_back(phone: PocketPhone, page: Page, copy: str) -> None:
    """Bring the game back by its link; a second time adds nothing."""
    page.goto(f"{copy}/send")
    phone.context.set_offline(False)
    page.get_by_role("link", name="Bring it back to club.localhost").tap()
    expect(page.get_by_role("heading", name="This game is here")).to_be_visible()
    page.wait_for_load_state()
    again = page.get_by_role("link", name="Go to the game")
    if again.count():
        again.tap()
    else:
        page.get_by_role("button", name="to the game here").tap()
        expect(page.get_by_text("entries added.")).to_be_visible()
