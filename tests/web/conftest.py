"""Fixtures: the app on an empty instance, and test clients as phones."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.store.tables import db
from tests.plans import explained
from tests.web.phone import Phone


@pytest.fixture(autouse=True)
def no_statement_reads_a_whole_table() -> Iterator[None]:
    with explained():
        yield


@pytest.fixture(scope="session")
def new_instance(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An instance folder as after the first start: settings and an empty database."""
    instance = tmp_path_factory.mktemp("new") / "instance"
    with create_app({"INSTANCE": str(instance)}).app_context():
        db.engine.dispose()
    return instance


@pytest.fixture
def app(new_instance: Path, tmp_path: Path) -> Flask:
    instance = shutil.copytree(new_instance, tmp_path / "instance")
    return create_app({"INSTANCE": str(instance)})


@pytest.fixture
def new_phone(app: Flask) -> Callable[[], Phone]:
    """Factory for phones."""
    return lambda: Phone(app.test_client())


@pytest.fixture
def phone(new_phone: Callable[[], Phone]) -> Phone:
    return new_phone()


@pytest.fixture
def table(phone: Phone) -> Phone:
    """A phone in a Jamaican game of five players, in round 1."""
    phone.begin()
    return phone
