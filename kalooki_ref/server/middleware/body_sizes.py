"""The largest request body per endpoint: a form, or a file where one is expected."""

from typing import Any

from flask import Flask, request

LARGEST_FILE = 1024 * 1024
# In the pocket, where a file comes from the phone itself.
LARGEST_IN_POCKET = 16 * 1024 * 1024
# Endpoints that accept a file or a text of that size.
FILES = {
    "api.advise",
    "api.judge",
    "copy.bring_back",
    "everything.keep",
    "everything.read",
    "opening.keep",
    "opening.show",
}


def largest_file(runs_in: str) -> int:
    """Return the bytes that a file may have where the app runs."""
    return LARGEST_IN_POCKET if runs_in == "pocket" else LARGEST_FILE


def init_app(app: Flask) -> None:
    largest = largest_file(app.config["RUNS_IN"])

    @app.url_value_preprocessor  # runs before anything reads the form
    def allow_file(endpoint: str | None, _values: dict[str, Any] | None) -> None:
        if endpoint in FILES:
            request.max_content_length = request.max_form_memory_size = largest
