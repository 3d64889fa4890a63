"""Fixtures: an app with an empty store."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.store.event_store import create_game
from kalooki_ref.store.tables import NewEntry
from tests.plans import explained


@pytest.fixture(autouse=True)
def no_statement_reads_a_whole_table() -> Iterator[None]:
    with explained():
        yield


@pytest.fixture
def instance(tmp_path: Path) -> Path:
    return tmp_path / "instance"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run each test with SQLite and with PostgreSQL, unless it is marked as about the file."""
    if "kind" in metafunc.fixturenames:
        is_about_file = metafunc.definition.get_closest_marker("file")
        kinds = ["sqlite"] if is_about_file else ["sqlite", "postgresql"]
        metafunc.parametrize("kind", kinds, indirect=True)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """The database of the test: "sqlite" or "postgresql"."""
    if request.param == "postgresql":
        request.getfixturevalue("on_postgres")
    return str(request.param)


@pytest.fixture
def app(instance: Path, kind: str) -> Iterator[Flask]:  # noqa: ARG001
    app = create_app({"INSTANCE": str(instance)})
    with app.app_context():
        yield app


@pytest.fixture
def new() -> Callable[..., NewEntry]:
    """Factory for entries; content and hash depend on the body."""

    def new(key: str, body: str = "a call") -> NewEntry:
        return NewEntry(key, body_sha256=body, kind="CallAnswered", data={"said": body}, by="Ann")

    return new


@pytest.fixture
def game_id(app: Flask, new: Callable[..., NewEntry]) -> str:  # noqa: ARG001
    return create_game(new("the-first-key"), title="Tuesday", rules="{}").id
