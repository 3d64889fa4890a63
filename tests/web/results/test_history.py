"""History: sentences, order, labels, undo and restore."""

import re

import pytest

from kalooki_ref.web.results import history
from tests.web.phone import Phone
from tests.web.table.test_rounds import write


def test_history_sentences(table: Phone) -> None:
    table.post("calls", player="2")
    words = table.words(table.get("history"))
    assert words.index("Round 1: Ben called the upcard.") < words.index("New game: Ann")


def test_undone_entry_is_struck_and_can_be_restored(table: Phone) -> None:
    table.post("calls", player="2")
    answer = table.post("undo", seq="2", back="history")
    assert answer.location.endswith("/history")
    page = table.get("history").text
    assert "<del>Ben called the upcard.</del>" in page
    assert "Undone: Ben called the upcard." in page
    assert re.search(r'name="seq" value="3".*Restore', page, re.DOTALL)
    table.post("undo", seq="3", back="history")
    assert "<del>Ben called the upcard.</del>" not in table.get("history").text


def test_any_entry_can_be_undone(table: Phone) -> None:
    for player in ("1", "2", "3"):
        table.post("calls", player=player)
    table.post("undo", seq="2")
    page = table.get("history").text
    assert "<del>Ann called" in page
    assert "<del>Ben called" not in page


def test_entries_are_signed_with_the_label(table: Phone) -> None:
    assert table.post("history/writer", label=" Ann ").status_code == 303
    table.post("calls", player="2")
    assert "by Ann" in table.words(table.get("history"))


def test_invalid_label(table: Phone) -> None:
    answer = table.post("history/writer", label="x" * 200)
    assert answer.status_code == 422
    assert "x" * 200 in answer.text


def test_entry_of_an_amended_round_lists_the_changes(table: Phone) -> None:
    hands: dict[str, str] = {}
    for place, points in enumerate(("0", "42", "17", "5", "9")):
        hands |= {f"hands-{place}-player": str(place + 1), f"hands-{place}-points": points}
    hands["hands-0-points"] = ""
    assert table.post("round", winner="1", **hands).status_code == 303
    hands["hands-1-points"] = "24"
    assert table.post("rounds/1/amend", winner="1", **hands).status_code == 303
    words = table.words(table.get("history"))
    assert "Ann went out. Ben 42, Cleo 17, Dan 5, Eve 9" in words
    assert "Corrected: Round 1, Ben: 42 → 24" in words
    hands["hands-1-points"] = "30"
    table.post("rounds/1/amend", winner="1", **hands)
    assert "Corrected: Round 1, Ben: 24 → 30" in table.words(table.get("history"))


def test_correction_of_who_went_out_says_nothing_of_coming_down(table: Phone) -> None:
    table.lay(player="3", meld=("7H 7D 7C", "KH KC KD", "4D 4S 4C"))
    write(table)
    hands = {f"hands-{place}-player": str(place + 1) for place in range(5)}
    points = {f"hands-{place}-points": "10" for place in (0, 1, 3, 4)}
    assert table.post("rounds/1/amend", winner="3", **hands, **points).status_code == 303
    assert table.post("rounds/1/amend", winner="void").status_code == 303
    words = table.words(table.get("history"))
    assert "went out: Ben → Cleo" in words
    assert "went out: Cleo → nobody" in words
    assert "came down" not in words


def test_correction_to_never_came_down_is_listed_of_the_earlier_winner(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="caribbean")
    hands = {f"hands-{place}-player": str(place + 1) for place in range(3)}
    points = {"hands-0-points": "10", "hands-2-points": "20"}
    phone.post("round", winner="2", everybody_down="yes", **hands, **points)
    points = {"hands-1-points": "40", "hands-2-points": "20", "hands-1-laid": "no"}
    answer = phone.post("rounds/1/amend", winner="1", **hands, **points)
    assert answer.status_code == 303, phone.words(answer)
    words = phone.words(phone.get("history"))
    assert "Ben, came down: yes → no" in words
    assert "Ann, came down" not in words


def test_correction_names_its_round_when_that_is_undone(table: Phone) -> None:
    hands: dict[str, str] = {}
    for place, points in enumerate(("", "42", "17", "5", "9")):
        hands |= {f"hands-{place}-player": str(place + 1), f"hands-{place}-points": points}
    table.post("round", winner="1", **hands)
    table.post("round", winner="1", **hands)
    table.post("rounds/2/amend", winner="1", **(hands | {"hands-1-points": "24"}))
    table.post("undo", seq="3", sure="1")
    assert "Round 2 of 9" in table.words(table.get())
    assert "<del>Round 2: Ann went out.</del>" in table.get("history").text
    assert "Corrected: Round 2, Ben: 42 → 24" in table.words(table.get("history"))


def test_amendment_can_be_undone(table: Phone) -> None:
    hands: dict[str, str] = {}
    for place, points in enumerate(("", "42", "17", "5", "9")):
        hands |= {f"hands-{place}-player": str(place + 1), f"hands-{place}-points": points}
    table.post("round", winner="1", **hands)
    table.post("rounds/1/amend", winner="1", **(hands | {"hands-1-points": "24"}))
    assert ">24<" in table.get("").text
    assert 'name="seq" value="3"' in table.get("").text
    table.post("undo", seq="3")
    assert ">42<" in table.get("").text
    assert "Undone: Corrected: Round 1, Ben: 42 → 24" in table.words(table.get("history"))


def three_rounds(table: Phone) -> None:
    for points in ("11", "22", "33"):
        hands = {f"hands-{place}-player": str(place + 1) for place in range(5)}
        hands |= {f"hands-{place}-points": points for place in range(1, 5)}
        assert table.post("round", winner="1", **hands).status_code == 303


def test_undoing_an_earlier_round_needs_confirmation(table: Phone) -> None:
    three_rounds(table)
    answer = table.post("undo", seq="2", back="history")
    assert answer.location.endswith("/undo?seq=2&back=history")
    assert table.version() == "4"
    words = table.words(table.get("undo?seq=2"))
    assert "Round 1: Ann went out." in words
    assert "These move; their points stay:" in words
    assert "Round 2 of 9 counts as Round 1 of 9: 3 sets, dealt by Ann." in words
    assert "Round 3 of 9 counts as Round 2 of 9: 2 sets and 1 run, dealt by Ben." in words
    assert f"{table.table}/rounds/1/amend" in table.get("undo?seq=2").text
    done = table.post("undo", seq="2", back="history", sure="1")
    assert done.location.endswith("/history")
    assert "Undone: Round 1, Ann went out." in table.words(table.get("history"))


def test_undoing_the_last_round_asks_first(table: Phone) -> None:
    three_rounds(table)
    answer = table.post("undo", seq="4")
    assert answer.location.endswith("/undo?seq=4")
    words = table.words(table.get("undo?seq=4"))
    assert "Its points are removed, and you play it again. To fix a number," in words
    assert table.version() == "4"
    table.post("undo", seq="4", sure="1")
    assert "Ben 33" in table.words(table.get("standings"))


def test_undoing_a_late_player_with_scores_needs_confirmation(table: Phone) -> None:
    table.post("players", name="Fay", points="7", after="5")
    assert table.post("undo", seq="2").location == table.table
    table.post("undo", seq="3")
    six_hands = {f"hands-{place}-player": str(place + 1) for place in range(6)}
    six_hands |= {f"hands-{place}-points": "9" for place in range(1, 6)}
    assert table.post("round", winner="1", **six_hands).status_code == 303
    assert table.post("undo", seq="2").location.endswith("/undo?seq=2")
    assert "Round 1: Ann went out. Fay’s score doesn’t count." in table.words(
        table.get("undo?seq=2")
    )


def test_unknown_entry_is_not_asked_about(table: Phone) -> None:
    for seq in ("", "1", "77", "x", "-1"):
        assert table.get(f"undo?seq={seq}").status_code == 404


def test_rename_entry_has_the_old_name(table: Phone) -> None:
    table.post("players/2/name", name="Benny")
    table.post("players/2/name", name="Benjamin")
    words = table.words(table.get("history"))
    assert "Benny is now called Benjamin." in words
    assert "Ben is now called Benny." in words
    table.post("players/1/name", name="Anna")
    table.post("players", name="Fay", after="5", points="0")
    for name in ("Faye", "Fay Lee"):
        table.post("players/6/name", name=name)
    words = table.words(table.get("history"))
    for sentence in (
        "Ann is now called Anna.",
        "Fay is now called Faye.",
        "Faye is now called Fay Lee.",
    ):
        assert sentence in words


def test_renaming_does_not_start_from_a_name_that_was_undone(table: Phone) -> None:
    table.post("players/1/name", name="Anna")
    table.post("undo", seq="2")
    table.post("players/1/name", name="Anne")
    lines = shown(table, "kind=players")
    assert lines[0] == "Ann is now called Anne."
    assert lines[-1] == "Undone: Ann is now called Anna."


def test_history_is_paginated(table: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE_ENTRIES", 3)
    for _ in range(4):
        table.post("calls", player="1", answer="refused")
    newest = table.get("history").text
    assert re.findall(r'id="entry-(\d+)"', newest) == ["5", "4", "3"]
    assert "Newest entries" not in newest
    earlier = table.get("history?before=3").text
    assert "history?before=3" in newest
    assert re.findall(r'id="entry-(\d+)"', earlier) == ["2", "1"]
    assert "Earlier entries" not in earlier
    assert "Newest entries" in earlier


def test_cards_are_drawn(table: Phone) -> None:
    hands = {"hands-1-player": "2", "hands-1-cards": "KS AH *"}
    for place in ("0", "2", "3", "4"):
        hands |= {f"hands-{place}-player": str(int(place) + 1), f"hands-{place}-points": "5"}
    hands["hands-0-points"] = ""
    assert table.post("round", winner="1", **hands).status_code == 303
    page = table.get("history").text
    assert "KS AH" not in page
    for name in ("King of spades", "Ace of hearts", "Joker"):
        assert f'aria-label="{name}"' in page
    answer = table.post("undo", seq="2", sure="1")
    assert "Ann went out" in table.words(table.get(""))
    assert answer.status_code == 303


def test_undo_is_not_offered_for_the_start(table: Phone) -> None:
    start = table.get("history").text
    assert "New game" in start
    assert 'name="seq"' not in start
    table.post("calls", player="2")
    assert 'name="seq" value="2"' in table.get("history").text
    table.post("undo", seq="2")
    undone = table.get("history").text
    assert 'name="seq" value="2"' not in undone


@pytest.fixture
def two_rounds(table: Phone) -> Phone:
    """A game with a call in each of two rounds; the second call was undone."""
    table.post("calls", player="2")
    write(table)
    table.post("calls", player="3")
    table.post("undo", seq="4")
    return table


def shown(table: Phone, query: str) -> list[str]:
    """Return the entries that pass a filter, newest first."""
    page = table.get(f"history?{query}").text
    lines = re.findall(r'<span class="history-words">(.*?)</span>\n', page, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", line).split()) for line in lines]


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 5),
        ("kind=calls", 3),
        ("kind=changes", 1),
        ("kind=rounds", 1),
        ("player=3", 4),
        ("player=2&kind=calls", 1),
        ("round=1", 2),
        ("round=2&kind=calls", 2),
        ("player=5&kind=melds", 0),
        ("player=99&kind=weather&round=9", 5),
    ],
)
def test_history_can_be_filtered(two_rounds: Phone, query: str, count: int) -> None:
    assert len(shown(two_rounds, query)) == count


def test_filter_shows_when_somebody_came(two_rounds: Phone) -> None:
    two_rounds.post("players", name="Fay", after="5", points="0")
    assert len(shown(two_rounds, "player=6")) == 1
    assert "New game: Ann" in shown(two_rounds, "player=5")[-1]


def test_filter_is_described_and_can_be_cleared(two_rounds: Phone) -> None:
    words = two_rounds.words(two_rounds.get("history?player=2&kind=calls&round=1"))
    assert "Only: Ben · Calls · Round 1 Show all" in words
    assert "No entry fits this filter." in two_rounds.words(two_rounds.get("history?kind=melds"))


def test_pages_of_history_keep_the_filter(
    two_rounds: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "PAGE_ENTRIES", 2)
    first = two_rounds.get("history?kind=calls").text
    older = re.search(r'href="([^"]*before=\d+[^"]*)"', first)
    assert older
    assert "kind=calls" in older[1]
    query = older[1].split("?")[1].replace("&amp;", "&")
    assert shown(two_rounds, query) == ["Round 1: Ben called the upcard."]


def test_filter_knows_the_hundredth_hand(phone: Phone) -> None:
    phone.begin("Ann", "Ben", system="kalooki40")
    hands = {"hands-0-player": "1", "hands-1-player": "2", "hands-1-points": "9"}
    for base in range(1, 101):
        answer = phone.post("round", base=str(base), winner="1", **hands)
        assert answer.status_code == 303
    words = phone.words(phone.get("history?round=100"))
    assert "Round 100: Ann went out" in words
    assert "Round 99: Ann went out" not in words


def test_undoing_a_void_round_removes_no_points(table: Phone) -> None:
    table.post("round", winner="void")
    words = table.words(table.get("undo?seq=2"))
    assert "It isn’t void any more, and you play on." in words
    assert "Its points" not in words


def test_undoing_a_round_of_a_game_that_was_stopped_lets_nobody_play_it(table: Phone) -> None:
    write(table)
    write(table)
    table.post("end")
    words = table.words(table.get("undo?seq=3"))
    assert "Its points are removed. The game stays over." in words
    assert "play it again" not in words
