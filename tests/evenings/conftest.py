"""Fixtures: the app on an empty instance, without limits on requests."""

from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"INSTANCE": str(tmp_path / "instance"), "LIMITS": False})
