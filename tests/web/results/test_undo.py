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


@pytest.fixture
def three(phone: Phone) -> Phone:
    """A phone in a game of Ann, Bob and Cat."""
    phone.begin("Ann", "Bob", "Cat")
    return phone


def end_round(table: Phone, winner: int, counts: dict[int, str]) -> None:
    players = sorted({winner, *counts})
    form = {f"hands-{at}-player": str(player) for at, player in enumerate(players)}
    form |= {f"hands-{at}-points": counts.get(one, "") for at, one in enumerate(players)}
    answer = table.post("round", winner=str(winner), bent="no", kalooki="no", **form)
    assert answer.status_code == 303, table.words(answer)


def seat_dan(table: Phone) -> None:
    answer = table.post("players", name="Dan", after="3", start="zero")
    assert answer.status_code == 303, table.words(answer)


def undo(table: Phone, words: str, *, agree: bool = True) -> str:
    """Undo the newest entry with these words in History; return the confirmation, if any."""
    page = table.get("history").text
    forms = re.findall(r'<form method="post" action="[^"]*/undo">.*?</form>', page, re.DOTALL)
    form = next(one for one in forms if words in one)
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
    return {one["name"]: one["points"] for one in standings}


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
    assert "Dan went out. Dan isn’t in the round." in undo(phone, "Dan joined", agree=False)
    assert scores(phone) == after
    undo(phone, "Dan joined")
    assert scores(phone) == before
    every_page_opens(phone)
    played = "Hand" if system == "kalooki40" else "Round"
    restore(phone, f"Undone: Dan joined with 0 points. {played} 2, Dan went out.")
    assert scores(phone) == after


def restore(table: Phone, undone: str) -> None:
    """Restore what the entry with these words undid."""
    page = table.get("history").text
    assert undone in table.words(table.get("history"))
    seq = re.search(r'name="seq" value="(\d+)"[^<]*<input[^>]*>\s*<button[^>]*>.*?Restore', page)
    assert seq
    confirmed(table, table.post("undo", seq=seq[1], back="history"))
    assert "Restored: " in table.words(table.get("history"))


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
    assert "In these rounds a score is missing" in asked
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


def test_restored_round_has_its_corrections(three: Phone) -> None:
    end_round(three, 1, {2: "10", 3: "20"})
    counts = {"hands-0-player": "1", "hands-1-player": "2", "hands-1-points": "30"}
    counts |= {"hands-2-player": "3", "hands-2-points": "20"}
    assert three.post("rounds/1/amend", winner="1", **counts).status_code == 303
    assert scores(three)["Bob"] == 30
    three.post("undo", seq="2", sure="1")
    assert scores(three)["Bob"] == 0
    three.post("undo", seq="4")
    assert scores(three)["Bob"] == 30
    assert "Restored: Round 1, Ann went out." in three.words(three.get("history"))
    undo(three, "Corrected: ")
    assert scores(three)["Bob"] == 10
    assert "Undone: Corrected: Round 1, Bob: 10 → 30" in three.words(three.get("history"))
    three.post("undo", seq="6")
    assert scores(three)["Bob"] == 30


def test_undoing_from_the_end_goes_back_through_every_total(three: Phone) -> None:
    passed = [scores(three)]
    end_round(three, 1, {2: "10", 3: "20"})
    passed.append(scores(three))
    hands = {"hands-0-player": "1", "hands-1-player": "2", "hands-2-player": "3"}
    for points in ("30", "40"):
        three.post("rounds/1/amend", winner="1", **hands, **{"hands-1-points": points,
                   "hands-2-points": "20"})  # fmt: skip
        passed.append(scores(three))
    end_round(three, 2, {1: "7", 3: "8"})
    while passed:
        form = re.search(r'id="undo">.*?name="seq" value="(\d+)"', three.get().text, re.DOTALL)
        assert form
        three.post("undo", seq=form[1], sure="1")
        assert scores(three) == passed.pop()


def test_calls_of_an_undone_round_count_in_no_other(three: Phone) -> None:
    three.post("calls", player="3")
    end_round(three, 1, {2: "10", 3: "20"})
    end_round(three, 2, {1: "5", 3: "5"})
    asked = undo(three, "Ann went out")
    assert "Calls and melds recorded in that round are undone as well." in asked
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
