"""Checks of the same cards under all five systems, and under house rules."""

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.web.phone import Phone
from tests.web.rulings.test_checks import SYSTEMS, verdict_of


def under_other_rules(phone: Phone, page: str) -> tuple[list[str], list[str]]:
    """Return the verdicts under all five systems, and their links."""
    text = phone.get(page).text.split('id="other-rules"')[1]
    words = re.findall(r'class="other-rules-word[^"]*">(?:<svg.*?</svg>)?([^<]*)<', text)
    return words, [unescape(link) for link in re.findall(r'<li><a href="([^"]*)"', text)]


@pytest.mark.parametrize(
    ("page", "words"),
    [
        (
            "/check?system=standard&cards=7H+8H+*+*",
            ["Legal", "Move a joker", "Legal", "Move a Kooky Kard", "Move a joker"],
        ),
        (
            "/check?system=kooky&cards=7R+8R+*+9R",
            ["Move a joker"] * 3 + ["Move a Kooky Kard", "Move a joker"],
        ),
        (
            "/check?system=standard&round=2&cards=7H+7D+7C+/+7S+7H+*+/+4D+5D+6D+7D",
            ["Legal", "Legal", "Legal", "Not legal", "Legal"],
        ),
        (
            "/check?system=kalooki40&as=lay&cards=10H+JH+QH+KH",
            ["Can’t tell", "Can’t tell", "Legal", "Can’t tell", "Can’t tell"],
        ),
        (
            "/check?system=standard&on=7H+8H+9H+10H&cards=6H&end=low",
            ["Legal", "Legal", "Legal", "Legal", "Not legal"],
        ),
        (
            "/check?system=kooky&move=joker&on=7R+*+9R+10R&cards=8R&by=other",
            ["Legal", "Not legal", "Can’t tell", "Legal", "Legal"],
        ),
    ],
)
def test_verdicts_under_all_five_systems(phone: Phone, page: str, words: list[str]) -> None:
    found, links = under_other_rules(phone, page)
    assert found == words
    for link, system, word in zip(links, SYSTEMS, words, strict=True):
        assert f"system={system}" in link
        assert f'class="verdict-word">{word}<' in phone.get(link).text


def test_colours_are_converted_to_suits_with_a_note(phone: Phone) -> None:
    page = "/check?system=kooky&cards=11B+12B+13B+AB&_external=1&as=run"
    _words, links = under_other_rules(phone, page)
    assert parse_qs(urlsplit(links[4]).query)["cards"] == ["JS QS KS AS"]
    assert parse_qs(urlsplit(links[3]).query)["cards"] == ["11B 12B 13B AB"]
    assert "Colours are read as suits: black as spades" in phone.words(phone.get(page))
    back = phone.words(phone.get(links[4]))
    assert "suits are read as colours: spades as black" in back


def kept_house(phone: Phone, **rules: str) -> str:
    assert phone.post("/house-rules", **rules).status_code == 303
    return re.findall(r'value="(house-[^"]*)"', phone.get("/check").text)[0]


def test_house_rules_judge_too(phone: Phone) -> None:
    key = kept_house(phone, base="standard", name="Sunday rules", jokers_side_by_side="yes")
    assert verdict_of(phone, system=key, cards="7H 8H * *") == "Legal"


def test_clause_of_a_house_rule_links_to_its_rulebook(phone: Phone) -> None:
    key = kept_house(phone, base="jamaican", name="Monday rules", jokers_side_by_side="no")
    page = phone.get(f"/check?system={key}&cards=7H+8H+*+*")
    assert "this table’s own rule" in phone.words(page)
    link = re.findall(r'href="(/rules/jamaican\?house=[^"]*)"', page.text)[0]
    assert "Monday rules" in phone.words(phone.get(link))


def test_other_phones_of_a_game_see_its_house_rules(
    phone: Phone, new_phone: Callable[[], Phone]
) -> None:
    key = kept_house(phone, base="jamaican", name="Monday rules", jokers_side_by_side="no")
    phone.begin("Ann", "Ben", "Cleo", system=key)
    other = new_phone()
    other.table = phone.table
    page = other.get("check?cards=7H+8H+*+*+9D")
    links = [
        unescape(link)
        for link in re.findall(r'href="(/rules/jamaican[^"]*)"\s+class="rule', page.text)
    ]
    assert len(links) > 1
    for link in links:
        assert "?house=" in link
        assert "Monday rules" in other.words(other.get(link))
    assert "this table’s own rule" in other.words(other.get("rules"))


def test_unchanged_rules_need_no_house_argument(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="jamaican")
    assert f'href="{phone.table}/rules"' in phone.get().text
    assert "house=" not in phone.get("rules").text


def test_cards_of_another_pack_show_their_suits(phone: Phone) -> None:
    page = phone.get("/check?system=kooky&cards=7H+8H+9H").text
    assert '<use href="#suit-h"' in page
    assert '<symbol id="suit-h"' in page
