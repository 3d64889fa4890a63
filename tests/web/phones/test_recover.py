"""`kalooki-ref recover`: a recovery code after losing the scorekeeper's phone."""

from collections.abc import Callable

import pytest
from flask import Flask

from kalooki_ref.cli import main
from tests.web.phone import Phone
from tests.web.phones.test_phones import guard_table, send

pytestmark = pytest.mark.file


def recover(app: Flask, *game: str) -> int:
    return main(["recover", *game, "--instance", app.instance_path])


def test_printed_code_makes_another_phone_the_scorekeeper(
    app: Flask, table: Phone, new_phone: Callable[[], Phone], capsys: pytest.CaptureFixture[str]
) -> None:
    guard_table(table)
    assert recover(app, table.table.rpartition("/")[2]) == 0
    code, *told = capsys.readouterr().out.splitlines()
    assert "Join a table" in " ".join(told)
    other = new_phone()
    assert other.get(table.table).status_code == 404
    assert send(other, "/join", code=code).location == f"{table.table}/phones"
    assert other.get(table.table).status_code == 200
    assert send(new_phone(), "/join", code=code).status_code == 422


def test_open_table_needs_no_code(
    app: Flask, table: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    assert recover(app, table.table.rpartition("/")[2]) == 0
    assert "It needs no code." in capsys.readouterr().out


def test_all_games_are_listed_by_default(
    app: Flask, table: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    assert recover(app) == 0
    assert table.table.rpartition("/")[2] in capsys.readouterr().out


def test_unknown_game_is_named(app: Flask, capsys: pytest.CaptureFixture[str]) -> None:
    assert recover(app, "nowhere") == 2
    assert "There is no game nowhere." in capsys.readouterr().err
