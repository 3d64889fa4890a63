"""Deleting and restoring games."""

from datetime import timedelta

import pytest
from flask import Flask
from sqlalchemy import update

from kalooki_ref.store.tables import db, game
from kalooki_ref.web.start import home
from tests.web.phone import SAME_SITE, Phone


def send(phone: Phone, path: str) -> str:
    answer = phone.client.post(f"{phone.table}/{path}", headers=SAME_SITE)
    assert answer.status_code == 303
    return str(answer.location)


def test_deletion_needs_confirmation(table: Phone) -> None:
    words = table.words(table.get("delete"))
    assert "Delete this game?" in words
    assert all(name in words for name in ("Ann", "Ben", "Cleo", "Dan", "Eve"))
    assert "24 hours" in words


def test_deleted_game_is_gone_from_every_page(table: Phone) -> None:
    assert send(table, "delete") == "/"
    for page in ("", "standings", "history", "print", "export.json"):
        assert table.client.get(table.address(page)).status_code == 404, page


def test_home_page_restores_a_deleted_game(table: Phone) -> None:
    send(table, "delete")
    home = table.get("/")
    assert "Restore" in table.words(home)
    assert "Deleted You can restore a game for 24 hours. Ann, Ben, Cleo" in table.words(home)
    assert send(table, "restore") == table.table
    assert "Continue Ann, Ben, Cleo, Dan, Eve" in table.words(table.get("/"))
    assert table.get().status_code == 200


def test_game_is_deleted_again_after_a_lost_answer(table: Phone) -> None:
    before = table.client.get_cookie("device")
    send(table, "delete")
    table.client.set_cookie("device", before.value)  # type: ignore[union-attr]
    assert send(table, "delete") == "/"
    assert "Game deleted." in table.words(table.get("/"))
    assert send(table, "restore") == table.table


def test_names_of_a_deleted_game_are_forgotten(table: Phone) -> None:
    table.begin("Ann", "Zoe", "Yan")
    send(table, "delete")
    known = table.get("/games/new").text
    assert 'value="Zoe"' not in known
    assert 'value="Ann"' in known
    send(table, "restore")
    assert 'value="Zoe"' in table.get("/games/new").text


def test_deleted_game_is_forgotten_after_a_day(app: Flask, table: Phone) -> None:
    send(table, "delete")
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(update(game).values(deleted_at="2020-01-01T00:00:00Z"))
    app.extensions["kalooki_purge_at"] = 0.0
    assert "Restore" not in table.words(table.get("/"))
    answer = table.client.post(f"{table.table}/restore", headers=SAME_SITE)
    assert answer.status_code == 404


def test_privacy_page_explains_deletion(phone: Phone) -> None:
    words = phone.words(phone.get("/privacy"))
    for sentence in ("Anyone with a game’s link", "35 days", "24 hours", "Cookies", "No names",
                     "After a wrong code: a fingerprint of the address"):  # fmt: skip
        assert sentence in words


def test_privacy_page_says_when_house_rules_go(
    phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "UNUSED", timedelta(days=77))
    assert "They go 77 days after a phone last used them." in phone.words(phone.get("/privacy"))


def test_privacy_page_promises_no_days_for_backups_of_postgresql(app: Flask, phone: Phone) -> None:
    app.config["DATABASE_URL"] = "postgresql://kalooki@localhost/kalooki"
    words = phone.words(phone.get("/privacy"))
    assert "The person who runs this server" in words
    assert "35 days" not in words
