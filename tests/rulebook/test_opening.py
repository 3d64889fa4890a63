"""Kalooki 40: switches for what counts towards the 40 points, and for exemptions."""

from typing import Any

import pytest

from kalooki_ref.api.judge import judge
from kalooki_ref.referee.lay import OpeningTurn, builder_points, judge_lay
from kalooki_ref.referee.meld import Meld
from kalooki_ref.referee.verdict import Answer, Assumption
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, with_changes
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.words.verdicts import say_plain, say_verdict
from tests.folded import run_of, set_of
from tests.reference.judge import answer as second_answer

SHEET = system_of("kalooki40")
BUILDERS = with_changes(SHEET, {"builders_open": "yes"})
KALOOKI = with_changes(SHEET, {"going_out_opens": "yes"})


WORTH_37 = (run_of("4D 5D 6D 7D"), set_of("5H 5C 5S"))


def answer(house: dict[str, str], **given: Any) -> dict[str, Any]:
    melds = [
        {"as": meld.kind.value, "cards": [str(card) for card in meld.cards]} for meld in WORTH_37
    ]
    return judge(
        {
            "system": "kalooki40",
            "house": house,
            "kind": "contract",
            "input": {"round": None, "melds": melds, **given},
        }
    )


@pytest.mark.parametrize(
    ("system", "builders", "legal"),
    [(SHEET, 5, False), (BUILDERS, 5, True), (BUILDERS, 3, True), (BUILDERS, 2, False)],
)
def test_builders_count_only_with_the_switch(
    system: RuleSystem, builders: int, legal: bool
) -> None:
    assert judge_lay(WORTH_37, system, turn=OpeningTurn(builders)).legal is legal


def test_verdict_lists_the_opening_points() -> None:
    verdict = judge_lay(WORTH_37, BUILDERS, turn=OpeningTurn(builders=5))
    assert "37 in melds and 5 in builders make 42" in say_verdict(verdict, BUILDERS)
    short = judge_lay(WORTH_37, BUILDERS, turn=OpeningTurn(builders=2))
    assert "need 40 to open; these are 37 in melds and 2 in builders" in say_plain(
        short.findings[0], BUILDERS
    )


def test_builders_alone_do_not_open() -> None:
    verdict = judge_lay((), BUILDERS, turn=OpeningTurn(builders=50))
    assert verdict.codes == (Code.OPENING_SHORT,)


@pytest.mark.parametrize(
    ("before", "after", "points"),
    [
        (run_of("6H 7H 8H"), run_of("6H 7H 8H 9H"), 9),
        (run_of("QS KS *"), run_of("* QS KS *"), 10),
        (run_of("QS KS *"), run_of("JS QS KS *"), 10),
        (set_of("AH AC AS"), set_of("AH AC AS AD"), 11),
        (set_of("4H 4C 4S"), set_of("4H 4C 4S *"), 4),
    ],
)
def test_builder_points(before: Meld, after: Meld, points: int) -> None:
    assert builder_points(before, after, SHEET) == points


@pytest.mark.parametrize(
    ("system", "goes_out", "answer"),
    [
        (SHEET, True, Answer.ILLEGAL),
        (KALOOKI, True, Answer.LEGAL),
        (KALOOKI, False, Answer.ILLEGAL),
        (KALOOKI, None, Answer.UNCLEAR),
    ],
)
def test_going_out_at_once_is_exempt_with_the_switch(
    system: RuleSystem, goes_out: bool | None, answer: Answer
) -> None:
    assert judge_lay(WORTH_37, system, turn=OpeningTurn(goes_out=goes_out)).answer is answer


def test_sufficient_points_do_not_depend_on_going_out() -> None:
    melds = (*WORTH_37, set_of("2H 2C 2S"))
    assert judge_lay(melds, KALOOKI).answer is Answer.LEGAL
    assert judge_lay(WORTH_37, KALOOKI).assumes == (Assumption.GOING_OUT_UNKNOWN,)


@pytest.mark.parametrize("named", ["A 2 3 4 5 6 7 8 9 10 J Q K", "K Q J 10 9 8 7 6 5 4 3 2 A"])
def test_whole_suit_has_its_ace_high_however_it_is_named(named: str) -> None:
    """R-ALL-6: real cards are judged in their best order, and a low ace counts less here."""
    aces = {"aces": [11, 11, 11, 11], "low_ace": 1}
    worth = {"is": "OpeningValues", "ranks": [2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]} | aces
    meld = {"as": "run", "cards": [f"{rank}S" for rank in named.split()]}
    case = {"sheet": "002", "kind": "contract", "house": {"ace": "both", "opening_values": worth}}
    case["input"] = {"ask": "value", "melds": [meld]}
    assert judge(case)["verdict"] == second_answer(case) == 95


def test_api_accepts_opening_facts() -> None:
    short = answer({}, builders_value=5, goes_out=True)
    assert (short["verdict"], short["clauses"]) == ("illegal", ["5.1"])
    assert answer({"builders_open": "yes"}, builders_value=5)["verdict"] == "legal"
    waived = answer({"going_out_opens": "yes"}, goes_out=True)
    assert waived["verdict"] == "legal"
    assert "going out at once" in waived["says"]
    unsaid = answer({"going_out_opens": "yes"})
    assert (unsaid["verdict"], unsaid["missing"]) == ("unclear", ["goes_out"])


@pytest.mark.parametrize("field", ["builders_open", "going_out_opens"])
@pytest.mark.parametrize("system", [s for s in SYSTEMS if s.contracts], ids=lambda s: s.slug)
def test_points_do_not_meet_a_contract(system: RuleSystem, field: str) -> None:
    with pytest.raises(HouseRuleError, match="opens with a contract"):
        with_changes(system, {field: "yes"})
