"""A game's file, read back: what it has to hold, entry by entry, and what is refused."""

from dataclasses import replace
from typing import Any

import pytest

from kalooki_ref.game.events import CallAnswered, Event, PlayerJoined
from kalooki_ref.game.game_file import FORMAT, LONGEST_TITLE, read_file
from kalooki_ref.game.importing import MOST_ENTRIES, ImportFault, ImportRefused
from kalooki_ref.game.marks import MARKS
from kalooki_ref.game.names import LONGEST_NAME
from kalooki_ref.game.record import SHOWN_DIGITS, event_data
from tests.folded import BEN, CAI, DEE, STARTED

AT = "2026-11-27T20:15:00Z"
KEY, OTHER_KEY = f"~{'a' * SHOWN_DIGITS}", f"~{'b' * SHOWN_DIGITS}"


CALL = CallAnswered(BEN)
JOINED = PlayerJoined("Dee", after=CAI, points=12, mark=5, number=DEE)


def row(seq: int, event: Event, **changed: Any) -> dict[str, Any]:
    kind, data = event_data(event)
    return {"seq": seq, "kind": kind, "data": data, "at": AT} | changed


def file_of(*rows: dict[str, Any], **changed: Any) -> dict[str, Any]:
    kept = {"format": FORMAT, "title": "Friday", "created_at": AT, "entries": list(rows)}
    return kept | changed


def fault_of(data: Any) -> ImportFault:
    with pytest.raises(ImportRefused) as refused:
        read_file(data, new_key=lambda: "new")
    return refused.value.fault


def test_game_that_has_only_begun_is_read() -> None:
    read = read_file(file_of(row(1, STARTED)), new_key=lambda: "new")
    assert (read.title, read.created_at, read.home) == ("Friday", AT, "")
    (entry,) = read.entries
    assert (entry.seq, entry.event, entry.at) == (1, STARTED, AT)


def test_entry_keeps_its_key_and_signature_or_gets_a_new_key() -> None:
    signed = file_of(row(1, STARTED, by="Ann", key=KEY))
    (entry,) = read_file(signed, new_key=lambda: "new").entries
    assert (entry.by, entry.key) == ("Ann", KEY)
    (unsigned,) = read_file(file_of(row(1, STARTED)), new_key=lambda: "new").entries
    assert (unsigned.by, unsigned.key) == ("", "new")


def test_longest_title_and_signature_are_read() -> None:
    title, name = "t" * LONGEST_TITLE, "n" * LONGEST_NAME
    longest = file_of(row(1, STARTED, by=name), title=title)
    assert read_file(longest, new_key=lambda: "new").title == title
    assert fault_of(file_of(row(1, STARTED), title=title + "t")) is ImportFault.TITLE
    assert fault_of(file_of(row(1, STARTED, by=name + "n"))) is ImportFault.SIGNATURE


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ([], ImportFault.NO_GAME),
        ({"format": "kalooki-ref game 99"}, ImportFault.NEWER_VERSION),
        (file_of(), ImportFault.NO_ENTRIES),
        (file_of(*[{}] * (MOST_ENTRIES + 1)), ImportFault.NO_ENTRIES),
        (file_of(row(1, STARTED), created_at="yesterday"), ImportFault.CREATED_AT),
        (file_of(row(1, STARTED), home=7), ImportFault.HOME),
        (file_of(row(1, STARTED), title="\ud800"), ImportFault.CHARACTERS),
        (file_of(row(2, STARTED)), ImportFault.OUT_OF_ORDER),
        (file_of(row(True, STARTED)), ImportFault.OUT_OF_ORDER),
        (file_of(row(1, STARTED, at="20:15")), ImportFault.TIME),
        (file_of(row(1, STARTED, key="!")), ImportFault.NEVER_WRITTEN),
        (file_of(row(1, STARTED, kind="a parade")), ImportFault.UNREADABLE),
        (file_of(row(1, STARTED, data=None)), ImportFault.UNREADABLE),
        (file_of(row(1, STARTED, key=KEY), row(2, CALL)), ImportFault.KEYS),
        (file_of(row(1, STARTED, key=KEY), row(2, CALL, key=KEY)), ImportFault.KEYS),
        (file_of(row(1, STARTED), row(2, replace(JOINED, mark=MARKS + 1))), ImportFault.MARKS),
    ],
)
def test_file_is_refused_for_its_first_fault(data: Any, fault: ImportFault) -> None:
    assert fault_of(data) is fault


def test_entries_of_one_game_are_read_in_order() -> None:
    data = file_of(
        row(1, STARTED, key=KEY),
        row(2, JOINED, key=OTHER_KEY, by="Ben"),
        home="https://kalooki.example",
    )
    read = read_file(data, new_key=lambda: "new")
    assert [(entry.event, entry.key) for entry in read.entries] == [
        (STARTED, KEY), (JOINED, OTHER_KEY),
    ]  # fmt: skip
    assert read.home == "https://kalooki.example"
