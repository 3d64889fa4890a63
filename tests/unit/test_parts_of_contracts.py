"""A contract laid in parts: who is down, and what that allows."""

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import CallAnswered, Event, MeldsLaid, Tacked
from kalooki_ref.game.round_end import Proof, bend_proof
from kalooki_ref.game.state import Game, Round, has_begun, to_come
from kalooki_ref.rules.codes import Code
from tests import folded
from tests.folded import set_of

BEN, CAI = 2, 3


SEVENS = MeldsLaid(BEN, (set_of("7H 7C 7D"),))
NINES = MeldsLaid(BEN, (set_of("9H 9C 9D"),))
LAST_TWO = MeldsLaid(BEN, (set_of("9H 9C 9D"), set_of("JH JC JD")))
CAI_TURN = MeldsLaid(CAI, (set_of("2H 2C 2D"),))


def game(*events: Event, slug: str = "jamaican") -> Game:
    return folded.game(slug, *events, contract_in_parts="yes")


def round_of(table: Game) -> Round:
    assert table.current is not None
    return table.current


@pytest.mark.parametrize(
    ("events", "is_down", "begun", "missing"),
    [
        ((), False, False, "333"),
        ((SEVENS,), False, True, "33"),
        ((SEVENS, CAI_TURN, NINES), False, True, "3"),
        ((SEVENS, CAI_TURN, LAST_TWO), True, False, ""),
        ((MeldsLaid(BEN),), True, False, "333"),
        ((MeldsLaid(BEN, SEVENS.melds, returned=True),), False, False, "333"),
    ],
)
def test_player_is_down_once_the_contract_is_complete(
    events: tuple[Event, ...], is_down: bool, begun: bool, missing: str
) -> None:
    table = game(*events)
    current = round_of(table)
    place = current.place_of(BEN)
    assert place is not None
    assert (place.is_down, has_begun(current, BEN)) == (is_down, begun)
    still = to_come(table, current, BEN)
    assert still is not None
    assert still.digits == missing


@pytest.mark.parametrize(
    ("event", "codes"),
    [
        (NINES, ()),
        (LAST_TWO, ()),
        (Tacked(BEN, 0, parse_cards("7S")), (Code.NOT_DOWN,)),
        (CallAnswered(BEN), (Code.CALLER_DOWN,)),
        (MeldsLaid(BEN, (set_of("7H 7C 7D"),)), ()),
        (
            MeldsLaid(BEN, (set_of("2H 2C 2D"), set_of("3H 3C 3D"), set_of("4H 4C 4D"))),
            (Code.CONTRACT_EXCEEDED,),
        ),
    ],
)
def test_verdicts_after_laying_a_part(event: Event, codes: tuple[Code, ...]) -> None:
    assert judge_event(game(SEVENS, CAI_TURN), event).codes == codes


def test_earlier_parts_count_once_against_the_pack() -> None:
    again = MeldsLaid(BEN, (set_of("7H 7C 7S"),))
    assert judge_event(game(SEVENS), again).legal
    third = MeldsLaid(BEN, (set_of("7H 7H 7S"),))
    assert judge_event(game(SEVENS), third).codes == (Code.MORE_THAN_PACK,)


def test_contract_laid_in_parts_does_not_bend() -> None:
    later = game(SEVENS, CAI_TURN, LAST_TWO)
    assert bend_proof(later, round_of(later), BEN) is Proof.WAS_DOWN
    begun = game(SEVENS, CAI_TURN)
    assert bend_proof(begun, round_of(begun), BEN) is Proof.WAS_DOWN
    at_once = game(CAI_TURN, SEVENS, LAST_TWO)
    assert bend_proof(at_once, round_of(at_once), BEN) is Proof.MAY_BE_ONE_TURN
