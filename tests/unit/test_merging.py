"""Comparing and merging a game and its copy."""

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


def compare_and_merge(here: Keyed, copy: Keyed) -> tuple[Comparison, tuple[Entry, ...]]:
    """Return the comparison, and the game here with the missing entries added."""
    found = compare(game(here), game(copy))
    return found, with_keys(game(here) + found.missing)


def with_keys(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Give new entries a key, as the store does."""
    return tuple(
        Entry(entry.seq, entry.event, key=entry.key or f"here.{entry.seq}") for entry in entries
    )


def current_events(entries: tuple[Entry, ...]) -> list[tuple[str, Event]]:
    return [(entry.key, entry.event) for entry in in_force(entries)]


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
        ((("x", EntryAmended(3, WON[2])),), (("y", EntryAmended(3, WON[1])),), Difference.BOTH, 1),
    ],
)
def test_adding_the_missing_entries_makes_games_equal(
    here: Keyed, copy: Keyed, difference: Difference, count: int
) -> None:
    found, after = compare_and_merge(SHARED + here, SHARED + copy)
    assert (found.difference, len(found.missing)) == (difference, count)
    if difference not in {Difference.NONE, Difference.HERE}:
        assert current_events(after) == current_events(game(SHARED + copy))
        again = compare(after, game(SHARED + copy))
        assert again.difference is Difference.NONE
        assert not again.missing


def test_continued_copy_can_be_merged_again() -> None:
    here = (*SHARED, ("x", CALLS[1]))
    copy = (*SHARED, ("y", CALLS[2]), ("z", undo(4)), ("w", WON[1]))
    _, after = compare_and_merge(here, copy)
    longer = (*copy, ("v", EntryAmended(6, WON[2])))
    found = compare(after, game(longer))
    assert found.difference is Difference.COPY
    assert [entry.key for entry in found.missing] == ["v"]
    assert current_events(after + found.missing) == current_events(game(longer))


def test_merge_in_the_other_direction_adds_nothing() -> None:
    _, after = compare_and_merge((*SHARED, ("x", CALLS[1])), (*SHARED, ("y", WON[1])))
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
def test_different_content_under_a_shared_key_is_unrelated(copy: Keyed) -> None:
    found = compare(game(SHARED), game(copy))
    assert found.difference in {Difference.UNRELATED, Difference.NONE}
    assert not found.missing


def continued(entries: Keyed, chance: random.Random, name: str) -> Keyed:
    """Return a game with some more entries, undos and restores of any entry among them."""
    for number in range(chance.randrange(6)):
        seq = chance.randrange(2, len(entries) + 1)
        amended = chance.choice((None, None, CALLS[1], WON[1]))
        choices: list[Event] = [*CALLS, *WON, EntryAmended(seq, amended), undo(seq)]
        event = chance.choice(choices)
        entries = (*entries, (f"{name}{number}", event))
    return entries


@pytest.mark.parametrize("seed", range(0, 400, 100))
def test_copy_can_always_be_merged(seed: int) -> None:
    """Both are continued, merged, continued and merged again."""
    for number in range(seed, seed + 100):
        chance = random.Random(number)
        shared = continued(SHARED, chance, "s")
        here, copy = game(continued(shared, chance, "h")), continued(shared, chance, "c")
        for turn in ("d", "e"):
            here = merge(here, game(copy), number)
            copy = continued(copy, chance, turn)


def merge(here: tuple[Entry, ...], copy: tuple[Entry, ...], number: int) -> tuple[Entry, ...]:
    """Return the game here with the copy merged; unchanged if it lacks nothing."""
    found = compare(here, copy)
    assert found.difference is not Difference.UNRELATED, number
    if not found.missing:
        return here
    after = with_keys(here + found.missing)
    assert current_events(after) == current_events(copy), number
    assert not compare(after, copy).missing, number
    return after
