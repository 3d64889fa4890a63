"""Kalooki Ref: score-keeping and rulings for Kalooki card games.

The Flask app (app.py) is imported late, so that the command line starts fast.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Create the app and open its database; ``config`` overrides ``instance/config.py``."""
    from kalooki_ref.app import make_app

    return make_app(config or {})
