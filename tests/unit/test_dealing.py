"""Pack size, stock after the deal, and surplus cards."""

import pytest

from kalooki_ref.cards import JOKER, Suit, parse_cards
from kalooki_ref.referee.dealing import dealt_stock
from kalooki_ref.rules.overrides import with_choices
from kalooki_ref.rules.systems import system_of
from kalooki_ref.words.deal_words import thin_ahead
from kalooki_ref.words.rule_words import call_rules, false_lay_words, overcall_words

STOCK = """
000 3 80 77 74 71 71 68 65 62 59 50
000 4 71 67 63 59 59 55 51 47 43 31
000 5 116 111 106 101 101 96 91 86 81 66
000 6 107 101 95 89 89 83 77 71 65 47
000 7 152 145 138 131 131 124 117 110 103 82
000 8 143 135 127 119 119 111 103 95 87 63
001 3 80 77 74 71 71 68 65 62 59 50
001 4 71 67 63 59 59 55 51 47 43 31
001 5 62 57 52 47 47 42 37 32 27 12
001 6 53 47 41 35 35 29 23 17 11 -7
003 3 84 81 78 75 75 72 69 66 63 54
003 4 75 71 67 63 63 59 55 51 47 35
003 5 66 61 56 51 51 46 41 36 31 16
003 6 57 51 45 39 39 33 27 21 15 -3
004 3 80 77 74 71 71 68 65 62 59 50
004 4 71 67 63 59 59 55 51 47 43 31
004 5 62 57 52 47 47 42 37 32 27 12
"""


@pytest.mark.parametrize("row", STOCK.strip().splitlines())
def test_stock_after_the_deal(row: str) -> None:
    sheet, players, *numbers = row.split()
    stocks = [
        dealt_stock(system_of(sheet), players=int(players), number=number)
        for number in range(1, 10)
    ]
    assert [stock.left for stock in stocks] == [int(number) for number in numbers[:9]]
    assert stocks[-1].after_all_calls == int(numbers[9])


@pytest.mark.parametrize(("players", "left"), [(2, 79), (3, 66), (4, 53)])
def test_stock_of_kalooki_40(players: int, left: int) -> None:
    stock = dealt_stock(system_of("002"), players=players, number=1)
    assert (stock.left, stock.after_all_calls, stock.is_thin) == (left, left, False)


@pytest.mark.parametrize(
    ("sheet", "players", "number", "circuits", "thin"),
    [
        ("001", 6, 9, 1.8, True),
        ("001", 6, 8, 2.8, True),
        ("003", 6, 9, 2.5, True),
        ("003", 6, 8, 3.5, True),
        ("001", 5, 9, 5.4, True),
        ("004", 5, 9, 5.4, True),
        ("000", 4, 9, 10.8, False),
        ("000", 8, 9, 10.9, False),
        ("001", 6, 1, 8.8, False),
        ("003", 5, 9, 6.2, False),
    ],
)
def test_thin_stock_is_reported(
    sheet: str, players: int, number: int, circuits: float, thin: bool
) -> None:
    stock = dealt_stock(system_of(sheet), players=players, number=number)
    assert (stock.circuits, stock.is_thin) == (circuits, thin)


@pytest.mark.parametrize(
    ("sheet", "players", "copies", "jokers"),
    [("000", 4, 2, 4), ("000", 5, 3, 6), ("000", 8, 4, 8), ("001", 6, 2, 4), ("002", 4, 2, 2),
     ("003", 6, 2, 8), ("004", 5, 2, 4)],
)  # fmt: skip
def test_surplus_copies_are_reported(sheet: str, players: int, copies: int, jokers: int) -> None:
    system = system_of(sheet)
    pack = system.pack_for(players)
    seven = parse_cards("7B" if Suit.BLACK in system.suits else "7S")
    assert pack.surplus(seven * copies + (JOKER,) * jokers) == ()
    assert pack.surplus(seven * (copies + 1)) == seven
    assert pack.surplus((JOKER,) * (jokers + 2)) == (JOKER, JOKER)


def test_thin_stock_is_told_by_its_thinnest_round_wherever_that_is() -> None:
    deals = [16, 9, 9, 16, 9, 9, 9, 9, 9]
    words = thin_ahead(with_choices(system_of("standard"), {"deals": [18, *deals[1:]]}), 5)
    assert "thin in rounds 1 and 4, down to 17 cards" in words
    words = thin_ahead(with_choices(system_of("standard"), {"deals": [16, *deals[1:8], 16]}), 5)
    assert "thin in rounds 1, 4 and 9, down to 27 cards" in words


def test_rules_of_calling_say_who_of_those_down_may_call() -> None:
    jamaican = system_of("jamaican")
    assert "A player who is down can’t call, and must grant" in call_rules(jamaican)[-1]
    calls = with_choices(jamaican, {"calls_while_down": True})
    assert "A player who is down can still call, but must grant" in call_rules(calls)[-1]
    takes = with_choices(calls, {"down_draws_upcard": True})
    assert call_rules(takes)[-1] == "A player who is down can still call."


def test_cost_of_a_false_lay_says_nothing_of_calls() -> None:
    barred = with_choices(system_of("standard"), {"false_lay": "50barred"})
    assert "overcall" not in false_lay_words(barred)
    assert "This player may not come down this round." in false_lay_words(barred)
    assert "This player can’t make a bent table this round." in overcall_words(barred)
