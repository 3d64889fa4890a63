"""The check in a game: the verdict with and without whose cards they are, and saving it."""

import re
import secrets
from typing import Any

import pytest
from flask import Flask

from kalooki_ref.store.links import NewLink, Role, add_link
from kalooki_ref.web.shared import rights
from kalooki_ref.web.shared.device import signed
from tests.web.phone import SAME_SITE, Phone
from tests.web.rulings.test_checks import verdict_of

SETS = "7H 7D 7C / KH KC * / 4D 4S 4C"


@pytest.fixture
def game(phone: Phone) -> Phone:
    """A Jamaican game of four, in round 1, which needs three sets."""
    phone.begin("Ann", "Ben", "Cleo", "Dan", system="jamaican")
    return phone


def word(game: Phone, **query: object) -> str:
    return verdict_of(game, f"{game.table}/check", **query)


def said(game: Phone, query: str) -> str:
    return game.words(game.get(f"check/verdict?{query}"))


def test_first_word_depends_on_whose_cards_they_are(game: Phone) -> None:
    assert word(game, cards="7H 7D 7C") == "Legal"
    assert word(game, cards="7H 7D 7C", player="2") == "Keep going"
    assert "The cards alone: Legal" in said(game, "cards=7H+7D+7C&player=2")
    assert "The cards alone" not in said(game, "cards=7H+7D+7C")
    assert word(game, cards=SETS, player="2") == "Legal"
    assert "The cards alone" not in said(game, f"cards={SETS}&player=2".replace(" ", "+"))


def test_faulty_first_meld_of_a_contract_has_a_way_out(game: Phone) -> None:
    page = game.get("check?cards=7H+7D+8C&player=2").text
    assert 'data-take="7H 7D 7S"' in page
    assert "Use this" in page
    assert "This would be legal" not in page


def test_barred_player_may_not_begin_to_come_down(game: Phone) -> None:
    for _ in range(3):
        game.post("calls", player="3")
    assert game.post("calls", player="3", word="she got it").status_code == 303
    for cards in ("7H 7D", "7H 7D 7C", SETS):
        assert word(game, cards=cards, player="3") == "Not legal", cards
        assert word(game, cards=cards, player="2") != "Not legal", cards
    why = "Calling too often keeps this player from coming down in this round."
    assert why in said(game, "cards=7H+7D&player=3")


def test_cards_of_the_board_are_counted(game: Phone) -> None:
    assert game.lay(player="2", meld=tuple(SETS.split(" / "))).status_code == 303
    assert word(game, cards="7H 7H 7S") == "Legal"
    assert word(game, cards="7H 7H 7S / 9H 9C 9D / 5H 5D 5C", player="3") == "Not legal"


def test_player_who_is_down_may_not_begin_what_may_not_be_laid(game: Phone) -> None:
    assert game.lay(player="2", meld=tuple(SETS.split(" / "))).status_code == 303
    for cards in ("9H", "9H 9D", "9H 9D 9C"):
        assert word(game, cards=cards, player="2") == "Not legal", cards
        assert word(game, cards=cards, player="3") != "Not legal", cards
    words = said(game, "cards=9H+9D&player=2")
    assert "Here you lay nothing beyond the contract; the other cards can only be tacked." in words


def test_further_melds_of_a_player_who_is_down(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="caribbean")
    assert phone.lay(player="2", meld=tuple(SETS.split(" / "))).status_code == 303
    assert word(phone, cards="9H 9D 9C", player="2") == "Legal"
    assert word(phone, cards="9H 9D", player="2") == "Keep going"
    assert phone.lay(player="2", meld=("9H 9D 9C", "JH JD JC")).status_code == 303


def test_meld_after_a_tack_is_judged_as_of_a_later_turn(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="caribbean")
    phone.lay(player="2", meld=tuple(SETS.split(" / ")))
    phone.add(player="2", cards="7S", spot=phone.spot("0"))
    sent: dict[str, Any] = {"cards": "9H 9D 9C", "player": "2"}
    assert word(phone, **sent) == "Can’t tell"
    assert "It was a later turn" in said(phone, "cards=9H+9D+9C&player=2")
    assert word(phone, **sent, later="1") == "Legal"
    assert "It was a later turn" in said(phone, "cards=9H+9D+9C&player=2&later=1")


def test_cards_sorted_into_melds_are_saved_as_shown(game: Phone) -> None:
    mixed = "2H 5D 9H 9D 2D 5H * * *"
    assert word(game, cards=mixed, player="2") == "Legal"
    assert game.lay(player="2", meld=mixed).status_code == 303
    assert game.get("board").text.count('class="board-meld') == 3


@pytest.mark.parametrize("system", ["jamaican", "caribbean", "kalooki40", "kooky", "standard"])
@pytest.mark.parametrize("cards", ["", " ", ",", "/", "/ /", " , / "])
def test_saving_without_cards_asks_for_them(phone: Phone, system: str, cards: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", "Dan", system=system)
    for more in ({}, {"add": "1"}, {"as": "set"}, {"as": "lay"}, {"out": "yes"}, {"word": "so"}):
        answer = phone.post("check", player="3", cards=cards, **more)
        assert answer.status_code == 422, more
        assert 'href="#cards">Tap the cards that were laid.' in answer.text, more
    assert phone.post("check", player="3", cards=cards, returned="1").status_code == 303


def test_form_saved_before_and_sent_again_without_cards_asks_for_them(game: Phone) -> None:
    key, melds = secrets.token_hex(16), tuple(SETS.split(" / "))
    assert game.lay(player="2", meld=melds, key=key, base="1").status_code == 303
    assert game.lay(player="2", key=key, base="1").status_code == 422


def test_separated_melds_stay_apart_whatever_kind_is_chosen(game: Phone) -> None:
    assert game.lay(player="2", meld=tuple(SETS.split(" / ")), **{"as": "set"}).status_code == 303
    assert game.get("board").text.count('class="board-meld') == 3


def test_form_of_an_earlier_version_is_saved(game: Phone) -> None:
    melds = tuple(SETS.split(" / "))
    assert game.post("board/lay", player="2", meld=(*melds, "")).status_code == 303
    assert "Ben laid 7♥ 7♦ 7♣; K♥ K♣ ★; 4♦ 4♠ 4♣" in game.words(game.get("history"))
    spot = game.spot("0")
    assert game.post("board/tack", player="2", cards="7S", meld=spot).status_code == 303
    assert 'aria-label="7 of spades"' in game.get("board").text


def test_watching_phone_can_look_but_not_save(app: Flask, game: Phone) -> None:
    game_id, watcher = game.table.removeprefix("/g/"), Phone(app.test_client())
    watcher.table = game.table
    with app.test_request_context():
        add_link(game_id, NewLink("watcher" * 3, Role.WATCH, None), granted=True)
        cookie = signed(rights.COOKIE, [(game_id, "watcher" * 3)])
    watcher.client.set_cookie(rights.COOKIE, cookie)
    page = watcher.get("check?cards=7H+7D+7C&player=2").text
    assert "Keep going" in page
    assert "Save the melds" not in page
    assert "False lay" not in page
    sent: dict[str, Any] = {"player": "2", "cards": SETS, "key": secrets.token_hex(16), "base": "1"}
    answer = watcher.client.post(f"{game.table}/check", data=sent, headers=SAME_SITE)
    assert answer.status_code == 403


def test_game_that_is_over_judges_cards_alone(game: Phone) -> None:
    game.post("round", winner="void")
    game.post("end")
    page = game.get("check?cards=7H+7D+7C&player=2").text
    assert re.findall(r'class="verdict-word">([^<]*)<', page)[0] == "Legal"
    assert "Save the melds" not in page
    assert game.lay(player="2", meld=tuple(SETS.split(" / "))).status_code == 404


def test_question_keeps_what_was_entered(game: Phone) -> None:
    answer = game.lay(player="3", meld=("8H 8D 8C", "QH QC"), **{"as": "lay"})
    assert answer.status_code == 422
    assert 'value="8H 8D 8C / QH QC"' in answer.text
    assert re.findall(r'name="player" value="(\d)"[^>]*checked', answer.text) == ["3"]
    assert "Save it anyway" in answer.text


def test_question_about_a_tack_keeps_its_meld(game: Phone) -> None:
    game.lay(player="2", meld=tuple(SETS.split(" / ")))
    spot = game.spot("1")
    page = game.add(player="2", cards="8S", spot=spot).text
    assert f'<input type="hidden" name="spot" value="{spot}">' in page
    sent: dict[str, Any] = {"player": "2", "cards": "8S", "insist": "1"}
    assert game.add(**sent, spot=game.spot("2")).status_code == 303
    third = game.get("board").text.partition('id="board-meld-2"')[2].partition("</ul>")[0]
    assert 'aria-label="8 of spades"' in third


def test_reason_for_one_meld_saves_nothing_on_another(game: Phone) -> None:
    game.lay(player="2", meld=tuple(SETS.split(" / ")))
    both = (game.spot("0"), game.spot("1"))
    asked = game.add(player="2", cards="2C", spot=both, word="we agreed")
    assert asked.status_code == 422
    assert "Nothing is saved yet." in game.words(asked)
    assert game.add(player="2", cards="2C", spot=both[:1], word="we agreed").status_code == 303


@pytest.mark.parametrize(
    ("former", "now"),
    [
        ("/check?game=ID&cards=7H+7D&as=set", "check?cards=7H+7D&as=set"),
        ("/check/verdict?game=ID&cards=7H", "check/verdict?cards=7H"),
        ("/check/full?game=ID&flip=1&cards=7H", "check/full?flip=1&cards=7H"),
        ("board/lay", "check"),
        ("board/lay?player=2&meld=7H+7D+7C&meld=&meld=KH", "check?player=2&cards=7H+7D+7C+%2F+KH"),
        (
            "board/tack?player=2&cards=7S&meld=x-0",
            "check?player=2&cards=7S&add=1&move=tack&spot=x-0",
        ),
        ("board/joker", "check?add=1&move=joker"),
    ],
)
def test_former_addresses_lead_to_the_check_of_the_game(
    phone: Phone, former: str, now: str
) -> None:
    phone.begin("Ann", "Ben", "Cleo")
    answer = phone.get(former.replace("ID", phone.table.removeprefix("/g/")))
    assert answer.location == f"{phone.table}/{now}"
    assert phone.get(answer.location).status_code in {200, 303}
