"""A game and its copy: what each has alone, and what makes the one read as the other."""

import random

import pytest

from kalooki_ref.game.events import (
    CallAnswered,
    EntryAmended,
    Event,
    GameStarted,
    PlayerRenamed,
    RoundEnded,
)
from kalooki_ref.game.merging import Comparison, Difference, compare
from kalooki_ref.game.record import Entry, in_force

STARTED = GameStarted(("Ann", "Ben", "Cleo"), dealer=1)
CALLS = tuple(CallAnswered(player) for player in (1, 2, 3))
WON = tuple(RoundEnded(winner) for winner in (1, 2, 3))
Keyed = tuple[tuple[str, Event], ...]
SHARED: Keyed = (("a", STARTED), ("b", CALLS[0]), ("c", WON[0]))


def game(entries: Keyed) -> tuple[Entry, ...]:
    return tuple(Entry(seq, event, key=key) for seq, (key, event) in enumerate(entries, 1))


def merged(here: Keyed, copy: Keyed) -> tuple[Comparison, tuple[Entry, ...]]:
    """Compare, and return with it the game here once all that is missing was added."""
    found = compare(game(here), game(copy))
    return found, keyed(game(here) + found.missing)


def keyed(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Give entries that have no key one of their own, as the store does."""
    return tuple(Entry(one.seq, one.event, key=one.key or f"here.{one.seq}") for one in entries)


def reads(entries: tuple[Entry, ...]) -> list[tuple[str, Event]]:
    return [(one.key, one.event) for one in in_force(entries)]


def undo(seq: int) -> EntryAmended:
    return EntryAmended(seq, None)


@pytest.mark.parametrize(
    ("here", "copy", "difference", "count"),
    [
        ((), (), Difference.NONE, 0),
        ((), (("x", CALLS[1]), ("y", WON[1])), Difference.COPY, 2),
        ((), (("x", undo(3)),), Difference.COPY, 1),
        ((("x", CALLS[1]),), (), Difference.HERE, 0),
        ((("x", CALLS[1]),), (("y", WON[1]),), Difference.BOTH, 2),
        ((("x", undo(3)),), (("y", WON[1]),), Difference.BOTH, 2),
        ((("x", CALLS[1]), ("y", undo(4))), (("z", WON[1]),), Difference.COPY, 1),
        ((("x", CALLS[1]), ("y", undo(4)), ("z", undo(5))), (("w", WON[1]),), Difference.BOTH, 2),
        ((), (("x", CALLS[1]), ("y", undo(4))), Difference.NONE, 0),
        ((("x", EntryAmended(3, WON[2])),), (("y", EntryAmended(3, WON[1])),), Difference.BOTH, 2),
    ],
)
def test_what_is_missing_makes_them_read_alike(
    here: Keyed, copy: Keyed, difference: Difference, count: int
) -> None:
    found, after = merged(SHARED + here, SHARED + copy)
    assert (found.difference, len(found.missing)) == (difference, count)
    if difference not in {Difference.NONE, Difference.HERE}:
        assert reads(after) == reads(game(SHARED + copy))
        again = compare(after, game(SHARED + copy))
        assert again.difference is Difference.NONE
        assert not again.missing


def test_a_copy_that_goes_on_is_added_to_once_more() -> None:
    here = (*SHARED, ("x", CALLS[1]))
    copy = (*SHARED, ("y", CALLS[2]), ("z", undo(4)), ("w", WON[1]))
    _, after = merged(here, copy)
    longer = (*copy, ("v", EntryAmended(6, WON[2])))
    found = compare(after, game(longer))
    assert found.difference is Difference.COPY
    assert [one.key for one in found.missing] == ["v"]
    assert reads(after + found.missing) == reads(game(longer))


def test_the_other_way_round_nothing_is_missing() -> None:
    _, after = merged((*SHARED, ("x", CALLS[1])), (*SHARED, ("y", WON[1])))
    assert compare(game((*SHARED, ("y", WON[1]))), after).difference is Difference.NONE


@pytest.mark.parametrize(
    "copy",
    [
        (),
        (("z", STARTED), *SHARED[1:]),
        (SHARED[0], ("b", CALLS[1]), SHARED[2], ("x", WON[1])),
        (SHARED[0], SHARED[2], SHARED[1], ("x", WON[1])),
        (SHARED[0], ("x", WON[1]), *SHARED[1:]),
        (("a", GameStarted(("Ann", "Ben"), dealer=1)), *SHARED[1:]),
        (*SHARED, ("x", undo(9))),
        (*SHARED, ("x", PlayerRenamed(1, "Anna")), ("c", WON[2])),
    ],
)
def test_what_tells_a_shared_entry_otherwise_is_no_copy(copy: Keyed) -> None:
    found = compare(game(SHARED), game(copy))
    assert found.difference in {Difference.UNRELATED, Difference.NONE}
    assert not found.missing


def gone_on(entries: Keyed, chance: random.Random, name: str) -> Keyed:
    """Return a game with some more entries, undos and restores of any entry among them."""
    for number in range(chance.randrange(6)):
        seq = chance.randrange(2, len(entries) + 1)
        amended = chance.choice((None, None, CALLS[1], WON[1]))
        event = chance.choice((*CALLS, *WON, EntryAmended(seq, amended), undo(seq)))
        entries = (*entries, (f"{name}{number}", event))
    return entries


@pytest.mark.parametrize("seed", range(0, 400, 100))
def test_an_honest_copy_can_always_be_taken(seed: int) -> None:
    """The two part twice: after the copy was taken, it goes on and comes back once more."""
    for number in range(seed, seed + 100):
        chance = random.Random(number)
        shared = gone_on(SHARED, chance, "s")
        here, copy = game(gone_on(shared, chance, "h")), gone_on(shared, chance, "c")
        for turn in ("d", "e"):
            here = taken(here, game(copy), number)
            copy = gone_on(copy, chance, turn)


def taken(here: tuple[Entry, ...], copy: tuple[Entry, ...], number: int) -> tuple[Entry, ...]:
    """Return the game here as the copy has it; one that has it all stays as it is."""
    found = compare(here, copy)
    assert found.difference is not Difference.UNRELATED, number
    if not found.missing:
        return here
    after = keyed(here + found.missing)
    assert reads(after) == reads(copy), number
    assert not compare(after, copy).missing, number
    return after
