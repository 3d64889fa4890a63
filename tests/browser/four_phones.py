"""Takes the README's picture of four phones that join a table and count hands."""

import base64
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, expect

from tests.browser.phone import (
    MENU,
    OWN_POINTS,
    PHONE,
    SEND_HAND,
    START,
    choose_dealer,
    choose_game,
    forget_taps,
    wait_for_script,
)
from tests.browser.webp import save_webp

NAMES = ("Mina", "Winston", "Rose", "Theo")
CAMERA: dict[str, Any] = {**PHONE, "device_scale_factor": 1, "reduced_motion": "reduce"}
SHEET: dict[str, Any] = {"viewport": {"width": 1000, "height": 552}, "device_scale_factor": 1.5}
# Milliseconds for animations to finish.
SETTLED = 700
STYLE = """
body { margin: 0; padding: 8px; display: flex; gap: 12px; background: #fff; }
img { flex: 1; min-width: 0; border: 6px solid #1b2821; border-radius: 22px; }
"""


def open_phone(browser: Browser, url: str) -> Page:
    context = browser.new_context(**CAMERA, base_url=url)
    forget_taps(context)
    return context.new_page()


def take(browser: Browser, *, url: str) -> Path:
    """Play to the end of a round on four phones; return the picture of all of them."""
    phones = [open_phone(browser, url) for _ in NAMES]
    mina = phones[0]
    table = begin_game(mina)
    mina.locator(MENU).tap()
    mina.locator("#menu").get_by_role("button", name="Other phones").tap()
    mina.get_by_role("button", name="What phones may do").tap()
    mina.get_by_label("Only the scorekeeper").check()
    mina.get_by_role("button", name="Save").tap()
    for phone, name in zip(phones[1:], NAMES[1:], strict=True):
        join_table(phone, mina, name)
    mina.goto(f"{table}/phones")
    shots = [photograph(mina), photograph(phones[1])]
    count(phones[2], "10+10+15")
    shots.append(photograph(phones[2]))
    mina.goto(f"{table}/round?winner=1")
    mina.keyboard.press("Escape")
    shots.append(photograph(mina))
    for phone in phones:
        phone.context.close()
    return combine(browser, shots)


def begin_game(page: Page) -> str:
    page.goto("/games/new")
    for number, name in enumerate(NAMES, 1):
        page.get_by_label(f"Player {number}", exact=True).fill(name)
    choose_game(page, "standard")
    choose_dealer(page, 1)
    page.locator(START).tap()
    page.wait_for_url("**/g/*")
    return page.url


def join_table(phone: Page, mina: Page, name: str) -> None:
    phone.goto(f"/join/{mina.locator('.phones-code').inner_text()}")
    phone.get_by_role("radio", name=name, exact=True).check()
    phone.get_by_role("button", name="Join").tap()
    mina.get_by_role("button", name=f"Allow {name}").tap()
    expect(phone.get_by_role("heading", name=f"{name}’s seat")).to_be_visible()


def count(phone: Page, points: str) -> None:
    phone.get_by_role("link", name="Count my hand").tap()
    expect(phone.locator(OWN_POINTS)).to_be_visible()
    wait_for_script(phone)
    phone.locator(OWN_POINTS).fill(points)
    phone.keyboard.press("Escape")
    phone.locator(SEND_HAND).tap()
    expect(phone.get_by_text("The scorekeeper has it.")).to_be_visible()


def photograph(page: Page) -> str:
    page.wait_for_timeout(SETTLED)
    return base64.b64encode(page.screenshot(animations="disabled")).decode()


def combine(browser: Browser, shots: list[str]) -> Path:
    pictures = "".join(f'<img src="data:image/png;base64,{shot}">' for shot in shots)
    with browser.new_context(**SHEET) as desk:
        page = desk.new_page()
        page.set_content(f"<style>{STYLE}</style>{pictures}")
        return save_webp(page, "phones", page.screenshot(animations="disabled"))
