"""Turns on the board: a meld after a tack in 001, a joker to be replayed in 002."""

import re
from html import unescape
from typing import Any

import pytest

from tests.web.phone import Phone
from tests.web.table.test_board import LAY


@pytest.fixture
def tacked(phone: Phone) -> Phone:
    """A Caribbean game of three, in which Ben is down and has just tacked."""
    phone.begin("Ann", "Ben", "Cleo", system="caribbean")
    assert phone.lay(player="2", meld=LAY).status_code == 303
    assert phone.add(player="2", cards="7S", spot=phone.spot("0")).status_code == 303
    return phone


def test_meld_after_a_tack_in_one_turn_is_questioned(tacked: Phone) -> None:
    answer = tacked.lay(player="2", meld="9H 9D 9C")
    words = tacked.words(answer)
    assert answer.status_code == 422
    assert "Was it a later turn?" in words
    assert "Can’t tell" in words
    assert "Rule 5.3" in words
    assert "History says Ben tacked, and nobody else has done anything since." in words
    assert tacked.lay(player="2", meld="9H 9D 9C", word="house").status_code == 303


def test_meld_of_a_later_turn_is_saved_without_confirmation(tacked: Phone) -> None:
    sent: dict[str, Any] = {"player": "2", "meld": "9H 9D 9C", "later": "1"}
    assert tacked.lay(**sent).status_code == 303
    assert "Ben laid 9♥ 9♦ 9♣ in a later turn." in tacked.words(tacked.get("history"))
    assert "Against the rules" not in tacked.words(tacked.get("board"))
    assert tacked.lay(player="2", meld="JH JD JC").status_code == 303


def test_other_faults_of_a_later_meld_are_shown_next(tacked: Phone) -> None:
    answer = tacked.lay(player="2", meld="9H 9D", later="1")
    words = tacked.words(answer)
    assert answer.status_code == 422
    assert "The table has the last word" in words
    assert "Was it a later turn?" not in words
    assert 'name="later" value="1"' in answer.text


def test_another_players_entry_ends_the_turn(tacked: Phone) -> None:
    tacked.lay(player="3", meld=("8H 8D 8C", "QH QC QD", "5D 5S 5C"))
    assert tacked.lay(player="2", meld="9H 9D 9C").status_code == 303


@pytest.fixture
def opened(phone: Phone) -> Phone:
    """A Kalooki 40 game of three, in which Ben is down with a run that has a joker."""
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    assert phone.lay(player="2", meld="10H * QH KH").status_code == 303
    return phone


def test_taken_joker_can_be_replayed_on_the_board(opened: Phone) -> None:
    assert "Where does the joker go?" in opened.words(opened.get("check?add=1&move=joker&player=2"))
    sent: dict[str, Any] = {"player": "2", "spot": opened.spot("0.1"), "to": "reuse_now"}
    assert opened.add(move="joker", **sent).status_code == 303
    page = opened.get("board")
    assert "Ben has a joker to play again" in opened.words(page)
    assert "Rule 7.2" in opened.words(page)
    link = unescape(re.findall(r'href="([^"]*/check\?add[^"]*)"', page.text)[0])
    assert "Low end High end" in opened.words(opened.get(link))
    assert opened.add(player="2", cards="*", spot=opened.spot("0.low")).status_code == 303
    assert "to play again" not in opened.words(opened.get("board"))
    assert 'aria-label="Joker as 9 of hearts"' in opened.get("board").text
    assert "to play the joker again" in opened.words(opened.get("history"))


def test_taken_joker_can_be_laid_in_a_new_meld(opened: Phone) -> None:
    opened.add(move="joker", player="2", spot=opened.spot("0.1"))
    link = unescape(re.findall(r'href="([^"]*/check\?player[^"]*)"', opened.get("board").text)[0])
    assert 'value="*"' in opened.get(link).text
    assert opened.lay(player="2", meld="4H 4D *").status_code == 303
    words = opened.words(opened.get("board"))
    assert "to play again" not in words
    assert "A joker to account for" not in words


def test_joker_kept_in_the_hand_is_questioned(opened: Phone) -> None:
    sent: dict[str, Any] = {"player": "2", "spot": opened.spot("0.1"), "to": "hand"}
    answer = opened.add(move="joker", **sent)
    assert answer.status_code == 422
    assert "Rule 7.2" in opened.words(answer)
    assert 'name="to" value="hand"' in answer.text
    assert opened.add(move="joker", **sent, word="house custom").status_code == 303
    words = opened.words(opened.get("board"))
    assert "house custom" in words
    assert "to play again" not in words
    assert "and kept the joker" in opened.words(opened.get("history"))


def test_unplayed_joker_is_reported_without_blocking(opened: Phone) -> None:
    opened.add(move="joker", player="2", spot=opened.spot("0.1"))
    assert opened.lay(player="1", meld="AH AS KD KS").status_code == 422
    assert opened.lay(player="1", meld=("AH AS AD", "9D 9S 9C")).status_code == 303
    words = opened.words(opened.get("board"))
    assert "Ben took a joker, and History doesn’t say where it went." in words


def test_player_may_open_with_the_taken_joker(opened: Phone) -> None:
    assert opened.add(move="joker", player="1", spot=opened.spot("0.1")).status_code == 303
    words = opened.words(opened.get("board"))
    assert "Ann has a joker to play again This turn, in the melds you come down with." in words


def test_no_question_where_jokers_stay_in_their_melds(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="standard")
    assert "Where does the joker go?" not in phone.words(phone.get("check?add=1&move=joker"))
