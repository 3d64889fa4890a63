"""Kalooki Ref keeps score at a kalooki table and settles what the rules allow.

The app (app.py) loads late, so that a verdict does not wait for Flask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> Flask:
    """Return the app, its games ready; settings override those of ``instance/config.py``."""
    from kalooki_ref.app import make_app

    return make_app(config or {})
