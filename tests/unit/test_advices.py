"""Advice questions over the API: answers and errors."""

import json
from typing import Any

import pytest

from kalooki_ref.api.advice_questions import advise
from kalooki_ref.api.judge import answer_line

THREE_SETS = "7H 7D 7C 8S 8H 8D 9S 9H 9D KS"
ALWAYS = {
    "id",
    "can_come_down",
    "lay",
    "tacks",
    "joker_moves",
    "discard",
    "leftover",
    "leftover_after_discard",
    "leftover_before_discard",
    "goes_out",
    "bends",
    "proved",
}


def advised(**question: Any) -> dict[str, Any]:
    return advise({"id": "a", "calls": 0} | question)


def test_only_round_needs_no_number() -> None:
    house = {"contracts": [{"is": "Contract", "sets": 3, "runs": 0}]}
    answer = advised(hand=THREE_SETS.split(), system="standard", house=house)
    assert answer["goes_out"]


@pytest.mark.parametrize("named", [{"contract": "333"}, {"round": 1}])
@pytest.mark.parametrize("rules", [{"system": "standard"}, {"sheet": "004"}])
def test_hand_goes_out(named: dict[str, Any], rules: dict[str, str]) -> None:
    answer = advised(hand=THREE_SETS.split(), **named, **rules)
    assert set(answer) == ALWAYS
    assert [len(meld["cards"]) for meld in answer["lay"]] == [3, 3, 3]
    assert (answer["discard"], answer["leftover"], answer["leftover_after_discard"]) == (
        "KS",
        10,
        0,
    )
    assert answer["goes_out"]
    assert answer["bends"]


def test_hand_cannot_come_down() -> None:
    answer = advised(sheet="004", round=2, hand=THREE_SETS)
    assert set(answer) == ALWAYS | {"missing"}
    assert answer["leftover"] is answer["leftover_after_discard"] is answer["discard"] is None
    assert answer["missing"]


@pytest.mark.parametrize(
    "contract", ["333", "334", "344", "444", "3333", "3334", "3344", "3444", "4444"]
)
@pytest.mark.parametrize("hand", ["7H", "7H 7H", "7H 9H *", "AH AD"])
def test_missing_cards_never_exceed_two_packs(contract: str, hand: str) -> None:
    question = {"system": "jamaican", "contract": contract, "hand": hand.split()}
    missing = advise(question)["missing"]
    assert max(map((missing + hand.split()).count, missing)) <= 2


def test_board_melds_including_a_descending_run() -> None:
    table = [{"as": "run", "cards": ["JS", "10S", "9S", "8S"], "owner": "other"}]
    answer = advised(sheet="004", down=True, hand=["QS", "3H"], table=table)
    assert answer["tacks"] == [
        {"step": 1, "on": "table", "index": 0, "end": "high", "cards": ["QS"]}
    ]
    assert answer["goes_out"]
    assert not answer["bends"]


def test_surplus_copies_are_reported_with_an_answer() -> None:
    answer = advised(sheet="004", round=1, hand="7H 7H 7H " + THREE_SETS[9:])
    assert answer["warnings"] == ["7H"]
    assert answer["can_come_down"]


def test_plan_reports_the_cards_it_leaves() -> None:
    table = [{"as": "set", "cards": "* JD JS"}, {"as": "run", "cards": "* 7D 8D 9D * JD QD"}]
    answer = advised(sheet="000", round=8, down=True, hand="6D 5D", table=table)
    assert (answer["leftover"], answer["leftover_after_discard"]) == (0, 0)
    assert answer["leftover_before_discard"] == {"5D": 5, "6D": 6}[answer["discard"]]


def test_search_is_bounded_for_an_oversized_question() -> None:
    hand = (
        "3H 6H 9H QH 2S 5S 8S JS AD 4D 7D 10D KD 3C 6C 9C QC 2H 5H 8H JH AS 4S 7S 10S KS 2D 5D 8D *"
    )
    answer = advised(system="standard", contract="3333344444", hand=hand)
    assert not answer["can_come_down"]
    assert not answer["proved"]


def test_worthless_cards_score_no_points() -> None:
    answer = advised(
        sheet="003", contract="3", house={"extra_melds": "never"}, hand="7B 7R 7G " + "AE " * 12
    )
    assert (answer["leftover"], answer["leftover_after_discard"]) == (0, 0)


def test_worthless_card_is_kept_over_a_three() -> None:
    answer = advised(sheet="003", contract="3", hand="5E 5G 5R 3B AE")
    assert (answer["leftover"], answer["leftover_after_discard"]) == (3, 0)
    assert (answer["discard"], answer["proved"]) == ("3B", True)


def test_short_search_answers_for_a_player_who_is_down() -> None:
    runs = ("7D 8D 9D 10D", "* 4C 5C 6C 7C 8C", "9D 10D JD QD KD")
    sets = ("6D 6H 6C", "5H 5C 5S", "JH JS *")
    table = [{"as": "run", "cards": run} for run in runs]
    table += [{"as": "set", "cards": cards} for cards in sets]
    hand = "* * * * * * 4S JS 2S 4S QC 2S KC 4D QD 9D 4C AC 5S 6D 6D"
    answer = advised(sheet="002", down=True, hand=hand, table=table)
    assert answer["can_come_down"]
    assert answer["leftover_after_discard"] <= answer["leftover"]


def test_hand_has_as_many_cards_as_the_rules_allow() -> None:
    hand = [f"{rank}{suit}" for suit in "SHDC" for rank in range(2, 11)]
    assert "error" not in advised(system="caribbean", round=9, hand=hand[:33])
    refused = advised(system="caribbean", round=9, hand=hand * 3)
    assert refused["error"] == '"hand" has 108 cards; a hand has at most 90'


@pytest.mark.parametrize(
    "own",
    [
        {"as": "run", "cards": "2H 3H 4H 5H", "owner": "own"},
        {"as": "run", "cards": "2H 3H * 5H * 7H", "owner": "own"},
    ],
)
def test_impossible_contract_lists_no_missing_cards(own: dict[str, str]) -> None:
    answer = advised(sheet="004", round=9, hand="JS * 8S", table=[own])
    assert not answer["can_come_down"]
    assert answer["missing"] == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("nonsense", "not JSON"),
        ("[1]", "a question is an object"),
        ('{"hand": []}', "say which rules hold"),
        ('{"sheet": "004", "hand": []}', "say what opens"),
        ('{"sheet": "004", "round": 10, "hand": []}', "from 1 to 9"),
        ('{"sheet": "004", "contract": "433", "hand": []}', "a name such as"),
        ('{"sheet": "004", "round": 1, "hand": ["7x"]}', "not a card"),
        ('{"sheet": "003", "round": 1, "hand": ["7x"]}', "write one like 7R, 10B or *"),
        ('{"sheet": "004", "round": 1, "hand": ["AE"]}', "not in this pack"),
        ('{"sheet": "004", "round": 1, "hand": [], "calls": -1}', ">= 0"),
        ('{"sheet": "004", "round": 1, "hand": [], "table": [{}]}', '"as"'),
    ],
)
def test_invalid_question_returns_error(line: str, words: str) -> None:
    answer = answer_line(line, advise)
    assert words in answer["error"]
    assert json.dumps(answer)


JOKER_LAST = [{"as": "run", "cards": "JS QS KS *", "owner": "other"}]
NEEDS_A_JOKER = "5C 9H 9C 7H * 10S 9S AS"
JOKER_BETWEEN = [{"as": "run", "cards": "5H * 7H", "owner": "other"}]
NEEDS_THE_SIX = "6H 9H 9C 9S 10D QD 2C 4S 2D 7C 5D KH JC 4C"


@pytest.mark.parametrize("goes", ["reused", "hand"])
@pytest.mark.parametrize(
    ("question", "comes_down"),
    [
        ({"sheet": "000", "contract": "4", "hand": NEEDS_A_JOKER, "table": JOKER_LAST}, False),
        ({"sheet": "002", "hand": NEEDS_THE_SIX, "table": JOKER_BETWEEN}, True),
    ],
)
def test_board_joker_counts_for_points_but_not_for_a_contract(
    goes: str, question: dict[str, Any], comes_down: bool
) -> None:
    assert advised(house={"joker_goes": goes}, **question)["can_come_down"] is comes_down


def test_joker_taken_after_coming_down_completes_a_further_set() -> None:
    table = [{"as": "run", "cards": "3C 4C * 6C", "owner": "other"}]
    hand = "7S 7H 7D 8S 8H 8D KS KH 5C"
    rules = {"sheet": "004", "contract": "33", "house": {"joker_goes": "hand"}}
    answer = advised(hand=hand, table=table, **rules)
    assert answer["leftover"] == 0


def test_unknown_fields_are_listed() -> None:
    table = [{"as": "set", "cards": "2S 2H 2C", "ownr": "me"}, {"as": "set", "cards": "3S 3H 3C"}]
    answer = advised(sheet="004", round=1, hand=THREE_SETS, table=table, rounds=2, house=None)
    assert answer["ignored"] == ["table[0].ownr", "rounds"]
