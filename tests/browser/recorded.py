"""Keeps a trace and pictures of each failed browser test in `test-results/`.

`python -m playwright show-trace test-results/…/trace-1.zip` shows each action, request and console
message.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Error

from tests.browser.phone import Watch
from tests.results import FOLDER, HAS_FAILED

# Milliseconds for a picture of a page that may hang.
PATIENCE = 5000


@contextmanager
def recorded(context: BrowserContext, test: pytest.Item, watch: Watch) -> Iterator[None]:
    """Context: record what a test does in a browser, and keep it if the test fails."""
    context.tracing.start()
    try:
        yield
    finally:
        with suppress(Error):  # it was killed or closed
            if test.stash.get(HAS_FAILED, False) or any(watch.unexpected()):
                keep(context, folder_of(test))
            else:
                context.tracing.stop()


def keep(context: BrowserContext, folder: Path) -> None:
    number = len([*folder.glob("trace-*.zip")]) + 1
    for place, page in enumerate(context.pages, 1):
        with suppress(Error):
            page.screenshot(path=folder / f"picture-{number}-{place}.png", timeout=PATIENCE)
    context.tracing.stop(path=folder / f"trace-{number}.zip")


def folder_of(test: pytest.Item) -> Path:
    """Return the folder of a test's files, named after the test."""
    return FOLDER / re.sub(r"\W+", "-", test.nodeid.removeprefix("tests/")).strip("-")
