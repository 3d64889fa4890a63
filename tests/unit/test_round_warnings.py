"""Warnings about a round before it is saved."""

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.events import (
    Event,
    HandLeft,
    MeldsLaid,
    RoundEnded,
    StockReshuffled,
)
from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry
from kalooki_ref.game.round_end import round_warnings
from kalooki_ref.referee.meld import Meld, MeldKind
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import system_of
from tests.folded import ANN, BEN, CAI, STARTED, game


@pytest.mark.parametrize(
    ("slug", "hands", "codes"),
    [
        ("jamaican", (HandLeft(ANN, count=42), HandLeft(CAI, count=65)), ()),
        ("jamaican", (HandLeft(ANN, count=0), HandLeft(CAI, count=1)), (Code.POINTS_LOW,)),
        ("jamaican", (HandLeft(ANN, count=9999), HandLeft(CAI, count=1)), (Code.POINTS_HIGH,)),
        ("kooky", (HandLeft(ANN, count=0), HandLeft(CAI, count=2)), ()),
        (
            "standard",
            (HandLeft(ANN, cards=parse_cards("7H " * 10), is_down=False), HandLeft(CAI, count=3)),
            (Code.COUNT_ODD, *(Code.MORE_THAN_PACK,) * 8),
        ),
        (
            "standard",
            (HandLeft(ANN, cards=parse_cards("7E")), HandLeft(CAI, count=3)),
            (Code.NOT_IN_PACK,),
        ),
    ],
)
def test_impossible_hands_get_warnings(
    slug: str, hands: tuple[HandLeft, ...], codes: tuple[Code, ...]
) -> None:
    table = game(slug)
    assert table.current is not None
    found = round_warnings(table, table.current, RoundEnded(BEN, hands=hands))
    assert tuple(warning.finding.code for warning in found) == codes


@pytest.mark.parametrize(
    ("held", "is_down", "faults"),
    [
        (9, False, []),
        (15, False, []),
        (6, True, []),
        (1, True, []),
        (0, True, [(Code.COUNT_LOW, 1, 0)]),
        (7, True, [(Code.COUNT_HIGH, 6, 7)]),
        (3, False, [(Code.COUNT_LOW, 9, 3)]),
        (10, False, [(Code.COUNT_ODD, 9, 10)]),
        (14, False, [(Code.COUNT_ODD, 13, 14)]),
        (16, False, [(Code.COUNT_HIGH, 15, 16)]),
        (8, None, [(Code.COUNT_ODD, 9, 8)]),
        (16, None, [(Code.COUNT_HIGH, 15, 16)]),
    ],
)
def test_hand_size_must_fit_deal_and_calls(
    held: int, is_down: bool | None, faults: list[tuple[Code, int, int]]
) -> None:
    table = game("jamaican")
    assert table.current is not None
    cards = parse_cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D")[:held]
    end = RoundEnded(BEN, hands=(HandLeft(ANN, cards=cards, is_down=is_down), HandLeft(CAI)))
    found = [warning.finding for warning in round_warnings(table, table.current, end)]
    assert [(finding.code, finding.needed, finding.found) for finding in found] == faults


def test_board_cards_count_against_the_pack() -> None:
    sevens = Meld(MeldKind.SET, parse_cards("7S 7S 7H"))
    table = game("standard", MeldsLaid(BEN, (sevens,)))
    assert table.current is not None
    end = RoundEnded(BEN, hands=(HandLeft(ANN, cards=parse_cards("7S")), HandLeft(CAI, count=3)))
    found = round_warnings(table, table.current, end)
    assert [warning.finding.code for warning in found] == [Code.MORE_THAN_PACK]


@pytest.mark.parametrize(
    ("reshuffles", "recorded", "codes"),
    [
        ("0", 1, ()),
        ("1", 1, ()),
        ("2", 1, (Code.NOT_VOID,)),
        ("2", 2, ()),
        ("always", 3, (Code.NOT_VOID,)),
        ("2", 0, ()),
    ],
)
def test_round_is_void_only_after_the_last_reshuffle(
    reshuffles: str, recorded: int, codes: tuple[Code, ...]
) -> None:
    house = with_changes(system_of("standard"), {"reshuffles": reshuffles})
    events: tuple[Event, ...] = (STARTED, *(StockReshuffled(),) * recorded)
    table = fold(house, tuple(Entry(seq, event) for seq, event in enumerate(events, 1)))
    assert table.current is not None
    found = round_warnings(table, table.current, RoundEnded(None))
    assert tuple(warning.finding.code for warning in found) == codes


@pytest.mark.parametrize(
    ("slug", "hand", "house", "told"),
    [
        ("jamaican", HandLeft(BEN, overcalls=1), {}, [(BEN, Code.BARRED)]),
        ("jamaican", HandLeft(BEN), {}, []),
        ("kooky", HandLeft(BEN, overcalls=1), {}, []),
        ("jamaican", HandLeft(BEN, false_lays=1), {"false_lay": "50barred"}, [(BEN, Code.BARRED)]),
    ],
)
def test_winner_who_could_not_come_down_is_named(
    slug: str, hand: HandLeft, house: dict[str, str], told: list[tuple[int, Code]]
) -> None:
    played = game(slug, started=STARTED, **house)
    assert played.current is not None
    end = RoundEnded(winner=BEN, hands=(HandLeft(ANN, count=20), hand, HandLeft(CAI, count=30)))
    warnings = round_warnings(played, played.current, end)
    assert [(warning.player, warning.finding.code) for warning in warnings] == told
