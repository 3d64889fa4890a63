"""Verdicts on entries before they are saved, and evidence for a bent board."""

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.entry_verdict import is_barred, judge_event
from kalooki_ref.game.events import (
    Builder,
    CallAnswered,
    Event,
    HandLeft,
    JokerMoved,
    MeldsLaid,
    PlayerRenamed,
    RoundEnded,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.game.fold import fold
from kalooki_ref.game.record import Entry
from kalooki_ref.game.round_end import Proof, bend_proof, round_warnings
from kalooki_ref.game.state import Game, overcalls
from kalooki_ref.referee.meld import End, Meld, MeldKind
from kalooki_ref.referee.verdict import Assumption
from kalooki_ref.rules.codes import Code
from kalooki_ref.rules.overrides import with_changes
from kalooki_ref.rules.systems import system_of
from tests.folded import ANN, BEN, CAI, STARTED, game, run_of, set_of

FOUR_CALLS = (CallAnswered(BEN),) * 4
NO_JOKER = (Code.NO_JOKER_THERE,)


THREE_SETS = MeldsLaid(BEN, (set_of("2H 2D 2C"), set_of("7S 7S 7H"), set_of("KD KC KH")))
BEN_TACKS = Tacked(BEN, 0, parse_cards("2S"))
KOOKY_SETS = MeldsLaid(BEN, (set_of("2B 2R 2G"), set_of("7E 7E 7B"), set_of("13R 13G 13B")))


@pytest.mark.parametrize(
    ("slug", "before", "event", "codes"),
    [
        ("jamaican", (), CallAnswered(BEN), ()),
        ("jamaican", FOUR_CALLS[:3], CallAnswered(BEN), (Code.OVERCALL,)),
        ("caribbean", FOUR_CALLS, CallAnswered(BEN), ()),
        ("standard", (MeldsLaid(BEN),), CallAnswered(BEN), (Code.CALLER_DOWN,)),
        ("kalooki40", (), CallAnswered(BEN), (Code.NO_CALLING,)),
        ("jamaican", FOUR_CALLS, MeldsLaid(BEN), (Code.BARRED,)),
        ("kooky", FOUR_CALLS, MeldsLaid(BEN), ()),
        ("jamaican", (), THREE_SETS, ()),
        ("jamaican", (THREE_SETS,), MeldsLaid(BEN, (set_of("4H 4D 4C"),)), (Code.EXTRA_MELD,)),
        ("standard", (THREE_SETS,), MeldsLaid(BEN, (run_of("4H 5H 6H 7H"),)), ()),
        ("kooky", (KOOKY_SETS,), MeldsLaid(BEN, (set_of("7R 7G 7R"),)), (Code.RANK_AGAIN,)),
        ("standard", (THREE_SETS,), BEN_TACKS, ()),
        ("standard", (THREE_SETS,), Tacked(ANN, 0, parse_cards("2S")), (Code.NOT_DOWN,)),
        ("standard", (THREE_SETS,), Tacked(BEN, 1, parse_cards("7S")), (Code.MORE_THAN_PACK,)),
        ("standard", (THREE_SETS,), Tacked(BEN, 9, parse_cards("2S")), (Code.NO_FIT,)),
        ("standard", (THREE_SETS,), JokerMoved(BEN, 9, 0, parse_cards("2S")), NO_JOKER),
        ("standard", (THREE_SETS,), JokerMoved(9, 0, 0, parse_cards("2S")), NO_JOKER),
        ("standard", (), StockReshuffled(), ()),
        ("standard", (StockReshuffled(),), StockReshuffled(), (Code.NO_RESHUFFLE,)),
        ("kalooki40", (StockReshuffled(),), StockReshuffled(), ()),
    ],
)
def test_entry_is_judged_against_the_game_state(
    slug: str, before: tuple[Event, ...], event: Event, codes: tuple[Code, ...]
) -> None:
    assert judge_event(game(slug, *before), event).codes == codes


def test_only_the_owner_moves_a_joker_in_caribbean() -> None:
    laid = MeldsLaid(BEN, (run_of("5H * 7H 8H"),))
    table = game("caribbean", laid, MeldsLaid(ANN))
    move = {"meld": 0, "place": 1, "cards": parse_cards("6H"), "end": End.HIGH}
    assert judge_event(table, JokerMoved(BEN, **move)).legal  # type: ignore[arg-type]
    codes = judge_event(table, JokerMoved(ANN, **move)).codes  # type: ignore[arg-type]
    assert codes == (Code.NOT_THE_OWNER,)


def test_board_follows_the_referee() -> None:
    laid = MeldsLaid(BEN, (run_of("5H * 7H 8H"),))
    grown = game("jamaican", laid, JokerMoved(BEN, 0, 1, parse_cards("6H")))
    assert grown.current is not None
    assert grown.current.board[0].meld.cards == parse_cards("5H 6H 7H 8H *")
    tacked = game("jamaican", laid, Tacked(BEN, 0, parse_cards("4H 3H"), End.LOW))
    assert tacked.current is not None
    assert tacked.current.board[0].meld.cards == parse_cards("3H 4H 5H * 7H 8H")
    sorted_in = game("jamaican", laid, Tacked(BEN, 0, parse_cards("3H 4H"), End.LOW))
    assert sorted_in.current is not None
    assert sorted_in.current.board[0].meld.cards == parse_cards("3H 4H 5H * 7H 8H")


@pytest.mark.parametrize(
    ("mover", "run"), [(BEN, "5H 6H 7H 8H *"), (ANN, "5H 6H 7H 8H")], ids=["own", "another’s"]
)
def test_only_the_owner_moves_a_joker_to_the_end_in_caribbean(mover: int, run: str) -> None:
    laid = MeldsLaid(BEN, (run_of("5H * 7H 8H"),))
    move = JokerMoved(mover, 0, 1, parse_cards("6H"), End.HIGH)
    after = game("caribbean", laid, MeldsLaid(ANN), move).current
    assert after is not None
    assert after.board[0].meld.cards == parse_cards(run)


def test_overruled_cards_stay_where_players_put_them() -> None:
    laid = MeldsLaid(BEN, (run_of("5H * 7H 8H"), set_of("9S 9D 9C")))
    tack = Tacked(BEN, 1, parse_cards("KD"), overruled="we allow it")
    move = JokerMoved(BEN, 0, 1, parse_cards("6S"), overruled="we allow it")
    table = game("jamaican", laid, tack, move)
    assert table.current is not None
    run, nines = (on_board.meld.cards for on_board in table.current.board)
    assert nines == parse_cards("9S 9D 9C KD")
    assert run == parse_cards("5H 6S 7H 8H")


@pytest.mark.parametrize(
    ("end", "run"), [("low", "QC KD 5H 6H 7H 8H"), ("high", "5H 6H 7H 8H KD QC")]
)
def test_overruled_cards_are_added_at_the_given_end(end: str, run: str) -> None:
    laid = MeldsLaid(BEN, (run_of("5H 6H 7H 8H"),))
    tack = Tacked(BEN, 0, parse_cards("KD QC"), end=End(end), overruled="we allow it")
    table = game("jamaican", laid, tack)
    assert table.current is not None
    assert table.current.board[0].meld.cards == parse_cards(run)


@pytest.mark.parametrize(
    ("slug", "before", "overcalls", "proof"),
    [
        ("jamaican", (), 0, None),
        ("jamaican", (CallAnswered(ANN),), 0, Proof.NEVER_CALLED),
        ("jamaican", (CallAnswered(BEN),), 0, None),
        ("jamaican", (MeldsLaid(ANN),), 0, Proof.NOT_DOWN_BEFORE),
        ("jamaican", (MeldsLaid(BEN),), 0, Proof.MAY_BE_ONE_TURN),
        ("jamaican", (MeldsLaid(BEN), CallAnswered(CAI)), 0, Proof.WAS_DOWN),
        ("jamaican", (MeldsLaid(BEN), MeldsLaid(ANN)), 0, Proof.WAS_DOWN),
        ("jamaican", (MeldsLaid(BEN), PlayerRenamed(ANN, "An")), 0, Proof.MAY_BE_ONE_TURN),
        ("jamaican", (CallAnswered(ANN),), 1, Proof.BARRED),
        ("jamaican", (THREE_SETS, CallAnswered(CAI), BEN_TACKS), 0, Proof.WAS_DOWN),
        ("jamaican", (THREE_SETS, MeldsLaid(ANN), BEN_TACKS), 0, Proof.WAS_DOWN),
        ("jamaican", (THREE_SETS, BEN_TACKS), 0, Proof.MAY_BE_ONE_TURN),
        ("jamaican", (MeldsLaid(BEN, returned=True), MeldsLaid(ANN)), 0, Proof.NOT_DOWN_BEFORE),
        ("jamaican", (THREE_SETS,), 0, Proof.MAY_BE_ONE_TURN),
        ("jamaican", (CallAnswered(ANN), THREE_SETS), 0, Proof.WHOLE_HAND),
        ("jamaican", (CallAnswered(BEN), THREE_SETS), 0, Proof.MAY_BE_ONE_TURN),
        ("standard", (CallAnswered(ANN),), 1, Proof.OVERCALLED),
        ("kalooki40", (MeldsLaid(ANN),), 0, Proof.NOT_DOWN_BEFORE),
        ("caribbean", (CallAnswered(ANN),), 0, None),
        ("kooky", (CallAnswered(ANN),), 0, None),
    ],
)
def test_bend_proof(
    slug: str, before: tuple[Event, ...], overcalls: int, proof: Proof | None
) -> None:
    table = game(slug, *before)
    assert table.current is not None
    assert bend_proof(table, table.current, BEN, overcalls=overcalls) is proof


def table_of(house: dict[str, str], *events: Event) -> Game:
    """Return a game of Kalooki 40 by house rules."""
    entries = tuple(Entry(seq, event) for seq, event in enumerate((STARTED, *events), 1))
    return fold(with_changes(system_of("kalooki40"), house), entries)


BEN_OPENS = MeldsLaid(BEN, (run_of("8H 9H 10H JH"), set_of("7S 7C 7D")))
WORTH_37 = (run_of("4D 5D 6D 7D"), set_of("5H 5C 5S"))


@pytest.mark.parametrize(
    ("house", "builder", "codes"),
    [
        ({"builders_open": "yes"}, "QH", ()),
        ({"builders_open": "yes"}, "2C", (Code.OPENING_SHORT, Code.NO_FIT)),
        ({}, "QH", (Code.OPENING_SHORT,)),
    ],
)
def test_builders_are_judged_with_their_lay(
    house: dict[str, str], builder: str, codes: tuple[Code, ...]
) -> None:
    lay = MeldsLaid(CAI, WORTH_37, builders=(Builder(0, parse_cards(builder)),))
    assert judge_event(table_of(house, BEN_OPENS), lay).codes == codes


def test_builders_are_placed_one_after_another() -> None:
    house = {"builders_open": "yes"}
    builders = tuple(Builder(0, parse_cards(card)) for card in ("QH", "KH"))
    lay = MeldsLaid(CAI, WORTH_37, builders=builders)
    opening = judge_event(table_of(house, BEN_OPENS), lay).opening
    assert opening is not None
    assert opening.worth == 57
    after = table_of(house, BEN_OPENS, lay).current
    assert after is not None
    assert after.board[0].meld == run_of("8H 9H 10H JH QH KH")
    assert [laid.owner for laid in after.board] == [BEN, BEN, CAI, CAI]


def test_going_out_at_once_proves_a_kalooki() -> None:
    lay = MeldsLaid(CAI, WORTH_37, goes_out=True)
    assert judge_event(table_of({"going_out_opens": "yes"}), lay).legal
    table = table_of({"going_out_opens": "yes"}, BEN_OPENS, lay)
    assert table.current is not None
    assert bend_proof(table, table.current, CAI) is Proof.SAID_OUT
    assert bend_proof(table, table.current, BEN) is Proof.WAS_DOWN


def test_house_rule_requires_a_call_to_bend() -> None:
    house = with_changes(system_of("jamaican"), {"bend_without_calls": "no"})
    events: tuple[Event, ...] = (STARTED, CallAnswered(ANN))
    table = fold(house, tuple(Entry(seq, event) for seq, event in enumerate(events, 1)))
    assert table.current is not None
    assert bend_proof(table, table.current, BEN) is Proof.NO_CALL
    assert bend_proof(table, table.current, ANN) is None


@pytest.mark.parametrize(
    ("slug", "calls", "refused", "too_many"),
    [
        ("standard", 3, 1, 1),
        ("standard", 2, 1, 0),
        ("standard", 4, 2, 3),
        ("jamaican", 3, 1, 0),
        ("caribbean", 9, 1, 0),
    ],
)
def test_refused_overcall_counts_where_attempts_count(
    slug: str, calls: int, refused: int, too_many: int
) -> None:
    events = (CallAnswered(BEN),) * calls + (CallAnswered(BEN, granted=False),) * refused
    table = game(slug, *events)
    assert table.current is not None
    place = table.current.place_of(BEN)
    assert place is not None
    assert overcalls(table, place) == too_many
    assert (place.calls, place.refused) == (calls, refused)


@pytest.mark.parametrize("slug", ["jamaican", "standard"])
def test_without_calls_none_is_one_too_many(slug: str) -> None:
    """The limit stays in the rules when calling is off."""
    house = with_changes(system_of(slug), {"calling": "no"})
    calls: tuple[Event, ...] = (STARTED, *FOUR_CALLS, CallAnswered(BEN, granted=False))
    table = fold(house, tuple(Entry(seq, event) for seq, event in enumerate(calls, 1)))
    assert table.current is not None
    place = table.current.place_of(BEN)
    assert place is not None
    assert (overcalls(table, place), table.overcalls) == (0, ())
    assert not is_barred(table, place)


# --- calls proved by the cards laid


THREES = tuple(set_of(f"{rank}H {rank}D {rank}C {rank}S") for rank in (5, 7, 9))


@pytest.mark.parametrize(
    ("calls", "assumes"), [(0, (Assumption.CALLS_UNRECORDED,)), (1, (Assumption.CALLS_UNRECORDED,)),
                           (2, ())]
)  # fmt: skip
def test_lay_proves_unrecorded_calls(calls: int, assumes: tuple[Assumption, ...]) -> None:
    before = game("jamaican", *(CallAnswered(BEN),) * calls)
    verdict = judge_event(before, MeldsLaid(BEN, THREES))
    assert verdict.legal
    assert verdict.assumes == assumes


def test_lay_cannot_exceed_the_largest_hand() -> None:
    many = tuple(set_of(" ".join([f"{rank}H {rank}D {rank}C {rank}S {rank}H {rank}D"]))
                 for rank in (5, 7, 9))  # fmt: skip
    [found] = judge_event(game("jamaican"), MeldsLaid(BEN, many)).findings
    assert (found.code, found.needed, found.found) == (Code.COUNT_HIGH, 15, 18)


def test_false_lay_may_bar_the_player_or_the_bend() -> None:
    wrong = MeldsLaid(BEN, returned=True)
    barred = with_changes(system_of("kooky"), {"false_lay": "50barred"})
    events: tuple[Event, ...] = (STARTED, wrong)
    entries = tuple(Entry(seq, event) for seq, event in enumerate(events, 1))
    assert Code.BARRED in judge_event(fold(barred, entries), MeldsLaid(BEN)).codes
    spoiled = fold(with_changes(system_of("standard"), {"false_lay": "bend"}), entries)
    assert spoiled.current is not None
    assert bend_proof(spoiled, spoiled.current, BEN) is Proof.LAID_FALSELY
    assert bend_proof(spoiled, spoiled.current, CAI) is not Proof.LAID_FALSELY


def test_each_false_lay_counts_once() -> None:
    wrong = MeldsLaid(BEN, returned=True)
    for times in (1, 2):
        table = game("kooky", *(wrong,) * times)
        assert table.current is not None
        counted = {place.player: place.false_lays for place in table.current.places}
        assert counted == {ANN: 0, BEN: times, CAI: 0}


def test_recorded_overcalls_rule_out_a_bend() -> None:
    before = game("standard", *FOUR_CALLS)
    assert before.current is not None
    end = RoundEnded(BEN, bent=True, hands=(HandLeft(BEN), HandLeft(ANN), HandLeft(CAI)))
    codes = [warning.finding.code for warning in round_warnings(before, before.current, end)]
    assert Code.NOT_BENT in codes


@pytest.mark.parametrize(("slug", "house", "codes"), [
    ("kalooki40", {}, ()),
    ("kalooki40", {"joker_goes": "hand", "set_joker": "stays"}, ()),
    ("jamaican", {"joker_goes": "reused"}, (Code.NOT_DOWN,)),
])  # fmt: skip
def test_player_may_take_a_board_joker_to_open(
    slug: str, house: dict[str, str], codes: tuple[Code, ...]
) -> None:
    run = Meld(MeldKind.RUN, parse_cards("5H * 7H 8H"))
    others = (set_of("9H 9D 9C"), set_of("KH KD KC"))
    entries: tuple[Event, ...] = (STARTED, MeldsLaid(ANN, (run, *others), overruled="yes"))
    played = fold(with_changes(system_of(slug), house), tuple(map(Entry, (1, 2), entries)))
    move = JokerMoved(BEN, 0, 1, parse_cards("6H"))
    assert judge_event(played, move).codes == codes
