"""Everything of a phone in one file, from a server to the pocket and back."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.evening import Evening, first_rounds
from tests.browser.phone import call_button, undo_button
from tests.faults.forked import forking
from tests.games.whole_game import points_after, read
from tests.pocket.phone import ADDRESS, PocketPhone, app_is_up, send
from tests.pocket.test_lasting import NOISE
from tests.pocket.test_taken_along import shown_totals

FILE = {"name": "kalooki-everything.json", "mimeType": "application/json"}
SAVED = """async () => (await fetch('everything.json')).text()"""


def open_everything(page: Page, address: str, text: str) -> None:
    """Choose the file in *Open everything*, and look at what it adds."""
    page.goto(f"{address}everything/open")
    page.locator("input#file").set_input_files([{**FILE, "buffer": text.encode()}])  # type: ignore[list-item]
    page.locator("footer button[form=open-everything]").tap()


def test_file_opened_on_a_full_phone_is_added_once_it_has_room(
    started: PocketPhone, page: Page
) -> None:
    started.watch.allow(NOISE)
    evening = Evening(page, read("jamaican"), by_thumb=False)
    evening.begin()
    page.goto("./")
    app_is_up(page)
    text = page.evaluate(SAVED)
    started.forget()
    started.watch.allow(NOISE)
    send(page, "/settings", [("language", "es"), ("back", "/")])
    open_everything(page, ADDRESS, text)
    keep = page.locator("footer button[form=keep]")
    expect(keep).to_be_visible()
    started.fill_storage(full=True)
    keep.tap()
    expect(page.get_by_role("heading", name="El teléfono está lleno")).to_be_visible()
    started.fill_storage(full=False)
    open_everything(page, ADDRESS, text)
    keep.tap()
    expect(page.get_by_text("1 partida añadida.")).to_be_visible()


def test_family_moves_from_a_server_to_phones_and_back(phone: PocketPhone, tmp_path: Path) -> None:
    whole = read("jamaican")
    phone.watch.allow(NOISE)
    with forking(tmp_path / "club") as server:
        phone.watch.allow(f"asked another host: {server.url}")
        with phone.switched_on(base_url=server.url) as page:
            evening = Evening(page, whole, by_thumb=False)
            table = evening.begin()
            evening.play(first_rounds(whole, 1))
            page.goto("/")
            open_everything(page, ADDRESS, page.evaluate(SAVED))
            expect(page.get_by_role("heading", name="1 game is added")).to_be_visible()
            page.get_by_role("button", name="Add it", exact=True).tap()
            expect(page.get_by_text("1 game added.")).to_be_visible()
            page.get_by_role("link", name="Continue").tap()
            page.wait_for_url(f"{ADDRESS}g/*")
            copy = page.url
            call_button(page, "Ben").tap()
            expect(undo_button(page, "Ben called")).to_be_visible()
            assert shown_totals(page, copy) == points_after(whole, 1)
            page.goto(ADDRESS)
            back = page.evaluate(SAVED)
            open_everything(page, ADDRESS, back)
            expect(page.get_by_text("Everything in this file is here.")).to_be_visible()
            open_everything(page, f"{server.url}/", back)
            expect(page.get_by_role("heading", name="1 game here goes on")).to_be_visible()
            page.get_by_role("button", name="Add it", exact=True).tap()
            expect(page.get_by_text("Everything in this file is here.")).to_be_visible()
            page.goto(table)
            expect(undo_button(page, "Ben called")).to_be_visible()
