"""While Python starts: the last page is there at once, and a tap waits in sight and is not lost."""

from playwright.sync_api import Page, expect

from tests.pocket.phone import ADDRESS, PocketPhone, app_is_up
from tests.pocket.table import Table

CUT = """async () => {
  const cache = await caches.open((await caches.keys())[0]);
  const kept = (await cache.keys()).filter(({ url }) => /snapshot|app-/.test(url));
  await Promise.all(kept.map((request) => cache.delete(request)));
}"""
"""Takes away what Python needs to start."""
NOISE = "Service Worker|ERR_FAILED"


def at_the_table(phone: PocketPhone, page: Page) -> Table:
    phone.watch.allow(NOISE)
    phone.open(page)
    table = Table(phone, page, seed=1)
    page.goto(table.game)
    return table


def test_a_tap_while_the_worker_is_stopped_waits_in_sight_and_counts(phone: PocketPhone) -> None:
    with phone.switched_on() as page:
        table = at_the_table(phone, page)
        phone.stop_workers(page)
        page.get_by_role("button", name="Call by Ann").tap()
        expect(page.get_by_text("Your tap is next")).to_be_visible()
        expect(page.get_by_role("button", name="Undo Ann called")).to_be_visible()
        expect(page.get_by_text("Your tap is next")).to_be_hidden()
        table.saved += 1
        table.check()


def test_a_tap_on_a_link_survives_a_worker_stopped_again_and_again(phone: PocketPhone) -> None:
    with phone.switched_on() as page:
        table = at_the_table(phone, page)
        phone.watch.allow("/assets/")  # of a worker stopped at its answer, Chromium asks the host
        phone.stop_workers(page)
        page.goto(f"{table.game}/history", wait_until="commit")
        for _ in range(3):
            page.wait_for_timeout(400)
            phone.stop_workers(page)
        expect(page.get_by_role("heading", name="History")).to_be_visible(timeout=60_000)


def test_the_last_page_is_there_before_python_and_a_failed_start_is_told(
    phone: PocketPhone,
) -> None:
    with phone.switched_on() as page:
        table = at_the_table(phone, page)
        page.get_by_role("button", name="Call by Ann").tap()
        undo = page.get_by_role("button", name="Undo Ann called")
        expect(undo).to_be_visible()
        page.evaluate(CUT)
        phone.stop_workers(page)
        page.goto("./?start")
        assert page.url.endswith(table.game)
        expect(undo).to_be_visible()
        page.goto(f"{table.game}/history")
        expect(page.get_by_role("button", name="Try again")).to_be_visible()


def test_back_forward_and_a_reload_of_a_deep_page(phone: PocketPhone) -> None:
    with phone.switched_on() as page:
        table = at_the_table(phone, page)
        page.goto(f"{table.game}/round?winner=2")
        page.get_by_role("textbox", name="Ann", exact=True).fill("10+15")
        phone.stop_workers(page)
        page.reload()
        typed = page.get_by_role("textbox", name="Ann", exact=True)
        expect(typed).to_have_value("10+15")
        page.go_back()
        expect(page.get_by_role("button", name="Call by Ann")).to_be_visible()
        phone.stop_workers(page)
        page.go_forward()
        expect(typed).to_have_value("10+15")


def test_forms_and_redirects_work_where_no_script_runs(phone: PocketPhone) -> None:
    with phone.switched_on(java_script_enabled=False) as page:
        page.goto("./games/new")
        app_is_up(page)
        for at, name in enumerate(("Ann", "Ben", "Cai"), 1):
            page.get_by_label(f"Player {at}", exact=True).fill(name)
        page.get_by_role("button", name="Start the game").click()
        page.wait_for_url(f"{ADDRESS}g/*")
        page.get_by_role("button", name="Call by Ann").click()
        expect(page.get_by_role("button", name="Undo Ann called")).to_be_visible()
