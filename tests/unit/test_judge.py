"""`kalooki-ref judge`: JSON lines in, JSON lines out."""

import json
from pathlib import Path
from typing import Any

import pytest

from kalooki_ref.api.judge import answer_line, judge
from kalooki_ref.cli import main

RUN = {"as": "run", "cards": ["7H", "8H", "9H", "10H"]}
QUESTION = {"id": "a", "system": "standard", "kind": "meld", "input": RUN}
KOOKY = QUESTION | {"system": "kooky"}
DISCARD = KOOKY | {"kind": "end", "input": {"claim": "discard", "card": "8Z"}}

UNREADABLE: tuple[tuple[Any, str], ...] = (
    (3, "a question is an object"),
    ([], "a question is an object"),
    ({}, "say which rules hold"),
    (QUESTION | {"system": "bridge"}, "no system is called 'bridge'"),
    (QUESTION | {"system": 4}, "say which rules hold"),
    (QUESTION | {"sheet": "003"}, "name different rules"),
    (QUESTION | {"sheet": {}}, "say which rules hold"),
    (QUESTION | {"kind": "poem"}, '"kind" must be one of meld'),
    (QUESTION | {"kind": ["meld"]}, '"kind" must be one of meld'),
    (QUESTION | {"input": None}, '"input" must be an object'),
    (QUESTION | {"input": RUN | {"cards": ["7H", "8Z"]}}, "'8Z' is not a card"),
    (QUESTION | {"input": RUN | {"cards": ["7H", 8]}}, '"cards" must be a list of cards'),
    (QUESTION | {"input": RUN | {"cards": {"7H": 1}}}, '"cards" must be a list of cards'),
    (KOOKY | {"input": RUN | {"cards": ["7H", "8Z"]}}, "write one like 7R, 10B or *"),
    (KOOKY | {"input": RUN | {"cards": 8}}, 'a list of cards, such as ["7R", "8R", "*"]'),
    (DISCARD, "'8Z' is not a card; write one like 7R, 10B or *"),
    (QUESTION | {"input": RUN | {"cards": ["7H"] * 31}}, "at most 30 are judged"),
    (QUESTION | {"input": RUN | {"as": "row"}}, '"as" must be one of set, run'),
    (QUESTION | {"house": 3}, '"house" must be an object'),
    (QUESTION | {"house": {"colour": "blue"}}, "nothing is called 'colour'"),
    (QUESTION | {"house": {"max_calls": "77"}}, "'max_calls' is one of"),
    (QUESTION | {"kind": "contract", "input": {"round": 10, "melds": [RUN]}}, "from 1 to 9"),
    (QUESTION | {"kind": "contract", "input": {"round": True, "melds": [RUN]}}, "whole number"),
    (QUESTION | {"kind": "contract", "input": {"round": 1, "melds": RUN}}, "must be a list"),
    (QUESTION | {"kind": "contract", "input": {"round": 1, "melds": [3]}}, "must be an object"),
    (QUESTION | {"kind": "tack", "input": {"target": RUN, "add": ["JH"], "end": "up"}}, "low"),
    (
        QUESTION | {"kind": "tack", "input": {"target": RUN, "add": "JH", "laid": 1}},
        "true or false",
    ),
    (QUESTION | {"kind": "joker_replace", "input": {"target": RUN, "with": "6H"}}, '"index"'),
    (
        QUESTION
        | {"kind": "joker_replace", "input": {"target": RUN, "index": 0, "by": {}, "with": "6H"}},
        "owner, own, other",
    ),
    (QUESTION | {"kind": "calls", "input": {"hand": 9}}, 'say which "round"'),
    (QUESTION | {"kind": "calls", "input": {"round": 1, "hand": -1}}, ">= 0"),
    (QUESTION | {"kind": "calls", "input": {"round": 1, "hand": 9, "ask": "why"}}, "made, left"),
    (QUESTION | {"kind": "calls", "input": {"event": "sneeze"}}, "'sneeze' is not known"),
    (QUESTION | {"kind": "score", "input": {"claim": "bluff"}}, "entered_score"),
    (QUESTION | {"kind": "end", "input": {"ask": "deck_size", "players": 99}}, "from 1 to 5"),
)


@pytest.mark.parametrize("names", [{"system": None, "sheet": "004"}, {"sheet": None}])
def test_null_name_counts_as_left_out(names: dict[str, str | None]) -> None:
    assert judge(QUESTION | names)["verdict"] == "legal"


@pytest.mark.parametrize(("question", "reason"), UNREADABLE)
def test_invalid_input_is_named(question: Any, reason: str) -> None:
    judged = judge(question)
    assert set(judged) == {"id", "error"}
    assert reason in judged["error"]


@pytest.mark.parametrize("line", ["", "{", "nonsense", "[" * 100_000, '{"id": NaN,}', "\ufffd"])
def test_invalid_json_line_returns_error(line: str) -> None:
    judged = answer_line(line, judge)
    assert judged["id"] is None
    assert judged["error"]


def test_answer_has_all_fields() -> None:
    run = {"as": "run", "cards": "7H 8H * *"}
    assert judge(QUESTION | {"input": run}) == {
        "id": "a",
        "verdict": "illegal",
        "codes": ["jokers_side_by_side"],
        "says": (
            "Not legal. 9♥ and 10♥ are jokers side by side; in a four they must be apart. This "
            "would be legal: ★ 7♥ 8♥ ★."
        ),
        "instead": ["*", "7H", "8H", "*"],
        "reading": ["7H", "8H", "9H", "10H"],
        "clauses": ["4.5"],
    }


@pytest.mark.parametrize("choice", ["yes", True])
def test_house_rules_are_applied(choice: object) -> None:
    run = {"as": "run", "cards": "7H 8H * *"}
    house = {"jokers_side_by_side": choice}
    assert judge(QUESTION | {"input": run, "house": house})["verdict"] == "legal"


def test_cards_in_one_text_may_have_unseen_signs() -> None:
    run = {"as": "run", "cards": "\u20687H\u2069 \u200e8H\u200b,9\u00adH \ufeff10H \u200f"}
    assert judge(QUESTION | {"input": run})["verdict"] == "legal"


def test_cards_of_another_pack_are_refused() -> None:
    hand = {"hand": ["AG", "7H"], "winner": False}
    judged = judge(QUESTION | {"kind": "score", "input": hand})
    assert judged["codes"] == ["not_in_pack"]


def test_missing_fact_can_make_the_verdict_unclear() -> None:
    run = {"as": "run", "cards": ["9C", "*", "JC", "QC"]}
    move = {"target": run, "index": 1, "with": "10C", "laid": True}
    question = {"system": "caribbean", "kind": "joker_replace", "input": move}
    judged = judge(question)
    assert judged["verdict"] == "unclear"
    assert judged["missing"] == ["by"]
    assert judged["says"] == "Can’t tell without knowing: by."
    either = judge(question | {"input": move | {"by": "owner"}})
    assert (either["verdict"], either["assumes"]) == ("legal", ["end_unknown"])
    assert "result" not in either
    sure = judge(question | {"input": move | {"by": "owner", "to": "low"}})
    assert sure["verdict"] == "legal"
    assert sure["result"] == ["*", "9C", "10C", "JC", "QC"]


@pytest.mark.parametrize(
    ("sheet", "laid", "value", "bound"),
    [
        ("000", None, 0, "lowest possible is 1."),
        ("002", None, 0, "lowest possible is 2."),
        ("002", False, 0, "lowest possible is 31."),
        ("002", False, 999, "highest possible is 173."),
        ("004", True, 998, "highest possible is 460."),
    ],
)
def test_bounds_of_a_score_hold_whether_or_not_the_board_was_bent(
    sheet: str, laid: bool | None, value: int, bound: str
) -> None:
    score = {"claim": "entered_score", "value": value, "winner": False, "laid": laid}
    assert bound in judge({"sheet": sheet, "kind": "score", "input": score})["says"]


def test_false_lay_of_another_player_leaves_the_board_bent() -> None:
    hand = {"hand": ["10S", "9S"], "winner": False, "laid": True, "bent": True, "false_lays": 1}
    question = QUESTION | {"kind": "score", "house": {"false_lay": "50barred"}, "input": hand}
    assert judge(question)["verdict"] == 2 * 19 + 50


def test_reason_does_not_come_from_a_bent_board_that_nobody_mentioned() -> None:
    score = {"claim": "entered_score", "round": 1, "value": 999, "laid": False, "winner": False}
    question = {"sheet": "000", "kind": "score", "input": score}
    assert judge(question)["codes"] == ["points_high"]
    assert judge({**question, "input": {**score, "bent": True}})["codes"] == ["points_odd"]


@pytest.mark.parametrize(
    ("sheet", "ask", "verdict"),
    [
        ("000", "made", "illegal"),
        ("000", "left", "illegal"),
        ("003", "made", 4),
        ("004", "made", 4),
        ("004", "left", 0),
    ],
)
def test_overcaller_may_come_down_in_some_systems_only(
    sheet: str, ask: str, verdict: str | int
) -> None:
    count = {"round": 1, "hand": 6, "laid": True, "when": "between", "calls": 4, "ask": ask}
    assert judge({"sheet": sheet, "kind": "calls", "input": count})["verdict"] == verdict


@pytest.mark.parametrize(
    ("drawn", "answer"),
    [(0, "legal"), (1, "legal"), (2, '"when": only one player at a time has drawn')],
)
def test_only_one_player_can_have_drawn(drawn: int, answer: str) -> None:
    hands = [
        {"hand": 10, "played": 0, "when": "after_draw"}
        if number < drawn
        else {"hand": 9, "played": 0}
        for number in range(3)
    ]
    calls = {"round": 1, "players": hands, "ask": "valid"}
    answered = answer_line(json.dumps({"sheet": "000", "kind": "calls", "input": calls}), judge)
    assert answered.get("verdict", answered.get("error")) == answer


def test_lines_are_answered_in_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.dumps(QUESTION), "", "nonsense", json.dumps(QUESTION | {"id": 7})]
    question = tmp_path / "asked.jsonl"
    question.write_text("\n".join(lines), "utf-8")
    assert main(["judge", str(question)]) == 0
    judged = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [answer["id"] for answer in judged] == ["a", None, 7]
    assert [answer.get("verdict") for answer in judged] == ["legal", None, "legal"]


def test_missing_file_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["judge", "no-such-file"]) == 2
    assert "no-such-file can't be read" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("sheet", "card", "codes", "says"),
    [
        ("004", "4H", ["low_end_closed"], "4♥ can’t go to the low end"),
        ("004", "3H", ["no_fit"], "9♥ would"),
        ("000", "3H", ["no_fit"], "4♥ and 9♥ would"),
        ("000", "8D", ["no_fit"], "4♥ and 9♥ would"),
    ],
)
def test_misfit_tack_cites_the_end_it_was_sent_to(
    sheet: str, card: str, codes: list[str], says: str
) -> None:
    target = {"as": "run", "cards": ["5H", "6H", "7H", "8H"]}
    question = {"target": target, "add": [card], "end": None, "laid": True}
    judged = judge({"sheet": sheet, "kind": "tack", "input": question})
    assert judged["codes"] == codes
    assert says in judged["says"]


@pytest.mark.parametrize("sheet", ["000", "004"])
def test_joker_sent_low_too_early_cites_its_clause(sheet: str) -> None:
    target = {"as": "run", "cards": ["7H", "*", "9H", "10H"]}
    question = {"target": target, "index": 1, "with": "8H", "laid": True, "to": "low"}
    judged = judge({"sheet": sheet, "kind": "joker_replace", "input": question})
    assert (judged["codes"], judged["clauses"]) == (["high_end_first"], ["7.2"])


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        ({"by": "other", "to": "hand"}, ["not_the_owner", "joker_into_hand"]),
        ({"by": "owner", "to": "hand", "laid": False}, ["not_down", "joker_into_hand"]),
    ],
)
def test_no_repair_for_a_player_who_may_not_move_the_joker(
    question: dict[str, Any], codes: list[str]
) -> None:
    target = {"as": "run", "cards": ["JH", "*", "KH", "AH"]}
    move = {"target": target, "index": 1, "with": "QH", "laid": True} | question
    judged = judge({"sheet": "001", "kind": "joker_replace", "input": move})
    assert judged["codes"] == codes
    assert "instead" not in judged


def test_no_clause_on_destinations_where_jokers_never_move() -> None:
    target = {"as": "run", "cards": ["7H", "*", "9H", "10H"]}
    move = {"target": target, "index": 1, "with": "8H", "laid": True, "to": "hand"}
    question = {"sheet": "000", "house": {"joker_mover": "nobody"}, "kind": "joker_replace"}
    judged = judge(question | {"input": move})
    assert (judged["codes"], judged["clauses"]) == (["joker_fixed"], ["7.1"])


@pytest.mark.parametrize(("players", "verdict"), [(None, "unclear"), (4, "illegal"), (5, "legal")])
def test_number_of_players_can_decide(players: int | None, verdict: str) -> None:
    three = {"as": "set", "cards": ["7H", "7H", "7H"]}
    judged = {"players": players} if players else {}
    question = (
        ("meld", three),
        ("contract", {"round": 1, "melds": [three, _set("8"), _set("9")]}),
        ("tack", {"target": _set("7"), "add": ["7H", "7H"], "laid": True}),
    )
    for kind, given in question:
        answer = judge({"system": "jamaican", "kind": kind, "input": {**given, **judged}})
        assert answer["verdict"] == verdict, kind
        assert (answer.get("assumes") == ["players_unknown"]) is (players is None)


def _set(rank: str) -> dict[str, object]:
    return {"as": "set", "cards": [f"{rank}H", f"{rank}D", f"{rank}C"]}


def test_impossible_number_of_players_is_refused() -> None:
    given = {"as": "set", "cards": "7H 7D 7C", "players": 99}
    answer = judge({"system": "jamaican", "kind": "meld", "input": given})
    assert "from 1 to 8" in answer["error"]


def test_unknown_fields_are_listed() -> None:
    extra = {"as": "set", "cards": "5S 5H 5C", "of": "me"}
    given = {"event": "later_meld", "laid": True, "extra": extra, "calls": 2}
    question = {"sheet": "004", "kind": "laydown", "input": given, "note": "by hand"}
    judged = judge(question)
    assert (judged["verdict"], judged["ignored"]) == ("legal", ["input.extra.of", "input.calls"])
    assert "ignored" not in judge(question | {"input": {"event": "later_meld", "laid": True}})


@pytest.mark.parametrize(("hand", "least"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (12, 6)])
def test_cards_left_after_coming_down_prove_a_minimum_of_calls(hand: int, least: int) -> None:
    """Eleven dealt and nine laid leave two, less one discarded; each call brings two cards."""
    facts = {"round": 1, "hand": hand, "laid": True, "when": "between", "ask": "made"}
    fit = [
        calls
        for calls in range(8)
        if "error"
        not in judge({"system": "jamaican", "kind": "calls", "input": facts | {"calls": calls}})
    ]
    assert fit == list(range(least, 8))
