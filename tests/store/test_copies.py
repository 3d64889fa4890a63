"""Merging entries of copies, and rematches."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from flask import Flask

from kalooki_ref.store.event_store import (
    append_kept,
    changes_of,
    create_game,
    games,
    import_game,
    load,
)
from kalooki_ref.store.links import (
    NewLink,
    Role,
    access_of,
    add_link,
    guard_game,
    links_of,
    set_access,
)
from kalooki_ref.store.rematch import AlreadyBegun, Rematch, bring_along, next_of
from kalooki_ref.store.tables import NewEntry, Stale, StoredEntry, StoredGame, UnknownGame
from tests.store.test_appending import at_once

New = Callable[..., NewEntry]
EARLIER = "2026-01-01T20:00:00Z"
KEPT = tuple(
    StoredEntry(seq, f"~{seq:012x}", "CallAnswered", {"player": seq}, "Ben", EARLIER)
    for seq in (2, 3)
)


def test_copied_entries_keep_keys_and_times(game_id: str) -> None:
    before = changes_of(game_id)
    append_kept(game_id, KEPT, base=1)
    assert load(game_id).entries[1:] == KEPT
    assert changes_of(game_id) == before + 1


def test_one_of_eight_concurrent_merges_succeeds(app: Flask, game_id: str) -> None:
    answers = at_once(app, 8, lambda _: append_kept(game_id, KEPT, base=1))
    assert sum(isinstance(answer, Stale) for answer in answers) == 7
    assert load(game_id).version == 3


def test_append_to_an_unknown_game_raises(app: Flask) -> None:  # noqa: ARG001
    with pytest.raises(UnknownGame):
        append_kept("x" * 22, KEPT, base=1)


def test_copy_stores_its_home(app: Flask) -> None:  # noqa: ARG001
    home = "https://club.example/open/"
    copy = StoredGame("", 2, "", "{}", EARLIER, (KEPT[0], KEPT[1]), home)
    assert load(import_game(copy, key="one key")).home == home


def test_copy_is_listed_by_the_time_of_its_last_entry(game_id: str) -> None:
    later = replace(KEPT[1], at="2026-01-02T01:30:00Z")
    copy = StoredGame("", 2, "", "{}", EARLIER, (KEPT[0], later))
    copied = import_game(copy)
    by_id = {row.id: row for row in games([game_id, copied])}
    assert by_id[copied].saved_at == later.at
    assert [*by_id] == [game_id, copied]


def rematch(before: str, new: New, key: str, *, instead_of: str | None = None) -> str:
    """Create a rematch in which the second player sits first and the first has left."""
    then = Rematch(before, {2: 1}, lambda link, game: f"{link} in {game}", instead_of)
    follows = partial(bring_along, rematch=then)
    return create_game(new(key), title="", rules="{}", then=follows).id


def test_rematch_copies_links_in_one_transaction(game_id: str, new: New) -> None:
    guard_game(game_id, NewLink("keeper", Role.SCOREKEEPER, 1))
    set_access(game_id, seats_record=True)
    for token, seat in (("ben", 2), ("gone", 3)):
        add_link(game_id, NewLink(token, Role.SEAT, seat), granted=True)
    add_link(game_id, NewLink("asks", Role.SEAT, 2), granted=False)
    before = changes_of(game_id)
    after = rematch(game_id, new, "next")
    assert next_of(game_id) == after
    assert changes_of(game_id) > before
    roles = {(link.role, link.player) for link in links_of(after)}
    assert roles == {(Role.SCOREKEEPER, None), (Role.SEAT, 1), (Role.WATCH, None)}
    assert all(link.is_granted for link in links_of(after))
    settled = access_of(after, "keeper")
    assert (settled.is_guarded, settled.seats_record, settled.link) == (True, True, None)
    (ben,) = (link.id for link in links_of(game_id) if link.player == 2 and link.is_granted)
    assert access_of(after, f"{ben} in {after}").link is not None


def test_one_of_many_concurrent_rematches_succeeds(app: Flask, game_id: str, new: New) -> None:
    def begin(number: int) -> object:
        try:
            return rematch(game_id, new, f"next {number}")
        except AlreadyBegun as error:
            return error

    answers = at_once(app, 8, begin)
    assert [answer for answer in answers if isinstance(answer, str)] == [next_of(game_id)]


def test_repeated_key_returns_the_same_rematch(game_id: str, new: New) -> None:
    first = rematch(game_id, new, "next")
    assert rematch(game_id, new, "next") == first
    with pytest.raises(AlreadyBegun):
        rematch(game_id, new, "another")
    assert rematch(game_id, new, "third", instead_of=first) == next_of(game_id) != first
