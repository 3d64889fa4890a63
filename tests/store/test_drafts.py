"""Storing and ending drafts."""

import pytest
from flask import Flask

from kalooki_ref.store.drafts import end_draft, get_draft, merge_draft
from kalooki_ref.store.tables import UnknownGame


def test_draft_has_the_latest_values(game_id: str) -> None:
    merge_draft(game_id, "round", {"points": "10+"})
    merge_draft(game_id, "round", {"points": "10+10"})
    assert get_draft(game_id, "round") == {"points": "10+10"}
    end_draft(game_id, "round", keep="own-")
    assert get_draft(game_id, "round") == {}
    end_draft(game_id, "round", keep="own-")


def test_end_draft_keeps_fields_with_the_prefix(game_id: str) -> None:
    merge_draft(game_id, "round-1", {"winner": ["1"], "own-2": ["25", ""]})
    end_draft(game_id, "round-1", keep="own-")
    assert get_draft(game_id, "round-1") == {"own-2": ["25", ""]}
    merge_draft(game_id, "round-2", {"own-3": ["5", ""]})
    end_draft(game_id, "round-2", keep="own-")
    assert get_draft(game_id, "round-1") == {}
    assert get_draft(game_id, "round-2") == {"own-3": ["5", ""]}


def test_draft_of_an_unknown_game(app: Flask) -> None:
    assert app
    with pytest.raises(UnknownGame):
        merge_draft("nobody's", "round", {})


@pytest.mark.parametrize("text", ["\0", "🂡 ٣ é", "x" * 30_000])
def test_draft_text_round_trips(game_id: str, text: str) -> None:
    merge_draft(game_id, "round", {"word": text})
    assert get_draft(game_id, "round") == {"word": text}


@pytest.mark.parametrize("text", ["\ud800", "a\udfff"])
def test_draft_with_unencodable_text_is_ignored(game_id: str, text: str) -> None:
    merge_draft(game_id, "round", {"word": text})
    assert get_draft(game_id, "round") == {}
