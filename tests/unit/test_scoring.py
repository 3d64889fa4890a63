"""Scores by line, bends, and the tables of least and most points."""

from dataclasses import replace

import pytest

from kalooki_ref.cards import Pack, parse_card, parse_cards
from kalooki_ref.referee.scoring import (
    LeftHand,
    Reason,
    RoundFacts,
    ScoreLine,
    bends,
    card_points,
    hand_points,
    overcall_points,
    reachable_points,
    score_hand,
    total,
)
from kalooki_ref.rules.choices import Double, Fine, WhoDoubles
from kalooki_ref.rules.systems import system_of

PLAIN, BENT = RoundFacts(), RoundFacts(bent=True)
WINNER = LeftHand(cards=(), is_winner=True, is_down=True)
SIX = "AH AS 10C KD * 7D"


def left_hand(cards: str, **facts: object) -> LeftHand:
    return replace(LeftHand(cards=parse_cards(cards), is_down=True), **facts)  # type: ignore[arg-type]


def points(sheet: str, hand: LeftHand, facts: RoundFacts = PLAIN) -> int:
    return total(score_hand(hand, system_of(sheet), facts))


# --- card values

ONE_SUIT = "2C=2 3D=3 4H=4 5S=5 6C=6 7D=7 8H=8 9S=9 10C=10 JD=10 QH=10 KS=10 "
KOOKY_RANKS = "2B=2 3R=3 4G=4 5E=5 6B=6 7R=7 8G=8 9E=9 10B=10 11R=11 12G=12 13E=13 "


@pytest.mark.parametrize(
    ("sheet", "worth"),
    [
        ("000", ONE_SUIT + "AH=1 AD=1 AC=15 AS=15 *=50"),
        ("001", ONE_SUIT + "AH=1 AD=1 AC=15 AS=15 *=50"),
        ("002", ONE_SUIT + "AH=11 AD=11 AC=11 AS=11 *=15"),
        ("003", KOOKY_RANKS + "AB=15 AR=10 AG=5 AE=0 *=50"),
        ("004", ONE_SUIT + "AH=1 AD=1 AC=15 AS=15 *=50"),
    ],
)
def test_card_points(sheet: str, worth: str) -> None:
    for word in worth.split():
        card, _, expected = word.partition("=")
        assert card_points(parse_card(card), system_of(sheet)) == int(expected), word


def test_ace_of_another_pack_has_no_points() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        hand_points(parse_cards("AG"), system_of("000"))


LEAST_AND_MOST = {
    1: (1, 50), 2: (2, 100), 3: (3, 150), 4: (4, 200), 5: (6, 215), 6: (8, 230), 9: (14, 270),
    10: (16, 280), 12: (20, 300), 13: (23, 310), 16: (32, 340), 22: (52, 400),
}  # fmt: skip
KOOKY = {
    1: (0, 50), 2: (0, 100), 3: (2, 150), 4: (4, 200), 5: (6, 250), 6: (8, 300), 9: (14, 415),
    16: (34, 508), 22: (56, 582),
}  # fmt: skip
FORTY = {1: (2, 15), 4: (8, 52), 9: (19, 107), 13: (31, 148)}


@pytest.mark.parametrize(
    ("sheet", "count", "bounds"),
    [(sheet, *row) for sheet in ("000", "001", "004") for row in LEAST_AND_MOST.items()]
    + [("003", *row) for row in KOOKY.items()]
    + [("002", *row) for row in FORTY.items()],
)
def test_least_and_most_points(sheet: str, count: int, bounds: tuple[int, int]) -> None:
    system = system_of(sheet)
    pack = system.pack_for(4)
    sums = reachable_points([count], pack, system)
    assert (sums[0], sums[-1]) == bounds


def test_reachable_points_match_enumerated_hands() -> None:
    system = system_of("000")
    pack = Pack(system.suits[:2], 1, 1)
    values = [50] + [
        card_points(parse_card(f"{r}{s}"), system) for r in "A23456789TJQK" for s in "SH"
    ]
    pairs = {a + b for i, a in enumerate(values) for b in values[:i]}
    assert reachable_points([2], pack, system) == tuple(sorted(pairs))
    assert reachable_points([1, 2], pack, system) == tuple(sorted(pairs | set(values)))
    assert reachable_points([0], pack, system) == (0,)
    assert reachable_points([99], pack, system) == ()


# --- the worked scores of the five sheets

CASES = [
    ("000-S01", left_hand(SIX), PLAIN, 93),
    ("000-S02", left_hand(SIX), BENT, 186),
    ("000-S04", left_hand("2H 2D 3C 4S 5H 9D JC QS AD", is_down=False), PLAIN, 46),
    ("000-S07", left_hand("AC AD"), PLAIN, 16),
    ("001-S01", WINNER, PLAIN, -50),
    ("001-S03", left_hand("KH QD JC 10S 9H 8D 2C AS AD", is_down=False), PLAIN, 125),
    ("001-S04", left_hand("AH AS"), PLAIN, 16),
    ("001-S05", left_hand("*"), PLAIN, 50),
    ("002-S03", WINNER, PLAIN, 0),
    ("002-S04", left_hand("2C"), PLAIN, 2),
    ("003-S02", left_hand("AE"), PLAIN, 0),
    ("003-S03", left_hand("AG AG"), PLAIN, 10),
    ("003-S04", left_hand("AR 13E"), PLAIN, 23),
    ("003-S05", left_hand("AR 13E", false_lays=1), PLAIN, 73),
    ("003-S06", left_hand("AR 13E", overcalls=1), PLAIN, 123),
    ("003-S09", replace(WINNER, overcalls=1), PLAIN, 100),
    ("003-S10", left_hand("AR 13E"), BENT, 23),
    ("004-S01", left_hand(SIX), PLAIN, 93),
    ("004-S02", left_hand(SIX), BENT, 186),
    ("004-S03", WINNER, PLAIN, 0),
    ("004-S04", left_hand("KD QC", overcalls=1), PLAIN, 70),
    ("004-S07", replace(WINNER, overcalls=1), PLAIN, 50),
]


@pytest.mark.parametrize(("name", "hand", "facts", "expected"), CASES, ids=[c[0] for c in CASES])
def test_worked_scores(name: str, hand: LeftHand, facts: RoundFacts, expected: int) -> None:
    assert points(name[:3], hand, facts) == expected


def test_score_lines_have_reasons() -> None:
    jack, ace = parse_cards("JS AC")
    assert score_hand(left_hand("JS AC"), system_of("000"), BENT) == (
        ScoreLine(10, Reason.CARD, (jack,)),
        ScoreLine(15, Reason.CARD, (ace,)),
        ScoreLine(25, Reason.BENT, times=2),
    )


def test_counted_hand_is_one_line() -> None:
    system = system_of("004")
    assert score_hand(LeftHand(points=42), system, PLAIN) == (ScoreLine(42, Reason.COUNTED),)
    assert score_hand(LeftHand(points=0), system, PLAIN) == (ScoreLine(0, Reason.COUNTED),)
    assert score_hand(LeftHand(), system, PLAIN) == ()
    assert score_hand(LeftHand(points=0, is_winner=True), system, PLAIN) == ()


def test_004_doubles_cards_and_leaves_fines() -> None:
    lines = score_hand(left_hand("KD QC", overcalls=2, fine=7), system_of("004"), BENT)
    assert [(line.points, line.reason, line.times) for line in lines[2:]] == [
        (100, Reason.OVERCALL, 2),
        (20, Reason.BENT, 2),
        (7, Reason.AGREED, 1),
    ]
    assert total(lines) == 147


def test_000_doubles_all_scores_except_agreed_penalties() -> None:
    priced = replace(system_of("000"), overcall=(Fine(50),), false_lay=(Fine(10, each=True),))
    lines = score_hand(left_hand("KD QC", overcalls=1, false_lays=2, fine=7), priced, BENT)
    assert (ScoreLine(90, Reason.BENT, times=2), total(lines)) == (lines[-2], 187)


def test_house_rule_leaves_fines_undoubled() -> None:
    priced = replace(system_of("000"), overcall=(Fine(50),), fines_double=False)
    assert total(score_hand(left_hand("KD QC", overcalls=1, fine=7), priced, BENT)) == 97


def test_fines_of_a_winner_are_doubled() -> None:
    system = replace(system_of("001"), bend=(Double(WhoDoubles.EVERY_SCORE),), overcall=(Fine(50),))
    assert total(score_hand(replace(WINNER, overcalls=1), system, BENT)) == 0


def test_004_fines_of_a_winner_are_not_doubled() -> None:
    assert points("004", replace(WINNER, overcalls=1), BENT) == 50


@pytest.mark.parametrize(("who", "expected"), [(WhoDoubles.EVERY_SCORE, -100),
                                               (WhoDoubles.OPPONENTS_CARDS, -50)])  # fmt: skip
def test_winner_bonus_doubles_only_where_every_score_does(who: WhoDoubles, expected: int) -> None:
    system = replace(system_of("001"), bend=(Double(who),))
    assert total(score_hand(WINNER, system, BENT)) == expected


def test_001_not_coming_down_costs_fifty_once_if_known() -> None:
    assert points("001", LeftHand(points=10, is_down=False)) == 60
    assert points("001", LeftHand(points=10, is_down=True)) == 10
    assert points("001", LeftHand(points=10)) == 10
    assert points("001", replace(WINNER, is_down=False)) == -50


def test_001_totals_after_a_win() -> None:
    won = points("001", WINNER)
    assert (120 + won, 20 + won) == (70, -30)


def test_002_kalooki_adds_to_the_losers_only() -> None:
    lines = score_hand(left_hand("2C"), system_of("002"), BENT)
    assert [line.points for line in lines] == [2, 25]
    assert points("002", WINNER, BENT) == 0


def test_003_hand_may_be_empty_after_adding_on() -> None:
    assert points("003", left_hand("")) == 0
    assert points("003", left_hand("", overcalls=2, false_lays=2)) == 100 + 2 * 50


def test_000_cards_laid_while_barred_count_as_in_hand() -> None:
    hand = left_hand("2C", barred=parse_cards("KS KH KD"), overcalls=1)
    lines = score_hand(hand, system_of("000"), BENT)
    assert [line.reason for line in lines][1:4] == [Reason.LAID_WHILE_BARRED] * 3
    assert total(lines) == 64
    winner = replace(WINNER, barred=parse_cards("KS KH KD"), overcalls=1)
    assert points("000", winner) == 30


@pytest.mark.parametrize(("sheet", "overcalls", "cost"), [
    ("000", 2, 0), ("001", 2, 0), ("002", 2, 0), ("003", 1, 100), ("003", 2, 100),
    ("004", 1, 50), ("004", 2, 100), ("004", 0, 0),
])  # fmt: skip
def test_overcall_points(sheet: str, overcalls: int, cost: int) -> None:
    assert overcall_points(system_of(sheet), overcalls) == cost


# --- bending


@pytest.mark.parametrize(("sheet", "clean", "overcalled"), [
    ("000", True, False), ("001", False, False), ("002", True, True), ("003", False, False),
    ("004", True, False),
])  # fmt: skip
def test_bend_conditions(sheet: str, clean: bool, overcalled: bool) -> None:
    system = system_of(sheet)
    assert bends(system, same_turn=True) is clean
    assert bends(system, same_turn=True, overcalls=1) is overcalled
    assert not bends(system, same_turn=False)


def test_004_s06_overcall_prevents_doubling() -> None:
    facts = RoundFacts(bent=bends(system_of("004"), same_turn=True, overcalls=1))
    assert points("004", left_hand("KD QC"), facts) == 20
