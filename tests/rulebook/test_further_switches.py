"""Switches that none of the five systems use: calls while down, own jokers, limits per end."""

import pytest

from kalooki_ref.cards import cards_text, parse_cards
from kalooki_ref.game.entry_verdict import judge_event
from kalooki_ref.game.events import CallAnswered, Event, MeldsLaid, Tacked
from kalooki_ref.referee.calls import Call, may_call
from kalooki_ref.referee.counts import Counted, read_count
from kalooki_ref.referee.joker_moves import judge_joker_move
from kalooki_ref.referee.meld import End, Meld, MeldKind, Owner
from kalooki_ref.referee.run_growth import added_at_ends
from kalooki_ref.referee.tack import judge_tack
from kalooki_ref.referee.verdict import Answer, Assumption
from kalooki_ref.rules.choices import JokerMover
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.model import RuleSystem
from kalooki_ref.rules.overrides import HouseRuleError, with_choices
from kalooki_ref.rules.systems import system_of
from tests.folded import ANN, BEN, game, run_of, set_of


def table(**house: object) -> RuleSystem:
    return with_choices(system_of("jamaican"), house)


def run(text: str) -> Meld:
    return Meld(MeldKind.RUN, parse_cards(text))


def test_switch_for_calls_while_down() -> None:
    assert may_call(Call(down=True), table()).codes == (Code.CALLER_DOWN,)
    assert may_call(Call(down=True), table(calls_while_down=True)).legal


def test_hand_may_grow_by_calls_while_down() -> None:
    counted = Counted(5, is_down=True, previous=3)
    grew = [found.code for found in read_count(counted, table(), number=9).verdict.findings]
    assert Code.COUNT_GREW in grew
    calling = read_count(counted, table(calls_while_down=True), number=9).verdict
    assert Code.COUNT_GREW not in calling.codes


@pytest.mark.parametrize(
    ("by", "result"), [(Owner.OWN, "5H 6H 7H 8H"), (Owner.OTHER, "5H 6H 7H 8H *")]
)
def test_switch_for_own_jokers_into_the_hand(by: Owner, result: str) -> None:
    trinidad = table(own_joker_to_hand=True)
    verdict = judge_joker_move(run("5H * 7H 8H"), 1, parse_cards("6H"), trinidad, by=by)
    assert (verdict.legal, cards_text(verdict.result)) == (True, result)


def test_unknown_owner_leaves_open_where_the_joker_goes() -> None:
    trinidad = table(own_joker_to_hand=True)
    verdict = judge_joker_move(run("5H * 7H 8H"), 1, parse_cards("6H"), trinidad)
    assert (verdict.answer, verdict.result) == (Answer.LEGAL, ())
    assert verdict.assumes == (Assumption.OWNER_DECIDES_JOKER,)


def test_unknown_owner_is_asked_for_if_only_the_owner_may_move_jokers() -> None:
    trinidad = table(own_joker_to_hand=True, joker_mover=JokerMover.OWNER)
    verdict = judge_joker_move(run("5H * 7H 8H"), 1, parse_cards("6H"), trinidad)
    assert verdict.answer is Answer.UNCLEAR
    assert verdict.assumes == (Assumption.OWNER_UNKNOWN,)


@pytest.mark.parametrize(("place", "card", "codes"), [(1, "6H", ()), (3, "8H", ("joker_at_end",))])
def test_switch_for_replacing_only_inner_jokers(
    place: int, card: str, codes: tuple[str, ...]
) -> None:
    inside = table(jokers_from_inside=True)
    verdict = judge_joker_move(run("5H * 7H *"), place, parse_cards(card), inside)
    assert tuple(code.value for code in verdict.codes) == codes


@pytest.mark.parametrize(
    ("add", "end", "codes"),
    [
        ("9H 10H", None, ()),
        ("9H 10H JH", None, (Code.END_OVER_LIMIT,)),
        ("4H 3H 9H 10H", None, ()),
        ("4H 3H 2H", End.LOW, (Code.END_OVER_LIMIT,)),
    ],
)
def test_switch_for_the_most_cards_per_end(
    add: str, end: End | None, codes: tuple[Code, ...]
) -> None:
    verdict = judge_tack(run("5H 6H 7H 8H"), parse_cards(add), table(most_per_end=2), end=end)
    assert verdict.codes == codes


@pytest.mark.parametrize(
    ("add", "earlier", "instead"),
    [
        ("9H 10H JH", (0, 0), "5H 6H 7H 8H 9H 10H"),
        ("9H 10H JH 4H", (0, 0), "4H 5H 6H 7H 8H 9H 10H"),
        ("9H 10H", (0, 1), "5H 6H 7H 8H 9H"),
    ],
)
def test_repair_keeps_to_the_limit_per_end(
    add: str, earlier: tuple[int, int], instead: str
) -> None:
    rules = table(most_per_end=2)
    verdict = judge_tack(run("5H 6H 7H 8H"), parse_cards(add), rules, earlier=earlier)
    assert verdict.codes == (Code.END_OVER_LIMIT,)
    assert cards_text(verdict.instead or ()) == instead


def test_earlier_tacks_of_the_turn_count_per_end() -> None:
    two, grown = table(most_per_end=2), run("5H 6H 7H 8H 9H")
    earlier = added_at_ends(parse_cards("5H 6H 7H 8H"), grown.cards)
    assert earlier == (0, 1)
    assert judge_tack(grown, parse_cards("10H"), two, earlier=earlier).legal
    crowded = judge_tack(grown, parse_cards("10H JH"), two, earlier=earlier)
    assert crowded.codes == (Code.END_OVER_LIMIT,)
    assert (crowded.findings[0].needed, crowded.findings[0].found) == (2, 3)


@pytest.mark.parametrize("field", ["own_joker_to_hand", "jokers_from_inside"])
def test_switches_for_jokers_conflict_with_fixed_jokers(field: str) -> None:
    with pytest.raises(HouseRuleError, match="nobody may replace"):
        table(joker_mover="nobody", **{field: True})


@pytest.mark.parametrize(
    ("between", "codes"),
    [((), (Code.END_OVER_LIMIT,)), ((CallAnswered(ANN, granted=False),), ())],
)
def test_game_tracks_tacks_per_end_within_a_turn(
    between: tuple[Event, ...], codes: tuple[Code, ...]
) -> None:
    laid = MeldsLaid(BEN, (set_of("3H 3D 3C"), set_of("4H 4D 4C"), run_of("5H 6H 7H 8H")))
    first, then = Tacked(BEN, 2, parse_cards("9H")), Tacked(BEN, 2, parse_cards("10H JH"))
    before = (laid, CallAnswered(ANN, granted=False), first, *between)
    assert judge_event(game("jamaican", *before, most_per_end="2"), then).codes == codes
