"""Switches for ambiguous rules: each changes a verdict."""

import pytest

from kalooki_ref.api.judge import judge
from kalooki_ref.cards import cards_text, parse_cards
from kalooki_ref.referee.calls import Moment
from kalooki_ref.referee.counts import Counted
from kalooki_ref.referee.joker_moves import JokerTo, judge_joker_move
from kalooki_ref.referee.lay import judge_lay
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, score_hand, total
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.overrides import HouseRuleError, with_changes
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.count_words import count_words
from tests.folded import run_of

CALL = {"event": "call", "caller_laid": False, "caller_calls": 0}


def test_switch_for_a_joker_as_ace_opening_the_low_end() -> None:
    sheet = system_of("standard")
    strict = with_changes(sheet, {"joker_as_ace": "no"})
    target, add = run_of("10H JH QH KH *"), parse_cards("9H")
    assert judge_tack(target, add, sheet, end=End.LOW).legal
    assert judge_tack(target, add, strict, end=End.LOW).codes == (Code.LOW_END_CLOSED,)
    assert judge_tack(run_of("10H JH QH KH AH"), add, strict, end=End.LOW).legal


def test_switch_for_a_kooky_kard_as_ace() -> None:
    sheet = system_of("kooky")
    strict = with_changes(sheet, {"joker_as_ace": "no"})
    target, card = run_of("10B * 12B 13B *"), parse_cards("11B")
    moved = judge_joker_move(target, 1, card, sheet, by=Owner.OTHER)
    assert cards_text(moved.result) == "* 10B 11B 12B 13B *"
    kept = judge_joker_move(target, 1, card, strict, by=Owner.OTHER)
    assert kept.codes == (Code.NO_FREE_END,)


@pytest.mark.parametrize("slug", ["jamaican", "caribbean", "kalooki40"])
def test_low_end_is_open_without_the_ace_in_other_systems(slug: str) -> None:
    with pytest.raises(HouseRuleError, match="low end is always open"):
        with_changes(system_of(slug), {"joker_as_ace": "no"})
    both = {"joker_as_ace": "no", "tack_ends": "high"}
    assert not with_changes(system_of(slug), both).joker_as_ace


def test_switch_for_sets_in_rounds_four_and_nine() -> None:
    sheet = system_of("standard")
    printed = with_changes(sheet, {"contracts": "sets"})
    threes = tuple(
        Meld(MeldKind.SET, parse_cards(" ".join(rank + suit for suit in "HCS"))) for rank in "789"
    )
    assert judge_lay(threes, sheet, number=4).codes == (Code.CONTRACT_SHORT,)
    assert judge_lay(threes, printed, number=4).legal
    assert [contract.name for contract in printed.contracts if not contract.runs] == [
        "333", "333", "3333", "3333",
    ]  # fmt: skip
    assert printed.deals == sheet.deals


@pytest.mark.parametrize(
    ("slug", "key", "why"),
    [("kalooki40", "nine", "points can’t open it"), ("standard", "none", "another game")],
)
def test_contracts_cannot_be_added_or_removed(slug: str, key: str, why: str) -> None:
    with pytest.raises(HouseRuleError, match=why):
        with_changes(system_of(slug), {"contracts": key})


@pytest.mark.parametrize(
    ("house", "moments"),
    [
        ({}, "lying"),
        ({"calls_in_the_air": "yes"}, "in_the_air lying"),
        ({"calls_until_drawn": "yes"}, "lying touched"),
        ({"calls_in_the_air": "yes", "calls_until_drawn": "yes"}, "in_the_air lying touched"),
    ],
)
def test_switch_for_when_to_call(house: dict[str, str], moments: str) -> None:
    question = {"system": "jamaican", "house": house, "kind": "calls"}
    allowed = [
        moment.value
        for moment in Moment
        if judge({**question, "input": {**CALL, "moment": moment}})["verdict"] == "legal"
    ]
    assert allowed == moments.split()


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({}, "draw at the next turn without discarding"),
        ({}, "discard at the next turn without drawing"),
        ({"miscount": "once"}, "a neighbour draws it unseen"),
        ({"miscount": "stays"}, "you play such a hand as it is"),
        ({"miscount_cost": "25"}, "It costs 25 points"),
        ({"miscount_cost": "barred"}, "may not come down this round"),
    ],
)
def test_switch_for_miscounted_hands(house: dict[str, str], sentence: str) -> None:
    played = with_changes(system_of("jamaican"), house)
    assert sentence in " ".join(count_words(Counted(10), played, number=1).words)
    assert sentence not in " ".join(count_words(Counted(11), played, number=1).words)


@pytest.mark.parametrize(("hand", "said"), [(10, True), (11, False)])
def test_one_card_too_many_or_too_few_is_said_only_of_one_card(hand: int, said: bool) -> None:
    three_a_call = with_changes(system_of("jamaican"), {"cards_per_call": "3"})
    for system, is_one in ((system_of("jamaican"), True), (three_a_call, False)):
        words = " ".join(count_words(Counted(hand), system, number=1).words)
        assert ("one card too many or too few" in words) == (said and is_one)


def test_miscount_correction_depends_on_the_direction() -> None:
    few = " ".join(count_words(Counted(8), system_of("jamaican"), number=1).words)
    assert "If a card is missing" in few
    assert "too many" not in few


def test_switch_for_calling_an_own_discard() -> None:
    question = {
        "system": "jamaican",
        "kind": "calls",
        "input": CALL | {"event": "call_own_discard"},
    }
    assert judge(question)["codes"] == ["own_discard"]
    assert judge({**question, "house": {"own_discard_callable": "yes"}})["verdict"] == "legal"


@pytest.mark.parametrize(
    ("key", "calls", "bent"),
    [("yes", 0, "legal"), ("no", 0, "illegal"), ("no", 1, "legal"), ("no", None, "unclear")],
)
def test_switch_for_bending_without_calls(key: str, calls: int | None, bent: str) -> None:
    given = {"claim": "bent_board", "laid_this_turn": True, "went_out": True, "final_discard": True}
    question = {"system": "jamaican", "house": {"bend_without_calls": key}, "kind": "end"}
    facts = {} if calls is None else {"calls": calls}
    assert judge({**question, "input": {**given, **facts}})["verdict"] == bent


@pytest.mark.parametrize(("key", "points"), [("yes", 21), ("no", 0)])
def test_switch_for_melds_laid_while_barred(key: str, points: int) -> None:
    played = with_changes(system_of("jamaican"), {"barred_lay_counts": key})
    hand = LeftHand(cards=(), is_down=True, overcalls=1, barred=parse_cards("7H 7C 7D"))
    assert total(score_hand(hand, played, RoundFacts())) == points


def test_no_barred_lay_without_that_rule() -> None:
    with pytest.raises(HouseRuleError, match="bars a player from coming down"):
        with_changes(system_of("kooky"), {"barred_lay_counts": "no"})
    barring = {"barred_lay_counts": "no", "overcall": "barred"}
    assert not with_changes(system_of("kooky"), barring).barred_lay_counts
    numbers = {
        clause.number for clause in with_changes(system_of("kooky"), {"overcall": "barred"}).clauses
    }
    assert "11.3" in numbers


def test_end_joker_keeps_its_place_by_default() -> None:
    sheet = system_of("kalooki40")
    run = run_of("7H 8H *")
    assert judge_tack(run, parse_cards("9H"), sheet, end=End.HIGH).findings
    assert judge_joker_move(run, 2, parse_cards("6H"), sheet, to=JokerTo.REUSE_NOW).findings


def test_switch_for_moving_end_jokers() -> None:
    system = with_changes(system_of("kalooki40"), {"end_joker_reread": "yes"})
    run = run_of("7H 8H *")
    tacked = judge_tack(run, parse_cards("9H"), system, end=End.HIGH)
    assert tacked.legal
    assert tacked.result == parse_cards("* 7H 8H 9H")
    taken = judge_joker_move(run, 2, parse_cards("6H"), system, to=JokerTo.REUSE_NOW)
    assert taken.legal
    assert taken.result == parse_cards("6H 7H 8H")


def test_inner_joker_never_moves() -> None:
    system = with_changes(system_of("kalooki40"), {"end_joker_reread": "yes"})
    run = run_of("7H * 9H")
    assert judge_joker_move(run, 1, parse_cards("6H"), system, to=JokerTo.REUSE_NOW).findings
