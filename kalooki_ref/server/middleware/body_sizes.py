"""The largest request body per endpoint: a form, or a file where one is expected."""

from typing import Any

from flask import Flask, request

LARGEST_FILE = 1024 * 1024
# Of everything: a circle with several hundred games.
LARGEST_OF_EVERYTHING = 4 * LARGEST_FILE
# In the pocket, where a file comes from the phone itself.
LARGEST_IN_POCKET = 16 * 1024 * 1024
# Endpoints that accept a file or a text of that size.
FILES = {
    "api.advise": LARGEST_FILE,
    "api.judge": LARGEST_FILE,
    "copy.bring_back": LARGEST_FILE,
    "everything.keep": LARGEST_OF_EVERYTHING,
    "everything.read": LARGEST_OF_EVERYTHING,
    "opening.keep": LARGEST_FILE,
    "opening.show": LARGEST_FILE,
}


def largest_file(endpoint: str | None, runs_in: str) -> int:
    """Return the bytes that a file may have at an endpoint, where the app runs; 0 for no file."""
    most = FILES.get(endpoint or "", 0)
    return LARGEST_IN_POCKET if most and runs_in == "pocket" else most


def init_app(app: Flask) -> None:
    runs_in = app.config["RUNS_IN"]

    @app.url_value_preprocessor  # runs before anything reads the form
    def allow_file(endpoint: str | None, _values: dict[str, Any] | None) -> None:
        if most := largest_file(endpoint, runs_in):
            request.max_content_length = request.max_form_memory_size = most
