"""The editor of a table's own rounds; each of its buttons submits the whole list."""

import re
from html import unescape

import pytest

from kalooki_ref.rules.house_text import house_of_text
from kalooki_ref.web.house.house_form import HouseForm, form_of
from tests.web.phone import Phone

EDITOR = "/house-rules/contracts"


class List:
    """The editor on a phone without script: its fields, and a tap on one button at a time."""

    def __init__(self, phone: Phone, base: str = "jamaican", **chosen: str) -> None:
        self.phone = phone
        self.page = phone.post(EDITOR, base=base, name="Pearl’s", **chosen)

    def tap(self, do: str, **typed: str) -> "List":
        fields: dict[str, list[str]] = {}
        for tag in re.findall(r"<input[^>]*>", self.page.text):
            if 'type="radio"' in tag and " checked" not in tag:
                continue
            name = re.search(r'name="([^"]*)"', tag)
            value = re.search(r'value="([^"]*)"', tag)
            if name and value:
                fields.setdefault(name[1], []).append(unescape(value[1]))
        sent = fields | {name: [value] for name, value in typed.items()} | {"do": [do]}
        self.page = self.phone.post(EDITOR, **sent)
        return self

    @property
    def chosen_for_last(self) -> list[str]:
        tags = re.findall(r"<input[^>]*>", self.page.text)
        shown = [tag for tag in tags if 'name="last_contract_all_cards"' in tag]
        found = [re.search(r'value="([^"]*)"', tag) for tag in shown if " checked" in tag]
        return [value[1] for value in found if value]

    @property
    def rounds(self) -> list[str]:
        lines = re.findall(r'class="round-words">([^<]*)<small[^>]*>([^<]*)<', self.page.text)
        return [f"{words}: {unescape(deal)}" for words, deal in lines]


def test_list_starts_with_the_rounds_of_the_house_rules(phone: Phone) -> None:
    editor = List(phone)
    assert len(editor.rounds) == 9
    assert editor.rounds[1] == "2 sets and 1 run: 10 cards each"


def test_steps_change_the_open_round_and_its_deal(phone: Phone) -> None:
    editor = List(phone).tap("open:0").tap("set_size+").tap("runs+")
    assert editor.rounds[0] == "3 sets of 4 and 1 run: 16 cards each"
    assert "needs 16" in editor.page.text


def test_own_deal_is_kept_and_a_thin_stock_is_reported(phone: Phone) -> None:
    editor = List(phone).tap("open:0").tap("deal-").tap("sets+")
    assert editor.rounds[0] == "4 sets: 8 cards each · needs 12"
    assert "4 cards fewer are dealt" in editor.page.text


@pytest.mark.parametrize(
    ("base", "chosen", "taps", "words"),
    [
        ("jamaican", {}, 1, "1 card fewer is dealt: a player has to call to come down."),
        ("jamaican", {"final_discard": "no"}, 1, ""),
        ("jamaican", {"final_discard": "no"}, 2, "2 cards fewer are dealt: a player has to call"),
        ("jamaican", {"calling": "no"}, 1, "1 card fewer is dealt, and nobody may call."),
        ("jamaican", {"max_calls": "0"}, 1, "1 card fewer is dealt, and nobody may call."),
        ("kalooki40", {}, 2, "2 cards fewer are dealt, and nobody may call."),
    ],
)
def test_short_deal_says_whether_calls_can_make_up_for_it(
    phone: Phone, base: str, chosen: dict[str, str], taps: int, words: str
) -> None:
    editor = List(phone, base, **chosen).tap("list:0").tap("open:0")
    assert "fewer" not in phone.words(editor.page)
    for _tap in range(taps):
        editor.tap("deal-")
    assert words in phone.words(editor.page)
    assert ("needs" in editor.rounds[0]) is bool(words)


def test_last_contract_laid_with_all_cards_includes_the_draw(phone: Phone) -> None:
    editor = List(phone, last_contract_all_cards="yes").tap("list:2").tap("open:6").tap("deal-")
    assert "needs" not in editor.rounds[6]
    assert "needs" in editor.tap("deal-").rounds[6]


def test_rounds_can_be_moved_removed_and_restored(phone: Phone) -> None:
    editor = List(phone).tap("open:0").tap("down")
    assert [line.partition(":")[0] for line in editor.rounds[:2]] == ["2 sets and 1 run", "3 sets"]
    editor.tap("remove")
    assert len(editor.rounds) == 8
    assert len(editor.tap("undo").rounds) == 9
    assert len(editor.tap("add").rounds) == 10


@pytest.mark.parametrize(
    ("number", "first"), [(0, "3 sets: 9"), (1, "3 sets: 12"), (2, "2 sets: 12"), (3, "2 sets: 10")]
)
def test_ready_made_lists(phone: Phone, number: int, first: str) -> None:
    assert List(phone).tap(f"list:{number}").rounds[0] == f"{first} cards each"


def test_list_has_at_most_fifteen_rounds(phone: Phone) -> None:
    editor = List(phone)
    for _round in range(6):
        editor.tap("add")
    assert len(editor.rounds) == 15
    assert 'value="add"' not in editor.page.text
    assert len(editor.tap("add").rounds) == 15


def test_round_may_open_with_points(phone: Phone) -> None:
    editor = List(phone).tap("open:0").tap("turn").tap("", to_open="51")
    assert editor.rounds[0] == "51 points: 13 cards each"


def test_points_of_a_round_are_no_card_values(phone: Phone) -> None:
    values = '{"is":"PointTable","ranks":[2,3,4,5,6,7,8,9,10,10,10,10],"aces":[1,1,1,1],"joker":50}'
    editor = List(phone, points=values).tap("open:0").tap("turn").tap("to_open+")
    assert editor.rounds[0] == "41 points: 13 cards each"
    assert "Card values now ace 1" in phone.words(editor.tap("save").page)


def test_rules_without_contracts_begin_with_one_round_of_points(phone: Phone) -> None:
    editor = List(phone, "kalooki40")
    assert editor.page.status_code == 200
    assert editor.rounds == ["40 points: 13 cards each"]


def test_round_of_points_is_checked_for_its_points_and_deal_alone(phone: Phone) -> None:
    editor = List(phone, "kalooki40").tap("open:0")
    assert editor.tap("save", deal="many").page.status_code == 422
    assert "Cards dealt: enter a number from 1 to 60." in phone.words(editor.page)


def test_saved_list_becomes_part_of_the_house_rules(phone: Phone) -> None:
    editor = List(phone, max_calls="2").tap("list:2").tap("open:0").tap("set_size+").tap("save")
    words = phone.words(editor.page)
    assert "2 sets of 4" in words
    assert "None yet" in phone.words(phone.get("/house-rules"))
    chosen = re.findall(
        r'<select[^>]* name="(\w+)".*?<option value="([^"]*)" selected', editor.page.text, re.DOTALL
    )
    sent = {name: unescape(key) for name, key in chosen}
    assert sent["max_calls"] == "2"
    saved = phone.post("/house-rules", base="jamaican", name="Pearl’s", **sent)
    assert saved.status_code == 303
    shown = phone.words(phone.get(saved.location))
    assert "2 sets of 4; 34; 44; 333; 334; 344; 444" in shown


def saved(phone: Phone, editor: List) -> HouseForm:
    """Save the list and the house rules that it belongs to; return their form, opened again."""
    page = editor.tap("save").page
    tags = re.findall(r'<select[^>]* name="(\w+)"(.*?)</select>', page.text, re.DOTALL)
    chosen = {name: re.search(r'value="([^"]*)" selected', options) for name, options in tags}
    sent = {name: unescape(key[1]) for name, key in chosen.items() if key}
    base = re.search(r'name="base" value="(\w+)"', page.text)
    assert base
    kept = phone.post("/house-rules", base=base[1], name="Pearl’s", **sent)
    house = house_of_text(kept.location.rpartition("/")[2])
    assert house
    return form_of(house)


def test_deals_like_those_of_the_base_game_are_kept(phone: Phone) -> None:
    editor = List(phone).tap("open:1").tap("", sets="3", runs="0").tap("deal+")
    assert editor.rounds[1] == "3 sets: 10 cards each"
    again = saved(phone, editor)
    assert again.house.system().deals[:3] == (9, 10, 11)
    assert List(phone, **again.chosen).rounds[1] == "3 sets: 10 cards each"


def test_one_deal_for_all_rounds_is_kept(phone: Phone) -> None:
    editor = List(phone, "kalooki40").tap("open:0").tap("turn").tap("", deal="13")
    assert editor.rounds[0].endswith("13 cards each")
    again = saved(phone, editor)
    assert again.house.system().deals == (13,)


def test_deals_that_follow_the_contracts_are_shown_as_they_are(phone: Phone) -> None:
    page = List(phone, contracts="seven").tap("back").page
    words = phone.words(page)
    assert "10, 10, 10, 10, 12, 12, 12 (default)" in words
    assert "9 to 16, as the contract (default)" not in words


def test_last_contract_can_be_one_that_takes_all_cards(phone: Phone) -> None:
    editor = List(phone)
    assert "Last contract" in phone.words(editor.page)
    assert editor.chosen_for_last == ["no"]
    editor.tap("list:3", last_contract_all_cards="yes")
    assert editor.chosen_for_last == ["yes"]
    assert editor.tap("open:6").tap("deal+").chosen_for_last == ["yes"]
    words = phone.words(editor.tap("save").page)
    assert "Last contract now with all cards" in words


def test_last_round_of_points_asks_for_no_contract_of_all_cards(phone: Phone) -> None:
    editor = List(phone, last_contract_all_cards="yes").tap("open:8").tap("turn")
    assert editor.chosen_for_last == []
    assert List(phone, "kalooki40").chosen_for_last == []
    again = editor.tap("turn")
    assert again.chosen_for_last == ["yes"]
    saved = again.tap("turn").tap("save").page
    assert saved.status_code == 200
    assert "Last contract now with all cards" not in phone.words(saved)
    assert "error-summary" not in saved.text


def test_unchanged_list_changes_nothing(phone: Phone) -> None:
    page = List(phone).tap("save").page
    assert page.status_code == 200
    assert "switch-changed" not in page.text


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("sets", "0", "at least one set or one run"),
        ("set_size", "9", "Cards in a set: enter a number from 3 to 8."),
        ("deal", "1,000", "Cards dealt: enter a number from 1 to 60."),
        ("deal", "", "Cards dealt: enter a number from 1 to 60."),
        ("runs", "/<b>", "Runs: enter a number from 0 to 6."),
    ],
)
def test_unreadable_number_is_reported_and_kept(
    phone: Phone, field: str, typed: str, sentence: str
) -> None:
    editor = List(phone).tap("open:0").tap("save", **{field: typed})
    assert editor.page.status_code == 422
    assert f"Round 1: {sentence}" in phone.words(editor.page) or sentence in editor.page.text
    assert f'name="{field}"' in editor.page.text
    tag = re.search(rf'<input id="{field}"[^>]*>', editor.page.text)
    assert tag
    assert f'value="{typed.replace("<", "&lt;").replace(">", "&gt;")}"' in tag[0]


@pytest.mark.parametrize("count", [0, 16])
def test_list_of_no_rounds_or_of_sixteen_is_refused(phone: Phone, count: int) -> None:
    refused = phone.post(
        EDITOR,
        base="jamaican",
        name="",
        rounds="1",
        round=["2/3/0/4/40/6/melds"] * count,
        do="save",
    )
    assert refused.status_code == 422
    assert "A list has 1 to 15 rounds." in phone.words(refused)
    assert refused.text.count('name="round"') == count


def test_unknown_button_changes_nothing(phone: Phone) -> None:
    for do in ("open:99", "list:99", "list:-1", "up", "remove", "undo", "sets+", "x", "sets", ":"):
        editor = List(phone).tap(do)
        assert (editor.page.status_code, len(editor.rounds)) == (200, 9)
    assert phone.post(EDITOR, base="bridge").status_code == 404


def test_doubtful_rules_need_confirmation_once(phone: Phone) -> None:
    contracts = '[{"is":"Contract","sets":5,"runs":0,"set_size":4}]'
    sent = {"base": "jamaican", "name": "Twenty", "contracts": contracts, "deals": "[12]"}
    asked = phone.post("/house-rules", **sent)
    assert asked.status_code == 422
    assert "Round 1 asks for 20 cards" in phone.words(asked)
    doubted = re.search(r'name="doubted" value="(\w+)"', asked.text)
    assert doubted
    assert phone.post("/house-rules", doubted=doubted[1], **sent).status_code == 303


@pytest.mark.parametrize("do", ["open:", "list:"])
@pytest.mark.parametrize("number", ["9" * 5000, "٣", "-1", "x", ""])
def test_button_with_a_number_of_no_round_changes_nothing(
    phone: Phone, do: str, number: str
) -> None:
    editor = List(phone)
    before = editor.rounds
    assert editor.tap(do + number).page.status_code == 200
    assert editor.rounds == before


def test_deal_that_follows_from_the_list_is_no_change_of_its_own(phone: Phone) -> None:
    rest = ["0/3/0/4/51/13/points", "3/3/0/4/40/9/melds"]
    sent = {"base": "jamaican", "name": "Three", "rounds": "3", "do": "save"}
    page = phone.post(EDITOR, **sent, round=["2/3/0/4/40/6/melds", *rest])
    assert 'data-differs="deals" hidden' in page.text
    assert 'data-differs="contracts">' in page.text
    assert re.findall(r">(6, 13, 9[^<]*)<", page.text).count("6, 13, 9") == 0
    page = phone.post(EDITOR, **sent, round=["2/3/0/4/40/7/melds", *rest])
    assert "Cards dealt now 7, 13, 9 was 6, 13, 9 (default)" in phone.words(page)
