"""Totals over the games of one evening."""

from dataclasses import replace

import pytest
from flask import Flask

from kalooki_ref.web.open_game import open_game
from kalooki_ref.web.tonight import evening_of
from tests.web.phone import Phone


def play(phone: Phone, winner: str, points: dict[str, str]) -> None:
    """Play one round and end the game."""
    fields = {"winner": winner}
    for at, player in enumerate("123"):
        fields[f"hands-{at}-player"] = player
        fields[f"hands-{at}-points"] = points.get(player, "")
    assert phone.post("round", **fields).status_code == 303
    assert phone.post("end").status_code == 303


def test_evening_without_a_finished_game(table: Phone) -> None:
    assert "No game finished yet" in table.words(table.get("tonight"))


def test_games_won_and_points_are_added_up(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "25"})
    answer = phone.post("rematch")
    phone.table = answer.location
    play(phone, "1", {"2": "5", "3": "20"})
    page = phone.get("tonight")
    words = phone.words(page)
    assert "page-card" in page.text
    assert "2 games" in words
    assert "1 Ann 2 games won" in words
    assert "Ben against Cleo 2 : 0" in words


def test_games_of_other_people_are_excluded(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "25"})
    phone.begin("Ann", "Ben", "Dan")
    assert "No game finished yet" in phone.words(phone.get("tonight"))


def test_shared_first_place_has_one_headline(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "3", {"1": "10", "2": "10"})
    phone.table = phone.post("rematch").location
    assert "Cleo won with 0" in phone.words(phone.get("/"))


def test_results_can_be_copied_as_text_without_script(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    play(phone, "1", {"2": "10", "3": "25"})
    page = phone.get("standings").text
    assert "<textarea" in page
    assert "1 Ann: 0\n2 Ben: 10\n3 Cleo: 25\n" in page


@pytest.mark.parametrize(("later", "games"), [("06:00:00", 2), ("06:00:01", 1)])
def test_evening_lasts_twelve_hours(app: Flask, phone: Phone, later: str, games: int) -> None:
    opened = []
    for day in ("22T18:00:00", f"23T{later}"):
        phone.begin("Ann", "Ben", "Cleo")
        play(phone, "1", {"2": "10", "3": "25"})
        with app.test_request_context():
            game = open_game(phone.table.rpartition("/")[2])
        opened.append(replace(game, created_at=f"2026-11-{day}Z"))
    assert len(evening_of(opened[0], tuple(opened))) == games
