"""Calls derived from counted hands, with the numbers of the rule sheets' tables."""

from itertools import product

import pytest

from kalooki_ref.referee.calls import (
    When,
    call_limit,
    calls_behind,
    calls_left,
    calls_over_table,
    extra_cards,
    fewest_calls,
    fewest_laid,
    hand_ceiling,
    is_out_at_once,
    may_lay_after_overcall,
    most_left,
)
from kalooki_ref.referee.counts import Count, Counted, read_count, read_table
from kalooki_ref.referee.scoring import overcall_points
from kalooki_ref.rules.choices import BarredFromLaying, Fine, NoBending
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.systems import system_of

CALLING = ("000", "001", "003", "004")
LIMITED = ("000", "003", "004")
BETWEEN, DRAWN = When.BETWEEN, When.AFTER_DRAW


def count(sheet: str, number: int, counted: Counted) -> Count:
    return read_count(counted, system_of(sheet), number=number)


def calls_made(
    hand: int, system: RuleSystem, *, number: int, when: When, played: int = 0
) -> int | None:
    extra = extra_cards(hand, system, number=number, when=when, played=played)
    return calls_behind(extra, system)


def codes(sheet: str, number: int, counted: Counted) -> tuple[Code, ...]:
    return read_count(counted, system_of(sheet), number=number).verdict.codes


# --- hand size: the deal plus two per call, plus one after the draw


@pytest.mark.parametrize("sheet", CALLING)
def test_hand_size_is_the_deal_plus_two_per_call(sheet: str) -> None:
    system = system_of(sheet)
    for number, calls in product(range(1, 10), range(4)):
        hand = system.deal_of(number) + 2 * calls
        assert calls_made(hand, system, number=number, when=BETWEEN) == calls
        assert calls_made(hand + 1, system, number=number, when=DRAWN) == calls
        assert calls_made(hand + 1, system, number=number, when=BETWEEN) is None
        assert read_count(Counted(hand), system, number=number).verdict.legal


@pytest.mark.parametrize(
    ("sheet", "number", "hand", "when", "made", "left"),
    [
        ("000", 1, 11, BETWEEN, 1, 2),
        ("000", 1, 13, BETWEEN, 2, 1),
        ("000", 1, 15, BETWEEN, 3, 0),
        ("000", 4, 19, DRAWN, 3, 0),
        ("000", 5, 15, DRAWN, 1, 2),
        ("001", 1, 11, BETWEEN, 1, None),
        ("001", 1, 17, BETWEEN, 4, None),
        ("003", 4, 14, BETWEEN, 1, 2),
        ("004", 5, 19, DRAWN, 3, 0),
    ],
)
def test_made_and_left(
    sheet: str, number: int, hand: int, when: When, made: int, left: int | None
) -> None:
    found = count(sheet, number, Counted(hand, when))
    assert (found.made, found.left) == (made, left)
    assert found.verdict.legal
    assert (found.too_many, found.too_few) == (0, 0)


@pytest.mark.parametrize(
    ("sheet", "number", "counted", "code", "too_many", "too_few"),
    [
        ("000", 1, Counted(10), Code.COUNT_ODD, 1, 1),
        ("000", 1, Counted(8), Code.COUNT_LOW, 0, 1),
        ("000", 1, Counted(4), Code.COUNT_LOW, 0, 5),
        ("000", 5, Counted(14, DRAWN), Code.COUNT_ODD, 1, 1),
        ("001", 1, Counted(10), Code.COUNT_ODD, 1, 1),
        ("001", 9, Counted(16, DRAWN), Code.COUNT_LOW, 0, 1),
        ("003", 1, Counted(12), Code.COUNT_ODD, 1, 1),
        ("002", 1, Counted(15, DRAWN), Code.COUNT_HIGH, 1, 0),
        ("002", 1, Counted(12), Code.COUNT_LOW, 0, 1),
        ("000", 1, Counted(13, calls=1), Code.COUNT_HIGH, 2, 0),
        ("000", 1, Counted(11, calls=2), Code.COUNT_LOW, 0, 2),
        ("000", 1, Counted(0, is_down=True, played=10), Code.COUNT_LOW, 0, 1),
    ],
)
def test_miscount_returns_the_difference(
    sheet: str, number: int, counted: Counted, code: Code, too_many: int, too_few: int
) -> None:
    found = count(sheet, number, counted)
    assert found.verdict.codes == (code,)
    assert (found.too_many, found.too_few, found.overcalls) == (too_many, too_few, 0)


@pytest.mark.parametrize(
    ("sheet", "points", "costs"),
    [
        ("000", 0, (BarredFromLaying(),)),
        ("003", 100, (Fine(100),)),
        ("004", 50, (Fine(50, each=True), NoBending())),
    ],
)
def test_overcall_costs(sheet: str, points: int, costs: tuple[object, ...]) -> None:
    found = count(sheet, 1, Counted(17))
    assert found.verdict.codes == (Code.OVERCALL,)
    assert found.verdict.findings[0].needed == 3
    assert found.verdict.findings[0].found == 4
    assert (found.made, found.left, found.overcalls) == (4, 0, 1)
    assert (system_of(sheet).overcall, overcall_points(system_of(sheet), 1)) == (costs, points)


def test_two_overcalls_cost_twice_or_once() -> None:
    assert count("004", 1, Counted(19)).overcalls == 2
    assert [overcall_points(system_of(sheet), 2) for sheet in ("004", "003")] == [100, 100]


def test_impossible_hand_size_is_miscount_and_overcall() -> None:
    assert codes("000", 1, Counted(18)) == (Code.COUNT_ODD, Code.OVERCALL)
    assert codes("000", 1, Counted(16)) == (Code.COUNT_ODD,)


def test_known_calls_decide_whether_cards_are_missing_or_extra() -> None:
    found = count("000", 1, Counted(12, calls=1))
    assert found.verdict.codes == (Code.COUNT_ODD, Code.COUNT_HIGH)
    assert (found.too_many, found.too_few) == (1, 0)


# --- largest hands


@pytest.mark.parametrize("sheet", LIMITED)
@pytest.mark.parametrize(
    ("number", "between"),
    [(1, 15), (2, 16), (3, 17), (4, 18), (5, 18), (6, 19), (7, 20), (8, 21), (9, 22)],
)
def test_largest_possible_hand(sheet: str, number: int, between: int) -> None:
    system = system_of(sheet)
    assert hand_ceiling(system, number=number) == between
    assert codes(sheet, number, Counted(between)) == ()
    assert codes(sheet, number, Counted(between + 1, DRAWN)) == ()
    assert Code.OVERCALL in codes(sheet, number, Counted(between + 2))


# --- cards left after coming down


@pytest.mark.parametrize("sheet", CALLING)
def test_at_most_two_cards_per_call_remain_after_coming_down(sheet: str) -> None:
    for number, calls in product(range(1, 10), range(4)):
        assert most_left(system_of(sheet), number=number, calls=calls) == 2 * calls


@pytest.mark.parametrize(
    ("counted", "expected"),
    [
        (Counted(6, is_down=True), ()),
        (Counted(7, is_down=True), (Code.COUNT_HIGH,)),
        (Counted(7, DRAWN, is_down=True), ()),
        (Counted(8, DRAWN, is_down=True), (Code.COUNT_HIGH,)),
        (Counted(3, is_down=True, calls=1), (Code.COUNT_HIGH,)),
        (Counted(2, is_down=True, calls=1), ()),
        (Counted(0, DRAWN, is_down=True), (Code.COUNT_LOW,)),
        (Counted(4, is_down=True, previous=4), ()),
        (Counted(5, is_down=True, previous=4), (Code.COUNT_GREW,)),
        (Counted(5, DRAWN, is_down=True, previous=4), ()),
    ],
)
def test_count_of_a_player_who_is_down(counted: Counted, expected: tuple[Code, ...]) -> None:
    assert codes("000", 6, counted) == expected


def test_largest_hand_is_reported() -> None:
    assert count("000", 6, Counted(7, is_down=True)).verdict.findings[0].needed == 6
    assert count("000", 6, Counted(3, is_down=True, calls=1)).verdict.findings[0].needed == 2
    assert count("000", 6, Counted(3, is_down=True, calls=1)).too_many == 1


@pytest.mark.parametrize("sheet", CALLING)
@pytest.mark.parametrize("number", range(1, 10))
def test_coming_down_without_a_call_goes_out(sheet: str, number: int) -> None:
    system = system_of(sheet)
    assert is_out_at_once(system, number=number, calls=0)
    assert not is_out_at_once(system, number=number, calls=1)


@pytest.mark.parametrize(("hand", "least"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_remaining_cards_prove_calls(hand: int, least: int) -> None:
    assert fewest_calls(hand, system_of("000"), number=4, when=BETWEEN) == least
    assert count("000", 4, Counted(hand, is_down=True)).at_least == least
    assert count("000", 4, Counted(hand, is_down=True)).made == (3 if least == 3 else None)
    assert count("003", 4, Counted(hand, is_down=True)).made is None


def test_coming_down_needs_as_many_cards_as_the_contract() -> None:
    hands = (Counted(6, is_down=True, played=5), Counted(9), Counted(9))
    verdict = read_table(hands, system_of("000"), number=1).verdict
    [found] = verdict.findings
    assert (found.code, found.needed, found.found) == (Code.LAID_FEW, 9, 5)


@pytest.mark.parametrize(("sheet", "codes"), [("000", (Code.COUNT_LOW,)), ("003", ())])
def test_only_add_ons_let_a_second_player_go_out(sheet: str, codes: tuple[Code, ...]) -> None:
    out = Counted(0, is_down=True, played=9)
    assert read_table((out, out, Counted(9)), system_of(sheet), number=1).verdict.codes == codes


@pytest.mark.parametrize(
    ("most", "codes"), [(90, (Code.COUNT_ODD,)), (91, (Code.COUNT_HIGH,)), (89, ())]
)
def test_total_of_all_hands_cannot_exceed_the_pack(most: int, codes: tuple[Code, ...]) -> None:
    verdict = read_table(
        (Counted(most), Counted(9), Counted(9)), system_of("001"), number=1
    ).verdict
    assert verdict.codes == codes
    if Code.COUNT_HIGH in codes:
        assert (verdict.findings[-1].needed, verdict.findings[-1].found) == (108, 109)


# --- hand and table together


@pytest.mark.parametrize("sheet", LIMITED)
def test_hand_and_played_cards_prove_calls(sheet: str) -> None:
    hands = (Counted(4, is_down=True, played=11), Counted(9), Counted(11))
    table = read_table(hands, system_of(sheet), number=1)
    assert table.counts[0].made == 3
    assert table.calls == 4
    assert table.verdict.legal


def test_miscount_names_the_player() -> None:
    hands = (Counted(12), Counted(3, is_down=True, played=12), Counted(14))
    table = read_table(hands, system_of("000"), number=4)
    assert [(f.code, f.at) for f in table.verdict.findings] == [(Code.COUNT_ODD, (1,))]
    assert table.calls is None


def test_calls_of_all_players_together() -> None:
    system = system_of("004")
    assert calls_over_table(13 + 15 + 17, system, players=3, number=6) == 3
    assert calls_over_table(13 + 15 + 18, system, players=3, number=6) is None
    assert calls_over_table(13 + 15 + 18, system, players=3, number=6, drawn=1) == 3
    assert calls_over_table(40, system_of("002"), players=3, number=1) is None


@pytest.mark.parametrize(("sheet", "made"), [("000", None), ("001", 1), ("003", 1), ("004", 1)])
def test_going_out_without_a_discard_adds_a_card(sheet: str, made: int | None) -> None:
    assert calls_made(0, system_of(sheet), number=1, when=BETWEEN, played=12) == made
    assert calls_made(0, system_of(sheet), number=1, when=BETWEEN, played=11) == 1


# --- other openings, no limit, who may still lay


def test_kalooki_40() -> None:
    system = system_of("002")
    assert fewest_laid(system, number=1) == 4
    assert most_left(system, number=1, calls=0) == 9
    assert (hand_ceiling(system, number=1), call_limit(system)) == (13, 0)
    assert codes("002", 1, Counted(13)) == codes("002", 1, Counted(14, DRAWN)) == ()
    assert codes("002", 1, Counted(9, is_down=True)) == ()
    assert codes("002", 1, Counted(10, DRAWN, is_down=True)) == ()
    assert codes("002", 1, Counted(10, is_down=True)) == (Code.COUNT_HIGH,)
    assert codes("002", 1, Counted(5, is_down=True, previous=3)) == (Code.COUNT_GREW,)
    assert calls_made(15, system, number=1, when=BETWEEN) is None
    assert count("002", 1, Counted(13)).left == 0


@pytest.mark.parametrize("hand", range(9, 40, 2))
def test_caribbean_has_no_ceiling(hand: int) -> None:
    system = system_of("001")
    assert codes("001", 1, Counted(hand)) == ()
    assert codes("001", 1, Counted(hand + 1)) == (Code.COUNT_ODD,)
    assert hand_ceiling(system, number=1) is None
    assert calls_left(9, system) is None
    assert codes("001", 1, Counted(hand, is_down=True)) == ()


@pytest.mark.parametrize("sheet", ["003", "004"])
def test_overcaller_may_keep_more_cards(sheet: str) -> None:
    assert may_lay_after_overcall(system_of(sheet))
    assert codes(sheet, 1, Counted(8, is_down=True)) == (Code.OVERCALL,)
    assert codes(sheet, 1, Counted(8, is_down=True, calls=4)) == (Code.OVERCALL,)
    assert codes(sheet, 1, Counted(9, is_down=True, calls=4)) == (Code.COUNT_HIGH, Code.OVERCALL)
    assert not may_lay_after_overcall(system_of("000"))


def test_missing_cards_are_a_miscount_too() -> None:
    assert extra_cards(8, system_of("000"), number=1, when=BETWEEN) == -1
