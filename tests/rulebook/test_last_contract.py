"""A last contract laid with all cards and without a discard, as in Contract Rummy."""

from typing import Any

import pytest

from kalooki_ref.api.advice_questions import advise
from kalooki_ref.api.judge import judge
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import MeldsLaid
from kalooki_ref.referee.counts import Counted, read_count
from kalooki_ref.referee.lay import OpeningTurn, judge_lay
from kalooki_ref.referee.turn_rights import may_go_out
from kalooki_ref.referee.verdict import Answer, Assumption
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.overrides import HouseRuleError, with_choices
from kalooki_ref.rules.ready_made import RULE_SETS
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.game_words import opening_words
from kalooki_ref.words.verdicts import say_plain, say_verdict
from tests.folded import BEN, game, run_of, set_of

# Two rounds: a set with 7 cards dealt, then two runs with 9.
ROUNDS = [
    {"is": "Contract", "sets": 1, "runs": 0},
    {"is": "Contract", "sets": 0, "runs": 2},
]
HOUSE = {"contracts": ROUNDS, "deals": [7, 9], "last_contract_all_cards": "yes"}
ALL = with_choices(system_of("jamaican"), HOUSE)
LAST = 2
# Ten cards: those dealt, and the one drawn.
TEN = (run_of("3H 4H 5H 6H 7H"), run_of("9S 10S JS QS KS"))
EIGHT = (run_of("3H 4H 5H 6H"), run_of("9S 10S JS QS"))


def advised(hand: str, **given: Any) -> dict[str, Any]:
    return advise({"system": "jamaican", "house": HOUSE, "hand": hand, "calls": 0} | given)


@pytest.mark.parametrize(
    ("goes_out", "answer"),
    [(True, Answer.LEGAL), (False, Answer.ILLEGAL), (None, Answer.UNCLEAR)],
)
def test_last_contract_is_laid_with_all_cards(goes_out: bool | None, answer: Answer) -> None:
    verdict = judge_lay(TEN, ALL, number=LAST, turn=OpeningTurn(goes_out=goes_out))
    assert verdict.answer is answer
    assert verdict.codes == ((Code.CARDS_KEPT,) if goes_out is False else ())
    if goes_out is None:
        assert verdict.assumes == (Assumption.ALL_CARDS_UNKNOWN,)
        assert "say whether the player goes out" in say_verdict(verdict, ALL)


@pytest.mark.parametrize("goes_out", [True, None])
def test_too_few_cards_for_all_need_no_question(goes_out: bool | None) -> None:
    verdict = judge_lay(EIGHT, ALL, number=LAST, turn=OpeningTurn(goes_out=goes_out))
    assert verdict.codes == (Code.CARDS_KEPT,)
    assert say_plain(verdict.findings[0], ALL).endswith("at least 10; these are 8.")
    assert getattr(verdict.findings[0].clause_in(ALL), "number", "") == "5.8"


def test_other_rounds_leave_cards() -> None:
    seven = (set_of("7H 7D 7C"),)
    assert judge_lay(seven, ALL, number=1, turn=OpeningTurn(goes_out=False)).answer is Answer.LEGAL
    usual = with_choices(ALL, {"last_contract_all_cards": "no"})
    assert judge_lay(EIGHT, usual, number=LAST, turn=OpeningTurn(goes_out=False)).legal


def test_incomplete_contract_has_one_fault() -> None:
    verdict = judge_lay(TEN[:1], ALL, number=LAST, turn=OpeningTurn(goes_out=False))
    assert verdict.codes == (Code.CONTRACT_SHORT,)


def test_nobody_discards_at_the_end_of_the_last_round() -> None:
    assert may_go_out(ALL.in_round(LAST), final_discard=True).codes == (Code.CARDS_KEPT,)
    assert may_go_out(ALL.in_round(LAST), final_discard=False).legal
    assert may_go_out(ALL.in_round(1), final_discard=False).codes == (Code.NO_FINAL_DISCARD,)


def test_api_asks_which_round_ends() -> None:
    def answer(**asked: Any) -> dict[str, Any]:
        given = {"claim": "go_out", "final_discard": True, **asked}
        return judge({"system": "jamaican", "house": HOUSE, "kind": "end", "input": given})

    verdicts = [answer(round=number)["verdict"] for number in (1, 2)]
    assert verdicts == ["legal", "illegal"]
    assert (answer()["verdict"], answer()["missing"]) == ("unclear", ["round"])


@pytest.mark.parametrize(
    ("hand", "played", "codes"),
    [
        (0, 10, ()),
        (0, 12, ()),
        (0, 11, (Code.CARDS_KEPT,)),
        (1, 10, (Code.COUNT_HIGH,)),
        (3, None, (Code.COUNT_HIGH,)),
        (0, None, ()),
    ],
)
def test_count_of_a_player_who_came_down(
    hand: int, played: int | None, codes: tuple[Code, ...]
) -> None:
    counted = Counted(hand, is_down=True, played=played)
    assert read_count(counted, ALL, number=LAST).verdict.codes == codes


def test_recorded_lay_says_whether_all_cards_were_laid() -> None:
    house = {"last_contract_all_cards": "yes", "contracts": '[{"is":"Contract","sets":0,"runs":2}]'}
    played = game("jamaican", **house, deals="[9]")
    assert judge_event(played, MeldsLaid(BEN, TEN, goes_out=True)).legal
    assert judge_event(played, MeldsLaid(BEN, TEN)).codes == (Code.CARDS_KEPT,)
    assert opening_words(played) == "2 runs, with all cards"


def test_advice_lays_all_cards() -> None:
    answer = advised("3H 4H 5H 6H 7H 9S 10S JS * KS", round=LAST)
    assert (answer["can_come_down"], answer["goes_out"], answer["proved"]) == (True, True, True)
    assert answer["discard"] is None
    assert sum(len(meld["cards"]) for meld in answer["lay"]) == 10


def test_advice_keeps_a_hand_with_a_card_too_many() -> None:
    answer = advised("3H 4H 5H 6H 2C 9S 10S JS QS KS", round=LAST)
    assert (answer["can_come_down"], answer["proved"], answer["missing"]) == (False, True, [])
    usual = advised("3H 4H 5H 6H 2C 9S 10S JS QS KS", round=LAST, house=HOUSE | {
        "last_contract_all_cards": "no"})  # fmt: skip
    assert (usual["can_come_down"], usual["discard"]) == (True, "2C")


def test_advice_names_the_card_that_all_others_wait_for() -> None:
    answer = advised("3H 4H 5H 6H 9S 10S JS KS", round=LAST)
    assert (answer["can_come_down"], answer["missing"]) == (False, ["QS"])


def test_advice_tacks_nothing_to_other_melds() -> None:
    table = [{"as": "run", "cards": "4D 5D 6D 7D", "owner": "other"}]
    hand = "3H 4H 5H 6H 8D 9S 10S JS QS KS"
    assert not advised(hand, round=LAST, table=table)["can_come_down"]


@pytest.mark.parametrize(
    ("house", "reason"),
    [
        ({"contract_in_parts": "yes"}, "can’t come in parts"),
        ({"contracts": [{"is": "Contract", "sets": 0, "runs": 0, "points": 51}]}, "last round has"),
    ],
)
def test_conflicts_are_refused(house: dict[str, object], reason: str) -> None:
    with pytest.raises(HouseRuleError, match=reason):
        with_choices(system_of("jamaican"), {"last_contract_all_cards": "yes"} | house)


def test_contract_rummy_ends_without_a_discard() -> None:
    name = "Seven rounds, 10 then 12 cards"
    rummy = next(rules for rules in RULE_SETS if rules.name == name).system()
    thirteen = (run_of("3H 4H 5H 6H 7H"), run_of("7D 8D 9D 10D"), run_of("JS QS KS AS"))
    assert judge_lay(thirteen, rummy, number=7, turn=OpeningTurn(goes_out=True)).legal
    twelve = (run_of("3H 4H 5H 6H"), *thirteen[1:])
    assert judge_lay(twelve, rummy, number=7).codes == (Code.CARDS_KEPT,)
