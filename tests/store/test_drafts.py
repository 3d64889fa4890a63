"""Drafts are kept until they are dropped."""

import pytest
from flask import Flask

from kalooki_ref.store.drafts import end_draft, get_draft, merge_draft
from kalooki_ref.store.tables import UnknownGame


def test_a_draft_is_what_was_typed_last(game_id: str) -> None:
    merge_draft(game_id, "round", {"points": "10+"})
    merge_draft(game_id, "round", {"points": "10+10"})
    assert get_draft(game_id, "round") == {"points": "10+10"}
    end_draft(game_id, "round", keep="own-")
    assert get_draft(game_id, "round") == {}
    end_draft(game_id, "round", keep="own-")


def test_an_ended_draft_keeps_what_own_phones_sent_until_the_next(game_id: str) -> None:
    merge_draft(game_id, "round-1", {"winner": ["1"], "own-2": ["25", ""]})
    end_draft(game_id, "round-1", keep="own-")
    assert get_draft(game_id, "round-1") == {"own-2": ["25", ""]}
    merge_draft(game_id, "round-2", {"own-3": ["5", ""]})
    end_draft(game_id, "round-2", keep="own-")
    assert get_draft(game_id, "round-1") == {}
    assert get_draft(game_id, "round-2") == {"own-3": ["5", ""]}


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
