"""What amendments did, and which entry is undone or restored next."""

import pytest

from kalooki_ref.game.events import CallAnswered, EntryAmended, Event, GameStarted
from kalooki_ref.game.record import Entry, in_force
from kalooki_ref.game.undo import Act, amendments, last_entry, last_undo
from tests.folded import ANN, BEN, CAI, STARTED, entries_of

CALL = CallAnswered(ANN)
BEN_CALLS, CAI_CALLS = CallAnswered(BEN), CallAnswered(CAI)
UNDO = EntryAmended(2, None)


@pytest.mark.parametrize(
    ("written", "acts"),
    [
        ((UNDO,), [(Act.UNDONE, 2)]),
        ((UNDO, EntryAmended(2, CALL)), [(Act.UNDONE, 2), (Act.RESTORED, 2)]),
        ((EntryAmended(2, BEN_CALLS),), [(Act.CORRECTED, 2)]),
        (
            (EntryAmended(2, BEN_CALLS), EntryAmended(2, CALL, back=True)),
            [(Act.CORRECTED, 2), (Act.UNDONE, 3)],
        ),
        (
            (EntryAmended(2, BEN_CALLS), EntryAmended(2, CALL)),
            [(Act.CORRECTED, 2), (Act.CORRECTED, 2)],
        ),
        (
            (
                EntryAmended(2, BEN_CALLS),
                EntryAmended(2, CALL, back=True),
                EntryAmended(2, BEN_CALLS),
            ),
            [(Act.CORRECTED, 2), (Act.UNDONE, 3), (Act.RESTORED, 3)],
        ),
    ],
)
def test_acts(written: tuple[EntryAmended, ...], acts: list[tuple[Act, int]]) -> None:
    found = amendments(entries_of(STARTED, CALL, *written)).acts
    assert [(one.act, one.about) for (one,) in found.values()] == acts


def test_chain_of_an_earlier_version() -> None:
    """An undo was reversed by undoing it, as often as people changed their minds."""
    chain = [EntryAmended(seq, None) for seq in range(2, 8)]
    entries = entries_of(STARTED, CALL, *chain)
    found = amendments(entries)
    acts = [(one.act, one.about) for (one,) in found.acts.values()]
    assert acts == [(Act.UNDONE, 2), (Act.RESTORED, 2)] * 3
    assert found.restoring(8) is None
    assert [entry.event for entry in in_force(entries)] == [STARTED, CALL]


def test_undone_correction_of_an_earlier_version() -> None:
    entries = entries_of(STARTED, CALL, EntryAmended(2, BEN_CALLS), EntryAmended(3, None))
    found = amendments(entries)
    assert [(one.act, one.about) for one in found.acts[4]] == [(Act.UNDONE, 3)]
    assert found.restoring(4) == EntryAmended(2, BEN_CALLS)


def test_restored_entry_has_its_corrections() -> None:
    found = amendments(entries_of(STARTED, CALL, EntryAmended(2, BEN_CALLS), UNDO))
    assert found.restoring(4) == EntryAmended(2, BEN_CALLS)


def test_one_act_is_restored_together() -> None:
    act = EntryAmended(2, None, also=(EntryAmended(3, None),))
    entries = entries_of(STARTED, CALL, BEN_CALLS, act)
    restored = EntryAmended(2, CALL, also=(EntryAmended(3, BEN_CALLS),))
    assert amendments(entries).restoring(4) == restored
    assert in_force((*entries, Entry(5, restored))) == entries[:3]


def test_entry_undone_again_since_is_not_restored_with_the_rest() -> None:
    act = EntryAmended(2, None, also=(EntryAmended(3, None),))
    entries = entries_of(STARTED, CALL, BEN_CALLS, act, EntryAmended(3, BEN_CALLS))
    assert amendments(entries).restoring(4) == EntryAmended(2, CALL)


def test_undo_goes_back_entry_by_entry() -> None:
    """Corrections are undone where they stand; undos and restores are passed over."""
    entries = entries_of(STARTED, CALL, BEN_CALLS, EntryAmended(2, CAI_CALLS))
    passed: list[int] = []
    while (entry := last_entry(entries)) is not None:
        passed.append(entry.seq)
        act = amendments(entries).undoing(entry)
        entries = (*entries, Entry(len(entries) + 1, act))
    assert passed == [4, 3, 2]
    assert last_undo(entries) == entries[-1]
    assert [entry.event for entry in in_force(entries)] == [STARTED]


def test_only_the_latest_correction_can_be_undone() -> None:
    written: tuple[Event, ...] = (EntryAmended(2, BEN_CALLS), EntryAmended(2, CAI_CALLS))
    entries = entries_of(STARTED, CALL, *written)
    found = amendments(entries)
    assert [entry.seq for entry in entries if found.is_undoable(entry)] == [2, 4]


def test_start_can_only_be_corrected() -> None:
    changed = GameStarted(STARTED.names, dealer=BEN)
    entries = entries_of(STARTED, EntryAmended(1, changed))
    assert last_entry(entries) == entries[1]
    assert amendments(entries).undoing(entries[1]) == EntryAmended(1, STARTED, back=True)


def test_each_undone_correction_can_be_restored_whatever_came_after_it() -> None:
    """Two corrections are undone, then the first or the second is restored first."""
    written = (EntryAmended(2, BEN_CALLS), EntryAmended(2, CAI_CALLS))
    undone = entries_of(STARTED, CALL, *written, EntryAmended(2, BEN_CALLS, back=True),
                        EntryAmended(2, CALL, back=True))  # fmt: skip
    for order in ((3, 4), (4, 3)):
        entries = undone
        for seq in order:
            found = amendments(entries)
            undo = found.undo_of(seq)
            act = found.restoring(undo) if undo else None
            assert act == written[seq - 3]
            entries = (*entries, Entry(len(entries) + 1, act))
        found = amendments(entries)
        assert not found.undone
        for seq, event in zip(reversed(order), (written[order[0] - 3].event, CALL), strict=True):
            assert found.is_undoable(entries[seq - 1])
            act = found.undoing(entries[seq - 1])
            assert act.event == event
            entries = (*entries, Entry(len(entries) + 1, act))
            found = amendments(entries)


def test_undone_correction_can_be_restored_after_another_one() -> None:
    entries = entries_of(
        STARTED,
        CALL,
        EntryAmended(2, BEN_CALLS),
        EntryAmended(2, CALL, back=True),
        EntryAmended(2, CAI_CALLS),
    )
    assert amendments(entries).restoring(4) == EntryAmended(2, BEN_CALLS)


def test_undone_correction_waits_for_its_entry() -> None:
    entries = entries_of(
        STARTED,
        CALL,
        EntryAmended(2, BEN_CALLS),
        EntryAmended(2, CALL, back=True),
        UNDO,
    )
    assert amendments(entries).undo_of(3) is None
    restored = (*entries, Entry(6, EntryAmended(2, CALL)))
    assert amendments(restored).undo_of(3) == 4
