"""Runs axe-core on a page to find accessibility violations."""

from functools import cache
from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from tests.browser.thumb import slides_sideways, small_targets
from tests.commits import share_of_this_commit

SOURCE = Path(__file__).parents[1] / "vendor" / "axe-core" / "axe.min.js"
# Preload only media: by default axe fetches every stylesheet again.
RUN = """() => axe.run(document,
  {resultTypes: ['violations'], preload: {assets: ['media']}})"""
SETTLED = "document.getAnimations().forEach(animation => animation.finish())"
CALM = "matchMedia('(prefers-reduced-motion: reduce)').matches"


@cache
def source() -> str:
    return SOURCE.read_text(encoding="utf-8")


def axe(page: Page) -> tuple[str, ...]:
    """Return one line per violation: its rule, its description, and the elements."""
    page.evaluate(f"if (!window.axe) {{ {source()} }}")
    found = page.evaluate(RUN)
    return tuple(line for violation in found["violations"] for line in lines_of(violation))


def accessibility_faults(page: Page) -> tuple[str, ...]:
    """Return accessibility violations and small targets on two small phones.

    Commits take turns with the light and the dark theme. Motion is reduced
    meanwhile, because an update from another phone may fade in at any moment.
    """
    page.wait_for_load_state()
    motion: Literal["reduce", "no-preference"] = (
        "reduce" if page.evaluate(CALM) else "no-preference"
    )
    page.emulate_media(reduced_motion="reduce")
    found: tuple[str, ...] = ()
    for colour in share_of_this_commit(("dark", "light"), of=2):
        page.emulate_media(color_scheme=colour)
        page.evaluate(SETTLED)
        found += axe(page)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        found += small_targets(page)
        found += (f"slides sideways at {width}",) if slides_sideways(page) else ()
    page.emulate_media(reduced_motion=motion)
    return found


def lines_of(violation: dict) -> list[str]:
    return [
        f"{violation['id']}: {violation['help']}: {' '.join(map(str, node['target']))}"
        for node in violation["nodes"]
    ]
