"""Lines of players on the table: the last round's points and places, who deals and starts."""

import re

import pytest

from tests.web.phone import Phone
from tests.web.table.test_who_plays import ANN, BEN, CLEO, save

OF_ANN = "30 points in the last round, 2 places down"


@pytest.fixture
def three(phone: Phone) -> Phone:
    """A game after two rounds: Ann 30, Ben 15, Cleo 20, then Ben first, Cleo, Ann."""
    phone.begin("Ann", "Ben", "Cleo", dealer="1")
    save(phone, ANN, {BEN: "10", CLEO: "20"})
    save(phone, CLEO, {ANN: "30", BEN: "5"})
    return phone


def test_row_shows_points_and_places_of_the_last_round(three: Phone) -> None:
    words = three.words(three.get())
    assert f"+30 ▼2 {OF_ANN}" in words
    assert "Out ▲1 0 points in the last round, 1 place up" in words
    assert "Leads by 5" in words
    assert "+5" not in words  # the leader's line says by how much


def test_points_below_zero_have_a_true_minus_sign_for_everybody(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="caribbean", dealer="1")
    save(phone, ANN, {BEN: "10", CLEO: "120"})
    save(phone, CLEO, {ANN: "30", BEN: "5"})
    assert "−50 −50 points in the last round" in phone.words(phone.get())
    pages = ("", "standings", "history", "scoreboard", "rounds/2", "round?winner=1", "print")
    plain = [page for page in pages if re.search(r"(?<!\w)-\d", phone.words(phone.get(page)))]
    assert not plain


def test_row_says_nothing_after_a_void_round(three: Phone) -> None:
    three.post("round", winner="void", sure="1")
    assert "in the last round" not in three.words(three.get())


def test_row_shows_the_round_before_once_the_last_is_undone(three: Phone) -> None:
    three.post("undo", seq=three.version(), sure="1")
    words = three.words(three.get())
    assert "+10 10 points in the last round" in words
    assert OF_ANN not in words


def test_newcomer_has_no_last_round(three: Phone) -> None:
    three.post("players", name="Dan", after="3", plays="now", start="zero")
    words = three.words(three.get())
    assert OF_ANN in words
    assert words.count("in the last round") == 2


def test_signs_are_on_the_marks_of_who_deals_and_starts(three: Phone) -> None:
    rows = three.get().text.split('<li class="player')[1:]
    assert [row.count('class="role-sign"') for row in rows] == [1, 0, 1]
    words = three.words(three.get())
    assert "Cleo Deals Out" in words
    assert "Ann Starts +30" in words


@pytest.mark.parametrize(("names", "shown"), [(3, True), (6, True), (7, False)])
def test_rounds_are_a_bar_for_up_to_six_players(phone: Phone, names: int, shown: bool) -> None:
    phone.begin(*("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus")[:names])
    assert ('class="rounds-bar"' in phone.get().text) is shown


def test_pool_without_a_last_round_has_no_bar(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    assert 'class="rounds-bar"' not in phone.get().text
