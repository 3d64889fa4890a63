"""How large a request's body may be: a form by the settings, a file only where one is expected."""

from typing import Any

from flask import Flask, request

LARGEST_FILE = 1024 * 1024
# Endpoints that take a file, or as much text as one holds.
FILES = {"api.advise", "api.judge", "copy.bring_back", "opening.keep", "opening.show"}


def init_app(app: Flask) -> None:
    @app.url_value_preprocessor  # runs before anything reads the form
    def allow_file(endpoint: str | None, _values: dict[str, Any] | None) -> None:
        if endpoint in FILES:
            request.max_content_length = LARGEST_FILE
            request.max_form_memory_size = LARGEST_FILE
