"""Contracts laid in parts: in a game, and on the check page."""

import re

import pytest

from tests.web.phone import Phone


@pytest.fixture
def parts(phone: Phone) -> str:
    """The form key of Jamaican rules with contracts in parts."""
    phone.post("/house-rules", base="jamaican", name="Piece by piece", contract_in_parts="yes")
    return re.findall(r'value="(house-[^"]*)"', phone.get("/check").text)[0]


def test_part_is_checked(phone: Phone, parts: str) -> None:
    words = phone.words(phone.get(f"/check?system={parts}&round=2&as=lay&cards=7H+7C+7D"))
    assert "A part of the contract: 1 set and 1 run still to come." in words
    sheet = phone.words(phone.get("/check?system=jamaican&round=2&as=lay&cards=7H+7C+7D"))
    assert "The contract is 2 sets and 1 run" in sheet


def test_saving_no_cards_after_a_part_asks_for_them(phone: Phone, parts: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=parts)
    assert phone.lay(player="2", meld="7H 7C 7D").status_code == 303
    assert "Tap the cards that were laid." in phone.lay(player="2").text


def test_rest_of_a_contract_follows_a_part(phone: Phone, parts: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=parts)
    assert phone.lay(player="2", meld=("7H 7C 7D",)).status_code == 303
    assert "2 sets still to come" in phone.words(phone.get("board"))
    assert "Part of the contract" in phone.words(phone.get())
    assert phone.get("board").text.count('class="board-meld"') == 1
    assert phone.add(player="2", cards="7S", spot=phone.spot("0")).status_code == 422
    refused = phone.post("calls", player="2")
    assert refused.status_code == 422
    assert "After the first part of the contract a player can’t call." in phone.words(refused)
    assert "A player who is down can’t call" not in phone.words(refused)
    rest = ("9H 9C 9D", "JH JC JD")
    assert phone.lay(player="2", meld=rest).status_code == 303
    assert "Part of the contract" not in phone.words(phone.get())
    assert phone.add(player="2", cards="7S", spot=phone.spot("0")).status_code == 303


@pytest.mark.parametrize(
    ("cards", "word"),
    [
        ("KH", "Keep going"),
        ("KH KD", "Keep going"),
        ("KH QH", "Not legal"),
        ("KH KD KC", "Legal"),
        ("KH KD KC QH", "Not legal"),
    ],
)
def test_cards_beyond_the_rest_of_a_contract_are_not_legal(
    phone: Phone, parts: str, cards: str, word: str
) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=parts)
    phone.lay(player="2", meld=("7H 7C 7D", "9H 9C 9D"))
    page = phone.get(f"check?player=2&cards={cards.replace(' ', '+')}").text
    assert re.findall('class="verdict-word">([^<]*)<', page)[0] == word


def test_round_form_is_prefilled_with_who_is_not_down(phone: Phone) -> None:
    phone.post("/house-rules", base="caribbean", name="Pieces", contract_in_parts="yes")
    key = re.findall(r'value="(house-[^"]*)"', phone.get("/check").text)[0]
    phone.begin("Ann", "Ben", "Cleo", system=key)
    phone.lay(player="2", meld=("7H 7C 7D",))
    ticked = re.compile(r'name="hands-(\d)-laid" value="no"[^>]* checked')
    assert not ticked.findall(phone.get("round?winner=3").text)
    phone.post("lays", player="1")
    assert ticked.findall(phone.get("round?winner=3").text) == ["1"]


def test_advice_is_on_the_rest_of_the_contract(phone: Phone, parts: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=parts, advice="open")
    phone.lay(player="2", meld=("7H 7C 7D",))
    hand = "9H+9C+9D+JH+JC+JD+2S"
    words = phone.words(phone.get(f"advice?player=2&hand={hand}"))
    assert "2 sets; the advice is for all of it at once" in words
    assert "Not yet" not in words
    assert "Not yet" in phone.words(phone.get(f"advice?player=1&hand={hand}"))
