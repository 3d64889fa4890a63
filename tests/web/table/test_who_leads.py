"""Who is said to lead: nobody who hasn't held a card, and nobody where nothing was scored."""

import json

import pytest

from tests.web.phone import Phone
from tests.web.table.test_who_plays import ANN, BEN, CLEO, DAN, save


@pytest.fixture
def four(phone: Phone) -> Phone:
    phone.begin("Ann", "Ben", "Cleo", "Dan", dealer="2")
    return phone


def test_newcomer_leads_on_no_page_before_the_first_round(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    save(four, BEN, {ANN: "7", CLEO: "20", DAN: "30"})
    four.post("players", name="Eve", after="2", plays="next", start="zero")
    assert "Ann leads by 3 Ben is next, then Cleo, 33 behind" in four.words(four.get("standings"))
    board = four.words(four.get("scoreboard"))
    assert "Ann Leads by 3" in board
    assert "Eve From the next round 0" in board
    assert "Ann leads by 3" in four.words(four.get("/"))
    assert "Eve no round played 0" in four.words(four.get("players/3/leave"))


def test_newcomer_is_behind_the_leader_on_every_page(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "20", DAN: "30"})
    save(four, BEN, {ANN: "7", CLEO: "20", DAN: "30"})
    four.post("players", name="Eve", after="2", start="zero")
    order = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
    for copy in (four.get(f"{four.table}.json"), four.get("export.json")):
        ranks = [(row["place"], row["name"]) for row in json.loads(copy.text)["standings"]]
        assert ranks == list(enumerate(order, 1))
    shown = four.words(four.get("standings"))
    assert "Ann leads by 3" in shown
    assert "Ann 7 Place 1" in shown
    assert "Eve 0 Place 5" in shown
    assert "4 Dan: 60 5 Eve: 0 (no round played)" in shown
    assert "5 Eve no round played 0" in four.words(four.get("players/3/leave"))
    assert "Dan 60 Eve 0 No round played" in four.words(four.get("print"))


def test_nobody_takes_the_lead_of_a_player_who_waits_for_the_next_round(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "12", DAN: "30"})
    four.post("players/1/leave", when="now")
    four.post("calls", player="2")
    four.post("players/1/return", after="4", plays="next", start="zero")
    save(four, CLEO, {BEN: "30", DAN: "1"})
    assert "Ann leads by 12" in four.words(four.get("standings"))
    assert "Cleo went out 0 total 12" in four.words(four.get("rounds/2"))


def test_leader_takes_no_lead_from_a_newcomer(four: Phone) -> None:
    save(four, ANN, {BEN: "10", CLEO: "12", DAN: "30"})
    save(four, BEN, {ANN: "7", CLEO: "12", DAN: "30"})
    four.post("players", name="Eve", after="2", plays="this", start="zero")
    assert "Ann Leads by 3" in four.words(four.get("scoreboard"))
    save(four, ANN, {BEN: "10", CLEO: "12", DAN: "30", 5: "50"})
    assert "Ann went out 0 total 7" in four.words(four.get("rounds/3"))


def test_leader_leads_newcomers_by_no_points(phone: Phone) -> None:
    phone.begin("Ann", "Ben", "Cleo", system="caribbean")
    save(phone, ANN, {BEN: "10", CLEO: "20"})
    for name in ("Dan", "Eve"):
        phone.post("players", name=name, after="1", plays="this", start="zero")
    for gone in (BEN, CLEO):
        phone.post(f"players/{gone}/leave", when="now")
    assert "Ann Lowest" in phone.words(phone.get("scoreboard"))


def test_nobody_is_first_where_no_round_was_scored(four: Phone) -> None:
    assert four.post("round", winner="void", sure="1").status_code == 303
    four.post("end")
    board = four.get("scoreboard")
    assert "Ann 0 Ben 0 Cleo 0 Dan 0" in four.words(board)
    assert "board-line-leads" not in board.text


@pytest.mark.parametrize(
    ("ben", "cleo", "sentence"),
    [
        ("10", "10", "Ann leads by 10 Ben and Cleo are next, 10 behind"),
        ("10", "20", "Ann leads by 10 Ben is next, then Cleo and Dan, 20 behind"),
        ("20", "20", "Ann leads by 20 Ben, Cleo and Dan are next, 20 behind"),
    ],
)
def test_players_who_share_a_place_are_next_together(
    four: Phone, ben: str, cleo: str, sentence: str
) -> None:
    save(four, ANN, {BEN: ben, CLEO: cleo, DAN: "20"})
    assert sentence in four.words(four.get("standings"))
