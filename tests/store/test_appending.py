"""Appending entries: idempotency keys, versions, concurrency."""

import threading
from collections.abc import Callable

import pytest
from flask import Flask

from kalooki_ref.store.event_store import (
    append,
    changes_of,
    create_game,
    entries_since,
    games,
    load,
)
from kalooki_ref.store.tables import Appended, KeyReused, NewEntry, Stale, StoredEntry, UnknownGame

New = Callable[..., NewEntry]


def at_once(app: Flask, count: int, act: Callable[[int], object]) -> list[object]:
    """Call ``act`` in many threads at once; return the results or exceptions."""
    gate, results = threading.Barrier(count), []

    def run(number: int) -> None:
        with app.app_context():
            gate.wait()
            try:
                results.append(act(number))
            except (Stale, KeyReused) as error:
                results.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_entry_gets_the_next_version(game_id: str, new: New) -> None:
    assert append(game_id, new("k2"), base=1) == Appended(seq=2, version=2, replayed=False)
    assert [row.seq for row in load(game_id).entries] == [1, 2]
    assert load(game_id).entries[1].data == {"said": "a call"}


def test_twenty_appends_with_one_key_save_one_entry(app: Flask, game_id: str, new: New) -> None:
    answers = at_once(app, 20, lambda _: append(game_id, new("one"), base=1))
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 19
    assert {answer.seq for answer in answers} == {2}
    assert load(game_id).version == 2


def test_twenty_creations_with_one_key_create_one_game(app: Flask, new: New) -> None:
    answers = at_once(app, 20, lambda _: create_game(new("deal"), title="", rules="{}"))
    assert len({answer.id for answer in answers}) == 1
    assert sorted(answer.replayed for answer in answers) == [False] + [True] * 19


def test_one_of_eight_conflicting_appends_succeeds(app: Flask, game_id: str, new: New) -> None:
    answers = at_once(app, 8, lambda n: append(game_id, new(f"k{n}"), base=1))
    assert sum(isinstance(answer, Appended) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 7
    assert load(game_id).version == 2


def test_appends_without_conflict_all_succeed(app: Flask, game_id: str, new: New) -> None:
    def act(number: int) -> Appended:
        return append(game_id, new(f"k{number}"), base=1, conflicts=lambda _: False)

    assert sorted(answer.seq for answer in at_once(app, 8, act)) == list(range(2, 10))


def test_key_with_another_body_is_refused(game_id: str, new: New) -> None:
    append(game_id, new("k2"), base=1)
    with pytest.raises(KeyReused):
        append(game_id, new("k2", "something else"), base=2)
    with pytest.raises(KeyReused):
        create_game(new("the-first-key", "something else"), title="", rules="{}")
    assert load(game_id).version == 2


def test_key_belongs_to_one_game(game_id: str, new: New) -> None:
    other = create_game(new("another-key"), title="", rules="{}").id
    assert not append(game_id, new("k2"), base=1).replayed
    assert not append(other, new("k2"), base=1).replayed


def test_stale_append_does_not_use_up_its_key(game_id: str, new: New) -> None:
    append(game_id, new("k2"), base=1)
    with pytest.raises(Stale) as caught:
        append(game_id, new("k3"), base=1)
    assert (caught.value.base, caught.value.version) == (1, 2)
    assert append(game_id, new("k3"), base=2).seq == 3


def test_conflicts_gets_the_unseen_entries(game_id: str, new: New) -> None:
    append(game_id, new("k2"), base=1)
    appended: list[tuple[StoredEntry, ...]] = []
    append(game_id, new("k3"), base=1, conflicts=lambda unseen: bool(appended.append(unseen)))
    assert [row.key for row in appended[0]] == ["k2"]
    assert [row.key for row in entries_since(game_id, 1)] == ["k2", "k3"]


@pytest.mark.parametrize("base", [-1, 2, 10**9])
def test_unknown_base_version_is_stale(game_id: str, new: New, base: int) -> None:
    with pytest.raises(Stale):
        append(game_id, new("k2"), base=base, conflicts=lambda _: False)


@pytest.mark.parametrize("act", [load, changes_of])
def test_unknown_game_raises(app: Flask, act: Callable[[str], object]) -> None:
    assert app
    with pytest.raises(UnknownGame):
        act("nobody's")


def test_game_id_has_no_leading_dash(game_id: str) -> None:
    assert not game_id.startswith("-")


def test_games_are_listed_by_their_ids(game_id: str) -> None:
    assert [(row.id, row.title, row.version) for row in games([game_id, "nobody's"])] == [
        (game_id, "Tuesday", 1)
    ]
    assert games([]) == ()
