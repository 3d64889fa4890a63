"""The printed score sheet, and the pool."""

import re

import pytest
from flask import Flask

from kalooki_ref.cli.demo_games import DemoGame, ended
from kalooki_ref.game.events import PlayerJoined
from kalooki_ref.store.event_store import import_game
from tests.web.phone import Phone
from tests.web.table.test_rounds import write


def test_game_is_named_once(table: Phone) -> None:
    head = table.get("print").text.partition('<header class="paper-head">')[2]
    assert head.partition("</header>")[0].count("Jamaican Kalooki") == 1


def test_pool_is_split_with_its_reasons_on_screen_and_on_paper(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kalooki40", stake="5")
    players = {f"hands-{index}-player": str(index + 1) for index in range(3)}
    players |= {"hands-0-points": "120", "hands-2-points": "30"}
    assert phone.post("round", winner="2", **players).status_code == 303
    for page in ("standings", "print"):
        words = phone.words(phone.get(page))
        assert "The pool: 3 × 5 = 15" in words
        assert "Ben wins at least 75% of the pool, rounded up 12" in words
        assert "Cai has fewer than 100 points: an equal part of the rest 3" in words
        assert "Ann has 100 points or more: no part of the pool 0" in words


def test_tied_pool_is_split_evenly_one_number_a_player(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40", stake="14")
    for winner, loser in (("1", 1), ("2", 0)):
        hands = {"hands-0-player": "1", "hands-1-player": "2", f"hands-{loser}-points": "20"}
        assert phone.post("round", winner=winner, **hands).status_code == 303
    words = phone.words(phone.get("standings"))
    assert "Ann shares the win: an equal part of the whole pool 14" in words
    assert "Ben shares the win: an equal part of the whole pool 14" in words
    assert "75" not in words.partition("The pool:")[2].partition("Print")[0]


def test_odd_unit_goes_to_the_winner_who_sits_first(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kalooki40", stake="5")
    losers = {"1": "0-points", "2": "1-points"}
    for winner, other in (("1", "2"), ("2", "1")):
        hands = {f"hands-{index}-player": str(index + 1) for index in range(3)}
        hands |= {f"hands-{losers[other]}": "20", "hands-2-points": "80"}
        assert phone.post("round", winner=winner, **hands).status_code == 303
    words = phone.words(phone.get("standings"))
    assert "Ann shares the win: an equal part of the whole pool." in words
    assert "1 of it can’t be split equally and goes to those who sit first 8" in words
    assert "Ben shares the win: an equal part of the whole pool 7" in words


def test_stake_is_on_the_table_page_while_it_counts(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cai", system="kalooki40", stake="5")
    assert "The pool: 3 × 5 = 15" in phone.words(phone.get())
    phone.begin("Ann", "Ben", "Cai", system="kalooki40")
    assert "pool" not in phone.words(phone.get())


def test_rematch_has_no_stake_by_default(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40", stake="5")
    phone.post(
        "round", winner="1", **{"hands-0-player": "1", "hands-1-player": "2", "hands-1-points": "9"}
    )
    phone.post("end")
    before = phone.table
    asked = phone.post("rematch")
    assert asked.location == f"{before}/rematch"
    words = phone.words(phone.get("rematch"))
    assert "Last time everyone put in 5." in words
    assert "Yes, 5 each" in words
    again = phone.post("rematch", stake="0")
    phone.table = again.location
    assert "pool" not in phone.words(phone.get())
    phone.table = before


def test_rematch_for_the_same_stake_is_one_visible_choice(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40", stake="5")
    phone.post(
        "round", winner="1", **{"hands-0-player": "1", "hands-1-player": "2", "hands-1-points": "9"}
    )
    phone.post("end")
    assert phone.post("rematch", stake="500").location.endswith("/rematch")
    again = phone.post("rematch", stake="5")
    phone.table = again.location
    assert "The pool: 2 × 5 = 10" in phone.words(phone.get())


def test_rematch_without_a_stake_takes_one_tap(table: Phone) -> None:
    players = {f"hands-{index}-player": str(index + 1) for index in range(5)}
    points = {f"hands-{index}-points": "9" for index in range(1, 5)}
    table.post("round", winner="1", **players, **points)
    table.post("end")
    assert not table.post("rematch").location.endswith("/rematch")


@pytest.mark.parametrize("stake", ["100", "2500"])
def test_rematch_for_a_large_stake_begins(phone: Phone, stake: str) -> None:
    phone.begin("Ann", "Ben", system="kalooki40", stake=stake)
    phone.post(
        "round", winner="1", **{"hands-0-player": "1", "hands-1-player": "2", "hands-1-points": "9"}
    )
    phone.post("end")
    phone.table = phone.post("rematch", stake=stake).location
    assert f"The pool: 2 × {stake} =" in phone.words(phone.get())


def test_another_stake_keeps_the_house_rules(phone: Phone) -> None:
    rules = {"base": "kalooki40", "name": "Sunday rules", "bend": "none"}
    kept = phone.post("/house-rules", **rules).location
    key = phone.post(f"{kept}/play", base="").location.rpartition("=")[2]
    phone.begin("Ann", "Ben", system=key, stake="5")
    page = phone.get("rematch").text
    assert f'href="/games/new?system={key}"' in page
    phone.post(f"{kept}/forget", base="")
    assert 'href="/games/new"' in phone.get("rematch").text


def test_paper_and_text_say_who_played_no_round(table: Phone) -> None:
    write(table)
    table.post("players", name="Fay", after="5", plays="next", start="zero")
    table.post("end")
    assert "Fay 0 No round played" in table.words(table.get("print"))
    for page in ("", "standings"):
        assert "Fay: 0 (no round played)" in table.get(page).text


def test_text_says_which_of_two_namesakes_played_no_round(app: Flask, phone: Phone) -> None:
    names = ("Ann", "Ben", "Fay")
    game = DemoGame("Jamaican", "jamaican", names)
    game.add(ended(1, {2: 10, 3: 25}))
    game.add(PlayerJoined("Fay", 3, 0, number=4, next_round=True))
    with app.app_context():
        phone.table = f"/g/{import_game(game.stored('k' * 16))}"
    lines = re.findall(r"Fay: (.*)", phone.get("standings").text)
    assert sorted(lines) == ["0 (no round played)", "25"]


def test_agreed_bonus_is_no_penalty(table: Phone) -> None:
    write(table, fine_3="-10")
    page = table.words(table.get("standings"))
    assert "Cleo 55" in page
    assert "+P" not in page
    write(table, fine_3="10")
    assert "+P" in table.words(table.get("standings"))
