"""Which entries don't fit the game before them, and what a change does to others."""

import pytest

from kalooki_ref.cards import parse_cards
from kalooki_ref.game.consequences import consequences, moved_rounds, with_undone
from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameEnded,
    HandLeft,
    JokerMoved,
    MeldsLaid,
    PlayerJoined,
    PlayerLeft,
    PlayerMarked,
    PlayerRenamed,
    PlayerReturned,
    RoundEnded,
    SeatsChanged,
    StockReshuffled,
    Tacked,
)
from kalooki_ref.game.fit import Misfit, Reason, misfits_of
from kalooki_ref.game.record import Entry
from kalooki_ref.rules.systems import system_of
from tests.folded import ANN, BEN, CAI, DEE, STARTED, entries_of, game, round_of, run_of, set_of

LAY = MeldsLaid(BEN, (set_of("7H 7D 7S"), run_of("4H 5H * 7H")))
DAN = PlayerJoined("Dan", CAI, 40, number=DEE)
# With Ann, Ben and Cai as many as there are cards for.
CROWD = tuple(PlayerJoined(f"P{number}", CAI, 0, number=number) for number in range(4, 11))
SIX = parse_cards("6H")


def ended(winner: int, *losers: int) -> RoundEnded:
    return RoundEnded(
        winner, hands=tuple(HandLeft(player, count=10) for player in (winner, *losers))
    )


@pytest.mark.parametrize(
    ("before", "event", "reasons"),
    [
        ((), CallAnswered(BEN), ()),
        ((), CallAnswered(DEE), (Misfit(Reason.NOT_PLAYING, DEE),)),
        ((PlayerLeft(CAI),), MeldsLaid(CAI), (Misfit(Reason.NOT_PLAYING, CAI),)),
        ((ended(ANN, BEN, CAI), GameEnded()), CallAnswered(BEN), (Misfit(Reason.NO_ROUND),)),
        ((ended(ANN, BEN, CAI), GameEnded()), StockReshuffled(), (Misfit(Reason.NO_ROUND),)),
        ((), GameEnded(), (Misfit(Reason.NOTHING_PLAYED),)),
        ((), PlayerRenamed(DEE, "Dee"), (Misfit(Reason.STRANGER, DEE),)),
        ((), PlayerMarked(DEE, 4), (Misfit(Reason.STRANGER, DEE),)),
        ((), PlayerRenamed(BEN, "ANN"), (Misfit(Reason.NAME_TAKEN, ANN, "Ann"),)),
        ((), PlayerRenamed(BEN, "BEN"), ()),
        ((), PlayerJoined("cai", BEN, 0, number=DEE), (Misfit(Reason.NAME_TAKEN, CAI, "Cai"),)),
        ((DAN,), PlayerJoined("Eve", BEN, 0, number=DEE), (Misfit(Reason.NUMBER_TAKEN, DEE),)),
        ((PlayerLeft(CAI),), PlayerLeft(BEN), (Misfit(Reason.TOO_FEW),)),
        ((), PlayerLeft(CAI), ()),
        ((PlayerLeft(CAI),), PlayerLeft(CAI), (Misfit(Reason.NOT_THERE, CAI),)),
        ((PlayerLeft(CAI, after_round=True),), PlayerLeft(BEN), (Misfit(Reason.TOO_FEW),)),
        ((PlayerLeft(CAI, after_round=True),), PlayerLeft(CAI), ()),
        ((PlayerLeft(CAI),), PlayerReturned(CAI, BEN), ()),
        ((), PlayerReturned(CAI, BEN), (Misfit(Reason.STILL_THERE, CAI),)),
        (CROWD, PlayerJoined("Ida", BEN, 0, number=11), (Misfit(Reason.TOO_MANY),)),
        ((*CROWD, PlayerLeft(CAI)), PlayerJoined("Ida", BEN, 0, number=11), ()),
        (
            (*CROWD, PlayerLeft(CAI, after_round=True)),
            PlayerJoined("Ida", BEN, 0, number=11, next_round=True),
            (),
        ),
        (
            (*CROWD, PlayerLeft(CAI, after_round=True)),
            PlayerJoined("Ida", BEN, 0, number=11),
            (Misfit(Reason.TOO_MANY),),
        ),
        (
            (PlayerLeft(CAI), *CROWD, PlayerJoined("Ida", BEN, 0, number=11)),
            PlayerReturned(CAI, BEN),
            (Misfit(Reason.TOO_MANY),),
        ),
        ((), SeatsChanged((BEN, ANN), BEN), (Misfit(Reason.OTHER_PLAYERS),)),
        ((LAY,), Tacked(ANN, 1, SIX), ()),
        ((LAY,), Tacked(ANN, 2, SIX), (Misfit(Reason.NO_MELD),)),
        ((LAY,), Tacked(ANN, 1, SIX, lay="2", part=1), ()),
        ((LAY,), Tacked(ANN, 1, SIX, lay="2", part=2), (Misfit(Reason.NO_MELD),)),
        ((LAY,), Tacked(ANN, 1, SIX, lay="9", part=1), (Misfit(Reason.NO_MELD),)),
        ((LAY,), JokerMoved(ANN, 1, 2, SIX), ()),
        ((LAY,), JokerMoved(ANN, 1, 1, SIX), (Misfit(Reason.NO_JOKER),)),
        ((LAY,), JokerMoved(ANN, 7, 1, SIX), (Misfit(Reason.NO_MELD),)),
        ((), ended(ANN, BEN, CAI), ()),
        ((), ended(ANN, BEN), (Misfit(Reason.NO_HAND, CAI),)),
        ((), RoundEnded(ANN), ()),
        ((), RoundEnded(None), ()),
        ((), ended(DEE, ANN, BEN, CAI), (Misfit(Reason.NOT_PLAYING, DEE),)),
        ((), ended(ANN, BEN, CAI, DEE), (Misfit(Reason.HAND_TOO_MANY, DEE),)),
    ],
)
def test_misfits(before: tuple[Event, ...], event: Event, reasons: tuple[Misfit, ...]) -> None:
    played = game("jamaican", *before)
    assert misfits_of(event, played) == reasons


def changed(*written: Event, by: EntryAmended) -> dict[str, list[int]]:
    """Return the numbers of the entries that a change makes lost, and of those with partial."""
    *before, last = entries_of(STARTED, *written, by)
    found = consequences(system_of("jamaican"), tuple(before), (last,))
    return {"lost": list(found.lost), "partial": list(found.partial)}


def test_entries_that_build_on_a_late_player_are_lost_without_the_joining() -> None:
    lay = MeldsLaid(DEE, (set_of("7H 7D 7S"),))
    tack = Tacked(ANN, 0, parse_cards("7C"), lay="3")
    written = (DAN, lay, tack, CallAnswered(BEN), ended(DEE, ANN, BEN, CAI), CallAnswered(ANN))
    assert changed(*written, by=EntryAmended(2, None)) == {"lost": [3, 4, 6], "partial": []}


def test_rounds_without_a_returning_player_have_partial() -> None:
    written = (ended(ANN, BEN, CAI), PlayerLeft(CAI), ended(ANN, BEN), ended(BEN, ANN))
    assert changed(*written, by=EntryAmended(3, None)) == {"lost": [], "partial": [4, 5]}


def test_last_but_one_player_stays_when_a_joining_is_undone() -> None:
    written = (DAN, PlayerLeft(ANN), PlayerLeft(BEN))
    assert changed(*written, by=EntryAmended(2, None))["lost"] == [4]


def test_tack_stays_on_its_meld_when_an_earlier_lay_is_undone() -> None:
    lays = (MeldsLaid(ANN, (set_of("9H 9D 9S"),)), MeldsLaid(BEN, (set_of("7H 7D 7S"),)))
    tack = Tacked(CAI, 1, parse_cards("7C"), lay="3")
    played = game("jamaican", *lays, tack, EntryAmended(2, None))
    assert [laid.meld.cards for laid in round_of(played).board] == [parse_cards("7H 7D 7S 7C")]
    assert changed(*lays, tack, by=EntryAmended(2, None))["lost"] == []


def test_tack_of_an_earlier_version_is_lost_when_it_would_move() -> None:
    lays = (
        MeldsLaid(ANN, (set_of("9H 9D 9S"),)),
        MeldsLaid(BEN, (set_of("7H 7D 7S"), set_of("8H 8D 8S"))),
    )
    tack = Tacked(CAI, 1, parse_cards("7C"))
    assert changed(*lays, tack, by=EntryAmended(2, None))["lost"] == [4]
    assert changed(*lays, tack, CallAnswered(ANN), by=EntryAmended(5, None))["lost"] == []


def test_player_of_an_earlier_version_is_lost_when_the_number_would_move() -> None:
    written = (PlayerJoined("Dan", CAI, 40), PlayerJoined("Eve", CAI, 0))
    assert changed(*written, by=EntryAmended(2, None))["lost"] == [3]


def test_name_given_again_cannot_come_back() -> None:
    written = (PlayerRenamed(ANN, "Anna"), PlayerJoined("Ann", CAI, 0, number=DEE))
    assert changed(*written, by=EntryAmended(2, None))["lost"] == [3]


def test_entries_that_did_not_fit_before_are_not_listed() -> None:
    written = (CallAnswered(DEE), CallAnswered(ANN))
    assert changed(*written, by=EntryAmended(3, None)) == {"lost": [], "partial": []}


def test_round_that_lacked_a_score_can_still_be_lost() -> None:
    written = (DAN, ended(DEE, ANN, BEN))
    assert changed(*written, by=EntryAmended(2, None))["lost"] == [3]


def test_undoing_the_lost_entries_loses_nothing_else() -> None:
    written = (DAN, ended(DEE, ANN, BEN, CAI), ended(ANN, BEN, CAI, DEE))
    entries = entries_of(STARTED, *written)
    change = EntryAmended(2, None)
    system = system_of("jamaican")
    found = consequences(system, entries, (Entry(5, change),))
    again = consequences(system, entries, (Entry(5, with_undone(change, found)),))
    assert (list(found.lost), again.lost) == ([3], {})
    assert list(again.partial) == [4]


@pytest.mark.parametrize(("undone", "within"), [(4, {2, 3}), (6, set()), (8, {9})])
def test_what_was_recorded_in_a_round_counts_in_no_other(undone: int, within: set[int]) -> None:
    """The last round is played again with what was recorded in it, and not in the next."""
    end = ended(ANN, BEN, CAI)
    written = (CallAnswered(BEN), StockReshuffled(), end, PlayerRenamed(BEN, "Bo"), end)
    entries = entries_of(STARTED, *written, CallAnswered(CAI), end, CallAnswered(CAI))
    change = Entry(len(entries) + 1, EntryAmended(undone, None))
    assert consequences(system_of("jamaican"), entries, (change,)).within == within


def test_rounds_that_move() -> None:
    before = game("jamaican", *(ended(ANN, BEN, CAI) for _ in range(3)))
    after = game("jamaican", *(ended(ANN, BEN, CAI) for _ in range(3)), EntryAmended(3, None))
    moved = [
        (old.number, new.number, old.dealer, new.dealer) for old, new in moved_rounds(before, after)
    ]
    assert moved == [(3, 2, CAI, BEN), (4, 3, ANN, CAI)]
