"""The app with a planted fault: a URL that freezes the worker which serves it."""

import re
import sys
from collections.abc import Mapping
from typing import Any

from flask import Flask

import kalooki_ref
from kalooki_ref.app import make_app
from kalooki_ref.cli import main, workers

FREEZE = "/freeze"


def freeze() -> str:
    """Hold the GIL with a regular expression that tries every way to split the text."""
    return str(re.match(r"(a|a)*b", "a" * 60))


def create_freezing(config: Mapping[str, Any] | None = None) -> Flask:
    app = make_app(config or {})
    app.add_url_rule(FREEZE, view_func=freeze)
    return app


# Also in its workers, which import this module under another name.
if __name__ in {"__main__", "__mp_main__"}:
    kalooki_ref.create_app = create_freezing
    workers.FROZEN_SECONDS = 2.0

if __name__ == "__main__":
    sys.exit(main())
