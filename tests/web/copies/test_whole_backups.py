"""Restoring a whole backup that has invalid games, by the command line."""

import json
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import text

from kalooki_ref import create_app
from kalooki_ref.cli import main
from kalooki_ref.game.events import GameStarted
from kalooki_ref.store.event_store import all_games
from kalooki_ref.store.tables import db
from tests.web.phone import Phone


def test_backup_with_an_invalid_game_is_not_restored(
    table: Phone, app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instance, file = ["--instance", app.instance_path], tmp_path / "all.sqlite"
    assert main(["backup", str(file), *instance]) == 0
    with app.app_context(), db.engine.begin() as connection:
        rules = json.loads(connection.execute(text("SELECT rules FROM game")).scalar_one())
        connection.execute(
            text("UPDATE game SET rules = :rules"), {"rules": json.dumps(rules | {"packs": 10**6})}
        )
    hostile = tmp_path / "hostile.sqlite"
    assert main(["backup", str(hostile), *instance]) == 0
    assert main(["restore", str(file), *instance]) == 0
    capsys.readouterr()
    assert main(["restore", str(hostile), *instance]) == 2
    said = capsys.readouterr().err
    assert "packs" in said
    assert "--as-it-is" in said
    assert main(["restore", str(hostile), "--as-it-is", *instance]) == 0
    assert GameStarted.__name__ in exported_by_command(table, instance, capsys)


def test_backup_is_restored_without_its_invalid_games(
    table: Phone, app: Flask, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    instance, file = ["--instance", app.instance_path], tmp_path / "all.sqlite"
    sound = table.table.rsplit("/", 1)[1]
    table.begin("Ann", "Bob", "Cat")
    invalid = table.table.rsplit("/", 1)[1]
    with app.app_context(), db.engine.begin() as connection:
        named = {"rules": '{"packs": 1000000}', "id": invalid}
        connection.execute(text("UPDATE game SET rules = :rules WHERE id = :id"), named)
    assert main(["backup", str(file), *instance]) == 0
    capsys.readouterr()
    assert main(["restore", str(file), *instance]) == 1
    said = capsys.readouterr().err
    assert f"Game {invalid}: " in said
    assert "--as-it-is" in said
    assert ids_of(app) == {sound}
    assert main(["restore", str(file), "--as-it-is", *instance]) == 0
    assert ids_of(app) == {sound, invalid}


def ids_of(app: Flask) -> set[str]:
    """Return the ids of all games, read by a new app."""
    fresh = create_app({"INSTANCE": app.instance_path})
    with fresh.app_context():
        return {row.id for row in all_games()}


def exported_by_command(
    table: Phone, instance: list[str], capsys: pytest.CaptureFixture[str]
) -> str:
    capsys.readouterr()
    main(["export", table.table.rsplit("/", 1)[1], *instance])
    return capsys.readouterr().out
