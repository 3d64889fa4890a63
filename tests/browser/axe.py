"""Asks axe-core what on a page shuts people out."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

SOURCE = Path(__file__).parents[1] / "vendor" / "axe-core" / "axe.min.js"
RUN = "options => axe.run(document, {resultTypes: ['violations'], ...options})"
SETTLED = "document.getAnimations().forEach(one => one.finish())"
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


@cache
def source() -> str:
    return SOURCE.read_text(encoding="utf-8")


def axe(page: Page, *, colours_only: bool = False) -> tuple[str, ...]:
    """Return one line a violation: its rule, what it asks for, and where it is not met."""
    page.evaluate(f"if (!window.axe) {{ {source()} }}")
    found = page.evaluate(RUN, COLOURS if colours_only else {})
    return tuple(line for violation in found["violations"] for line in lines_of(violation))


def axe_in_both_colours(page: Page) -> tuple[str, ...]:
    """Return the same for the light theme, and what the dark one alone changes: its colours."""
    found: tuple[str, ...] = ()
    for colour in ("light", "dark"):
        page.emulate_media(color_scheme=colour)
        page.evaluate(SETTLED)
        found += axe(page, colours_only=colour == "dark")
    return found


def lines_of(violation: dict) -> list[str]:
    return [
        f"{violation['id']}: {violation['help']}: {' '.join(map(str, node['target']))}"
        for node in violation["nodes"]
    ]
