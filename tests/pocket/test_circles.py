"""Circles in the pocket: without its host, and carried to a server and back."""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

from tests.browser.phone import wait_for_script
from tests.browser.test_circles import (
    begin_season,
    give_a_new_address,
    join_the_bobs,
    look_at_a_pair,
    look_at_a_season,
    make_circle,
    played,
    take_the_bobs_apart,
)
from tests.faults.forked import forking
from tests.pocket.phone import ADDRESS, Host, PocketPhone
from tests.pocket.test_everything import SAVED, open_everything
from tests.pocket.test_lasting import NOISE

CIRCLE_FILE = "async () => (await fetch(`${location.pathname}/circle.json`)).text()"


def add_it(page: Page) -> str:
    """Add what the file has; return the address of the circle on the first page."""
    page.get_by_role("button", name="Add it", exact=True).tap()
    page.get_by_role("link", name="Who is ahead").tap()
    expect(page.get_by_role("heading", name="Ann is ahead")).to_be_visible()
    return page.url


def test_circle_without_a_host(phone: PocketPhone, host: Host) -> None:
    host.kill()
    with phone.switched_on() as page:
        played(page)
        circle = make_circle(page)
        second = page.context.new_page()
        second.goto(circle)
        wait_for_script(second)
        expect(second.get_by_text("4 people")).to_be_visible()
        join_the_bobs(page, circle)
        expect(second.get_by_text("3 people")).to_be_visible()
        second.close()
        take_the_bobs_apart(page)
        look_at_a_pair(page, circle)
        begin_season(page, circle)
        season = page.url
        look_at_a_season(page, circle)
        season = season.replace(circle, give_a_new_address(page, circle))
    with phone.switched_on() as page:
        page.goto(season)
        expect(page.locator(".league-line")).to_have_count(4)
        page.goto(f"{urlsplit(season).path}/print")
        expect(page.get_by_text("Ann").first).to_be_visible()


def test_circle_is_carried_to_a_server_and_back(phone: PocketPhone, tmp_path: Path) -> None:
    phone.watch.allow(NOISE)
    with forking(tmp_path / "club") as server, phone.switched_on() as page:
        phone.watch.allow(f"asked another host: {server.url}")
        played(page)
        join_the_bobs(page, make_circle(page))
        page.goto("./")
        open_everything(page, f"{server.url}/", page.evaluate(SAVED))
        expect(page.get_by_role("heading", name="Sunday cousins is added")).to_be_visible()
        there = add_it(page)
        page.goto(f"{there}/people")
        assert page.locator(".place-name").count() == 3
        begin_season(page, there)
        page.goto(there)
        back = page.evaluate(CIRCLE_FILE)
        open_everything(page, ADDRESS, back)
        expect(page.get_by_role("heading", name="Sunday cousins here gets more")).to_be_visible()
        expect(page.get_by_text("Season: Autumn season")).to_be_visible()
        page.goto(f"{add_it(page)}/seasons")
        expect(page.get_by_text("Ann leads")).to_be_visible()
        open_everything(page, ADDRESS, back)
        expect(page.get_by_text("Everything in this file is here.")).to_be_visible()
