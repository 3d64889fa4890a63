"""Drafts are kept until they are dropped."""

import pytest
from flask import Flask

from kalooki_ref.store.drafts import drop_draft, get_draft, merge_draft
from kalooki_ref.store.tables import UnknownGame


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


@pytest.mark.parametrize("text", ["\0", "🂡 ٣ é", "x" * 50_000])
def test_any_text_comes_back_as_it_was(game_id: str, text: str) -> None:
    merge_draft(game_id, "round", {"word": text})
    assert get_draft(game_id, "round") == {"word": text}


@pytest.mark.parametrize("text", ["\ud800", "a\udfff"])
def test_text_no_page_can_show_is_left_out(game_id: str, text: str) -> None:
    merge_draft(game_id, "round", {"word": text})
    assert get_draft(game_id, "round") == {}
