"""Drafts are kept until they are dropped; folded games are kept until they move on."""

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import event

from kalooki_ref.store.drafts import drop_draft, get_draft, merge_draft
from kalooki_ref.store.event_store import append, create_game
from kalooki_ref.store.fold_cache import GAME_WEIGHS, FoldCache
from kalooki_ref.store.tables import NewEntry, UnknownGame, db

New = Callable[..., NewEntry]


@pytest.fixture
def statements(app: Flask) -> list[str]:
    """Every query from here on."""
    assert app
    queries: list[str] = []
    event.listen(
        db.engine, "before_cursor_execute", lambda *sent: queries.append(sent[2]), named=False
    )
    return queries


def test_a_draft_is_what_was_typed_last(game_id: str) -> None:
    merge_draft(game_id, "round", {"points": "10+"})
    merge_draft(game_id, "round", {"points": "10+10"})
    assert get_draft(game_id, "round") == {"points": "10+10"}
    drop_draft(game_id, "round")
    assert get_draft(game_id, "round") == {}
    drop_draft(game_id, "round")


def test_no_draft_without_a_game(app: Flask) -> None:
    assert app
    with pytest.raises(UnknownGame):
        merge_draft("nobody's", "round", {})


def test_a_game_is_folded_once_a_version(game_id: str, new: New, statements: list[str]) -> None:
    folded = FoldCache(
        lambda stored: [row.key for row in stored.entries],
        lambda keys, newer: [*keys, *(row.key for row in newer)],
    )
    assert folded(game_id, 1) == ["the-first-key"]
    first = folded(game_id, 1)
    del statements[:]
    assert folded(game_id, 1) is first
    assert not statements
    append(game_id, new("k2"), base=1)
    append(game_id, new("k3"), base=2)
    assert folded(game_id, 2) == ["the-first-key", "k2", "k3"]
    assert folded(game_id, 3) is folded(game_id, 3)


def test_an_older_backup_put_back_is_read_whole(game_id: str) -> None:
    folded = FoldCache(lambda stored: len(stored.entries), lambda _kept, _newer: 0)
    folded(game_id, 1)
    folded._keep(game_id, 5, 5)
    assert folded(game_id, 1) == 1


def test_a_game_that_is_gone_is_unknown(game_id: str) -> None:
    folded = FoldCache(lambda stored: len(stored.entries), lambda _kept, _newer: 0)
    folded._keep("gone", 1, 1)
    with pytest.raises(UnknownGame):
        folded("gone", 2)
    assert folded(game_id, 1) == 1


def test_those_used_last_are_kept(game_id: str, new: New) -> None:
    folds: list[str] = []
    two = 2 * (GAME_WEIGHS + 1)
    folded = FoldCache(lambda stored: folds.append(stored.id), lambda kept, _newer: kept, most=two)
    first, second = (create_game(new(f"game-{n}"), title="", rules="{}").id for n in range(2))
    for one in (game_id, first, game_id, second, game_id, first):
        folded(one, 1)
    assert folds == [game_id, first, second, first]


def test_a_long_game_takes_the_place_of_several(game_id: str, new: New) -> None:
    folds: list[str] = []
    three = 3 * (GAME_WEIGHS + 1)
    folded = FoldCache(lambda game: folds.append(game.id), lambda kept, _newer: kept, most=three)
    others = [create_game(new(f"game-{n}"), title="", rules="{}").id for n in range(2)]
    for one in (game_id, *others):
        folded(one, 1)
    for base in range(1, 1 + GAME_WEIGHS):
        append(others[1], new(f"k{base}"), base=base)
    folded(others[1], 1 + GAME_WEIGHS)
    folded(others[0], 1)
    folded(game_id, 1)
    assert folds == [game_id, *others, game_id]


@pytest.mark.parametrize("text", ["\0", "🂡 ٣ é", "x" * 50_000])
def test_any_text_comes_back_as_it_was(game_id: str, text: str) -> None:
    merge_draft(game_id, "round", {"word": text})
    assert get_draft(game_id, "round") == {"word": text}


@pytest.mark.parametrize("text", ["\ud800", "a\udfff"])
def test_text_no_page_can_show_is_left_out(game_id: str, text: str) -> None:
    merge_draft(game_id, "round", {"word": text})
    assert get_draft(game_id, "round") == {}
