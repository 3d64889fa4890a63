"""The cards on the table page of a phone's first game."""

import re
from collections.abc import Callable

import pytest

from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.overrides import HouseRules
from tests.web.phone import Phone


def titles(phone: Phone) -> list[str]:
    """Return the cards in the pile, the top one first."""
    pile = re.search(r'<ol class="first-cards".*?</ol>', phone.get().text, re.DOTALL)
    return re.findall(r"<h2>(.*?)</h2>", pile[0]) if pile else []


def test_three_cards_are_put_away_one_by_one_and_stay_away(phone: Phone) -> None:
    phone.begin()
    assert titles(phone) == ["The deal", "Coming down", "A call"]
    for number, left in enumerate((["Coming down", "A call"], ["A call"], []), 1):
        answer = phone.post("first-game", card=str(number))
        assert answer.location == phone.table
        assert titles(phone) == left


@pytest.mark.parametrize(
    ("system", "words"),
    [
        ("jamaican", ("Ann deals 9 each. Ben starts.", "with 3 sets. A set is 3 or more cards")),
        ("kooky", ("8 Kooky Kards", "The youngest starts.", "You have 3 calls a round.")),
        ("caribbean", ("with 3 threes. A three is", "Tap the ring in your line")),
        ("kalooki40", ("melds worth 40 points", "A run is 3 or more cards of one suit")),
    ],
)
def test_cards_explain_the_rules_of_the_game(
    phone: Phone, system: str, words: tuple[str, ...]
) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=system)
    shown = phone.words(phone.get())
    assert [word for word in words if word not in shown] == []


def test_cards_say_the_points_of_a_round_that_opens_with_them(phone: Phone) -> None:
    rounds = '[{"is":"Contract","sets":0,"runs":0,"points":51},{"is":"Contract","sets":2,"runs":0}]'
    house = HouseRules("Pearl’s", "jamaican", (("contracts", rounds),))
    begun = phone.post(f"/house-rules/{house_text(house)}/play", base="")
    phone.begin(system=begun.location.rpartition("=")[2])
    assert "melds worth 51 points" in phone.words(phone.get())


def test_game_without_calls_has_no_card_about_them(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    assert titles(phone) == ["The deal", "Coming down"]


def test_second_game_has_no_cards(phone: Phone) -> None:
    for _game in range(2):
        phone.begin()
        phone.get()
    assert titles(phone) == []


def test_cards_are_gone_after_the_first_round(table: Phone) -> None:
    points = {f"hands-{seat}-points": "20" for seat in range(4)}
    players = {f"hands-{seat}-player": str(seat + 2) for seat in range(4)}
    table.post("round", winner="1", **players, **points)
    assert "Round 2 of 9" in table.get().text
    assert titles(table) == []


def test_cards_are_put_away_per_phone(table: Phone, new_phone: Callable[[], Phone]) -> None:
    table.post("first-game", card="3")
    other = new_phone()
    other.table = table.table
    assert len(titles(other)) == 3


@pytest.mark.parametrize("card", ["", "0", "-1", "4", "x", "99999999999999999999"])
def test_invalid_card_number_changes_nothing(table: Phone, card: str) -> None:
    assert table.post("first-game", card=card).status_code == 303
    assert len(titles(table)) == 3


def test_putting_away_an_earlier_card_changes_nothing(table: Phone) -> None:
    table.post("first-game", card="2")
    table.post("first-game", card="1")
    assert titles(table) == ["A call"]
