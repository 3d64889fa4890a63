"""The editor of a table's own card values, and its ready-made tables."""

import html
import json
import re

import pytest

from tests.web.phone import Phone

EDITOR = "/house-rules/card-values"
HOUSE = {"base": "jamaican", "name": "Pearl’s"}


def typed_in(page: str, name: str) -> str:
    tag = re.search(rf'<input id="{name}"[^>]*>', page)
    value = re.search(r' value="([^"]*)"', tag[0]) if tag else None
    assert value
    return value[1]


def test_form_starts_with_the_values_of_the_rules(phone: Phone) -> None:
    page = phone.post(EDITOR, **HOUSE).text
    values = [
        typed_in(page, name) for name in ("ace-0", "ace-1", "rank-7", "rank-13", "joker-points")
    ]
    assert values == ["15", "1", "7", "10", "50"]
    assert "value-own" not in page


def test_ready_made_table_can_be_chosen_and_changes_are_marked(phone: Phone) -> None:
    page = phone.post(EDITOR, **HOUSE, do="table:2").text
    assert [typed_in(page, name) for name in ("ace-0", "ace-1", "joker-points")] == [
        "15",
        "15",
        "25",
    ]
    assert page.count("value-own") == 3
    assert "was 50" in page


def test_saved_values_become_part_of_the_house_rules(phone: Phone) -> None:
    page = phone.post(EDITOR, **HOUSE, max_calls="2", **{"joker-points": "25"}, do="save")
    assert page.status_code == 200
    key = re.search(r'<option value="([^"]*)" selected>[^<]*joker 25', page.text)
    assert key
    assert '<option value="2" selected>' in page.text
    saved = phone.post("/house-rules", **HOUSE, points=key[1].replace("&#34;", '"'))
    assert "joker 25" in phone.words(phone.get(saved.location))


@pytest.mark.parametrize("typed", ["1,000", "101", "-1", "", "²", "x<"])
def test_invalid_value_is_reported_and_kept(phone: Phone, typed: str) -> None:
    refused = phone.post(EDITOR, **HOUSE, **{"joker-points": typed, "rank-13": "12"}, do="save")
    assert refused.status_code == 422
    assert "Joker: enter a number from 0 to 100." in phone.words(refused)
    assert typed_in(refused.text, "joker-points") == typed.replace("<", "&lt;")
    assert typed_in(refused.text, "rank-13") == "12"


def test_unknown_base_is_404(phone: Phone) -> None:
    assert phone.post(EDITOR, base="bridge").status_code == 404
    assert phone.post(EDITOR, base="kooky", do="table:99").status_code == 200


OPENS = {"base": "kalooki40", "name": "Friday 51", "opening": "51", "ace": "both"}


def test_values_for_the_opening_have_a_grid_where_points_open(phone: Phone) -> None:
    assert 'id="open-ace-0"' not in phone.post(EDITOR, **HOUSE).text
    page = phone.post(EDITOR, **OPENS).text
    assert [typed_in(page, name) for name in ("open-ace-0", "open-rank-13")] == ["11", "10"]
    points = json.dumps([{"is": "Contract", "sets": 0, "runs": 0, "points": 51}])
    assert 'id="open-ace-0"' in phone.post(EDITOR, **HOUSE, contracts=points).text


def test_low_ace_counts_less_toward_the_opening_only(phone: Phone) -> None:
    page = phone.post(EDITOR, **OPENS, **{"open-low-ace": "2"}, do="save")
    key = re.search(r'<option value="([^"]*)" selected>[^<]*an ace under the 2 2', page.text)
    assert key
    saved = phone.post("/house-rules", **OPENS, opening_values=html.unescape(key[1]))
    words = phone.words(phone.get(saved.location))
    assert "an ace under the 2 2" in words
    assert "Card values" not in words


def test_low_ace_is_not_asked_for_where_aces_are_only_high(phone: Phone) -> None:
    high = OPENS | {"ace": "high"}
    assert 'id="open-low-ace"' not in phone.post(EDITOR, **high).text
    unchanged = phone.post(EDITOR, **high, do="save").text
    assert 'data-differs="opening_values" hidden' in unchanged
    cheap = phone.post(EDITOR, **high, **{"open-ace-0": "0", "open-low-ace": "x"}, do="save")
    assert cheap.status_code == 200
    assert re.search(r'<option value="[^"]*" selected>[^<]*ace of spades 0', cheap.text)


def test_value_that_was_empty_says_so(phone: Phone) -> None:
    aces = json.dumps({"is": "OpeningValues", "ranks": [5] * 12, "aces": [5] * 4})
    points = json.dumps([{"is": "Contract", "sets": 0, "runs": 0, "points": 51}])
    given = HOUSE | {"contracts": points, "opening_values": aces, "open-low-ace": "2"}
    assert "was empty" in phone.words(phone.post(EDITOR, **given))


@pytest.mark.parametrize("typed", ["12", "-1", "x"])
def test_low_ace_that_counts_more_than_another_is_refused(phone: Phone, typed: str) -> None:
    refused = phone.post(EDITOR, **OPENS, **{"open-low-ace": typed}, do="save")
    assert refused.status_code == 422
    assert "Ace under the 2: enter a number from 0 to 11." in phone.words(refused)


def test_error_says_which_of_two_lists_it_is_in(phone: Phone) -> None:
    wrong = {"rank-13": "x", "open-rank-13": "101"}
    words = phone.words(phone.post(EDITOR, **OPENS, **wrong, do="save"))
    assert "Left in the hand, K: enter a number from 0 to 100." in words
    assert "To come down, K: enter a number from 0 to 100." in words
    alone = phone.words(phone.post(EDITOR, **HOUSE, **{"rank-13": "x"}, do="save"))
    assert "Left in the hand, K" not in alone


def test_own_values_of_cards_left_keep_the_opening(phone: Phone) -> None:
    page = phone.post(EDITOR, **OPENS, **{"ace-0": "25"}, do="save").text
    assert re.search(r'<option value="[^"]*" selected>[^<]*ace of spades 25', page)
    assert 'data-differs="opening_values" hidden' in page


def test_values_for_the_opening_go_with_the_opening(phone: Phone) -> None:
    own = json.dumps({"is": "OpeningValues", "ranks": [5] * 12, "aces": [5] * 4})
    saved = phone.post("/house-rules", **HOUSE, opening_values=own)
    assert saved.status_code == 303
