"""The home page: current and finished games, and the search."""

import re

from tests.web.phone import Phone


def finish(table: Phone) -> None:
    points = {f"hands-{at}-points": str(10 * at) for at in range(5)}
    points |= {f"hands-{at}-player": str(at + 1) for at in range(5)}
    assert table.post("round", winner="1", **points).status_code == 303
    assert table.post("end").status_code == 303


def test_current_game_is_continued_with_one_tap(table: Phone) -> None:
    words = table.words(table.get("/"))
    assert "Round 1 of 9 Jamaican Kalooki · 3 sets" in words
    assert "0 Ann 0 Ben 0 Cleo 0 Dan 0 Eve Continue" in words


def test_finished_game_names_its_winner(table: Phone) -> None:
    finish(table)
    words = table.words(table.get("/"))
    assert "Ann won with 0 Jamaican Kalooki" in words
    assert "40 Eve Play again with the same people" in words


def test_finished_games_are_grouped_by_evening(table: Phone) -> None:
    finish(table)
    table.begin("Zoe", "Ben", "Cleo")
    page = table.get("/").text
    assert re.search(r"<h2[^>]*>[A-Z][a-z]+day \d+ [A-Z][a-z]+</h2>", page)
    words = table.words(table.get("/"))
    assert "Ann won with 0 Ann, Ben, Cleo, Dan, Eve" in words
    assert words.index("Is it legal?") < words.index("Join a table") < words.index("Ann won")


def test_more_than_ten_games_can_be_searched_by_player(phone: Phone) -> None:
    for number in range(10):
        phone.begin("Ann", f"Ben{number}", "Cleo")
    assert "Find games by player" not in phone.words(phone.get("/"))
    phone.begin("Ann", "Zoe", "Cleo")
    assert "Find games by player" in phone.words(phone.get("/"))
    found = phone.words(phone.get("/?player=zo"))
    assert "Zoe" in found
    assert "Ben3" not in found
    assert "No game with “Nobody”" in phone.words(phone.get("/?player=Nobody"))


def test_game_without_a_round_offers_deletion(table: Phone) -> None:
    assert "delete the game instead" in table.words(table.get("end"))
    assert table.post("end").status_code == 422
    assert "Continue" in table.words(table.get("/"))


def test_every_game_is_listed_last_saved_first(phone: Phone) -> None:
    for first in ("Ann", "Zoe"):
        phone.begin(first, "Ben", "Cleo")
    words = phone.words(phone.get("/"))
    assert words.index("0 Zoe 0 Ben 0 Cleo") < words.index("Ann, Ben, Cleo")
