"""Deleting, restoring and purging games."""

from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import update

from kalooki_ref import create_app
from kalooki_ref.store.deletion import delete_game, deleted_games, purge_deleted, restore_game
from kalooki_ref.store.drafts import merge_draft
from kalooki_ref.store.event_store import append, create_game, games, load
from kalooki_ref.store.tables import NewEntry, UnknownGame, db, game

NAME = "Gwendolyn Featherstonehaugh"


def a_day_passes(game_id: str) -> None:
    """Backdate the deletion of a game."""
    with db.engine.begin() as connection:
        old = update(game).where(game.c.id == game_id).values(deleted_at="2020-01-01T00:00:00Z")
        connection.execute(old)


def on_disk(instance: Path) -> bytes:
    return b"".join(path.read_bytes() for path in instance.glob("kalooki.sqlite*"))


@pytest.fixture
def named(app: Flask, new: Callable[..., NewEntry]) -> str:
    """A game with a name in its entries and in a draft."""
    assert app
    made = create_game(new("a-named-game", NAME), title=NAME, rules="{}")
    for turn in range(1, 40):
        append(made.id, new(f"entry-{turn}", f"{NAME} {turn}"), base=turn)
    merge_draft(made.id, "round", {"points-1": [NAME]})
    return made.id


def test_deleted_game_is_hidden(game_id: str, new: Callable[..., NewEntry]) -> None:
    delete_game(game_id)
    with pytest.raises(UnknownGame):
        load(game_id)
    with pytest.raises(UnknownGame):
        append(game_id, new("another-key"), base=1)
    assert games([game_id]) == ()
    assert [row.id for row in deleted_games([game_id])] == [game_id]


def test_deleted_game_can_be_restored(game_id: str) -> None:
    delete_game(game_id)
    purge_deleted()
    restore_game(game_id)
    assert load(game_id).version == 1
    assert deleted_games([game_id]) == ()


@pytest.mark.file
def test_purged_game_is_erased_from_disk(named: str, instance: Path) -> None:
    assert NAME.encode() in on_disk(instance)
    delete_game(named)
    a_day_passes(named)
    assert purge_deleted()
    assert NAME.encode() not in on_disk(instance)
    with pytest.raises(UnknownGame):
        restore_game(named)


def test_purge_keeps_other_games(named: str, game_id: str) -> None:
    delete_game(named)
    a_day_passes(named)
    purge_deleted()
    assert load(game_id).title == "Tuesday"


@pytest.mark.file
def test_startup_purges_deleted_games(named: str, instance: Path) -> None:
    delete_game(named)
    a_day_passes(named)
    create_app({"INSTANCE": str(instance)})
    assert NAME.encode() not in on_disk(instance)
