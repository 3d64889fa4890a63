"""Checking tacks and joker moves without saving anything."""

import re

import pytest

from kalooki_ref.api.judge import judge
from tests.web.phone import Phone
from tests.web.rulings.test_checks import check, verdict_of


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ({"on": "7H 8H 9H 10H", "cards": "JH"}, "Legal"),
        ({"on": "7H 8H 9H 10H", "cards": "6H"}, "Not legal"),
        ({"on": "7H 8H 9H 10H", "cards": "JH", "down": "no"}, "Not legal"),
        ({"on": "10H JH QH KH", "cards": "9H AH"}, "Legal"),
        ({"on": "KH JH QH 10H", "cards": "AH 9H"}, "Legal"),
        ({"on": "9H 10H JH QH", "cards": "8H KH"}, "Not legal"),
        ({"on": "7H 8H 9H 10H"}, "Which cards?"),
        ({"on": ""}, "Which meld?"),
    ],
)
def test_tack(phone: Phone, query: dict[str, object], word: str) -> None:
    assert verdict_of(phone, system="standard", **query) == word


def test_represented_card_replaces_the_joker(phone: Phone) -> None:
    """The example from the rules of standard Kalooki."""
    query = {"system": "standard", "on": "9S 10S * QS KS", "cards": "JS"}
    words = check(phone, **query)
    assert verdict_of(phone, **query) == "Legal"
    assert "Taken as a joker replacement" in words
    assert "The joker goes to the high end." in words
    assert verdict_of(phone, **query, move="tack") == "Not legal"
    ace = {"system": "standard", "on": "9S 10S JS QS KS *", "cards": "AS"}
    assert verdict_of(phone, **ace) == "Legal"
    assert "The joker goes to the low end." in check(phone, **ace, move="joker")


@pytest.mark.parametrize(("on", "card"), [("5H 5D 5C", "5S"), ("9H 10H JH QH", "KH")])
def test_tacks_of_the_example_hand(phone: Phone, on: str, card: str) -> None:
    """The hand in the rules of Caribbean Kalooki: first 7 to 10, then the 5 and the king."""
    assert verdict_of(phone, system="caribbean", on=on, cards=card) == "Legal"


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ({"cards": "8H", "by": "own", "to": "high"}, "Legal"),
        ({"cards": "8H", "by": "own"}, "Legal"),
        ({"cards": "8H", "by": "other"}, "Not legal"),
        ({"cards": "9D", "by": "own"}, "Not legal"),
        ({"cards": "8H", "by": "own", "to": "hand"}, "Not legal"),
        ({"cards": "8H", "by": "own", "to": "low", "joker": "1"}, "Legal"),
    ],
)
def test_joker_is_moved(phone: Phone, query: dict[str, object], word: str) -> None:
    moved = {"system": "caribbean", "on": "7H * 9H 10H", "move": "joker", **query}
    assert verdict_of(phone, **moved) == word


@pytest.mark.parametrize(
    ("query", "word"),
    [({}, "Can’t tell"), ({"to": "reuse_now"}, "Legal"), ({"to": "hand"}, "Not legal")],
)
@pytest.mark.parametrize(("on", "cards"), [("5H * 7H", "6H"), ("3H 3C *", "3D 3S")])
def test_replaced_joker_must_be_played_again(
    phone: Phone, on: str, cards: str, query: dict[str, str], word: str
) -> None:
    """The page agrees with the API, whether or not the joker's destination is given."""
    swap = {"system": "kalooki40", "on": on, "move": "joker", "cards": cards}
    assert verdict_of(phone, **swap, **query) == word
    place = on.split().index("*")
    kind = "run" if place == 1 else "set"
    target = {"as": kind, "cards": on.split()}
    asked = {"target": target, "index": place, "with": cards.split(), "by": "other", "laid": True}
    question = {"sheet": "002", "kind": "joker_replace", "input": {**asked, **query}}
    verdicts = {"unclear": "Can’t tell", "legal": "Legal", "illegal": "Not legal"}
    assert verdicts[judge(question)["verdict"]] == word


def test_page_asks_where_the_replaced_joker_goes(phone: Phone) -> None:
    words = check(phone, system="kalooki40", on="5H * 7H", cards="6H")
    assert "Say where the joker goes: it must be played again in the same turn." in words


def test_entered_cards_can_become_the_board_meld(phone: Phone) -> None:
    answer = phone.get("/check?system=standard&add=1&cards=7H+8H+9H+10H")
    assert answer.status_code == 303
    assert answer.location == "/check?system=standard&on=7H+8H+9H+10H"
    assert "Now tap the cards to add to it." in phone.words(phone.get(answer.location))


def test_meld_that_is_not_recorded_can_be_entered_in_a_game(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="jamaican")
    page = f"{phone.table}/check"
    assert phone.get(f"{page}?add=1&cards=7S").location == f"{page}?on=7S"
    assert verdict_of(phone, page, on="7H 7D 7C", cards="7S") == "Legal"
    assert phone.lay(player="2", meld=("8H 8D 8C", "KH KC *", "4D 4S 4C")).status_code == 303
    link = re.findall(r'href="([^"]*\?on=[^"]*)"', phone.get(f"{page}?add=1").text)[0]
    assert verdict_of(phone, link.split("?")[0], on="7H 7D 7C", cards="7S") == "Legal"


@pytest.mark.parametrize(
    ("down", "word"), [("yes", "Legal"), ("turn", "Legal"), ("no", "Not legal")]
)
def test_joker_taken_to_come_down_in_the_same_turn(phone: Phone, down: str, word: str) -> None:
    query = {"on": "* QD KD", "cards": "JD", "to": "reuse_now", "down": down}
    assert verdict_of(phone, system="kalooki40", **query) == word
    assert "Yes No In this turn" in check(phone, system="kalooki40", **query)


def test_only_a_joker_can_be_taken_before_coming_down(phone: Phone) -> None:
    tack = {"system": "kalooki40", "on": "JD QD KD", "cards": "AD", "down": "turn"}
    assert verdict_of(phone, **tack) == "Not legal"
    assert "In this turn" not in check(phone, **tack)
    query = {"on": "8D * 10D JD", "cards": "9D", "down": "turn"}
    assert verdict_of(phone, system="standard", **query) == "Not legal"
    assert "In this turn" not in check(phone, system="standard", **query)


@pytest.mark.parametrize(
    ("add", "kind", "word"),
    [
        ("JH", "", "Can’t tell"),
        ("JH", "run", "Legal"),
        ("JH", "set", "Not legal"),
        ("QS", "", "Can’t tell"),
        ("2S", "", "Not legal"),
    ],
)
def test_meld_of_either_kind_is_asked_about(phone: Phone, add: str, kind: str, word: str) -> None:
    query = {"system": "kalooki40", "on": "QH * *", "cards": add, "kind": kind}
    assert verdict_of(phone, **query) == word
    assert ("a set and also a run" in check(phone, **query)) is (word == "Can’t tell")


@pytest.mark.parametrize(
    ("system", "on", "add", "word"),
    [
        # The joker moves to the king's place and on to the ace's, so the king comes first.
        ("standard", "9S 10S * QS", "JS KS", "One at a time"),
        ("standard", "9S 10S * QS", "JS AS", "One at a time"),
        ("kalooki40", "9S * JS", "QS 10S", "One at a time"),
        ("kalooki40", "9S * JS", "3S 10S", "Not legal"),
        ("standard", "9S 10S JS QS", "KS 7S", "Not legal"),
        # Two jokers are replaced, one after the other.
        ("jamaican", "7H * 9H * JH", "8H 10H", "One at a time"),
        ("kooky", "7R * 9R * 11R 12R", "8R 10R", "Not legal"),
        ("kooky", "10R * 12R * AR", "11R 9R", "One at a time"),
        ("kalooki40", "7H * 9H * JH", "8H 10H QH", "One at a time"),
        # The joker that is won, or one from the hand, is added to the run as well.
        ("kalooki40", "5H * 7H", "6H *", "One at a time"),
        ("kalooki40", "5H * 7H", "* 6H", "One at a time"),
        ("jamaican", "9S 10S * QS", "JS * *", "One at a time"),
        ("standard", "10S JS * KS", "QS *", "One at a time"),
        ("standard", "9S 10S * QS", "JS *", "Not legal"),
        ("standard", "9S 10S JS QS", "10S *", "Not legal"),
    ],
)
def test_swaps_and_tacks_are_several_moves(
    phone: Phone, system: str, on: str, add: str, word: str
) -> None:
    assert verdict_of(phone, system=system, on=on, cards=add) == word
    not_down = verdict_of(phone, system=system, on=on, cards=add, down="no")
    assert not_down == "Not legal"


@pytest.mark.parametrize(
    ("by", "word"), [("", "One at a time"), ("own", "One at a time"), ("other", "Not legal")]
)
def test_several_moves_may_depend_on_whose_meld_it_is(phone: Phone, by: str, word: str) -> None:
    query = {"system": "caribbean", "on": "7H * 9H 10H", "cards": "8H JH", "by": by}
    assert verdict_of(phone, **query) == word
