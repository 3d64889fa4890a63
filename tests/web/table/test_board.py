"""The board without script: lays, tacks and joker moves, judged and overruled."""

import re
from html import unescape
from typing import Any

import pytest

from tests.web.phone import Phone

LAY = ("7H 7D 7C", "KH KC *", "4D 4S 4C")


@pytest.fixture
def down(phone: Phone) -> Phone:
    """A Jamaican game of four, with Ben down in round 1 with three sets."""
    phone.begin("Ann", "Ben", "Cleo", "Dan", system="jamaican")
    assert phone.lay(player="2", meld=LAY).status_code == 303
    return phone


def test_recording_lays_is_optional(table: Phone) -> None:
    assert "No melds on the board yet" in table.get("board").text
    assert table.post("lays", player="2").status_code == 303
    assert "the cards weren’t recorded" in table.get("board").text
    assert "Which meld?" in table.words(table.get(table.get("check?add=1").location))


def test_lay_is_on_the_board_and_in_history(down: Phone) -> None:
    text = down.get("board").text
    assert 'aria-label="King of hearts"' in text
    assert 'aria-label="Joker as King of spades"' in text
    assert "Ben laid" in down.get("history").text


TWELVE_CARDS = ("7H 7D 7C 7S", "KH KC KD KS", "4D 4S 4C 4H")


@pytest.mark.parametrize(("calls", "sentence"), [(0, True), (1, True), (2, False)])
def test_lay_that_proves_unrecorded_calls_is_pointed_out(
    phone: Phone, calls: int, sentence: bool
) -> None:
    phone.begin("Ann", "Ben", "Cleo", "Dan", system="jamaican")
    for _ in range(calls):
        phone.post("calls", player="2")
    phone.get()
    assert phone.lay(player="2", meld=TWELVE_CARDS).status_code == 303
    proves = "That many cards prove more calls than are recorded for this player."
    assert (proves in phone.words(phone.get("board"))) is sentence


def test_illegal_lay_shows_reasons_and_a_repair(down: Phone) -> None:
    answer = down.lay(player="3", meld=("8H 8D 8C", "QH QC", "5D 5S 5C"))
    assert answer.status_code == 422
    words = down.words(answer)
    assert "A set needs at least 3 cards; this one has 2." in words
    assert "Rule 3.1" in words
    assert "Nothing is saved yet." in words
    assert "Legal with" in words
    assert down.get("board").text.count('class="board-name"') == 1


def test_overruling_asks_for_a_reason_and_saves_it(down: Phone) -> None:
    sent: dict[str, Any] = {"player": "3", "meld": ("8H 8D 8C", "QH QC", "5D 5S 5C")}
    assert down.lay(**sent, word="  ").status_code == 422
    assert down.lay(**sent, word="<i>we agreed</i>").status_code == 303
    for page in ("board", "history"):
        assert "&lt;i&gt;we agreed&lt;/i&gt;" in down.get(page).text
        assert "<i>we agreed" not in down.get(page).text


@pytest.mark.parametrize(
    ("system", "price"), [("kooky", "50 points each time"), ("standard", "nothing but the turn")]
)
def test_false_lay_is_offered_with_its_cost(phone: Phone, system: str, price: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system=system)
    assert price in phone.words(phone.get("check"))
    meld = "7R 7B" if system == "kooky" else "7H 7S"
    answer = phone.lay(player="2", meld=meld)
    assert answer.status_code == 422
    assert price in phone.words(answer)
    assert phone.lay(player="2", meld=meld, returned="1").status_code == 303
    assert "False lay" in phone.get().text
    assert "No melds on the board yet" in phone.get("board").text


def test_double_tap_saves_one_lay(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="jamaican")
    sent: dict[str, Any] = {"player": "2", "meld": LAY, "key": "d" * 32, "base": "1"}
    assert [phone.lay(**sent).status_code for _ in range(3)] == [303] * 3
    assert phone.get("board").text.count('class="board-meld"') == 3


def test_cards_are_counted_over_the_whole_board(down: Phone) -> None:
    melds = ("7H 7H 7S", "KD KS KD", "4H 4H 4S")
    answer = down.lay(player="1", meld=melds)
    assert answer.status_code == 422
    assert "the pack has only 2 of this card" in down.words(answer)


def test_further_meld_follows_the_rules_for_further_melds(down: Phone) -> None:
    answer = down.lay(player="2", meld="9H 9D 9C")
    assert answer.status_code == 422
    assert "you lay nothing beyond the contract" in down.words(answer)


def test_reason_stays_when_the_cards_are_wrong(down: Phone) -> None:
    answer = down.lay(player="3", meld="8H 8D zz", insist="1", word="we agreed")
    assert answer.status_code == 422
    assert 'value="we agreed"' in answer.text
    assert 'maxlength="200"' in answer.text
    again = down.lay(player="3", meld="8H 8D", word="we agreed")
    assert again.status_code == 303


def test_second_lay_of_a_player_needs_confirmation(down: Phone) -> None:
    answer = down.lay(player="2")
    assert answer.status_code == 422
    assert "Ben is already down" in answer.text


def lit(page: str) -> list[str]:
    """Return the labels of the melds that light up, in order."""
    found = re.findall(
        r'<li class="fit fit-yes">.*?class="meld-label">\s*([^<]*?)<', page, re.DOTALL
    )
    return [unescape(label).strip() for label in found]


def test_melds_that_take_the_cards_light_up(down: Phone) -> None:
    page = down.get("check?add=1&player=2&cards=7S").text
    assert lit(page) == ["Ben’s set"]
    assert page.index("fit-yes") < page.index("fit-no")
    assert 'aria-label="7 of spades"' in page.partition("fit-no")[0].partition("fit-yes")[2]
    assert lit(down.get("check/verdict?add=1&player=2&cards=7S").text) == ["Ben’s set"]
    assert not lit(down.get("check/verdict?add=1&player=1&cards=7S").text)
    assert down.get("check/verdict?add=1&player=x&cards=zz").status_code == 200


def test_first_word_says_whether_cards_fit(down: Phone) -> None:
    for query, word in (
        ("player=2&cards=7S", "Fits 1 meld: tap it"),
        ("cards=7S", "Fits 1 meld: tap it"),
        ("player=1&cards=7S", "Not yet Come down first"),
        ("player=2&cards=8S", "Fits no meld"),
        ("player=2", "Which cards?"),
    ):
        assert word in down.words(down.get(f"check/verdict?add=1&{query}")), query


def test_player_who_was_last_on_the_board_is_chosen_for_a_tack(down: Phone) -> None:
    page = down.get("check?add=1").text
    assert re.findall(r'name="player" value="(\d)"[^>]*checked', page) == ["2"]
    assert (
        "checked" not in down.get("check").text.partition("who-marks")[2].partition("</fieldset")[0]
    )


def test_joker_in_a_set_is_swapped_for_typed_cards(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    assert phone.lay(player="2", meld=("10H * QH KH")).status_code == 303
    page = phone.get("check?add=1&player=2&cards=JH").text
    assert lit(page) == ["Ben’s run"]
    assert phone.add(player="2", cards="JH", spot=phone.spot("0.1")).status_code == 303
    assert "Ben put J♥" in phone.get("history").text


def test_swap_and_tack_on_one_run_are_two_moves(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    assert phone.lay(player="2", meld=("10H * QH KH")).status_code == 303
    words = phone.words(phone.get("check/verdict?add=1&player=2&cards=JH+AH"))
    assert "One at a time These are several moves" in words
    assert "Fits no meld" in phone.words(phone.get("check/verdict?add=1&player=2&cards=JH+3H"))
    assert "Come down first" in phone.words(phone.get("check/verdict?add=1&player=1&cards=JH+AH"))


def test_tack_extends_its_meld(down: Phone) -> None:
    assert down.add(player="2", cards="7S", spot=down.spot("0")).status_code == 303
    assert 'aria-label="7 of spades"' in down.get("board").text
    assert "Ben tacked 7♠" in down.get("history").text


def test_tack_on_a_meld_that_is_gone_lies_on_no_other(down: Phone) -> None:
    sent = {"player": "3", "cards": "7S", "spot": down.spot("0"), "word": "stale"}
    laid = down.version()
    down.lay(player="3", meld=("8H 8D 8C", "QH QC QD", "5D 5S 5C"))
    down.post("undo", seq=laid)
    answer = down.add(**sent)
    assert answer.status_code == 422
    assert "Tap the meld they were added to." in down.words(answer)
    assert 'aria-label="7 of spades"' not in down.get("board").text


def test_melds_of_a_player_who_left_stay_on_the_board(down: Phone) -> None:
    down.post("players/2/leave")
    page = down.get("board").text
    assert 'aria-label="King of hearts"' in page
    assert page.count('class="board-name"') == 1


def test_natural_cards_are_sorted(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    lay = ("KH QH AH JH", "5C 3C 4C")
    assert phone.lay(player="2", meld=lay).status_code == 303
    sent: dict[str, Any] = {"player": "2", "cards": "8C 2C 7C 6C", "spot": phone.spot("1")}
    assert "Fits 1 meld" in phone.words(phone.get("check?add=1&player=2&cards=8C+2C+7C+6C"))
    assert phone.add(**sent).status_code == 303
    page = phone.get("board").text
    drawn = re.findall(r'aria-label="(\w+) of (?:hearts|clubs)"', page)
    assert drawn == ["Jack", "Queen", "King", "Ace", "2", "3", "4", "5", "6", "7", "8"]


def test_illegal_tack_can_be_saved(down: Phone) -> None:
    sent: dict[str, Any] = {"player": "1", "cards": "8S", "spot": down.spot("0")}
    answer = down.add(**sent)
    assert answer.status_code == 422
    words = down.words(answer)
    assert "Come down first" in words
    assert "this set takes only 7s" in words
    assert down.add(**sent, word="house custom").status_code == 303
    assert "house custom" in down.get("board").text


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"cards": "7S", "spot": "0"}, "Choose who tacked."),
        ({"player": "99", "cards": "7S", "spot": "0"}, "Choose who tacked."),
        ({"player": "2", "cards": "", "spot": "0"}, "Tap the cards that were added."),
        ({"player": "2", "cards": "7S"}, "Tap the meld they were added to."),
        ({"player": "2", "cards": "7S", "spot": "44"}, "Tap the meld they were added to."),
        ({"player": "2", "cards": "7S", "spot": "-1"}, "Tap the meld they were added to."),
        ({"player": "2", "cards": "<b>", "spot": "0"}, "is not a card"),
        ({"player": "2", "cards": "7S " * 200, "spot": "0"}, "You can check at most"),
    ],
)
def test_invalid_tack_shows_an_error(down: Phone, sent: dict[str, str], sentence: str) -> None:
    if sent.get("meld") == "0":
        sent = sent | {"meld": down.spot("0")}
    answer = down.add(**sent)
    assert answer.status_code == 422
    assert sentence in down.words(answer)
    assert "<b>" not in answer.text


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        ({"meld": LAY}, "Choose who laid these cards."),
        ({"player": "2", "meld": ("7H zz",)}, "“zz” is not a card"),
        ({"player": "2", "meld": ("<script>",)}, "is not a card"),
    ],
)
def test_invalid_lay_shows_an_error_and_keeps_the_text(
    table: Phone, sent: dict[str, str], sentence: str
) -> None:
    answer = table.lay(**sent)
    assert answer.status_code == 422
    assert sentence in table.words(answer)
    assert "<script>" not in answer.text
    assert "One thing to correct" in answer.text


def test_error_summary_links_to_the_cards(table: Phone) -> None:
    page = table.lay(player="2", meld=("7H 7S 7D", "9H zz"))
    assert 'href="#cards"' in page.text
    assert 'value="7H 7S 7D / 9H zz"' in page.text


def test_end_is_asked_only_if_both_fit(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="jamaican")
    phone.lay(player="2", meld="7H 8H 9H 10H", word="short of the contract")
    fits = phone.words(phone.get("check/verdict?add=1&player=2&cards=*"))
    assert "Low end High end" in fits
    answer = phone.add(player="2", cards="*", spot=phone.spot("0"))
    assert answer.status_code == 422
    assert "Which end?" in answer.text
    assert phone.add(player="2", cards="*", spot=phone.spot("0.low")).status_code == 303
    assert 'aria-label="Joker as 6 of hearts"' in phone.get("board").text


def test_joker_move_takes_one_tap(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="kalooki40")
    assert phone.lay(player="2", meld="10H * QH KH").status_code == 303
    page = phone.get("check?add=1&move=joker&player=2").text
    assert f'value="{phone.spot("0.1")}"' in page
    assert lit(page) == ["Ben’s run"]
    assert phone.add(move="joker", player="2", spot=phone.spot("0.1")).status_code == 303
    assert 'aria-label="Jack of hearts"' in phone.get("board").text
    assert "Ben put J♥" in phone.get("history").text


@pytest.mark.parametrize("joker", ["", "0", "0.0", "9.9", "x.y", "0.1.sideways", "..."])
def test_invalid_joker_shows_an_error(phone: Phone, joker: str) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="standard")
    phone.lay(player="2", meld="10H * QH KH", word="short of the contract")
    answer = phone.add(move="joker", player="1", spot=phone.spot(joker))
    assert answer.status_code == 422


def test_illegal_joker_move_can_be_saved(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="jamaican")
    phone.lay(player="2", meld="10H * QH KH", word="short of the contract")
    sent: dict[str, Any] = {"player": "1", "move": "joker", "spot": phone.spot("0.1")}
    assert phone.add(**sent).status_code == 422
    assert phone.add(**sent, word="we let her").status_code == 303
    assert "we let her" in phone.get("board").text


def test_possible_bend_is_hinted_at(down: Phone) -> None:
    words = down.words(down.get("board"))
    assert "Would going out now be a bent board?" in words
    assert "Not recorded as down: Ann, Cleo, Dan." in words


def test_no_bend_hint_without_recorded_calls(phone: Phone) -> None:
    """Even though an earlier round had recorded calls."""
    phone.begin("Ann", "Ben", "Cleo", system="jamaican")
    phone.post("calls", player="1")
    assert "No call recorded: Ben, Cleo." in phone.words(phone.get("board"))
    phone.post("round", winner="void")
    assert "going out now" not in phone.words(phone.get("board"))


@pytest.mark.parametrize("page", ["board", "check", "check?add=1", "check?add=1&move=joker"])
def test_unknown_game_is_not_found(phone: Phone, page: str) -> None:
    assert phone.get(f"/g/nowhere/{page}").status_code == 404


def test_stale_form_keeps_the_typed_cards(down: Phone) -> None:
    spot = down.spot("0")
    down.post("undo", seq=down.version())
    answer = down.add(player="2", cards="7S", spot=spot, base="2")
    assert answer.status_code in {409, 422}
    assert "7S" in answer.text


def test_board_is_empty_after_its_round(down: Phone) -> None:
    assert down.post("round", winner="void").status_code == 303
    assert "No melds on the board yet" in down.get("board").text
