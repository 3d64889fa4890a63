"""The "Can I come down?" pages without script: answers, errors, and the table's setting."""

import json
from urllib.parse import urlencode

import pytest
from werkzeug.test import TestResponse

from kalooki_ref.rules.house_text import house_text
from kalooki_ref.rules.overrides import HouseRules
from kalooki_ref.rules.systems import SYSTEMS
from tests.web.phone import Phone

THREE_SETS = "7H 7S 7D 9C 9D * KS KH KC 2D"
NEARLY = "7H 7S 2D 9C 9D 4C KS KH KC *"


def ask(phone: Phone, path: str = "/advice", **fields: str) -> TestResponse:
    return phone.get(f"{path}?{urlencode(fields)}")


def words_of(phone: Phone, **fields: str) -> str:
    return phone.words(ask(phone, **fields))


def cards(answer: TestResponse, heading: str) -> str:
    """Return the part of a page beneath a heading, to the end of its section."""
    return answer.text.split(heading)[1].split("</section>")[0]


def test_round_that_opens_with_points_is_named_once_chosen(phone: Phone) -> None:
    rounds = [{"is": "Contract", "sets": 0, "runs": 0, "points": 51}]
    house = HouseRules("51", "jamaican", (("contracts", json.dumps(rounds)),))
    key = phone.post(f"/house-rules/{house_text(house)}/play", base="").location
    words = words_of(phone, system=key.rpartition("=")[2], round="1", hand=THREE_SETS)
    assert "Round 1: 51 points" in words
    assert "not chosen" not in words


def test_only_round_is_not_asked_for(phone: Phone) -> None:
    rounds = [{"is": "Contract", "sets": 2, "runs": 0}]
    house = HouseRules("Short", "jamaican", (("contracts", json.dumps(rounds)),))
    key = phone.post(f"/house-rules/{house_text(house)}/play", base="").location.rpartition("=")[2]
    words = words_of(phone, system=key, hand="7H 7D 7C 8H 8D 8C 2C")
    assert "1: 2 sets" in words
    assert "not chosen" not in words
    lay = phone.get(f"/check?system={key}&cards=7H+7D+7C+/+8H+8D+8C")
    assert 'class="verdict-word">Legal<' in lay.text
    assert "Which round?" not in phone.words(lay)


@pytest.mark.parametrize("path", ["/advice", "/check", "/learn", "/practise"])
def test_house_rules_of_another_phone_are_not_called_a_game(phone: Phone, path: str) -> None:
    answer = ask(phone, path, system="house-0123456789ab")
    assert answer.status_code == 422
    assert "These house rules aren’t on this phone." in phone.words(answer)
    assert "house-0123456789ab" not in phone.words(answer)


def test_new_phone_is_asked_for_the_game_once(phone: Phone) -> None:
    assert "Which game do you play?" in phone.words(phone.get("/advice"))
    ask(phone, system="standard")
    assert "Rules: Standard Kalooki" in phone.words(phone.get("/advice"))


@pytest.mark.parametrize("system", [system.slug for system in SYSTEMS])
def test_every_system_opens_and_answers_an_empty_hand(phone: Phone, system: str) -> None:
    answer = ask(phone, system=system, round="1")
    assert answer.status_code == 200
    assert "No cards yet" in phone.words(answer)


def test_missing_round_is_asked_for(phone: Phone) -> None:
    assert "Which round?" in words_of(phone, system="jamaican", hand=THREE_SETS)
    assert "2: 2 sets and 1 run" in words_of(phone, system="jamaican", round="2")


def test_hand_goes_out(phone: Phone) -> None:
    answer = ask(phone, system="standard", round="1", hand=THREE_SETS)
    words = phone.words(answer)
    assert answer.status_code == 200
    assert "Down and out: bent table" in words
    assert "nothing is left." in words
    assert 'aria-label="Joker as 9 of' in answer.text
    assert "Three" in words
    assert "Set " not in words


def test_hand_comes_down_and_keeps_cards(phone: Phone) -> None:
    hand = "7H 7S 7D 9C 9D * 3H 4H 5H 6H KS 2D 2C"
    answer = ask(phone, system="jamaican", round="2", hand=hand)
    assert "Come down" in phone.words(answer)
    assert "2 sets and 1 run. That leaves 4 points." in phone.words(answer)
    kept = cards(answer, "<h2>Left over</h2>")
    assert "2 of diamonds" in kept
    assert "2 of clubs" in kept
    assert "King" not in kept


def test_missing_cards_are_drawn(phone: Phone) -> None:
    answer = ask(phone, system="caribbean", round="1", hand="7H 7S 2D 9C 9D 4C KS KH KC 3D")
    words = phone.words(answer)
    assert "Not yet: 2 cards short" in words
    assert answer.text.count("card-missing") == 2, "in the melds"


def test_one_card_short(phone: Phone) -> None:
    assert "Not yet: 1 card short" in words_of(phone, system="jamaican", round="1", hand=NEARLY)


def test_kooky_has_colours_instead_of_suits(phone: Phone) -> None:
    answer = ask(phone, system="kooky", round="2", hand="7R 7G 7E 9B 9R * 3R 4R 5R 6R 13B")
    assert "Down and out" in phone.words(answer)
    assert "Joker as" in answer.text


def test_example_is_of_the_pack_in_play(phone: Phone) -> None:
    assert "7R 8R *" in words_of(phone, system="kooky", round="1")
    assert "7H 8H *" in words_of(phone, system="standard", round="1")


@pytest.mark.parametrize(
    ("system", "goes"),
    [("standard", "goes to the high end"), ("kalooki40", "play the joker again at once")],
)
def test_joker_move_is_described(phone: Phone, system: str, goes: str) -> None:
    lying = {"on-1": "5H * 7H 8H", "by-1": "own"}
    words = words_of(phone, system=system, round="1", hand="6H 9H KD", **lying)
    assert "in the joker’s place" in words
    assert goes in words


def test_points_open_kalooki_40(phone: Phone) -> None:
    answer = ask(phone, system="kalooki40", hand="7H 7S 7D 9C 10C JC QC 2H 3S KD")
    assert "counts 21" in phone.words(answer)
    assert "Come down" in phone.words(answer)


def test_advice_tacks_on_board_melds(phone: Phone) -> None:
    hand, lying = "7H 7S 7D 9C 10C JC QC 2H 3S", {"on-1": "6H 5H 4H 3H"}
    answer = ask(phone, system="kalooki40", hand=hand, **lying)
    assert "On someone else’s run" in phone.words(answer)
    assert "Down and out" in phone.words(answer)
    assert answer.text.count("card-new") == 1
    own = ask(phone, system="kalooki40", hand=hand, **lying, **{"by-1": "own"})
    assert "On a run of your own" in phone.words(own)


def test_player_with_a_meld_on_the_board_is_down(phone: Phone) -> None:
    fields = {"system": "standard", "round": "4", "hand": "10S QH 2D", "on-1": "6S 7S 8S 9S"}
    assert "Not yet" in words_of(phone, **fields)
    assert "Not out yet" in words_of(phone, **fields, **{"by-1": "own"})
    assert "Not yet" in words_of(phone, **fields | {"system": "jamaican", "by-1": "other"})


GREEN, RED, AMBER = "ruling-legal", "ruling-illegal", "ruling-wait"


@pytest.mark.parametrize(
    ("fields", "colour"),
    [
        ({"hand": THREE_SETS}, GREEN),
        ({"hand": "7H 7S 7D 9C 9D 9H 3H 3S 3C KS QD JC"}, GREEN),
        ({"hand": "7H 7S"}, AMBER),
        ({"hand": "QH 2D", "on-1": "6S 7S 8S 9S", "by-1": "own"}, AMBER),
        ({"hand": "9S QD", "on-1": "5S 6S 7S 8S", "by-1": "own"}, GREEN),
        ({"hand": THREE_SETS, "calls": "9"}, RED),
    ],
)
def test_colour_of_the_answer_depends_on_the_verdict(
    phone: Phone, fields: dict[str, str], colour: str
) -> None:
    line = ask(phone, system="jamaican", round="1", **fields).text.partition("verdict-word")[0]
    assert [one for one in (GREEN, RED, AMBER) if one in line] == [colour]


def test_row_for_a_board_meld_can_be_added(phone: Phone) -> None:
    assert "meld 3" not in words_of(phone, system="standard", round="1")
    assert "meld 3" in words_of(phone, system="standard", round="1", rows="3")


def test_overcaller_may_not_lay(phone: Phone) -> None:
    answer = ask(phone, system="jamaican", round="1", hand=THREE_SETS, calls="9")
    free = ask(phone, system="jamaican", round="1", hand=THREE_SETS, calls="1")
    why = "Calling too often keeps this player from coming down in this round."
    assert why in phone.words(answer)
    assert why not in phone.words(free)


def test_more_copies_than_the_pack_holds(phone: Phone) -> None:
    hand = "7H 7H 7H 9C 9D 9S KS KH KC 2D"
    words = words_of(phone, system="standard", round="1", hand=hand)
    assert "More copies than the pack holds" in words
    assert "Down and out" in words


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"hand": "7H hello"}, "hello” is not a card"),
        ({"hand": "7H " * 200}, "at most 90 cards"),
        ({"hand": "7R 8R"}, "no such card in the pack"),
        ({"hand": "7H", "on-1": "7H 9S 2C"}, "On the board"),
        ({"hand": "7H", "on-2": "xx"}, "is not a card"),
        ({"hand": "7H", "calls": "1 0"}, "Enter a number from 0 to 20."),
    ],
)
def test_invalid_question_returns_error(phone: Phone, fields: dict[str, str], words: str) -> None:
    answer = ask(phone, system="standard", round="1", **fields)
    assert answer.status_code == 422
    assert words in phone.words(answer)
    assert "Can’t read it" in phone.words(answer)


def test_hand_after_many_calls_is_answered(phone: Phone) -> None:
    hand = " ".join(f"{rank}{suit}" for suit in "SHDC" for rank in range(2, 9))[: 25 * 3]
    answer = ask(phone, system="caribbean", round="9", hand=hand)
    assert answer.status_code == 200
    assert "Down and out" in phone.words(answer)


def test_unknown_system_is_named_in_the_error(phone: Phone) -> None:
    answer = ask(phone, system="canasta", hand="7H")
    assert answer.status_code == 422
    assert "don’t know a game called “canasta”" in phone.words(answer)


@pytest.mark.parametrize("number", ["0", "10", "-1", "x", "²", "9" * 50])
def test_unknown_round_is_asked_for(phone: Phone, number: str) -> None:
    answer = ask(phone, system="standard", round=number, hand=THREE_SETS)
    assert answer.status_code == 200
    assert "Which round?" in phone.words(answer)


@pytest.mark.parametrize("name", ["calls", "rows", "on-1", "as-1", "by-1", "down", "player"])
@pytest.mark.parametrize("text", ["²", "-1", "9" * 400, "<b>", "🂡"])
def test_invalid_text_does_not_break_the_page(phone: Phone, name: str, text: str) -> None:
    answer = ask(phone, system="standard", round="1", hand=THREE_SETS, **{name: text})
    assert answer.status_code in {200, 422}
    assert "<b>" not in answer.text.split("<main")[1]


def test_answer_fragment(phone: Phone) -> None:
    answer = ask(phone, "/advice/verdict", system="standard", round="1", hand=THREE_SETS)
    assert 'data-piece="ruling"' in answer.text
    assert "<html" not in answer.text
    assert phone.get("/advice/verdict?system=canasta").status_code == 404


def test_plan_has_the_page_to_itself(phone: Phone) -> None:
    sent = {"system": "standard", "round": "1", "hand": THREE_SETS}
    assert "Edit the hand" in phone.words(ask(phone, **sent, plan="1"))
    assert "Edit the hand" not in phone.words(ask(phone, **sent))


def test_verdict_only_shows_just_the_word(phone: Phone) -> None:
    phone.client.set_cookie("verdicts", "only")
    answer = ask(phone, system="standard", round="1", hand=THREE_SETS)
    assert "Down and out" in phone.words(answer)
    assert 'id="plan"' not in answer.text
    assert "2 of diamonds" not in answer.text


def test_illegal_board_meld_is_ignored_and_named(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="standard", advice="open")
    melds = ("7H 7D 7C", "KH KC *", "4D 5S 6C")
    phone.lay(player="2", meld=melds, word="we let him")
    answer = ask(phone, "advice", hand=THREE_SETS)
    words = phone.words(answer)
    assert "2 melds on the board" in words
    assert "Left out: a meld of Ben" in words
    assert "so the advice ignores it" in words
    assert "Rule 3." in words.split("Left out")[1]
    assert phone.words(ask(phone, "advice", hand="7H")).count("Left out") == 1


def test_new_phone_chooses_rules_and_round_in_one_tap(phone: Phone) -> None:
    page = phone.get("/advice").text
    assert 'href="/advice?system=jamaican&amp;round=2"' in page
    assert 'href="/advice?system=kalooki40"' in page
