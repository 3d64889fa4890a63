"""Undo and restore of entries that others build on."""

import re
from typing import Any

import pytest

from kalooki_ref.game.events import CallAnswered, EntryAmended
from kalooki_ref.game.record import event_data
from kalooki_ref.web.copies.imports import read_import, restored
from kalooki_ref.words.import_words import ExportError
from tests.web.phone import Phone

SYSTEMS = ("jamaican", "kalooki40", "kooky", "standard")
LAYS = {4: ("7H 7D 7S", "9H 9D 9S", "KH KD KC"), 2: ("5H 5D 5S", "4H 4D 4S", "QH QD QC")}


def end_round(table: Phone, winner: int, counts: dict[int, str]) -> None:
    players = sorted({winner, *counts})
    form = {f"hands-{index}-player": str(player) for index, player in enumerate(players)}
    form |= {
        f"hands-{index}-points": counts.get(player, "") for index, player in enumerate(players)
    }
    answer = table.post("round", winner=str(winner), bent="no", kalooki="no", **form)
    assert answer.status_code == 303, table.words(answer)


def seat_dan(table: Phone) -> None:
    answer = table.post("players", name="Dan", after="3", start="zero")
    assert answer.status_code == 303, table.words(answer)


def undo(table: Phone, words: str, *, agree: bool = True) -> str:
    """Undo the newest entry with these words in History; return the confirmation, if any."""
    page = table.get("history").text
    forms = re.findall(r'<form method="post" action="[^"]*/undo">.*?</form>', page, re.DOTALL)
    form = next(form for form in forms if words in form)
    seq = re.search(r'name="seq" value="(\d+)"', form)
    assert seq
    return confirmed(table, table.post("undo", seq=seq[1], back="history"), agree=agree)


def confirmed(table: Phone, answer: Any, *, agree: bool = True) -> str:
    if "/undo?" not in answer.location:
        return ""
    page = table.client.get(answer.location)
    sent = dict(re.findall(r'name="(seq|sure|back)" value="([^"]*)"', page.text))
    also = re.findall(r'name="also" value="(\d+)"', page.text)
    if agree:
        assert table.post("undo", also=also, **sent).location.endswith("/history")
    return table.words(page)


def scores(table: Phone) -> dict[str, int]:
    standings = table.client.get(f"{table.table}.json").get_json()["standings"]
    return {row["name"]: row["points"] for row in standings}


def every_page_opens(table: Phone) -> None:
    pages = (
        *("", "standings", "round", "history", "scoreboard", "players", "print", "board"),
        *("check?add=1", "export.csv", "send", "tonight", "counts", "stock", "end", "rounds/1"),
    )
    for page in pages:
        assert table.get(page).status_code in {200, 303, 404}, page
    with table.client.application.app_context():
        read_import(table.get("export.json").get_json())


@pytest.mark.parametrize("system", SYSTEMS)
def test_round_that_a_late_player_won_is_undone_with_the_joining(phone: Phone, system: str) -> None:
    phone.begin("Ann", "Bob", "Cat", system=system, starter="2")
    end_round(phone, 1, {2: "10", 3: "20"})
    before = scores(phone)
    seat_dan(phone)
    end_round(phone, 4, {1: "5", 2: "10", 3: "20"})
    after = scores(phone)
    assert "Dan went out. Dan isn’t playing." in undo(phone, "Dan joined", agree=False)
    assert scores(phone) == after
    undo(phone, "Dan joined")
    assert scores(phone) == before
    every_page_opens(phone)
    restore(phone, "Undone: Dan joined with 0 points. Round 2, Dan went out.")
    assert scores(phone) == after


def rename(table: Phone, player: int, name: str) -> None:
    assert table.post(f"players/{player}/name", name=name).status_code == 303


def test_name_given_again_is_named_when_the_renaming_is_undone(three: Phone) -> None:
    rename(three, 1, "Zed")
    three.post("players", name="Ann", after="3", start="zero")
    asked = undo(three, "Ann is now called Zed", agree=False)
    assert "Two players would be called Ann." in asked
    assert "would be called Zed" not in asked


def test_name_taken_by_a_renaming_is_named_when_another_is_undone(three: Phone) -> None:
    rename(three, 1, "Zed")
    rename(three, 2, "Ann")
    assert "Two players would be called Ann." in undo(three, "called Zed", agree=False)


def restore(table: Phone, undone: str) -> str:
    """Restore what the entry with these words undid; return the confirmation, if any."""
    page = table.get("history").text
    assert undone in table.words(table.get("history"))
    seq = re.search(r'name="seq" value="(\d+)"[^<]*<input[^>]*>\s*<button[^>]*>.*?Restore', page)
    assert seq
    asked = confirmed(table, table.post("undo", seq=seq[1], back="history"))
    assert "Restored: " in table.words(table.get("history"))
    return asked


def test_tacks_on_melds_of_a_late_player_are_undone_with_the_joining(three: Phone) -> None:
    seat_dan(three)
    for player, melds in LAYS.items():
        three.lay(player=str(player), meld=melds)
    three.add(player="2", cards="7C", spot=three.spot("0"))
    assert "The meld isn’t on the board." in undo(three, "Dan joined", agree=False)
    undo(three, "Dan joined")
    three.get("history")
    board = three.words(three.get("board"))
    assert "Set 7" not in board
    assert "Set 5" in board
    every_page_opens(three)


def test_rounds_without_a_last_one_are_rounds_on_every_page(phone: Phone) -> None:
    """Rounds that move, that stay and that lose a score, named as in the rulebook of the game."""
    phone.begin("Ann", "Bob", "Cat", "Dan", system="kalooki40", anyway="1")
    end_round(phone, 1, {2: "10", 3: "20", 4: "30"})
    phone.post("players/4/leave")
    end_round(phone, 1, {2: "10", 3: "20"})
    for page, words in {
        "undo?seq=2": "Correct this round",
        "undo?seq=3": "A score is missing here",
        "undo?seq=4": "you play it again",
        "rounds/1": "Correct this round",
        "": "Round 3",
        "history": "Round 2",
        "standings": "After round 2",
        "round": "Round over",
    }.items():
        found = phone.words(phone.get(page))
        assert words in found
        assert not re.findall(r"(?i)\bhand \d|this hand\b|\d hands?\b", found)


@pytest.mark.parametrize("system", SYSTEMS)
def test_rounds_without_a_player_stay_empty_when_the_leaving_is_undone(
    phone: Phone, system: str
) -> None:
    phone.begin("Ann", "Bob", "Cat", "Dan", system=system, starter="2")
    end_round(phone, 1, {2: "10", 3: "20", 4: "30"})
    phone.post("players/3/leave")
    for _ in range(2):
        end_round(phone, 1, {2: "10", 4: "30"})
    before = scores(phone)
    asked = undo(phone, "Cat left")
    assert "Scores are missing here" in asked
    assert asked.count("Cat has no score.") == 2
    assert scores(phone) == before
    rows = phone.get("export.csv").text.splitlines()
    cat = rows[0].split(",").index("Cat")
    assert [row.split(",")[cat] for row in rows[1:]] == ["20", "", "", "20"]
    assert phone.words(phone.get("history")).count("Cat has no score.") == 2
    every_page_opens(phone)


def test_last_but_one_player_stays(three: Phone) -> None:
    end_round(three, 1, {2: "10", 3: "20"})
    seat_dan(three)
    for player in ("2", "3"):
        assert three.post(f"players/{player}/leave").status_code == 303
    asked = undo(three, "Dan joined", agree=False)
    assert "Cat left the game. Fewer than two players would be left." in asked
    answer = three.post("players/4/leave")
    assert answer.status_code == 422
    assert "That leaves one player." in three.words(answer)
    every_page_opens(three)


def test_two_phones_cannot_leave_one_player(three: Phone) -> None:
    base = three.version()
    assert three.post("players/3/leave", base=base).status_code == 303
    assert three.post("players/2/leave", base=base).status_code in {409, 422}
    assert three.post("players/2/leave").status_code == 422
    every_page_opens(three)


def test_undo_and_restore_name_the_original_entry(table: Phone) -> None:
    table.post("calls", player="2")
    for seq in ("2", "3", "2", "5", "2"):
        assert table.post("undo", seq=seq).status_code == 303
    data = [row["data"] for row in table.get("export.json").get_json()["entries"][2:]]
    assert [row["seq"] for row in data] == [2] * 5
    assert "<del>Ben called" in table.get("history").text
    # Neither a restore nor a reversed undo can be undone.
    for seq in ("3", "4", "5"):
        table.post("undo", seq=seq)
    assert table.version() == "7"


def test_calls_of_an_undone_round_count_in_no_other(three: Phone) -> None:
    three.post("calls", player="3")
    end_round(three, 1, {2: "10", 3: "20"})
    end_round(three, 2, {1: "5", 3: "5"})
    asked = undo(three, "Ann went out")
    assert "Its calls and melds are undone as well." in asked
    assert "1 call" not in three.words(three.get("rounds/1"))
    restore(three, "Undone: Round 1, Ann went out. Cat called the upcard.")
    assert "1 call" in three.words(three.get("rounds/1"))


def test_long_chain_of_undos_from_an_earlier_version_can_be_shown(three: Phone) -> None:
    three.post("calls", player="2")
    data = three.get("export.json").get_json()
    for seq in range(3, 700):
        kind, fields = event_data(EntryAmended(seq - 1, None))
        row = {"seq": seq, "kind": kind, "data": fields, "by": "", "at": data["created_at"]}
        data["entries"].append(row | {"key": f"~{seq:012x}"})
    with three.client.application.app_context():
        three.table = f"/g/{restored(data)}"
    assert "Restored: Bob called the upcard." in three.words(three.get("history"))


def test_thousands_of_undos_of_one_correction_are_refused(three: Phone) -> None:
    """Reading them would take time that grows with the square of their number."""
    three.post("calls", player="2")
    data = three.get("export.json").get_json()
    undos = [EntryAmended(2, CallAnswered(3)), *[EntryAmended(3, None)] * 1001]
    for seq, undo in enumerate(undos, 3):
        kind, fields = event_data(undo)
        row = {"seq": seq, "kind": kind, "data": fields, "by": "", "at": data["created_at"]}
        data["entries"].append(row | {"key": f"~{seq:012x}"})
    with pytest.raises(ExportError):
        restored(data)


def test_departure_is_undone_only_with_the_player_too_many(phone: Phone) -> None:
    names = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay", "Gus")
    phone.begin(*names, system="kalooki40", anyway="1")
    assert phone.post("players/7/leave").status_code == 303
    assert phone.post("players", name="Ida", after="6", start="zero", anyway="1").status_code == 303
    asked = undo(phone, "Gus left", agree=False)
    assert "Ida joined" in asked
    assert "These rules can’t deal to that many players." in asked
    assert set(scores(phone)) == {*names, "Ida"}
    every_page_opens(phone)
    undo(phone, "Gus left")
    assert set(scores(phone)) == set(names)
    every_page_opens(phone)


def test_entries_after_the_hundredth_are_undone_together(three: Phone) -> None:
    for base in range(1, 99):
        renamed = three.post("players/1/name", base=str(base), name=f"Ann {base}")
        assert renamed.status_code == 303
    seat_dan(three)
    end_round(three, 4, {1: "10", 2: "20", 3: "30"})
    assert "Dan went out" in undo(three, "Dan joined")
    assert "Dan" not in scores(three)


def test_calls_of_the_next_round_count_in_no_round_that_is_played_again(three: Phone) -> None:
    for _ in range(3):
        three.post("calls", player="1")
    end_round(three, 1, {2: "10", 3: "20"})
    three.post("calls", player="1")
    asked = undo(three, "Ann went out")
    assert "Calls and melds recorded after it are undone as well." in asked
    assert calls_now(three) == 3
    restore(three, "Undone: Round 1, Ann went out. Ann called the upcard.")
    assert calls_now(three) == 1
    assert "3 calls" in three.words(three.get("rounds/1"))


def test_lays_of_the_next_round_are_on_no_board_that_is_played_again(three: Phone) -> None:
    end_round(three, 1, {2: "10", 3: "20"})
    three.lay(player="2", meld=LAYS[2], insist="1")
    assert "Set 5" in three.words(three.get("board"))
    undo(three, "Ann went out")
    assert "Set 5" not in three.words(three.get("board"))


def test_calls_of_a_replay_count_in_no_later_round_when_the_first_one_is_restored(
    three: Phone,
) -> None:
    end_round(three, 1, {2: "10", 3: "20"})
    undo(three, "Ann went out")
    three.post("calls", player="2")
    asked = restore(three, "Undone: Round 1, Ann went out.")
    assert "Calls and melds recorded since then are undone." in asked
    assert scores(three)["Cat"] == 20
    assert calls_now(three) == 0


def calls_now(table: Phone) -> int:
    """Return how many calls the current round has."""
    current = table.client.get(f"{table.table}.json").get_json()["round"]
    return sum(seat["calls"] for seat in current["players"])


def test_round_undone_after_a_later_one_is_filled_in_with_its_own_counts(three: Phone) -> None:
    end_round(three, 1, {2: "10", 3: "20"})
    end_round(three, 2, {1: "31", 3: "32"})
    end_round(three, 3, {1: "41", 2: "42"})
    undo(three, "Cat went out")
    undo(three, "Bob went out")
    form = three.get("round").text
    assert 'value="31"' in form
    assert 'value="32"' in form
    assert 'value="41"' not in form


@pytest.mark.parametrize("winner", [1, 4])
def test_newcomer_keeps_the_score_if_the_round_she_waited_in_is_undone(
    three: Phone, winner: int
) -> None:
    end_round(three, 1, {2: "10", 3: "20"})
    three.post("players", name="Eve", after="3", start="zero", plays="next")
    end_round(three, 2, {1: "5", 3: "6"})
    end_round(three, winner, {seat: "44" for seat in (1, 2, 3, 4) if seat != winner})
    before = scores(three)
    asked = undo(three, "Bob went out")
    assert "their points stay" in asked
    assert "doesn’t count" not in asked
    assert scores(three) == {**before, "Ann": before["Ann"] - 5, "Cat": before["Cat"] - 6}
    assert "Eve" in three.words(three.get("rounds/2/amend"))
    every_page_opens(three)


def test_player_who_came_back_keeps_the_score_if_the_round_between_is_undone(three: Phone) -> None:
    seat_dan(three)
    three.post("players/4/leave")
    end_round(three, 1, {2: "10", 3: "20"})
    three.post("players/4/return", after="3", start="zero", plays="next")
    end_round(three, 2, {1: "5", 3: "6"})
    end_round(three, 3, {1: "1", 2: "2", 4: "44"})
    assert scores(three)["Dan"] == 44
    undo(three, "Bob went out")
    assert scores(three)["Dan"] == 44


def test_restoring_what_leaves_another_entry_no_place_says_so(table: Phone) -> None:
    for _join in range(2):
        table.post("players", name="Fay", start="zero", plays="this", after="5")
        undone = table.version()
        table.post("undo", seq=undone, sure="1")
    table.post("undo", seq=table.version(), sure="1")
    asked = table.words(table.get("undo?seq=3"))
    assert "With it, another entry has no place in the game: Fay joined" in asked
    assert "builds on it" not in asked
    assert "Restore it and undo this" in asked
