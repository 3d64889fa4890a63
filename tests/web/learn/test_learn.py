"""Learning a game, and the example of a contract, without script."""

import re
from html import unescape

import pytest

from tests.web.phone import SAME_SITE, Phone
from tests.web.table.test_rounds import write

SYSTEMS = ("jamaican", "caribbean", "kalooki40", "kooky", "standard")


def links(page: str, kind: str) -> list[str]:
    return re.findall(rf'class="{kind}[^"]*" href="([^"]*)"', unescape(page))


def main_link(page: str) -> str:
    return links(page, "button button-primary")[0]


def test_new_phone_reaches_the_first_step_by_choosing_its_game(phone: Phone) -> None:
    assert "Which game do you play?" in phone.words(phone.get("/learn"))
    sent = {"system": "jamaican", "back": "/learn"}
    chosen = phone.client.post("/check/system", data=sent, headers=SAME_SITE)
    first = phone.client.get(chosen.location, follow_redirects=True)
    assert "Which card makes this a set?" in phone.words(first)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_step_can_be_tried_until_it_is_right(phone: Phone, system: str) -> None:
    address, steps = f"/learn/1?system={system}", 0
    while "/done" not in address:
        page = phone.get(address)
        assert page.status_code == 200
        assert re.search(r"Rule \d+\.\d+", phone.words(page))
        tapped = [phone.words(phone.get(way)) for way in links(page.text, "answer")]
        assert len(tapped) in (2, 4)
        assert sum("That’s it" in words for words in tapped) == 1
        assert sum("Not this one" in words for words in tapped) == len(tapped) - 1
        address, steps = main_link(page.text), steps + 1
    assert steps == (7 if system == "kalooki40" else 8)
    assert "You can play" in phone.words(phone.get(address))


def test_wrong_word_is_struck_and_the_right_one_lifted(phone: Phone) -> None:
    """Legal or not: once one is wrong, nothing is left to try."""
    ways = links(phone.get("/learn/5?system=jamaican").text, "answer")
    wrong = next(page for way in ways if "Not this one" in (page := phone.get(way).text))
    assert re.search(r'answer-right">.*is right', wrong, re.DOTALL)
    assert re.search(r"answer-wrong\"><s>.*</s>\s*<small>you said", wrong)
    assert "Try another" in wrong
    assert not links(wrong, "answer")


@pytest.mark.parametrize("system", SYSTEMS)
def test_after_the_last_step_a_new_game_has_the_rules_that_were_learned(
    phone: Phone, system: str
) -> None:
    new = main_link(phone.get(f"/learn/done?system={system}").text)
    chosen = re.findall(r'<input[^>]*name="system"[^>]*checked[^>]*>', phone.get(new).text)
    assert [f'value="{system}"' in tile for tile in chosen] == [True]


def test_after_the_last_step_a_game_goes_on(table: Phone) -> None:
    page = table.get("rules").text
    game = re.search(r'href="/learn\?game=([^"]*)"', page)
    assert game
    back = main_link(table.get(f"/learn/done?game={game[1]}").text)
    assert "Round 1" in table.words(table.get(back))


def test_first_contract_is_explained(phone: Phone) -> None:
    words = phone.words(phone.get("/learn/4?system=jamaican"))
    assert "Round 1: 3 sets" in words
    assert "333" in words


def test_nothing_is_given_away_before_the_tap(phone: Phone) -> None:
    page = phone.get("/learn/4?system=jamaican").text
    assert "card-wrong" not in page
    assert "card-as" not in page


def test_rules_of_a_game_are_learned_as_that_table_plays(table: Phone) -> None:
    page = table.get("rules").text
    learn = re.search(r'href="(/learn\?game=[^"]*)"', page)
    assert learn
    first = table.client.get(learn[1], follow_redirects=True)
    assert "Which card makes this a set?" in table.words(first)


@pytest.mark.parametrize("strange", ["seed=-1", "said=9", "said=x", "seed=1000", "system=poker"])
def test_strange_url_shows_a_page(phone: Phone, strange: str) -> None:
    assert phone.get(f"/learn/1?system=jamaican&{strange}").status_code == 200


def test_step_beyond_the_last_is_not_found(phone: Phone) -> None:
    assert phone.get("/learn/9?system=jamaican").status_code == 404
    assert phone.get("/learn/0?system=jamaican").status_code == 404


def test_contract_at_the_table_leads_to_its_example(table: Phone) -> None:
    example = re.search(r'href="(/learn/contract\?game=[^"]*)"', table.get().text)
    assert example
    words = table.words(table.get(example[1]))
    assert "Round 1" in words
    assert "3 sets" in words
    assert "Comes down" in words
    assert "Just doesn’t" in words
    for _ in range(2):
        write(table)
    table.post("end")
    assert "Round 2" in table.words(table.get(example[1]))


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_round_has_an_example(phone: Phone, system: str) -> None:
    for number in range(1, 10):
        page = phone.get(f"/learn/contract?system={system}&round={number}")
        assert "Just doesn’t" in phone.words(page)


def test_example_needs_rules(phone: Phone) -> None:
    assert phone.get("/learn/contract").location == "/learn"
