"""Drafts are kept until they are dropped; folded games are kept until they move on."""

from collections.abc import Callable

import pytest
from flask import Flask
from sqlalchemy import event

from kalooki_ref.store.drafts import drop_draft, get_draft, merge_draft
from kalooki_ref.store.event_store import append, create_game
from kalooki_ref.store.fold_cache import FoldCache
from kalooki_ref.store.tables import NewEntry, UnknownGame, db

New = Callable[..., NewEntry]


@pytest.fixture
def asked(app: Flask) -> list[str]:
    """Every query from here on."""
    assert app
    queries: list[str] = []
    event.listen(
        db.engine, "before_cursor_execute", lambda *told: queries.append(told[2]), named=False
    )
    return queries


def test_a_draft_is_what_was_typed_last(game_id: str) -> None:
    merge_draft(game_id, "round", {"points": "10+"})
    merge_draft(game_id, "round", {"points": "10+10"})
    draft = get_draft(game_id, "round")
    assert draft is not None
    assert draft.data == {"points": "10+10"}
    drop_draft(game_id, "round")
    assert get_draft(game_id, "round") is None
    drop_draft(game_id, "round")


def test_no_draft_without_a_game(app: Flask) -> None:
    assert app
    with pytest.raises(UnknownGame):
        merge_draft("nobody's", "round", {})


def test_a_game_is_folded_once_a_version(game_id: str, new: New, asked: list[str]) -> None:
    folded = FoldCache(lambda stored: [row.key for row in stored.entries])
    assert folded(game_id) == ["the-first-key"]
    first = folded(game_id)
    del asked[:]
    assert folded(game_id) is first
    assert not asked, "beneath these queries only the version is looked at"
    append(game_id, new("k2"), base=1)
    assert folded(game_id) == ["the-first-key", "k2"]


def test_only_the_last_few_are_kept(game_id: str, new: New) -> None:
    folds: list[str] = []
    folded = FoldCache(lambda stored: folds.append(stored.id), most=2)
    others = [create_game(new(f"game-{n}"), title="", rules="{}").id for n in range(2)]
    for one in (game_id, *others, others[1], game_id):
        folded(one)
    assert folds == [game_id, *others, game_id]


@pytest.mark.parametrize("text", ["\0", "🂡 ٣ é", "x" * 50_000])
def test_any_text_comes_back_as_it_was(game_id: str, text: str) -> None:
    merge_draft(game_id, "round", {"word": text})
    draft = get_draft(game_id, "round")
    assert draft is not None
    assert draft.data == {"word": text}


@pytest.mark.parametrize("text", ["\ud800", "a\udfff"])
def test_text_no_page_can_show_is_left_out(game_id: str, text: str) -> None:
    merge_draft(game_id, "round", {"word": text})
    assert get_draft(game_id, "round") is None
