"""Plausibility of entered scores: findings and assumptions."""

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.referee.plausibility import hand_sizes, judge_score, judge_worth, possible_scores
from kalooki_ref.referee.scoring import LeftHand, RoundFacts, score_hand, total
from kalooki_ref.referee.verdict import Answer, Assumption
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import with_changes, with_choices
from kalooki_ref.rules.systems import SYSTEMS, system_of
from kalooki_ref.words.verdicts import say_plain

PLAIN, BENT = RoundFacts(), RoundFacts(bent=True)
WINNER = LeftHand(cards=(), is_winner=True, is_down=True)


@pytest.mark.parametrize(
    ("name", "value", "hand", "facts", "code", "needed"),
    [
        ("000-S08", 93, LeftHand(), BENT, Code.POINTS_ODD, 92),
        ("004-S10", 47, LeftHand(), BENT, Code.POINTS_ODD, 46),
        ("000-S09", 0, LeftHand(), PLAIN, Code.POINTS_LOW, 1),
        ("004-S11", 0, LeftHand(), PLAIN, Code.POINTS_LOW, 1),
        ("003-S12", 0, LeftHand(is_down=True), PLAIN, None, None),
        ("001-S09", 60, LeftHand(is_down=False), RoundFacts(number=1), Code.POINTS_LOW, 64),
        ("002-S08", 26, LeftHand(), BENT, Code.POINTS_LOW, 27),
        ("002 a loser", 1, LeftHand(), PLAIN, Code.POINTS_LOW, 2),
        ("002 whole", 149, LeftHand(is_down=False), PLAIN, Code.POINTS_HIGH, 148),
        ("001 winner", -49, WINNER, PLAIN, Code.POINTS_HIGH, -50),
        ("001 winner", -60, WINNER, PLAIN, Code.POINTS_LOW, -50),
        ("001 winner", -50, WINNER, PLAIN, None, None),
        ("000 winner", 5, WINNER, PLAIN, Code.POINTS_HIGH, 0),
        ("000 six", 231, LeftHand(is_down=True), RoundFacts(players=4), Code.POINTS_HIGH, 230),
        ("003 six", 301, LeftHand(is_down=True), PLAIN, Code.POINTS_HIGH, 300),
        ("003 fined", 400, LeftHand(is_down=True, overcalls=1), PLAIN, None, None),
        ("004 bent", 462, LeftHand(is_down=True), BENT, Code.POINTS_HIGH, 460),
        ("000 letters", -3, LeftHand(), PLAIN, Code.POINTS_LOW, 1),
        ("004 typed", 9999, LeftHand(), PLAIN, Code.POINTS_HIGH, 400),
    ],
)  # fmt: skip
def test_entered_score_findings(
    name: str, value: int, hand: LeftHand, facts: RoundFacts, code: Code | None, needed: int | None
) -> None:
    verdict = judge_score(value, system_of(name[:3]), hand, facts)
    assert verdict.codes == ((code,) if code else ())
    assert verdict.answer is (Answer.ILLEGAL if code else Answer.LEGAL)
    assert [finding.needed for finding in verdict.findings] == ([needed] if code else [])


def test_every_fault_at_once() -> None:
    verdict = judge_score(9999, system_of("000"), LeftHand(), BENT)
    assert verdict.codes == (Code.POINTS_ODD, Code.POINTS_HIGH)


def test_odd_score_is_a_doubled_one_only_on_a_bent_board() -> None:
    """Where every card counts an even number, no score is odd without doubling either."""
    even = {"is": "PointTable", "ranks": [10] * 12, "aces": [20] * 4, "joker": 50}
    system = with_choices(system_of("000"), {"points": even})
    hand = LeftHand(is_down=True)
    assert judge_score(55, system, hand, PLAIN).codes == (Code.POINTS_GAP,)
    assert judge_worth(55, system, hand, BENT).codes == (Code.POINTS_GAP,)
    assert judge_score(55, system, hand, BENT).codes == (Code.POINTS_ODD,)
    surcharge = with_choices(system, {"bend": "plus50"})
    assert judge_score(55, surcharge, hand, BENT).codes == (Code.POINTS_LOW,)


def test_points_are_checked_before_doubling() -> None:
    system = system_of("000")
    assert judge_worth(93, system, LeftHand(), BENT).legal
    assert judge_worth(0, system, LeftHand(), BENT).codes == (Code.POINTS_LOW,)


def test_assumptions_are_listed() -> None:
    verdict = judge_score(93, system_of("000"), LeftHand(), PLAIN)
    assert verdict.assumes == (
        Assumption.DOWN_UNKNOWN,
        Assumption.CALLS_UNKNOWN,
        Assumption.PLAYERS_UNKNOWN,
    )
    hand = LeftHand(is_down=True)
    assert judge_score(93, system_of("002"), hand, PLAIN).assumes == ()
    assert judge_score(0, system_of("000"), WINNER, PLAIN).assumes == ()


@pytest.mark.parametrize(
    ("sheet", "hand", "facts", "sizes"),
    [
        ("000", LeftHand(is_down=True), RoundFacts(number=3), range(1, 7)),
        ("000", LeftHand(is_down=False), RoundFacts(number=1), [9, 11, 13, 15]),
        ("000", LeftHand(is_down=False, overcalls=1), RoundFacts(number=1), [9, 11, 13, 15, 17]),
        ("002", LeftHand(is_down=False), PLAIN, [13]),
        ("002", LeftHand(is_down=True), PLAIN, range(1, 10)),
        ("003", LeftHand(is_down=True), PLAIN, range(7)),
        ("004", WINNER, PLAIN, [0]),
    ],
)
def test_possible_hand_sizes(
    sheet: str, hand: LeftHand, facts: RoundFacts, sizes: list[int]
) -> None:
    assert hand_sizes(system_of(sheet), hand, facts) == tuple(sizes)


def test_two_cards_cannot_sum_to_every_score() -> None:
    """One call a round leaves at most two cards, and no two cards are worth 45."""
    for sheet in ("000", "001"):
        one_call = with_changes(system_of(sheet), {"max_calls": "1"})
        [finding] = judge_score(45, one_call, LeftHand(is_down=True), PLAIN).findings
        assert finding.code is Code.POINTS_GAP
        words = "No hand here can be worth 45. The nearest possible is 50."
        assert say_plain(finding, one_call) == words
        assert finding.clause_in(one_call)


def test_without_calls_only_whole_hands_are_left() -> None:
    """Coming down in 003 takes every card that was dealt, so that nobody who is down loses."""
    no_calls = with_changes(system_of("003"), {"calling": "no"})
    for number, least in ((1, 14), (5, 22)):
        [finding] = judge_worth(8, no_calls, LeftHand(), RoundFacts(number=number)).findings
        sentence = f"8 is too low. The lowest possible is {least}."
        assert say_plain(finding, no_calls) == sentence
    assert hand_sizes(no_calls, LeftHand(is_down=True), PLAIN) == ()


def test_player_who_is_down_holds_nothing_without_calls() -> None:
    no_calls = with_changes(system_of("000"), {"calling": "no"})
    assert hand_sizes(no_calls, LeftHand(is_down=True), PLAIN) == ()


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.slug)
@pytest.mark.parametrize("facts", [PLAIN, BENT])
def test_possible_scores_equal_scores_of_hands(system: RuleSystem, facts: RoundFacts) -> None:
    possible = possible_scores(system, LeftHand(is_down=True), facts)
    suit = system.suits[0].value
    cards = parse_cards(f"2{suit} 9{suit} *")
    scored = total(score_hand(LeftHand(cards=cards, is_down=True), system, facts))
    assert scored in possible
    assert judge_score(scored, system, LeftHand(is_down=True), facts).legal
