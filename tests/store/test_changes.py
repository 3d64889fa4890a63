"""Change numbers, and notification of listeners after the commit."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from kalooki_ref import create_app
from kalooki_ref.store.changes import listen, raise_access
from kalooki_ref.store.database import writing
from kalooki_ref.store.deletion import delete_game, restore_game
from kalooki_ref.store.drafts import end_draft, get_draft, merge_draft
from kalooki_ref.store.event_store import append, changes_of, create_game
from kalooki_ref.store.tables import NewEntry, Stale

New = Callable[..., NewEntry]


LISTENER = """
import sys, time
from kalooki_ref import create_app
from kalooki_ref.store.database import listen_for_changes
from kalooki_ref.store.changes import listen

app = create_app({"INSTANCE": sys.argv[1]})
listen(app, lambda game_id, number: print(game_id, number, flush=True))
listen_for_changes(app)
time.sleep(600)
"""


@pytest.fixture
def notified(app: Flask, game_id: str) -> list[tuple[int, int]]:
    """The numbers a listener gets, each with the number in the database at that time."""
    assert game_id
    heard: list[tuple[int, int]] = []
    listen(app, lambda changed, number: heard.append((number, changes_of(changed))))
    return heard


@pytest.fixture
def other(on_postgres: None, instance: Path) -> Iterator[Callable[[], str]]:  # noqa: ARG001
    """Start another listening process; a function that waits for its notification."""
    command = [sys.executable, "-c", LISTENER, str(instance)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdout
        yield process.stdout.readline
        process.kill()


@pytest.mark.file
def test_every_change_is_notified_once(
    game_id: str, new: New, notified: list[tuple[int, int]]
) -> None:
    append(game_id, new("k2"), base=1)
    merge_draft(game_id, "round-1", {"winner": ["2"]})
    end_draft(game_id, "round-1", keep="own-")
    assert notified == [(1, 1), (2, 2), (3, 3)]


@pytest.mark.file
def test_access_change_has_a_negative_number(game_id: str, notified: list[tuple[int, int]]) -> None:
    with writing() as connection:
        raise_access(connection, game_id)
    assert notified == [(-1, 1)]


def test_changes_are_notified_to_every_process(
    other: Callable[[], str], instance: Path, new: New
) -> None:
    assert other() == " 0\n"
    with create_app({"INSTANCE": str(instance)}).app_context():
        game_id = create_game(new("k1"), title="", rules="{}").id
        append(game_id, new("k2"), base=1)
        append(game_id, new("k2"), base=1)
        with writing() as connection:
            raise_access(connection, game_id)
    assert [other(), other()] == [f"{game_id} 1\n", f"{game_id} -2\n"]


def test_restored_game_has_a_new_change_number(game_id: str) -> None:
    before = changes_of(game_id)
    delete_game(game_id)
    restore_game(game_id)
    assert changes_of(game_id) == before + 2


@pytest.mark.file
def test_refused_and_repeated_appends_are_not_notified(
    game_id: str, new: New, notified: list[tuple[int, int]]
) -> None:
    append(game_id, new("k2"), base=1)
    append(game_id, new("k2"), base=1)
    with pytest.raises(Stale):
        append(game_id, new("k3"), base=1)
    assert notified == [(1, 1)]
    assert changes_of(game_id) == 1


def test_concurrent_drafts_are_merged(app: Flask, game_id: str) -> None:
    gate = threading.Barrier(8)

    def type_in(number: int) -> None:
        with app.app_context():
            gate.wait()
            merge_draft(game_id, "round-1", {f"hands-{number}-points": [str(number)]})

    threads = [threading.Thread(target=type_in, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert get_draft(game_id, "round-1") == {
        f"hands-{number}-points": [str(number)] for number in range(8)
    }
    assert changes_of(game_id) == 8
