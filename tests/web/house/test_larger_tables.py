"""The editor of packs, jokers and deals for larger numbers of players."""

import json
import re
from html import unescape

import pytest

from kalooki_ref.rules.house_text import house_key, house_text
from kalooki_ref.rules.overrides import HouseRules
from tests.web.phone import Phone

EDITOR = "/house-rules/larger-tables"
HOUSE = {"base": "jamaican", "name": "Pearl’s"}
FIVE_AND_SEVEN = {
    "players-0": "7", "packs-0": "4", "jokers-0": "8", "deals-0": "16",
    "players-2": "5", "packs-2": "3", "jokers-2": "0",
}  # fmt: skip


def test_saved_lines_become_part_of_the_rules_sorted_by_size(phone: Phone) -> None:
    page = phone.post(EDITOR, **HOUSE, **FIVE_AND_SEVEN, do="save")
    said = "with 5 or more: 3 packs, 0 jokers; with 7 or more: 4 packs, 8 jokers, deal 16"
    assert said in phone.words(page)
    key = re.search(r'<option value="([^"]*)" selected>with 5', page.text)
    assert key
    saved = phone.post("/house-rules", **HOUSE, larger_tables=key[1].replace("&#34;", '"'))
    assert said in phone.words(phone.get(saved.location))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"players-0": "12"}, "Players: enter a number from 2 to 11."),
        ({"packs-0": "3"}, "Players: enter a number from 2 to 11."),
        ({"players-0": " ", "packs-0": "3"}, "Players: enter a number from 2 to 11."),
        ({"players-0": "5", "packs-0": "6"}, "Packs: enter a number from 1 to 5."),
        ({"players-0": "5 6"}, "Players: enter a number from 2 to 11."),
        ({"players-0": "5", "jokers-0": "x"}, "Jokers: enter a number from 0 to 15."),
        ({"players-0": "5", "deals-0": "1000"}, "Cards dealt: enter a number from 1 to 60."),
        ({"players-0": "5", "players-1": "5"}, "There are two lines for 5 players."),
    ],
)
def test_invalid_line_is_reported_and_kept(
    phone: Phone, typed: dict[str, str], sentence: str
) -> None:
    refused = phone.post(EDITOR, **HOUSE, **typed, do="save")
    assert refused.status_code == 422
    assert sentence in phone.words(refused)
    for name, text in typed.items():
        assert re.search(rf'id="{name}"[^>]* value="{text.strip()}"', refused.text)


def test_saved_lines_open_as_they_were(phone: Phone) -> None:
    page = phone.post(EDITOR, **HOUSE, **FIVE_AND_SEVEN, do="save")
    key = re.search(r'<option value="([^"]*)" selected>with 5', page.text)
    assert key
    opened = phone.post(EDITOR, **HOUSE, larger_tables=unescape(key[1])).text
    lines = [
        {
            name: value_of(f"{name}-{line}", opened)
            for name in ("players", "packs", "jokers", "deals")
        }
        for line in range(3)
    ]
    assert lines == [
        {"players": "5", "packs": "3", "jokers": "0", "deals": ""},
        {"players": "7", "packs": "4", "jokers": "8", "deals": "16"},
        {"players": "", "packs": "", "jokers": "", "deals": ""},
    ]


def value_of(field: str, page: str) -> str:
    tag = re.search(rf'<input id="{field}"[^>]*>', page)
    assert tag
    value = re.search(r' value="([^"]*)"', tag[0])
    return value[1] if value else ""


def test_nothing_is_reported_before_saving(phone: Phone) -> None:
    opened = phone.post(EDITOR, **HOUSE, **{"players-0": "12"})
    assert opened.status_code == 200
    assert "enter a number" not in phone.words(opened)


def test_unknown_base_is_404(phone: Phone) -> None:
    assert phone.post(EDITOR, base="bridge").status_code == 404


def test_table_larger_than_the_rules_allow_is_refused_with_what_to_do(phone: Phone) -> None:
    nine = '[{"is":"LargerTable","players":9,"packs":5,"jokers":15,"deals":[]}]'
    refused = phone.post("/house-rules", **HOUSE, larger_tables=nine)
    assert refused.status_code == 422
    words = phone.words(refused)
    assert "These rules allow 8 players at most. Raise “Most players” first." in words


def test_equal_deals_are_said_once(phone: Phone) -> None:
    twelve = json.dumps([12] * 7)
    saved = phone.post("/house-rules", **HOUSE, contracts="seven", deals=twelve)
    words = phone.words(phone.get(saved.location))
    assert "Cards dealt now 12 in every round" in words
    sixteen = json.dumps([16] * 9)
    larger = f'[{{"is":"LargerTable","players":5,"packs":3,"jokers":6,"deals":{sixteen}}}]'
    saved = phone.post("/house-rules", **HOUSE | {"name": "Al’s"}, larger_tables=larger)
    assert "deal 16 in every round" in phone.words(phone.get(saved.location))


def test_round_of_seventeen_is_saved(phone: Phone) -> None:
    rules = {"base": "jamaican", "name": "Hall rules", "packs": "4", "deals": "11"}
    asked = phone.post("/house-rules", **rules).text
    [doubted] = re.findall(r'name="doubted" value="(\w+)"', asked)
    kept = phone.post("/house-rules", doubted=doubted, **rules).location
    key = phone.post(f"{kept}/play", base="").location.rpartition("=")[2]
    begun = phone.begin(*(f"Player {number}" for number in range(1, 18)), system=key, anyway="y")
    assert begun.status_code == 303
    assert phone.get("round?winner=1").status_code == 200
    fields = {f"hands-{index}-player": str(index + 1) for index in range(17)}
    fields |= {f"hands-{index}-points": str(index) for index in range(1, 17)}
    assert phone.post("round", winner="1", **fields).status_code == 303
    assert "Player 17 16" in phone.words(phone.get("standings"))


@pytest.mark.parametrize(
    ("packs", "few", "many"),
    [("3", "3 packs with 12 Kooky Kards, 168 cards", "4 packs with 12 Kooky Kards, 220 cards"),
     ("2", "2 packs with 8 Kooky Kards, 112 cards", "4 packs with 12 Kooky Kards, 220 cards")],
)  # fmt: skip
def test_packs_of_four_colours_are_counted_as_in_the_rules(
    phone: Phone, packs: str, few: str, many: str
) -> None:
    tables = [{"is": "LargerTable", "players": 5, "packs": 4, "jokers": 12, "deals": []}]
    own = (("packs", packs), ("larger_tables", json.dumps(tables)))
    house = HouseRules("More colours", "kooky", own)
    phone.post(f"/house-rules/{house_text(house)}/play", base="")
    phone.begin("Ann", "Ben", "Cleo", "Dan", system=house_key(house))
    assert f"Shuffle {few}." in phone.words(phone.get())
    phone.post("players", name="Eve", after="4", plays="this", start="zero")
    assert f"Shuffle {many}." in phone.words(phone.get())


def test_own_values_of_a_game_with_kooky_kards_call_them_that(phone: Phone) -> None:
    rounds = [{"is": "Contract", "sets": 0, "runs": 0, "points": 51}]
    tables = [{"is": "LargerTable", "players": 5, "packs": 4, "jokers": 12, "deals": []}]
    points = {"is": "PointTable", "ranks": [5] * 12, "aces": [15] * 4, "joker": 25}
    own = {"contracts": rounds, "larger_tables": tables, "points": points}
    changes = tuple((name, json.dumps(value)) for name, value in own.items())
    house = HouseRules("More colours", "kooky", changes)
    words = phone.words(phone.get(f"/rules/kooky?house={house_text(house)}"))
    assert "with 5 or more: 4 packs, 12 Kooky Kards." in words
    assert "2 to 13 5, Kooky Kard 25." in words
    assert "A Kooky Kard counts as the card it stands for." in words
    assert "joker" not in words.partition(" 1.1 ")[2].partition("Accidents")[0]
