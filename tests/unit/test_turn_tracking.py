"""Tracking the turn of board entries, and its effect on verdicts in 001 and 002."""

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import (
    CallAnswered,
    Event,
    HandCounted,
    JokerMoved,
    MeldsLaid,
    PlayerMarked,
    PlayerRenamed,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.game.state import BoardTurn, Round
from kalooki_ref.referee.joker_moves import JokerTo
from kalooki_ref.referee.verdict import Assumption
from kalooki_ref.rules.codes import Code
from tests.folded import ANN, BEN, game, run_of, set_of
from tests.unit.test_judging_entries import BEN_TACKS, THREE_SETS

FURTHER = MeldsLaid(BEN, (set_of("4H 4D 4C"),))
OPENED = MeldsLaid(BEN, (run_of("10H * QH KH"),))
MOVE = JokerMoved(BEN, 0, 1, parse_cards("JH"))
REUSED = MeldsLaid(BEN, (set_of("4H 4D *"),))


def played(slug: str, *events: Event) -> Round:
    current = game(slug, *events).current
    assert current is not None
    return current


@pytest.mark.parametrize(
    ("between", "codes"),
    [
        ((), (Code.MELD_AFTER_TACK,)),
        ((PlayerRenamed(ANN, "An"),), (Code.MELD_AFTER_TACK,)),
        ((PlayerMarked(ANN, 9),), (Code.MELD_AFTER_TACK,)),
        ((JokerMoved(BEN, 1, 9, ()),), (Code.MELD_AFTER_TACK,)),
        ((CallAnswered(ANN),), ()),
        ((CallAnswered(ANN, granted=False),), ()),
        ((HandCounted(ANN, 9),), ()),
        ((StockReshuffled(),), ()),
        ((MeldsLaid(ANN),), ()),
        ((MeldsLaid(ANN), BEN_TACKS), (Code.MELD_AFTER_TACK,)),
    ],
)
def test_meld_after_tack_is_illegal_within_one_turn_only(
    between: tuple[Event, ...], codes: tuple[Code, ...]
) -> None:
    before = (THREE_SETS, MeldsLaid(ANN, returned=True), BEN_TACKS, *between)
    assert judge_event(game("caribbean", *before), FURTHER).codes == codes


def test_entry_marked_later_starts_a_new_turn() -> None:
    later = MeldsLaid(BEN, FURTHER.melds, later=True)
    table = game("caribbean", THREE_SETS, BEN_TACKS)
    assert judge_event(table, later).legal
    assert played("caribbean", THREE_SETS, BEN_TACKS, later).turn == BoardTurn(BEN)
    assert judge_event(game("caribbean", THREE_SETS, BEN_TACKS, later), FURTHER).legal


def test_melds_after_tacks_need_no_confirmation_where_allowed() -> None:
    assert judge_event(game("standard", THREE_SETS, BEN_TACKS), FURTHER).legal


@pytest.mark.parametrize(
    ("after", "owed", "unplayed_jokers"),
    [
        ((), 1, ()),
        ((REUSED,), 0, ()),
        ((Tacked(BEN, 0, parse_cards("*")),), 0, ()),
        ((MeldsLaid(BEN, (set_of("4H 4D 4C"),)),), 1, ()),
        ((MeldsLaid(ANN),), 0, (BEN,)),
        ((StockReshuffled(),), None, (BEN,)),
        ((REUSED, MeldsLaid(ANN)), 0, ()),
    ],
)
def test_taken_joker_must_be_replayed_in_the_same_turn(
    after: tuple[Event, ...], owed: int | None, unplayed_jokers: tuple[int, ...]
) -> None:
    now = played("kalooki40", OPENED, MOVE, *after)
    assert (now.turn.owed if now.turn else None) == owed
    assert now.unplayed_jokers == unplayed_jokers


def test_only_the_taken_joker_must_be_replayed() -> None:
    two_jokers = MeldsLaid(BEN, (run_of("10H * QH KH"), set_of("4H 4D *")))
    now = played("kalooki40", two_jokers, MOVE)
    assert now.turn is not None
    assert now.turn.owed == 1


def test_joker_moved_within_its_meld_need_not_be_replayed() -> None:
    now = played(
        "standard",
        MeldsLaid(BEN, (run_of("5H * 7H 8H"),)),
        JokerMoved(BEN, 0, 1, parse_cards("6H")),
    )
    assert now.turn == BoardTurn(BEN, came_down=True)


def test_keeping_a_taken_joker_is_illegal() -> None:
    kept = JokerMoved(BEN, 0, 1, parse_cards("JH"), to=JokerTo.HAND)
    assert judge_event(game("kalooki40", OPENED), kept).codes == (Code.JOKER_NOT_REUSED,)
    now = played("kalooki40", OPENED, kept, MeldsLaid(ANN))
    assert now.unplayed_jokers == ()


def test_player_may_open_with_the_taken_joker() -> None:
    move = JokerMoved(ANN, 0, 1, parse_cards("JH"), to=JokerTo.REUSE_NOW)
    verdict = judge_event(game("kalooki40", OPENED), move)
    assert verdict.legal
    assert verdict.assumes == (Assumption.DOWN_UNKNOWN,)
