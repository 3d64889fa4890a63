"""The real app on an empty instance, and phones that visit it.

Not here: the journeys.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from tests.web.phone import Phone


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app({"INSTANCE": str(tmp_path / "instance")})


@pytest.fixture
def new_phone(app: Flask) -> Callable[[], Phone]:
    """Give a way to take another phone in hand."""
    return lambda: Phone(app.test_client())


@pytest.fixture
def phone(new_phone: Callable[[], Phone]) -> Phone:
    return new_phone()


@pytest.fixture
def table(phone: Phone) -> Phone:
    """A phone at a table of five, Jamaican, round 1."""
    phone.begin()
    return phone
