"""The largest request body per endpoint: a form, or a file where one is expected."""

from typing import Any

from flask import Flask, request

LARGEST_FILE = 1024 * 1024
# Endpoints that accept a file or a text of that size.
FILES = {"api.advise", "api.judge", "copy.bring_back", "opening.keep", "opening.show"}


def init_app(app: Flask) -> None:
    @app.url_value_preprocessor  # runs before anything reads the form
    def allow_file(endpoint: str | None, _values: dict[str, Any] | None) -> None:
        if endpoint in FILES:
            request.max_content_length = LARGEST_FILE
            request.max_form_memory_size = LARGEST_FILE
